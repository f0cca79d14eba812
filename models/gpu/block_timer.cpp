#include "gpu/block_timer.h"

#include <numeric>
#include <utility>

#include "policy/partition.h"
#include "ptx/kernel.h"

namespace unibank {

namespace {

using Role = BlockPlan::Role;

// A block can wait for another one only by an instruction that orders its accesses with those of other blocks, or that
// reads what another block has written. A reduction returns nothing.
std::string communication_of(const std::vector<const StaticInstruction*>& instructions) {
  for (const StaticInstruction* one : instructions) {
    if (one->space == Space::kScratchpad || one->memory == MemoryOp::kReduction) continue;
    if (one->memory == MemoryOp::kAtomic || ((one->strong || one->fence) && one->scope > Scope::kBlock))
      return "its blocks may wait for each other ('" + one->text + "')";
  }
  return "";
}

void add(const Sampled::Launch& part, Sampled::Launch& sum) {
  sum.cycles += part.cycles;
  sum.counters.add(part.counters);
}

}  // namespace

BlockTimer::BlockTimer(const Launch& launch, std::uint64_t number, const Sample& sample, TimedBackend& timed,
                       unsigned sms, FunctionalBackend& functional)
    : launch_(&launch),
      grid_(launch.grid),
      block_(launch.block),
      number_(number),
      sample_(sample),
      timed_(timed),
      sms_(sms),
      functional_(&functional),
      dispatched_(sms) {}

BlockTimer::BlockTimer(const RecordedLaunch& launch, std::uint64_t number, const Sample& sample, TimedBackend& timed,
                       unsigned sms, Executed& read)
    : grid_(launch.grid),
      block_(launch.block),
      number_(number),
      sample_(sample),
      timed_(timed),
      sms_(sms),
      read_(&read),
      dispatched_(sms) {}

void BlockTimer::begins(std::uint64_t resident, std::unique_ptr<WarpStream> others) {
  others_ = std::move(others);
  resident_ = resident;
  empty_ = timed_.empty_l2_lines();
  plan_ = plan_blocks(grid_.count(), resident, sample_, number_);
  if (plan_.whole() || !launch_) return;
  if (launch_->cooperative) {
    refused_ = "its launch is cooperative";
  } else {
    part_of_launch_ = std::make_unique<FunctionalBackend::Part>(*functional_, *launch_);
    refused_ = communication_of(part_of_launch_->instructions());
  }
  if (refused_.empty()) return;
  part_of_launch_.reset();
  plan_ = plan_blocks(grid_.count(), resident, Sample(), number_);
}

std::uint64_t BlockTimer::next(std::uint64_t next, unsigned sm, Cycle now) {
  for (; part_ < plan_.parts.size() && next == plan_.parts[part_].end; ++part_) {
    if (part_ == 0 && fills_the_l2(next)) {
      plan_ = plan_blocks(grid_.count(), resident_, sample_, number_, next + 1);
      break;
    }
    end_part(sm, now);
    const BlockPlan::Part& after = plan_.parts[part_ + 1];
    if (after.role != Role::kLeftOut) continue;
    for (; next < after.end; ++next) leave_out(next);
  }
  dispatched_[sm] = now;
  return next;
}

// Whether the L2 cache will be full before the launch ends if the next blocks fill it as the last ones did, and is not
// full yet.
bool BlockTimer::fills_the_l2(std::uint64_t next) {
  const std::uint64_t empty = timed_.empty_l2_lines(), filled = empty_ - empty, blocks = next - looked_at_;
  empty_ = empty;
  looked_at_ = next;
  return empty != 0 && filled * (grid_.count() - next) >= empty * blocks;
}

void BlockTimer::end_part(unsigned sm, Cycle now) {
  const Role role = plan_.parts[part_].role;
  const CounterValues counted = timed_.counted();
  const Sampled::Launch part{1, number_, now - part_began_, counted_since(before_, counted)};
  if (role == Role::kUnit) {
    units_.push_back(part);
    phases_.push_back(static_cast<double>(now - dispatched_[sm]));
  }
  if (role == Role::kWarmUp) add(part, warm_ups_);
  if (role == Role::kWarmUp) warm_up_blocks_ += plan_.parts[part_].end - plan_.parts[part_ - 1].end;
  part_began_ = now;
  before_ = counted;
}

// The dispatcher takes SMs in rotation.
void BlockTimer::leave_out(std::uint64_t block) {
  sm_ = static_cast<unsigned>(block % sms_);
  if (!launch_) return read(block);
  const std::uint64_t before = functional_->counts().warp_instructions;
  functional_->observe(this);
  part_of_launch_->run(block);
  functional_->observe(nullptr);
  left_out_instructions_ += functional_->counts().warp_instructions - before;
}

void BlockTimer::read(std::uint64_t block) {
  const auto warps = static_cast<unsigned>((block_.count() + kWarpSize - 1) / kWarpSize);
  others_->start_block(block, 0, 0);
  for (unsigned warp = 0; warp < warps; ++warp) {
    for (const WarpInstruction* next = &others_->peek(warp); next->decoded; next = &others_->peek(warp)) {
      ++left_out_instructions_;
      ++read_->warp_instructions;
      executes(warp, *next);
      read_->thread_instructions += static_cast<unsigned>(__builtin_popcount(next->active));
      others_->commit(warp, 0);
    }
  }
  others_->finish_block(0);
  ++read_->blocks;
}

double BlockTimer::end_variance() const {
  if (phases_.size() < 2) return 0;
  const auto count = static_cast<double>(phases_.size());
  const double mean = std::accumulate(phases_.begin(), phases_.end(), 0.0) / count;
  double squares = 0;
  for (const double phase : phases_) squares += (phase - mean) * (phase - mean);
  return 2 * squares / (count - 1);
}

void BlockTimer::ends() { part_of_launch_.reset(); }

void BlockTimer::measured(Cycle cycles, const CounterValues& counters) {
  Sampled::Launch not_kept = warm_ups_;
  for (const Sampled::Launch& unit : units_) add(unit, not_kept);
  kept_ = {0, number_, cycles - not_kept.cycles, counted_since(not_kept.counters, counters)};
}

}  // namespace unibank
