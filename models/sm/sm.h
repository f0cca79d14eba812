// One streaming multiprocessor: schedulers, operand stage, load/store unit, clusters of banks, crossbar, tag array and
// MSHR, bound to each other by TLM-2.0 sockets. It has one socket to memory, for the MSHR and the read-only caches.
//
// tick() runs the stages of a cycle in reverse order, at the half cycle: due responses, register accesses, loads and
// stores, issue. The Sm sleeps while nothing can progress. The Sms of a machine share a clock; a single Sm has its own.
#pragma once

#include <algorithm>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "block/factories.h"
#include "l1/l1_steps.h"
#include "memory/miss_path.h"
#include "memory/mshr.h"
#include "memory/tag_array.h"
#include "policy/line_policy.h"
#include "policy/register_store.h"
#include "policy/scratchpad_gate.h"
#include "policy/throttle.h"
#include "read_only/places.h"
#include "read_only/read_only_paths.h"
#include "sm/cache_watch.h"
#include "sm/crossbar.h"
#include "sm/division_change.h"
#include "sm/issue_stage.h"
#include "sm/load_store_unit.h"
#include "sm/lock_unit.h"
#include "sm/narrow_banks.h"
#include "sm/operand_stage.h"
#include "sm/register_rows.h"
#include "sm/sm_clock.h"
#include "sm/sm_cluster.h"
#include "sm/warp_table.h"
#include "tlm/modules.h"
#include "warp/warp_stream.h"

namespace unibank {

#define UNIBANK_SM_COUNTERS(counter) \
  counter(blocks, "blocks", "blocks", "retired") \
  counter(warps, "warps", "warps", "launched") \
  counter(line_capacity_cycles, "lines.capacity_cycles", "lines x cycles", "of the tag array") \
  counter(cache_line_cycles, "lines.cache_cycles", "lines x cycles", "of the tag array with a line of memory") \
  counter(register_line_cycles, "lines.register_cycles", "lines x cycles", "of the tag array with a live register")
UNIBANK_COUNTERS(SmCounters, "sm", UNIBANK_SM_COUNTERS);

// The parameters of a launch for an Sm.
struct SmLaunch {
  WarpStream* stream = nullptr;
  unsigned warps_per_block = 1;
  unsigned threads_per_block = kWarpSize;
  unsigned block_slots = 0;               // resident blocks the partition allows
  unsigned register_sections = 0;         // for registers that warps take turns with (KernelNeeds::base_registers)
  BlockSharing sharing;                   // the blocks that share scratchpad in pairs
  std::uint64_t code = code_place(0);     // address of its first instruction
  unsigned registers_per_thread = 0;      // from the partition
  bool registers_shared = false;          // fewer than the kernel names
  std::uint64_t scratchpad_bytes_per_block = 0;
  unsigned cache_sets = 0;
  bool keep_cache = false;                // lines of the last kernel stay, if their places are the same
  DivisionControl* control = nullptr;     // may change the division while the launch runs; null: no changes
  KernelNeeds needs;                      // for the control, and to check its divisions
  PartitionResult division;               // the division at the launch's start
  MemoryWriters* memory_writers = nullptr;  // writers of the machine's memory (run.check_data); null: there is only
                                            // this SM
  std::uint64_t* executed = nullptr;      // warp instructions of the launch so far, of all SMs; null: the Sm counts
                                          // only its own
};

class Sm : public sc_core::sc_module, private SmContext, private Clocked {
 public:
  // `number` counts the SMs of a machine from 0. Without a clock it creates its own.
  Sm(sc_core::sc_module_name name, const Design& design, const BlockFactories& factories, SmClock* clock = nullptr,
     unsigned number = 0);
  ~Sm() override;

  InitiatorSocket& memory() { return read_only_.port() ? read_only_.port()->memory : requests(); }

  // To be called while the Sm is idle, at a whole cycle or between launches. `room_made` is called after each
  // retirement of a block.
  void begin(const SmLaunch& launch, Cycle start, std::function<void()> room_made);
  bool has_room() const { return warps_.free_slot() >= 0 && division_.may_start(warps_.free_slot()); }
  // To be called at a whole cycle: the block becomes resident, and its warps may issue in the same cycle.
  void start_block(std::uint64_t block);
  // Sets of the cache in this launch: rounding to whole bank rows can leave fewer than the partition's.
  unsigned cache_sets() const { return cache_sets_; }
  unsigned dirty_lines() const { return tag_array_->lines(kDirtyLine); }
  // The tag array, which blocks that are not timed warm up.
  TagArrayInterface& tags() {
    l1_->catch_up(current_cycle());
    return *tag_array_;
  }
  // Whether no block is resident and no access is outstanding.
  bool idle() const;
  // The last cycle in which a block retired or a response was processed, or the cycle before the last one in which the
  // Sm ran if that is later. Reports of dead registers do not count as events.
  Cycle last_work() const { return std::max(last_work_, now == 0 ? now : now - 1); }
  // The last cycle in which an instruction issued, a response came, or a block started or ended
  // (run.no_progress_cycles).
  Cycle last_progress() const { return progress_cycle_; }
  // The kernel has ended and every Sm is idle: dirty lines are written back from the next cycle on, and the Sm is idle
  // when all are written. False, without any effect: there are no dirty lines.
  bool flush();
  // Ends the launch's stream, after the last block of the launch on this Sm has ended; the Sm is idle until the next
  // begin().
  void leave() {
    launch_.stream = nullptr;
    launch_.executed = &own_executed_;
  }
  // Accounts for the cycles up to and including `end`.
  void end(Cycle end);

  CounterValues counters() const;
  std::uint64_t progress() const { return issue_.counters().warp_instructions; }
  // Violations counted by the banks (arbitrated model): 0 unless the arbiter is wrong.
  std::uint64_t port_violations() const { return counters()["banks.violations"]; }
  std::uint64_t blocks_retired() const { return counters_.blocks; }
  // The exception of the Sm's method (SystemC would swallow it); null: none.
  std::exception_ptr failure() const { return failure_; }
  // "warp 3 (block slot 1) waits at a barrier before 'bar.sync 0'" for each resident warp, at most `most`.
  // `ready`: what the text says of a ready warp.
  std::string waiting_warps(unsigned most, const char* ready = "is ready but may not issue") const;

  // For observers: the state after the cycle just done.
  void watch(SmObserver* observer) {
    SmContext::observer = observer;
    mshr_->watch(observer ? [observer] { observer->mshr_changed(); } : std::function<void()>());
  }
  const WarpTable& warps() const { return warps_; }
  const IssueStage& issue() const { return issue_; }
  const OperandStage& operands() const { return operands_; }
  const LoadStoreUnit& memory_unit() const { return load_store_; }
  const ReadOnlyPaths& read_only() const { return read_only_; }
  const MshrInterface& mshr() const { return *mshr_; }
  // Requests without a response in the block between MSHR and memory.
  unsigned in_miss_path() const { return miss_path_ ? miss_path_->in_flight() : 0; }
  const ScratchpadGate& scratchpad_gate() const { return *gate_; }
  // The current division (without a control: that of SmLaunch), and the number of changes.
  const DivisionChange& division() const { return division_; }
  // The variables of the SM's policies, prefixed with their sections: "throttle.blocks".
  PolicySignals policy_signals() const;
  Cycle cycle() const { return now; }
  // Called in each cycle for each instruction that was issued: (cycle, warp, pc).
  // For tests.
  std::function<void(Cycle, unsigned, unsigned)> on_issue;
  // Called about every 2^14 / SMs warp instructions of this Sm, at the earliest when it next settles.
  std::function<void()> on_progress;

 private:
  void wake(Cycle at) override;
  bool passes(Cycle at) override;
  void result_written(InFlight& instruction) override;
  void take_turn() override { clock_.take_turn(number_); }

  // The MSHR's socket to memory, behind the miss path if there is one.
  InitiatorSocket& requests() { return miss_path_ ? miss_path_->memory() : mshr_->memory(); }
  ReadOnlyPaths::Calls read_only_calls();
  void build(const Design& design, const BlockFactories& factories);
  void bind_clusters(const StorageMemory& memory, const BlockFactories& factories);
  void bind_narrow(const StorageMemory& memory, const BlockFactories& factories);
  Ticked tick() override;
  Rang ring() override;
  bool must_settle(Cycle next);
  void settle() override;
  void cycle_work();
  void handle(const DueItem& item);
  void operands_ready(InFlight& instruction);
  void result_follows(InFlight& instruction, Cycle behind);
  void write_back(InFlight& instruction);
  bool result_bus_free();
  void complete(InFlight& instruction);
  void finish_warps();
  void finish_blocks();
  bool stores_under_way(unsigned slot) const;
  bool keeps_lines(const AddressMap& map) const;
  void reset_cache(const AddressMap& map);
  void reset_victims();
  L1Parameters l1_parameters();
  std::vector<RegisterRow> rows_of(unsigned slot) const;
  void advance_division();
  void ask_control();
  void apply_division();
  bool nothing_under_way() const;
  void reset_gate(const AddressMap& map);
  unsigned register_capacity(const AddressMap& map) const;
  // Lines of the tag array with this state.
  unsigned lines(std::uint8_t state) const { return lines_in_ ? lines_in_[state] : tag_array_->lines(state); }
  void account_lines(Cycle until);
  Cycle schedule();
  Cycle wake_for(Cycle next);
  void check_progress();
  void tell_issues();

  const unsigned number_;
  std::unique_ptr<SmClock> own_clock_;
  SmClock& clock_;
  AlarmGroup alarms_;  // of the blocks constructed after it
  const Design& design_;
  WarpTable warps_;
  CacheWatch cache_watch_;
  std::unique_ptr<LinePolicy> line_policy_;
  std::unique_ptr<Throttle> throttle_;
  OperandStage operands_;
  RowPorts rows_;
  LoadStoreUnit load_store_;
  ReadOnlyPaths read_only_;
  IssueStage issue_;
  std::unique_ptr<RegisterRows> register_rows_;
  Modules<SmCluster> clusters_;
  std::vector<std::unique_ptr<SharedRows>> line_storage_;     // storage of 4-byte banks, shared by all ports
  std::vector<std::unique_ptr<BankInterface>> narrow_banks_;  // 4 bytes wide: one group per memory and crossbar port
  std::unique_ptr<L1Interface> l1_;
  L1Steps l1_steps_;
  std::unique_ptr<CrossbarInterface> crossbar_;
  std::unique_ptr<TagArrayInterface> tag_array_;
  const unsigned* lines_in_ = nullptr;  // TagArrayInterface::lines_in()
  std::unique_ptr<MshrInterface> mshr_;
  std::unique_ptr<MissPathInterface> miss_path_;  // null: there is none
  std::unique_ptr<RegisterStore> register_store_;
  std::unique_ptr<ScratchpadGate> gate_;

  SmLaunch launch_;
  DivisionChange division_;
  std::function<void()> room_made_;
  bool in_tick_ = false;
  Cycle results_cycle_ = kNever;  // the cycle of results_written_
  unsigned results_written_ = 0;  // in that cycle
  Cycle last_work_ = 0;
  unsigned cache_sets_ = ~0u, cache_ways_ = 0;  // configured in the tag array
  std::uint32_t first_line_ = 0;  // location of its first row in its crossbar port
  Cycle lines_accounted_until_ = 0;
  std::exception_ptr failure_;
  std::uint64_t progress_seen_ = 0;    // instructions and blocks at the last check
  Cycle progress_cycle_ = 0;
  std::uint64_t own_executed_ = 0, counted_ = 0;  // instructions of this launch; instructions of this Sm that are
                                                  // included in launch_.executed
  std::uint64_t next_report_ = 0;
  SmCounters counters_;
};

}  // namespace unibank
