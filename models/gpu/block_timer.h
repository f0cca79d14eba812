// Times some blocks of a launch (BlockPlan), and measures its parts.
//
// The first blocks are timed until the L2 cache is full, if the launch fills it: while it has empty places nothing is
// written back to DRAM, so these blocks may be much faster than all later ones.
//
// The machine does not stop for blocks that are left out: when the dispatcher reaches them they run without time, and
// the block after them is dispatched in place of the first. So a unit finds the SMs as full, and memory as busy, as in
// a whole run. The caches may have other contents; the warm-up before a unit is for them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu/block_chooser.h"
#include "gpu/timed_backend.h"
#include "host/functional_backend.h"
#include "report/sampled.h"
#include "sampling/block_plan.h"
#include "warp/recorded_kernel.h"

namespace unibank {

class BlockTimer : public BlockChooser, private ExecutionObserver {
 public:
  // Counts of the blocks that are left out.
  struct Executed {
    std::uint64_t blocks = 0, warp_instructions = 0, thread_instructions = 0;
  };

  // Launch `number` of the program on a machine of `sms` SMs; all references must outlive the timer. `functional`
  // executes blocks that are left out; `read` receives the counts of those of a trace.
  BlockTimer(const Launch& launch, std::uint64_t number, const Sample& sample, TimedBackend& timed, unsigned sms,
             FunctionalBackend& functional);
  BlockTimer(const RecordedLaunch& launch, std::uint64_t number, const Sample& sample, TimedBackend& timed,
             unsigned sms, Executed& read);

  void begins(std::uint64_t resident, std::unique_ptr<WarpStream> others) override;
  std::uint64_t next(std::uint64_t next, unsigned sm, Cycle now) override;
  void ends() override;

  // The launch has ended; its cycles and counters include warm-ups.
  void measured(Cycle cycles, const CounterValues& counters);

  const BlockPlan& plan() const { return plan_; }
  // Why a launch with enough blocks was timed as a whole; empty: it was sampled, or has too few blocks.
  const std::string& refused() const { return refused_; }
  // The sum of the parts that are counted unscaled (BlockPlan::Role::kKept).
  const Sampled::Launch& kept() const { return kept_; }
  const std::vector<Sampled::Launch>& units() const { return units_; }
  // The variance, in squared cycles, that the end of the launch adds to its cycles.
  //
  // A unit ends when a block is dispatched, so it contains whole intervals between blocks; the launch ends when its
  // last block ends. The age of the youngest block of an SM at that moment (the phase) may differ between the sampled
  // run and a whole run. If the time of a block does not depend on the others, the end of the launch differs by as much
  // as the phase; if blocks wait for the same memory, the end does not differ. The first is assumed: the result is
  // twice the variance of that age at the ends of units, because both runs have such an end.
  double end_variance() const;
  std::uint64_t warm_up_blocks() const { return warm_up_blocks_; }
  std::uint64_t left_out_instructions() const { return left_out_instructions_; }

 private:
  void launch_begins(const ExecutedLaunch& /*launch*/) override {}
  void executes(unsigned /*warp*/, const WarpInstruction& instruction) override { timed_.warm(sm_, instruction); }
  void block_ends(std::uint64_t /*block*/) override {}
  void launch_ends() override {}

  bool fills_the_l2(std::uint64_t next);
  void leave_out(std::uint64_t block);
  void read(std::uint64_t block);
  void end_part(unsigned sm, Cycle now);

  const Launch* const launch_ = nullptr;  // null: a launch of a trace
  const Dim3 grid_, block_;
  const std::uint64_t number_;
  const Sample sample_;
  TimedBackend& timed_;
  const unsigned sms_;
  FunctionalBackend* const functional_ = nullptr;
  Executed* const read_ = nullptr;
  std::unique_ptr<FunctionalBackend::Part> part_of_launch_;
  std::unique_ptr<WarpStream> others_;

  BlockPlan plan_;
  std::string refused_;
  std::size_t part_ = 0;
  std::uint64_t resident_ = 0;
  // How many places of the L2 cache were empty when block `looked_at_` was dispatched.
  std::uint64_t empty_ = 0, looked_at_ = 0;
  unsigned sm_ = 0;  // the SM to which the block that is left out would go
  Cycle part_began_ = 0;
  CounterValues before_;  // counters when the part began
  Sampled::Launch kept_, warm_ups_;
  std::vector<Sampled::Launch> units_;
  std::vector<Cycle> dispatched_;  // [SM]: the cycle in which its last block was dispatched
  std::vector<double> phases_;
  std::uint64_t warm_up_blocks_ = 0, left_out_instructions_ = 0;
};

}  // namespace unibank
