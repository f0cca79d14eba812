// The L1 cache of an Sm: lookups, bank rows of its lines, fills, stores, dirty lines on their way, atomics.
//
// The cache is filled when a line's data return; on a store it allocates only where the design says so of local memory.
// What a store that hits does is the design's to say, for global and local memory apart (StoreRules). Dirty lines
// leave whole where they are a thread's own (local memory), and with the bytes that have been stored where other SMs may
// have written the others. Without a cache (no sets) every touched 32-byte sector is a request of its own.
//
// Target `loads`: lines of loads, stores and atomics (line_request.h). Initiators: `tags`, the tag array; `memory`, the
// MSHR. Bank rows go through the Sm's ports to its crossbar (cycle/row_ports.h). The Sm calls the steps of its cycle.
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "cycle/fifo.h"
#include "cycle/row_ports.h"
#include "l1/l1_counters.h"
#include "l1/leaving_lines.h"
#include "l1/line_buffers.h"
#include "l1/line_request.h"
#include "l1/store_rules.h"
#include "memory/atomic_note.h"
#include "memory/tag_array_core.h"
#include "policy/line_policy.h"
#include "policy/line_state.h"
#include "policy/register_store.h"
#include "policy/victim_lines.h"
#include "tlm/pool.h"
#include "tlm/ports.h"

namespace unibank {

struct L1Parameters {
  const Design* design = nullptr;
  SmCycle* cycle = nullptr;
  RowPorts* rows = nullptr;
  LeavingLines* leaving = nullptr;   // shared with the operand stage
  CacheObserver* watch = nullptr;    // is told of lookups and evictions
  LinePolicy* lines = nullptr;       // is asked which lines enter
  // One row of a bank in every cluster, for a line that lies there, behind the operands of this cycle. False: the bank
  // is taken, ask again in the next. `line`: what is written or read where values are followed, else null.
  std::function<bool(const RegisterRow& row, bool write, LineValues* line)> register_row;
  bool follow_values = false;        // bytes and who wrote them go along with lines
};

// What the Sm needs of whatever takes the L1's place. It calls the steps of a cycle in their order here.
class L1Interface {
 public:
  virtual ~L1Interface() = default;
  virtual TargetSocket& loads_socket() = 0;
  virtual InitiatorSocket& tags_socket() = 0;
  virtual InitiatorSocket& memory_socket() = 0;

  // A launch, or a division, begins.
  virtual void reset(const AddressMap& map) = 0;
  // The kernel has ended: dirty lines go to memory, found one by one. False when stores leave none.
  virtual bool flush() = 0;

  // Before what is due in the cycle is handled.
  virtual void begin_cycle() = 0;
  virtual void advance_fills() = 0;
  // Rows, requests to memory, and the line that waits to be taken.
  virtual void advance() = 0;
  // Behind the lines that have come in this cycle: driven-out ones, the flush.
  virtual void advance_behind_lines() = 0;

  // Stores of the warp that memory has not answered.
  virtual unsigned stores_out(unsigned warp) const = 0;
  // What has been entered in the calendar is due.
  virtual void tag_answer(void* request) = 0;
  virtual void fill_answer(void* request) = 0;
  virtual void memory_answer(void* request) = 0;
  // Something waits for a grant or a turn: the Sm must run in the next cycle too.
  virtual bool wants_next_cycle() const = 0;
  // A load's miss is due, which by itself is no reason to run.
  virtual bool has_missed() const = 0;
  virtual bool idle() const = 0;
  virtual void add_counters_to(CounterValues& all) const = 0;
};

struct L1Kind {
  static constexpr const char* kName = "l1";
  using Block = L1Interface;
  using Parameters = L1Parameters;
};

class L1 : public sc_core::sc_module, public L1Interface, public RowUser {
 public:
  L1(sc_core::sc_module_name name, const L1Parameters& parameters);
  ~L1() override;

  TargetPort<L1> loads;
  InitiatorPort<L1> tags;
  InitiatorPort<L1> memory;

  TargetSocket& loads_socket() override { return loads; }
  InitiatorSocket& tags_socket() override { return tags; }
  InitiatorSocket& memory_socket() override { return memory; }
  void reset(const AddressMap& map) override {
    map_ = map;
    age_ = 0;
    ages_.assign(std::size_t{map.cache_sets()} * ways_, 0);
    leaving_lines_.dirty.resize(ages_.size());
  }
  bool flush() override;
  void begin_cycle() override {
    while (!misses_.empty() && misses_.front().due < cycle_.now) take_miss();
  }
  void advance_fills() override;
  void advance() override;
  void advance_behind_lines() override;
  unsigned stores_out(unsigned warp) const override { return stores_out_[warp]; }
  void tag_answer(void* request) override;
  void fill_answer(void* request) override;
  void memory_answer(void* request) override;
  bool wants_next_cycle() const override;
  bool has_missed() const override { return !misses_.empty(); }
  bool idle() const override {
    return !waiting_ && lookups_out_ == 0 && requests_out_ == 0 && nothing_queued() && victim_rows_.empty() &&
           !flushing_ && releases_.empty();
  }
  void add_counters_to(CounterValues& all) const override { all.add(counters_); }
  const L1Counters& counters() const { return counters_; }

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  void row_answered(RowRequest& request, Cycle due) override;

 private:
  static constexpr unsigned kNoWarp = ~0u;
  // A line that was asked for, until it is answered.
  struct LineJob {
    Payload* request = nullptr;  // kept, to be answered; null: it is answered at once
    Payload* payload = nullptr;  // the same either way
    LineOperation operation = LineOperation::kLoad;
    bool local = false, past = false;
    LineAccess line;
    LineBytes bytes{};   // that a store or an atomic writes
    AtomicTurns turns{};  // of an atomic
    unsigned warp = 0, lanes = 0;
    std::uint32_t pc = 0;
    unsigned parts = 0;  // lookup, rows or sectors that are still to come
    Cycle due = 0;       // so far: when its words are there
  };
  // Bank rows of a line to read or write; a fill's belong to no job, nor do those of a line on its way out, the only
  // ones that are read for nobody.
  struct RowJob {
    LineJob* job = nullptr;
    bool write = false;
    // All of a line: a row like this one on every port, and `rows` is empty until somebody wants them one by one.
    bool whole = false;
    BankRow first;
    std::vector<BankRow> rows;
    unsigned next = 0;         // first row not sent (per-instruction model)
    std::uint64_t line = 0;    // its address and place in the array
    std::size_t place = 0;
    std::uint64_t turn = 0;    // at that place
    LineValues* data = nullptr;  // what goes there or comes, where values are followed
    bool victim = false;       // of a clean line that goes: to `to`
    RegisterRow to;
  };
  // A row of the register file to read or write for a line that was driven out.
  struct VictimRow {
    Cycle due = 0;            // from which it is asked for
    LineJob* job = nullptr;   // the load that has found the line there; null: the line is written
    std::uint64_t line = 0;
    RegisterRow row;
    LineValues* data = nullptr;
  };
  // A load's line that the tag array does not have: for memory, from cycle `due` on. All that follows is that it waits
  // for the MSHR behind others, so while that accepts nothing the Sm need not run for it.
  struct Miss {
    Cycle due = 0;
    std::uint64_t order = 0;
    LineJob* job = nullptr;
  };
  struct MemoryJob {
    LineJob* job = nullptr;    // null: nobody waits for the answer (stores)
    std::uint64_t address = 0;
    unsigned length = 0;
    bool write = false;
    bool fill = false;         // a read whose line enters the cache
    bool dirty_line = false;   // a write whose data come from the banks: it waits for them
    LineValues* data = nullptr;  // of a write
    LineBytes bytes{};           // of a write: those of its line that are written
    unsigned warp = kNoWarp;     // whose store it is
    bool alone = false;          // a read that the MSHR merges with no other
    unsigned turns = 0;          // of an atomic, which is a write
  };
  enum class Purpose : unsigned char { kLookup, kFill, kMemory, kFlush };
  struct Request : Payload {
    Purpose purpose = Purpose::kLookup;
    LineJob* job = nullptr;
    bool fill = false;
    bool dirty_line = false;
    std::uint64_t order = 0;
    LinesAsked::Read asked;      // of a fill
    LineValues* data = nullptr;  // of a line to be entered
    LineEnables enables;         // of a write
    unsigned warp = kNoWarp;     // whose store it is
    std::uint32_t age = 0;       // of a fill, when it was asked for
    AtomicNote atomic;           // beside an atomic
    LineData found;              // what an atomic has found, where values are followed
  };
  struct Row : RowRequest {
    LineJob* job = nullptr;
    LineValues* data = nullptr;  // where values are followed: of its line,
    unsigned first = 0;          // from this byte on
    std::array<unsigned char, kWideBankBytes> enables{};
  };
  // A line that has come, to be entered (unless it is stale by then: LeavingLines).
  struct FillJob {
    std::uint64_t line = 0;
    LineValues* data = nullptr;
    std::uint32_t age = 0;
  };
  struct SendState {
    Row* request = nullptr;  // free to be sent again
    Cycle latest = 0;        // of the answers that came at once
  };
  enum Port : unsigned { kTags = 0, kMemory = 1 };

  bool nothing_queued() const {
    return fill_tags_.empty() && fill_rows_.empty() && cache_rows_.empty() && memory_jobs_.empty();
  }
  bool blocked(unsigned port) const { return unaccepted_[port] != nullptr; }
  // l1.cpp: lines that come and are answered.
  LineJob* job_of(Payload& payload);
  bool take(LineJob& job);
  bool around_cache(const LineJob& job) const;
  bool line_room(const LineJob& job) const;
  bool buffer_room(const LineJob& job) const;
  void look_up(LineJob& job);
  void without_cache(LineJob& job);
  bool missed(Request& request, Cycle due);
  void take_miss();
  void load_missed(LineJob& job);
  CacheLookup lookup_of(const LineJob& job, bool hit) const;
  void looked_up(const LineJob& job, bool hit);
  void part_done(LineJob& job, Cycle due);
  void answer(LineJob& job);
  // l1_rows.cpp: bank rows.
  RowJob& push_rows(Fifo<RowJob>& queue, LineJob* job, const TagAnswer& where, const LineAccess& line, bool write);
  void add_line_rows(RowJob& job, std::uint32_t words) const;
  void add_rows(const BankRow& whole, unsigned words, std::vector<BankRow>& rows) const;
  bool after_another(const RowJob& job, const Fifo<RowJob>& queue) const;
  bool send_rows(RowJob& job, std::uint64_t& counter);
  bool may_send_whole(RowJob& job);
  void send_whole(const RowJob& job, std::uint64_t& counter);
  void send_row(const RowJob& job, const BankRow& row, unsigned port, SendState& state);
  void row_under_way(const RowJob& job, SendState& state);
  void sent_rows(const RowJob& job, const SendState& state);
  void tell_row(const BankRow& row, bool write);
  void advance_cache_rows();
  void rows_done(Fifo<RowJob>& queue);
  bool line_left();
  // l1_memory.cpp: tag array and MSHR.
  void read_line(LineJob* job, std::uint64_t line);
  void push_reads(LineJob* job, const LineAccess& line, bool alone);
  void push_store(const LineJob& job);
  void push_atomic(LineJob& job);
  void make_atomic(Request& request, const MemoryJob& job);
  void enter_fill();
  bool overtaken(std::uint64_t line) const;
  void advance_memory_jobs();
  void memory_took(Request& request, Cycle at);
  Request* request_for(Purpose purpose, bool write, std::uint64_t address, unsigned length);
  void send(InitiatorPort<L1>& port, unsigned index, Request& request);
  void finish_request(Request& request, Cycle due);
  template <typename Any>
  void note(Any& request, const LineJob* job, AccessNote::Kind kind) {
    AccessNote& note = PayloadPool<Any>::note_of(request);
    note.kind = kind;
    note.warp = job ? static_cast<unsigned short>(job->warp) : 0;
    note.lanes = job ? job->lanes : 0;
  }
  // l1_stores.cpp: stores, and dirty lines on their way.
  const StoreRules& rules_of(const LineJob& job) const;
  TagOperation tag_operation(const LineJob& job) const;
  bool is_old(const LineJob& job, const TagResult& answer) const;
  bool enters(const LineJob& job) const;
  tlm::tlm_sync_enum order(Payload& payload, tlm::tlm_phase& phase);
  bool released(unsigned warp) const;
  void advance_releases();
  void store(const LineJob& job, const TagAnswer& answer, bool dirty);
  void note_dirty(const LineJob& job, const TagAnswer& answer, bool dirty);
  void evicted(const TagAnswer& answer);
  void write_back(std::uint64_t line, const TagAnswer& where, std::uint8_t state = kDirtyLine);
  bool fills_held() const;
  void advance_flush();
  void flush_answer(const TagAnswer& answer);
  // l1_victims.cpp: lines that are driven out to rows of registers.
  bool find_victim(LineJob& job);
  void keep_victim(const TagAnswer& answer);
  void advance_victims();
  // l1_values.cpp: bytes of lines, and who wrote them.
  LineValues* line_buffer(std::uint64_t line) { return follows_ ? buffers_.get(line) : nullptr; }
  LineValues* stored(const LineJob& job);
  void send_followed_row(const RowJob& job, const BankRow& row, SendState& state);
  static void put_values(const LineValues& line, Row& row);
  static void take_values(Row& row);
  static void put_line(const LineValues& line, Request& request);
  void take_line(Request& request);
  static void find(const LineValues& line, LineJob& job);

  SmCycle& cycle_;
  RowPorts& rows_;
  LeavingLines& leaving_lines_;
  CacheObserver& watch_;
  LinePolicy& lines_;
  const std::function<bool(const RegisterRow&, bool, LineValues*)> register_row_;
  const bool follows_;                   // values
  const unsigned lookups_per_cycle_;
  const bool arbitrated_, caches_global_, caches_local_;
  const StoreRules& global_stores_;
  const StoreRules& local_stores_;
  const bool bypasses_;                  // LinePolicy::enters() may say no
  const unsigned ways_;
  const unsigned fill_buffer_, store_buffer_;
  AddressMap map_;
  PayloadPool<Request> pool_;
  PayloadPool<Row> row_pool_;            // nobody's answer but a bank's is in the bytes of a row
  LineBuffers buffers_;
  std::vector<std::unique_ptr<LineJob>> all_jobs_;
  std::vector<LineJob*> free_jobs_;
  LineJob* waiting_ = nullptr;           // has come and not been taken
  Cycle lookup_cycle_ = kNever;          // the cycle in which
  unsigned lookups_ = 0;                 // so many lines have been taken
  Fifo<FillJob> fill_tags_;              // lines to enter
  Fifo<RowJob> fill_rows_, cache_rows_;  // whole lines, in and out; lines that were asked for
  Fifo<Miss> misses_;                    // in the order (due, order)
  Fifo<MemoryJob> memory_jobs_;
  VictimLines* const victims_;           // of the line policy; null: lines that are driven out are gone
  Fifo<VictimRow> victim_rows_;          // one a cycle, in order
  std::vector<std::uint64_t> victims_leaving_;  // clean lines on their way to a row of registers
  // Dirty lines: on their way to memory, and of those read from the banks. Of the one that is being read: rows whose
  // answer is not there, and when the latest of the others may be used.
  unsigned leaving_ = 0, lines_read_ = 0, rows_awaited_ = 0;
  Cycle rows_there_ = 0;
  unsigned entering_ = 0;                // stores at the tags that may send a dirty line away
  bool flushing_ = false, flush_asked_ = false;
  std::uint64_t flush_from_ = 0;         // number of the first line that has not been looked at
  unsigned lookups_out_ = 0, requests_out_ = 0;
  const Payload* unaccepted_[2] = {};    // [port]: its last request, until it is accepted
  std::uint64_t order_ = 0;
  std::uint32_t age_ = 0;                // of what is asked for now: acquire() begins a new one
  std::vector<std::uint32_t> ages_;      // [place]: of the line there
  std::vector<unsigned> stores_out_;     // [warp]
  unsigned stores_under_way_ = 0;        // of all warps
  unsigned fills_ = 0;                   // lines, by who asked for them, that are read and have not entered
  std::vector<Payload*> releases_;       // kept, to be answered
  L1Counters counters_;
};

}  // namespace unibank
