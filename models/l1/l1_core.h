// The L1 cache of an Sm without its sockets: which line is looked up, read, entered, written and written back, and in
// which cycle. Knows no payload and no SystemC.
//
// The cache is filled when a line's data return; a store allocates only for local memory, if the design says so.
// StoreRules define the effect of a store that hits, separately for global and local memory. Dirty lines of local
// memory, which is private to a thread, are written back whole; dirty lines of global memory are written with byte
// enables, because other SMs may have written the other bytes: for the stored bytes, or for their whole sectors or
// lines (cache.dirty_bits). Without a cache (no sets) each run of adjacent touched sectors of 32 bytes is one request
// to memory.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "cycle/address_map.h"
#include "cycle/arbiter.h"
#include "cycle/fifo.h"
#include "cycle/observer.h"
#include "l1/l1_counters.h"
#include "l1/leaving_lines.h"
#include "l1/line_buffers.h"
#include "l1/line_jobs.h"
#include "l1/sector_runs.h"
#include "l1/store_rules.h"
#include "memory/tag_array_core.h"
#include "policy/line_policy.h"
#include "policy/line_state.h"
#include "policy/register_store.h"

namespace unibank {

// The core's requests to the module around it. Responses come back through the core's functions, in the cycle in
// which they are due.
class L1Outward {
 public:
  struct Sent {
    L1Request* request = nullptr;
    bool accepted = false;  // else no other request may be sent there until L1Core::accepted()
  };

  virtual ~L1Outward() = default;
  virtual Sent to_tags(const L1Request& request, TagOperation operation, std::uint8_t state) = 0;
  virtual Sent to_memory(const L1Request& request, const MemoryJob& what) = 0;
  // Sends the rows that are granted their banks in this cycle; true when none is left. Calls L1Core::rows_sent().
  virtual bool send_rows(RowJob& rows, std::uint64_t& counter) = 0;
  // The waiting line request has been accepted.
  virtual void taken(LineJob& job) = 0;
  // The job is complete; its words are valid in cycle job.due.
  virtual void answer(LineJob& job) = 0;
  virtual void released(void* release) = 0;
  // Whole lines from this address of the banks on are written at once, in one payload.
  virtual bool writes_whole_lines(std::uint64_t address) const = 0;
  // If values are followed. stored(): copies the bytes of a store or an atomic to its line; found(): copies the bytes
  // that a load has found to its job.
  virtual void stored(const LineJob& job, LineValues& line) = 0;
  virtual void found(const LineValues& line, LineJob& job) = 0;
};

struct L1CoreParameters {
  const Design* design = nullptr;
  const Cycle* now = nullptr;               // the current cycle
  Arbiter* arbiter = nullptr;               // the arbiter of tags and banks
  SmObserver* const* observer = nullptr;    // points at null: no observer
  LeavingLines* leaving = nullptr;          // shared with the operand stage
  CacheObserver* watch = nullptr;           // receives lookups and evictions
  LinePolicy* lines = nullptr;              // decides which lines enter
  // The function L1Parameters::register_row.
  std::function<std::optional<Cycle>(const RegisterRow& row, void* reader, LineValues* line)> register_row;
  bool follow_values = false;               // lines carry bytes and their writers
  L1Outward* outward = nullptr;
};

class L1Core {
 public:
  enum Port : unsigned { kTags = 0, kMemory = 1 };

  explicit L1Core(const L1CoreParameters& parameters);

  void reset(const AddressMap& map);
  // Begins to find dirty lines one by one and write them back. False when stores leave none.
  bool flush();

  // Requests a line. False: it waits until there is room (L1Outward::taken), and no other may be requested.
  bool request(LineJob& job);
  bool waiting() const { return waiting_ != nullptr; }
  // Later loads find no line of global memory that was requested before.
  void acquire() { ++age_; }
  // True: the warp's stores are visible to other SMs. Else L1Outward::released() is called when they are. `acquires`:
  // an acquire follows, which must find no dirty line of global memory: from now on stores leave none.
  bool release(unsigned warp, void* release, bool acquires = false);

  // The steps of a cycle, in this order (L1Interface).
  // True: a line has entered in this cycle, or has arrived before it.
  bool begin_cycle() {
    return (arrived_ || has_late()) && do_late();
  }
  void advance_fills() {
    if (!misses_.empty() || !fill_rows_.empty() || !fill_tags_.empty()) advance_coming();
  }
  void advance() {
    if (waiting_ || !cache_rows_.empty() || !memory_jobs_.empty()) advance_going();
  }
  void advance_behind_lines() {
    if (flushing_ || !victim_rows_.empty() || !releases_.empty()) advance_last();
  }

  // A port accepts its pending request in cycle `at`.
  void accepted(Port port, Cycle at);
  const L1Request* unaccepted(Port port) const { return unaccepted_[port]; }
  // The tags have responded at once to a lookup, for cycle `due`. True: a load has missed, and the module must not call
  // tag_answer().
  bool missed(LineJob& job, std::uint64_t order, bool hit, Cycle due);
  // The tags have responded at once to the entry of a line, for cycle `due`. True: only the line's rows remain to be
  // written, and the module must not call fill_answer().
  bool entered(const L1Request& request, const TagResult& answer, Cycle due);
  // Handles what was due before cycle `now`, because lines or counters are about to be read and the Sm has not run
  // since.
  void catch_up(Cycle now);
  // The response to a request is due now.
  void tag_answer(LineJob& job, std::uint64_t order, const TagResult& answer);
  void fill_answer(const L1Request& request, const TagResult& answer);
  void flush_answer(std::uint64_t order, const TagResult& answer);
  void memory_answer(const L1Request& request, Cycle at);
  // may_arrive(): whether the response to this request, due in cycle `at`, needs no cycle of the Sm. arrive() then
  // takes the response at once, and its line enters later as of that cycle; true: the Sm must run in the next cycle for
  // the rows of the line, because no other line is on its way.
  bool may_arrive(const L1Request& request, Cycle at);
  bool arrive(const L1Request& request, Cycle at);
  // Rows of a line. row_under_way(): a row was sent and has no response yet. rows_sent(): rows were sent in this cycle,
  // and those with responses at once are valid in `latest`. row_answered(): a late response has come.
  void row_under_way(const RowJob& rows);
  void rows_sent(const RowJob& rows, Cycle latest);
  void row_answered(LineJob* job, bool leaves, Cycle due);
  // The late response to a row of registers in which a load found its line.
  void victim_read(LineJob& job, Cycle due);
  // Expands a whole line into its rows, to be sent one by one.
  void split(RowJob& rows) const;

  unsigned warps() const { return static_cast<unsigned>(stores_out_.size()); }
  unsigned stores_out(unsigned warp) const { return stores_out_[warp]; }
  bool wants_next_cycle() const;
  bool has_late() const { return !misses_.empty() || entered_; }
  // Whether no line has room, whatever its operation, because others wait for the MSHR or the banks.
  bool full() const {
    const std::size_t most = most_behind_tags();
    return !memory_jobs_.empty() && (lookups_out_ + memory_jobs_.size() >= most || cache_rows_.size() >= most);
  }
  // Of the requests without a response only lookups and those of the flush count.
  bool idle() const {
    return !waiting_ && lookups_out_ == 0 && !entered_ && nothing_queued() && victim_rows_.empty() && !flushing_ &&
           releases_.empty();
  }
  LineBuffers& buffers() { return buffers_; }
  const L1Counters& counters() const { return counters_; }

 private:
  // A row of the register file to read or write for an evicted line.
  struct VictimRow {
    Cycle due = 0;            // first cycle of the request for the bank
    LineJob* job = nullptr;   // the load that found the line there; null: the line is written
    std::uint64_t line = 0;
    RegisterRow row;
    LineValues* data = nullptr;
  };
  // A load's line that missed: to be requested from memory from cycle `due` on. From then on it only waits for the MSHR
  // behind others, so the Sm need not run for it while the MSHR accepts no request.
  struct Miss {
    Cycle due = 0;
    std::uint64_t order = 0;
    LineJob* job = nullptr;
  };
  // A line that has arrived, to be entered (unless it is stale by then: LeavingLines).
  struct FillJob {
    std::uint64_t line = 0;
    LineValues* data = nullptr;
    std::uint32_t age = 0;
    unsigned sectors = kAllSectors;  // the sectors of the line that have arrived
  };
  // A line whose tag has been entered, and whose rows are written in cycle `due`. While another line is on its way, the
  // Sm need not run for this one: no result depends on the cycle, from `due` to the Sm's next one, in which the rows
  // are written.
  struct Entered {
    Cycle due = 0;
    FillJob fill;
    TagResult answer;
  };
  struct Release {
    unsigned warp = 0;
    void* release = nullptr;
  };

  bool nothing_queued() const {
    return fill_tags_.empty() && fill_rows_.empty() && cache_rows_.empty() && memory_jobs_.empty();
  }
  bool blocked(Port port) const { return unaccepted_[port] != nullptr; }
  // At most so many requests may wait for the MSHR or the banks after the tag array; then lookups stop.
  std::size_t most_behind_tags() const { return 2 * std::size_t{lookups_per_cycle_}; }
  // The work of advance_fills(), advance() and advance_behind_lines(), called only if there is any.
  void advance_coming();
  void advance_going();
  void advance_last();
  // l1_core.cpp: line requests and responses.
  bool take(LineJob& job);
  bool around_cache(const LineJob& job) const;
  bool line_room(const LineJob& job) const;
  // Places that a store or an atomic needs in a limited store buffer; without a limit they are not counted.
  unsigned store_entries(const LineJob& job) const;
  bool buffer_room(const LineJob& job) const;
  void look_up(LineJob& job);
  bool may_write(const LineJob& job) const { return job.operation != LineOperation::kLoad || job.past; }
  std::uint64_t may_leave(const LineJob& job) const;
  void without_cache(LineJob& job);
  void ask_tags(const L1Request& request, TagOperation operation, std::uint8_t state);
  void take_miss();
  void take_misses_before(std::uint64_t order);
  void load_missed(LineJob& job);
  CacheLookup lookup_of(const LineJob& job, bool hit) const;
  void looked_up(const LineJob& job, bool hit);
  void part_done(LineJob& job, Cycle due);
  // l1_core_rows.cpp: bank rows.
  RowJob& push_rows(Fifo<RowJob>& queue, LineJob* job, const TagAnswer& where, const LineAccess& line, bool write);
  void add_line_rows(RowJob& job, std::uint32_t words) const;
  void add_rows(const BankRow& whole, unsigned words, std::vector<BankRow>& rows) const;
  bool after_another(const RowJob& job, const Fifo<RowJob>& queue) const;
  void advance_cache_rows();
  void rows_done(Fifo<RowJob>& queue);
  bool line_left();
  // l1_core_sectors.cpp: single sectors.
  bool in_sectors(const LineJob& job) const;
  unsigned sectors_there(const LineJob& job, const TagAnswer& answer) const;
  void sectors_missed(LineJob& job, const TagAnswer& answer, unsigned there);
  void read_sectors(LineJob& job, const LineAccess& line);
  void sectors_entered(const FillJob& fill, const TagResult& answer);
  // l1_core_memory.cpp: fills, and requests to memory.
  void read_line(LineJob* job, std::uint64_t line);
  void push_reads(LineJob* job, const LineAccess& line, bool alone);
  void push_store(const LineJob& job);
  void push_atomic(LineJob& job);
  bool do_late();
  void enter_fill();
  void drop_stale_fills();
  void enter_first(Cycle at);
  void enter_late(Cycle now);
  bool enter_now();
  void line_entered(const FillJob& fill, const TagResult& answer);
  bool write_is_pending(std::uint64_t line, Cycle at) const;
  void advance_memory_jobs();
  void memory_took(L1Request& request, Cycle at);
  // l1_core_stores.cpp: stores, and dirty lines on their way.
  const StoreRules& rules_of(const LineJob& job) const;
  TagOperation tag_operation(const LineJob& job) const;
  bool is_old(const LineJob& job, const TagResult& answer) const;
  bool enters(const LineJob& job) const;
  bool released(unsigned warp) const;
  void advance_releases();
  void store(const LineJob& job, const TagAnswer& answer, bool dirty);
  void note_dirty(const LineJob& job, const TagAnswer& answer, bool dirty);
  void evicted(const TagAnswer& answer);
  void write_back(std::uint64_t line, const TagAnswer& where, std::uint8_t state = kDirtyLine);
  bool fills_held() const;
  void advance_flush();
  LineValues* stored(const LineJob& job);
  LineValues* line_buffer(std::uint64_t line) { return follows_ ? buffers_.get(line) : nullptr; }
  // l1_core_victims.cpp: evicted lines in rows of registers.
  bool find_victim(LineJob& job);
  void keep_victim(const TagAnswer& answer);
  void advance_victims();
  void victim_found(const VictimRow& row, Cycle due);

  L1Outward& out_;
  const Cycle& now_;
  Arbiter& arbiter_;
  SmObserver* const& observer_;
  LeavingLines& leaving_lines_;
  CacheObserver& watch_;
  LinePolicy& lines_;
  const std::function<std::optional<Cycle>(const RegisterRow&, void*, LineValues*)> register_row_;
  const bool follows_;                   // whether values are followed
  const unsigned lookups_per_cycle_, lines_per_cycle_;
  const bool arbitrated_, caches_global_, caches_local_;
  const StoreRules& global_stores_;
  const StoreRules& local_stores_;
  const bool leave_dirty_;               // whether stores may leave dirty lines
  const DirtyBits dirty_bits_;           // granularity for lines of global memory
  const bool sectors_alone_;             // loads fetch the sectors that they touch (FetchUnit::kSectors)
  const bool bypasses_;                  // LinePolicy::enters() may return false
  const unsigned ways_;
  const unsigned fill_buffer_, store_buffer_;
  AddressMap map_;
  LineBuffers buffers_;
  LineJob* waiting_ = nullptr;           // requested and not accepted
  Cycle lookup_cycle_ = kNever;          // the cycle of lookups_
  unsigned lookups_ = 0;                 // lines that have been accepted in that cycle
  Fifo<FillJob> fill_tags_;              // lines to enter
  Fifo<RowJob> fill_rows_, cache_rows_;  // lines that enter or leave; requested lines
  Fifo<Miss> misses_;                    // in the order (due, order)
  std::optional<Entered> entered_;       // handled in the next cycle of the Sm
  bool enters_late_ = false;             // whether lines may enter in this way
  bool arrived_ = false;                 // whether a line has arrived since the Sm's last cycle
  Cycle arrived_at_ = kNever;            // the cycle of that arrival, if the line is the only one of fill_tags_
  Cycle entering_at_ = 0;                // the cycle as of which the tags are asked
  Fifo<MemoryJob> memory_jobs_;
  VictimLines* const victims_;           // kept by the line policy; null: evicted lines are dropped
  Fifo<VictimRow> victim_rows_;          // one per cycle, in order
  std::vector<VictimRow> victims_read_;  // requested from a bank that has not responded yet
  std::vector<std::uint64_t> victims_leaving_;  // clean lines on their way to a row of registers
  // Dirty lines on their way to memory, and the number of them that have been read from the banks. For the line being
  // read: its rows without a response, and the latest cycle in which the other rows are valid.
  unsigned leaving_ = 0, lines_read_ = 0, rows_awaited_ = 0;
  Cycle rows_there_ = 0;
  unsigned entering_ = 0;                // stores at the tags that may evict a dirty line
  bool flushing_ = false, flush_asked_ = false;
  std::uint64_t flush_from_ = 0;         // number of the first line not yet checked
  bool dirty_behind_ = false;            // whether a line before that one has become dirty again,
  bool flush_again_ = false;             // and a release waits for it
  bool leaves_dirty_ = true;             // whether stores to global memory may leave dirty lines
  unsigned lookups_out_ = 0;
  L1Request* unaccepted_[2] = {};        // [port]: its last request, until it is accepted
  std::uint32_t age_ = 0;                // the age of current requests; acquire() begins a new one
  std::vector<std::uint32_t> ages_;      // [place]: the age of the line there
  std::vector<std::uint8_t> sectors_;    // [place]: present sectors of the line, with cache.fetch = "sectors"
  std::vector<unsigned> stores_out_;     // [warp]
  // Of all warps, in runs of sectors: at the tags, towards memory without a response, and the sent ones of these.
  unsigned stores_looked_up_ = 0, stores_under_way_ = 0, stores_sent_ = 0;
  unsigned fills_ = 0;                   // requests for lines that are being read and have not entered
  std::vector<Release> releases_;        // releases without a response
  L1Counters counters_;
};

}  // namespace unibank
