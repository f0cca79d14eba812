// Times some blocks of a launch (BlockPlan), and measures its parts.
//
// The machine does not stop for blocks that are left out: when the dispatcher comes to them they run without time, and
// the block after them takes the place of the first. So a unit finds the SMs as full, and memory as busy, as in a whole
// run. What it may not find is in the caches, which is what the warm-up before it is for.
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
  // What blocks that are left out have executed.
  struct Executed {
    std::uint64_t blocks = 0, warp_instructions = 0, thread_instructions = 0;
  };

  // Launch `number` of the program on a machine of `sms` SMs; all of these outlive the timer. `functional`: executes
  // blocks that are left out. `read`: those of a trace are added to it.
  BlockTimer(const Launch& launch, std::uint64_t number, const Sample& sample, TimedBackend& timed, unsigned sms,
             FunctionalBackend& functional);
  BlockTimer(const RecordedLaunch& launch, std::uint64_t number, const Sample& sample, TimedBackend& timed,
             unsigned sms, Executed& read);

  void begins(std::uint64_t resident, std::unique_ptr<WarpStream> others) override;
  std::uint64_t next(std::uint64_t next, unsigned sm, Cycle now) override;
  void ends() override;

  // The launch has ended, with all its cycles and counters; warm-ups, too.
  void measured(Cycle cycles, const CounterValues& counters);

  const BlockPlan& plan() const { return plan_; }
  // Why a launch with enough blocks was timed whole; empty: it was not, or has too few.
  const std::string& refused() const { return refused_; }
  // The sum of the parts that are counted for themselves.
  const Sampled::Launch& kept() const { return kept_; }
  const std::vector<Sampled::Launch>& units() const { return units_; }
  // The variance of the launch's cycles because it ends in one of several phases of its blocks: in squared cycles.
  //
  // A unit ends when a block is dispatched, and so it contains whole intervals between blocks; the launch ends when
  // the last block does. The age of the youngest block in an SM at that moment is a phase, which a whole run reaches
  // otherwise. If blocks take the same time beside any others, the launch ends as much later as the phase differs; if
  // they wait for the same memory, it ends at the same time. The first is assumed: twice the variance of that age at
  // the ends of units, because both runs have such an end.
  double end_variance() const;
  std::uint64_t warm_up_blocks() const { return warm_up_blocks_; }
  std::uint64_t left_out_instructions() const { return left_out_instructions_; }

 private:
  void launch_begins(const ExecutedLaunch& /*launch*/) override {}
  void executes(unsigned /*warp*/, const WarpInstruction& instruction) override { timed_.warm(sm_, instruction); }
  void block_ends(std::uint64_t /*block*/) override {}
  void launch_ends() override {}

  void leave_out(std::uint64_t block);
  void read(std::uint64_t block);
  void end_part(unsigned sm, Cycle now);

  const Launch* const launch_ = nullptr;  // null: of a trace
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
  unsigned sm_ = 0;  // that would have the block that is left out
  Cycle part_began_ = 0;
  CounterValues before_;  // as the part began
  Sampled::Launch kept_, warm_ups_;
  std::vector<Sampled::Launch> units_;
  std::vector<Cycle> dispatched_;  // [SM], its last block
  std::vector<double> phases_;
  std::uint64_t warm_up_blocks_ = 0, left_out_instructions_ = 0;
};

}  // namespace unibank
