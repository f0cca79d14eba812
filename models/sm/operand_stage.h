// Reads operands and writes results. A RegisterStore determines how each register is found (in a bank, or by tag); this
// stage makes the accesses, under the arbiter: writes first, then reads, older instructions first.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "base/host_line.h"
#include "l1/line_request.h"
#include "policy/register_store.h"
#include "policy/victim_lines.h"
#include "sm/context.h"
#include "sm/operand_counters.h"
#include "sm/operand_reuse.h"
#include "tlm/ports.h"

namespace unibank {

class OperandStage : public sc_core::sc_module {
 public:
  static constexpr unsigned kClusters = 8;

  OperandStage(sc_core::sc_module_name name, const Design& design, SmContext& context);
  ~OperandStage() override;

  // Initiator sockets: `registers` [bank], to the rows of the banks of all clusters (sm/register_rows.h); `tags` and
  // `memory`, to the tag array and the MSHR, for register stores that find registers by tag.
  std::vector<std::unique_ptr<InitiatorPort<OperandStage, kWideSocketBits>>> registers;
  InitiatorPort<OperandStage> tags;
  InitiatorPort<OperandStage> memory;

  // A new launch with this many warps; the register store must outlive it.
  void reset(RegisterStore& store, unsigned warps);

  bool has_room() const { return reading_ < slots_; }
  // Whether the operands of instructions may be complete in another order than that of issue.
  bool reads_may_wait() const { return reads_may_wait_; }
  // Whether issued reads of these registers of the warp wait.
  bool reads_wait(unsigned warp, const RegisterSet& registers) const;
  unsigned occupancy() const { return reading_; }
  void add_counters_to(CounterValues& all) const;
  void read(InFlight& instruction);   // reads its sources; kOperandsReady follows when all have been read
  void operands_taken() { --reading_; }
  // Counts accesses above the main register file, of an instruction with active lanes.
  void count_levels(const StaticInstruction& what);
  void write(InFlight& instruction);  // writes its results; SmContext::result_written follows when the last one is
                                      // granted

  void advance() {
    if (integrated_) tell_deaths();
    if (!writes_.empty()) advance(writes_);
    if (!reads_.empty()) advance(reads_);
  }
  // Accesses a row of all clusters that holds no register, under the same arbiter. To be called after advance().
  // Arguments and result: those of L1Parameters::register_row.
  std::optional<Cycle> access_row(const RegisterRow& row, void* reader, LineValues* line);
  // Called when a bank responds late to a read by access_row(), with its reader and the cycle of the response.
  std::function<void(void* reader, Cycle due)> row_read;
  void step_due(void* access);
  // No instruction that issues from now on reads this value of the register. If registers are lines, the store is
  // notified when all issued reads have found the value: an older read may still wait for its lookup although the last
  // use, a younger read of the register's copy above the main register file, is done.
  void register_dead(unsigned warp, unsigned number);
  // The warp has ended and has no outstanding accesses.
  void warp_ended(unsigned warp);
  // Reports dead registers to the tag array: state bits of lines, no lookups.
  void tell_deaths();
  // Whether an access waits for a grant, so that the Sm must run in the next cycle too.
  bool wants_next_cycle() const;
  // Whether there is no outstanding access.
  bool idle() const;

  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);

 private:
  struct alignas(kHostLineBytes) Access {
    InFlight* instruction = nullptr;
    RegisterAccess reg;
    RegisterStep step;
    std::uint64_t order = 0;
    unsigned unanswered = 0;
    Cycle ready = 0;
    bool finished = false;   // no further request; freed when all responses have arrived
    // Only for registers that are lines: tag, tag_valid, evicts, line_read, counted, placed, place, turn,
    // dirty, spilled.
    TagAnswer tag;
    bool tag_valid = false;
    bool evicts = false;     // a request at the tags may evict a line, and its answer is late
    bool line_read = false;  // kSpill: the line has left its bank
    bool counted = false;    // whether it is counted as found by its first lookup, or not found
    bool reused = false;     // taken from the reuse cache
    bool placed = false;     // waits for its turn at a place (PlaceTurns)
    std::size_t place = 0;
    std::uint64_t turn = 0;
    LineBytes dirty{};       // the bytes to write back of an evicted line of memory
    unsigned operand = 0;    // the index of the source or result
    // run.check_data: a line read from memory, or a register that stays in the reuse cache; a line written to memory.
    std::unique_ptr<LineValues> fetched, spilled;
  };
  struct Request : Payload {
    Access* access = nullptr;
    LinesAsked::Read asked;  // for a read of a line
    LineValues* line = nullptr;  // evicted line stored in a row of registers (run.check_data)
    void* reader = nullptr;      // the load that reads such a row
    unsigned clusters = 0;  // for a row: bit mask of the accessed clusters
    LineEnables enables;    // for a row, or for a dirty line of memory
  };
  enum Port : unsigned { kTags = 0, kMemory = 1, kFirstBank = 2 };

  Access* begin(InFlight& instruction, unsigned operand, bool write, bool last_use);
  void advance(std::vector<Access*>& accesses);
  // Whether another access of all clusters has requested the same bank in this cycle, so that a request of this access
  // would be refused. It is then counted as refused, without a request; this is so for most waiting accesses. `asked`:
  // the banks requested in this cycle, in the same direction (bit b: bank b of every cluster).
  bool behind_another(const Access& access, std::uint64_t& asked) {
    if (!waits_alike_ || access.step.kind != RegisterStep::Kind::kBank || unaccepted_rows_ != 0) return false;
    if (access.instruction->clusters.count != kClusters || older_read_waits(access)) return false;
    const std::uint64_t bank = std::uint64_t{1} << access.step.bank;
    const bool behind = (asked & bank) != 0;
    asked |= bank;
    if (behind) context_.arbiter.count_refused_register();
    return behind;
  }
  [[gnu::always_inline]] inline bool take_step(Access& access);
  [[gnu::always_inline]] inline bool has_bank(const Access& access, ActiveClusters clusters, bool write);
  [[gnu::noinline]] void access_granted_bank(Access& access, ActiveClusters clusters, bool write);
  bool access_whole_row(Access& access, bool write);
  [[gnu::always_inline]] inline void send_row(Access& access, unsigned clusters, bool write);
  [[gnu::always_inline]] inline Request* row_request(Access& access, bool write);
  [[gnu::noinline]] void row_answered(Access& access, tlm::tlm_sync_enum status, const sc_core::sc_time& delay);
  static void enable_clusters(Request& row, unsigned clusters);
  // operand_values.cpp: with values followed, a payload for each row.
  void send_followed_row(Access& access, unsigned clusters, bool write);
  static void put_values(const Access& access, Request& row);
  void take_values(Access& access, const Request& row);
  void follow_line(Request& request, Access* spilling);
  void take_line(Access& access, Request& request);
  void check_buffer(const Access& access) const;
  void check_line(const Access& access, const LineValues& line, unsigned clusters) const;
  // operand_reuse.cpp
  OperandReuse::Kept& kept_beside(const Access& access);
  bool take_kept(Access& access);
  void claim_kept(const Access& access);
  void leave_kept(const Access& access);
  static void follow_row(Request& row, LineValues& line);
  static void take_row(const Request& row);
  void end_of_elaboration() override;
  void not_accepted(unsigned port, const Payload& payload);
  [[gnu::noinline]] static Request* request_for(PayloadPool<Request>& pool, Access* access, bool write,
                                                std::uint64_t address, unsigned length);
  void look_up(Access& access);  // the tag array has been granted
  bool send_tag(Access* access, std::uint64_t address);
  bool restore(Access& access);
  static bool on_row(RegisterStep::Kind step);
  bool older_read_waits(const Access& access) const {
    const RegisterAccess& reg = access.reg;
    return reg.write && waiting_reads_[place_of(reg.warp, reg.number)] != 0;
  }
  static std::size_t place_of(unsigned warp, unsigned number) { return std::size_t{warp} * kMaxRegisters + number; }
  void read_found(const RegisterAccess& reg);
  void take_place(Access& access);
  void leave_place(Access& access);
  void note_tag_answer(Access& access);
  bool fetch(Access& access);
  bool spill(Access& access);
  bool send_line(std::uint64_t address, Access& access, bool write);
  void finish_bank(Access& access);
  void next_step(Access& access);
  void note_answer(Access& access, unsigned port, const Request& payload, Cycle due);
  void memory_took(Request& request, Cycle at);
  void end(Access& access);
  bool send_on(const ForwardPath& path, unsigned port, Request& request);

  SmContext& context_;
  const unsigned slots_;
  const bool arbitrated_;
  const unsigned banks_;
  const unsigned ways_;
  RegisterStore* store_ = nullptr;
  std::vector<ForwardPath> paths_;  // [bank], through `registers`
  PayloadPool<Request> pool_, row_pool_;  // only a bank's response uses the bytes of a row
  // Payloads for the next row and the next tag request: a target that responds at once returns them at once.
  Request* next_row_ = nullptr;
  Request* next_tag_ = nullptr;
  std::vector<std::unique_ptr<Access>> all_accesses_;
  std::vector<Access*> free_accesses_;
  std::vector<Access*> reads_, writes_;  // waiting for a grant, oldest first
  std::vector<const Payload*> unaccepted_;  // [port]: its last request, until it is accepted; no other may be sent
  unsigned unaccepted_rows_ = 0;            // how many of them are rows of registers
  unsigned reading_ = 0;
  std::size_t accesses_out_ = 0;
  std::size_t untended_out_ = 0;  // requests without a waiting access: spills, deaths, rows of L1 lines
  bool integrated_ = false;
  bool waits_alike_ = false;     // whether an access of a bank can wait only for that bank
  bool reads_may_wait_ = false;  // for a bank (arbitrated model) or for memory (integrated)
  // [warp x kMaxRegisters + register]: issued reads that have not found their value yet. Writes of later instructions
  // must not overtake them. Empty where no read waits.
  std::vector<std::uint8_t> waiting_reads_;
  std::vector<bool> dying_;  // same index: the register is dead when the last of these reads has found its value
  std::uint64_t order_ = 0;
  std::unique_ptr<OperandReuse> reuse_;  // null: every operand is read from its bank
  OperandCounters counters_;
};

}  // namespace unibank
