// Loads, stores and atomics, in two halves that do not wait for each other: the scratchpad (through the crossbar) and
// memory (tag array, then crossbar or MSHR). Each half takes its instructions in order.
//
// The cache is filled when a line's data return; on a store it allocates only where the design says so of local memory.
// What a store that hits does is the design's to say, for global and local memory apart (StorePolicy). Dirty lines
// leave whole: each is as valid as the fill, or the store of all its words, that brought it, and one bit a line is all
// that is kept. Without a cache (no sets) every touched 32-byte sector is a request of its own.
#pragma once

#include <array>
#include <memory>
#include <systemc>
#include <vector>

#include "policy/line_policy.h"
#include "policy/line_state.h"
#include "policy/register_store.h"
#include "sm/cache_watch.h"
#include "sm/context.h"
#include "sm/fifo.h"
#include "sm/line_buffers.h"
#include "sm/load_store_counters.h"
#include "tlm/ports.h"

namespace unibank {

class LoadStoreUnit : public sc_core::sc_module {
 public:
  // `watch` is told of lookups and evictions, `lines` asked which lines enter.
  LoadStoreUnit(sc_core::sc_module_name name, const Design& design, SmContext& context, CacheWatch& watch,
                LinePolicy& lines);
  ~LoadStoreUnit() override;

  // Out: the crossbar, a port each; the tag array; the MSHR.
  std::array<std::unique_ptr<InitiatorPort<LoadStoreUnit>>, AddressMap::kPorts> crossbar;
  InitiatorPort<LoadStoreUnit> tags;
  InitiatorPort<LoadStoreUnit> memory;

  void reset(const AddressMap& map) { map_ = map; }
  // The kernel has ended: dirty lines go to memory, found one by one. False when stores leave none.
  bool flush();

  // Room is taken at issue and given back when the instruction has sent its last request.
  bool scratchpad_room() const { return side_by_side_ || scratchpad_taken_ < queue_; }
  bool memory_room() const { return memory_taken_ < queue_; }
  void take_room(InFlight& instruction) {
    const bool scratchpad = instruction.decoded->space == Space::kScratchpad;
    ++(scratchpad ? scratchpad_taken_ : memory_taken_);
    instruction.turn = turns_[scratchpad][instruction.warp].issued++;
  }
  // Of the warp: memory instructions have issued whose operands are not there yet.
  bool expects(unsigned warp) const {
    return turns_[0][warp].issued != turns_[0][warp].accepted || turns_[1][warp].issued != turns_[1][warp].accepted;
  }
  unsigned scratchpad_occupancy() const { return scratchpad_taken_; }
  unsigned memory_occupancy() const { return memory_taken_; }

  const LoadStoreCounters& counters() const { return counters_; }

  // The instruction's operands are there (its plan has been made at issue). Those of a warp are served in program order:
  // one whose operands are there first waits for those that have issued before it.
  void accept(InFlight& instruction);
  // Before what is due in the cycle is handled.
  void begin_cycle() {
    while (!misses_.empty() && misses_.front().due < context_.now) take_miss();
  }
  void advance();
  // Bytes of this line are on their way to memory: what was read there before is not entered any more.
  void overtake(std::uint64_t line);
  // An access that found its line there has not had all of its rows.
  bool line_in_use(std::size_t place, std::uint64_t turn) const;
  void tag_answer(void* job);
  void fill_answer(void* request);
  void memory_answer(void* request);
  // Something waits for a grant or a turn: the Sm must run in the next cycle too.
  bool wants_next_cycle() const;
  // A load's miss is due, which by itself is no reason to run.
  bool has_missed() const { return !misses_.empty(); }
  bool idle() const {
    return scratchpad_.empty() && memory_queue_.empty() && early_.empty() && jobs_out_ == 0 && requests_out_ == 0 && nothing_queued() &&
           victim_rows_.empty() && !flushing_;
  }

  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);

 private:
  // One line of an instruction in the tag array.
  struct LineJob {
    InFlight* instruction = nullptr;
    LineAccess line;
    std::uint64_t order = 0;
  };
  // Bank rows of a cached line to read or write; a fill's belong to no instruction, nor do a dirty line's on its way
  // out, the only ones that are read for nobody.
  struct RowJob {
    InFlight* instruction = nullptr;
    bool write = false;
    // All of a line: a row like this one on every port, and `rows` is empty until somebody wants them one by one.
    bool whole = false;
    BankRow first;
    std::vector<BankRow> rows;
    unsigned next = 0;               // first row not sent (per-instruction model)
    std::uint64_t line = 0;          // its address and place in the array
    std::size_t place = 0;
    std::uint64_t turn = 0;          // at that place
    LineValues* data = nullptr;      // what goes there or comes (run.check_data)
    bool victim = false;             // of a clean line that goes: to `to`
    RegisterRow to;
  };
  // A row of the register file to read or write for a line that was driven out.
  struct VictimRow {
    LineValues* data = nullptr;        // run.check_data
    Cycle due = 0;                     // from which it is asked for
    InFlight* instruction = nullptr;   // whose load has found the line there; null: the line is written
    LineAccess line;
    RegisterRow row;
  };
  // A load's line that the tag array does not have: for memory, from cycle `due` on. All that follows is that it waits
  // for the MSHR behind others, so while that accepts nothing the Sm need not run for it.
  struct Miss {
    Cycle due = 0;
    std::uint64_t order = 0;
    InFlight* instruction = nullptr;
    LineAccess line;
  };
  struct MemoryJob {
    InFlight* instruction = nullptr;  // null: nobody waits for the answer (stores)
    std::uint64_t address = 0;
    unsigned length = 0;
    bool write = false;
    bool fill = false;                // a read whose line enters the cache
    bool dirty_line = false;          // a write whose data come from the banks: it waits for them
    LineValues* data = nullptr;       // of a write (run.check_data)
    LineBytes bytes{};                // of a store: those of its line that are written
  };
  enum class Purpose : unsigned char { kRow, kLookup, kFill, kMemory, kFlush };
  struct Request : Payload {
    Purpose purpose = Purpose::kRow;
    InFlight* instruction = nullptr;
    LineJob* job = nullptr;
    bool fill = false;
    bool dirty_line = false;
    unsigned path = 0;               // cycles from issue to this answer without conflicts
    std::uint64_t order = 0;
    LinesAsked::Read asked;          // of a fill
    std::array<unsigned char, kLineBytes> enables{};  // of a write: its bytes
    // run.check_data: what goes there or comes; of rows also which they are.
    LineValues* data = nullptr;
    BankRow row;
    std::uint64_t line_byte = 0;     // of a row of a line, its first byte: of device memory
    bool of_line = false;
  };
  // Rows to send: whose they are, and how far they have been sent.
  struct RowSource {
    InFlight* instruction;
    std::vector<BankRow>* rows;
    unsigned& next;
    RowJob* line = nullptr;  // rows of a line
  };
  // A line that has come, to be entered.
  struct FillJob {
    std::uint64_t line = 0;
    LineValues* data = nullptr;  // run.check_data
    bool stale = false;         // stored to since it was asked for: not entered
  };
  struct SendState {
    Request* request = nullptr;  // free to be sent again
    Cycle latest = 0;            // of the answers that came at once
  };
  enum Port : unsigned { kTags = AddressMap::kPorts, kMemory = AddressMap::kPorts + 1 };

  bool nothing_queued() const {
    return fill_tags_.empty() && fill_rows_.empty() && cache_rows_.empty() && memory_jobs_.empty();
  }
  void serve(InFlight& instruction);
  bool blocked(unsigned port) const { return blocked_ >> port & 1; }
  bool send_rows(RowSource from, bool write, unsigned path, std::uint64_t& counter);
  bool may_send_whole(RowJob& job, bool watched);
  void send_whole(const RowSource& from, bool write, unsigned path, std::uint64_t& counter);
  void sent_rows(const RowSource& from, bool write, unsigned path, const SendState& state);
  void end_of_elaboration() override;
  void send_row(unsigned port, std::uint64_t address, SendState& state);
  void row_under_way(unsigned port, Taken taken, SendState& state);
  Request* row_request(InFlight* instruction, bool write, unsigned path);
  void send_followed_row(const RowSource& from, const BankRow& row, bool write, unsigned path, SendState& state);
  void put_values(const RowSource& from, Request& request) const;
  void take_values(Request& request) const;
  void put_line(const LineValues& line, Request& request) const;
  void enable(const LineBytes& bytes, Request& request) const;
  void take_line(Request& request);
  LineValues* stored(const InFlight& instruction, std::uint64_t line);
  void tell_row(const BankRow& row, bool write);
  void not_accepted(unsigned port, const Payload& payload);
  void note(Request& request, const InFlight* instruction, AccessNote::Kind kind);
  void advance_scratchpad();
  bool advance_scratchpad(InFlight& instruction);
  void advance_fills();
  bool line_left();
  bool overtaken(std::uint64_t line) const;
  void memory_took(Request& request, Cycle at);
  bool after_another(const RowJob& job, const Fifo<RowJob>& queue) const;
  void advance_cache_rows();
  void advance_memory_jobs();
  void advance_lookups();
  bool around_cache(const InFlight& instruction) const;
  bool line_room(const InFlight& instruction) const;
  bool take_line(InFlight& instruction, const LineAccess& line);
  void look_up(InFlight& instruction, const LineAccess& line);
  void without_cache(InFlight& instruction, const LineAccess& line);
  void add_line_rows(RowJob& job, std::uint32_t words) const;
  void add_rows(const BankRow& whole, unsigned words, std::vector<BankRow>& rows) const;
  RowJob& push_rows(Fifo<RowJob>& queue, InFlight* instruction, const TagAnswer& where, const LineAccess& line,
                    bool write);
  void push_sectors(InFlight* instruction, const LineAccess& line);
  void push_store(const InFlight& instruction, const LineAccess& line);
  void push_atomic(InFlight& instruction, const LineAccess& line);
  StorePolicy policy_of(const InFlight& instruction) const;
  bool allocates(const InFlight& instruction) const;
  bool enters(const InFlight& instruction, const LineAccess& line) const;
  void store(const InFlight& instruction, const LineAccess& line, const TagAnswer& answer, bool dirty);
  void evicted(const TagAnswer& answer);
  void write_back(std::uint64_t line, const TagAnswer& where, std::uint8_t state = kDirtyLine);
  bool fills_held() const;
  bool find_victim(InFlight& instruction, const LineAccess& line);
  void keep_victim(const TagAnswer& answer);
  void advance_victims();
  void advance_flush();
  void flush_answer(const TagAnswer& answer);
  Request* request_for(Purpose purpose, bool write, std::uint64_t address, unsigned length);
  void send(InitiatorPort<LoadStoreUnit>& port, unsigned index, Request& request);
  void finish_request(Request& request, Cycle due);
  bool missed(Request& request, Cycle due);
  void take_miss();
  void load_missed(InFlight& instruction, const LineAccess& line);
  void part_done(InFlight& instruction, Cycle due, unsigned path);
  void value_there(InFlight& instruction, Cycle due, unsigned path);
  void maybe_done(InFlight& instruction);
  void count_access(const InFlight& instruction, bool hit);

  SmContext& context_;
  CacheWatch& watch_;
  LinePolicy& lines_;
  const unsigned queue_, lookups_per_cycle_;
  const bool arbitrated_, caches_global_, caches_local_;
  const bool side_by_side_;  // scratchpad instructions do not hold each other up (conflicts.penalty_blocks = "result")
  const StorePolicy global_stores_, local_stores_;
  const bool local_stores_allocate_;
  const bool bypasses_;                  // LinePolicy::enters() may say no
  const unsigned ways_;
  AddressMap map_;
  std::array<ForwardPath, AddressMap::kPorts> to_banks_;  // through `crossbar`
  PayloadPool<Request> pool_, row_pool_;  // nobody's answer but a bank's is in the bytes of a row
  struct Turns {
    std::uint32_t issued = 0, accepted = 0;
  };
  std::array<std::vector<Turns>, 2> turns_;  // [of the scratchpad][warp]
  std::vector<InFlight*> early_;             // whose turn has not come
  LineBuffers buffers_;                      // run.check_data
  std::vector<std::unique_ptr<LineJob>> all_jobs_;
  std::vector<LineJob*> free_jobs_;
  Fifo<InFlight*> scratchpad_, memory_queue_;
  Fifo<FillJob> fill_tags_;              // lines to enter
  Fifo<RowJob> fill_rows_, cache_rows_;  // whole lines, in and out; lines of instructions
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
  unsigned scratchpad_taken_ = 0, memory_taken_ = 0;
  unsigned jobs_out_ = 0, requests_out_ = 0;
  std::uint32_t blocked_ = 0;            // ports that have not accepted their last request,
  std::array<const Payload*, kMemory + 1> unaccepted_{};  // and that request: another's answer does not free the port
  std::uint64_t order_ = 0;
  LoadStoreCounters counters_;
};

}  // namespace unibank
