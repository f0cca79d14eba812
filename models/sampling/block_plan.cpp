#include "sampling/block_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/types.h"
#include "sampling/draw.h"

namespace unibank {

namespace {

// Sizes in steps.
constexpr std::uint64_t kHead = 2, kTail = 1, kWarmUp = 1, kLargestUnit = 4;
static_assert(kWarmUp <= kHead, "there are blocks for a warm-up before the first unit");
constexpr std::uint64_t kCounted = 10;  // the least number of counted units

// Blocks after which arrays begin at the same place of a line again, if each block has a whole number of words.
constexpr std::uint64_t kPeriod = kLineBytes / 4;
static_assert((kPeriod & (kPeriod - 1)) == 0, "half of it is the period of an even number of words");

using Role = BlockPlan::Role;

// Parts that follow each other; blocks that have a part already keep it.
class Parts {
 public:
  void until(std::uint64_t end, Role role) {
    const std::uint64_t begin = parts_.empty() ? 0 : parts_.back().end;
    if (end <= begin) return;
    if (!parts_.empty() && parts_.back().role == role && role != Role::kUnit) parts_.back().end = end;
    else parts_.push_back({end, role});
    if (role == Role::kLeftOut) left_out_ += end - begin;
  }
  std::uint64_t left_out() const { return left_out_; }
  std::vector<BlockPlan::Part> take() { return std::move(parts_); }

 private:
  std::vector<BlockPlan::Part> parts_;
  std::uint64_t left_out_ = 0;
};

BlockPlan whole(std::uint64_t blocks) { return {{{blocks, Role::kKept}}, 0, 0}; }

// Every part but the last is a number of steps.
BlockPlan plan_steps(std::uint64_t blocks, std::uint64_t step, const Sample& sample, std::uint64_t launch,
                     std::uint64_t least_head) {
  const std::uint64_t steps = blocks / step, least = std::max(kHead, (least_head + step - 1) / step);
  if (steps < least + kTail + kCounted) return whole(blocks);
  const std::uint64_t steady = steps - least - kTail;
  const double share = sample.blocks_percent / 100;
  const auto chosen = static_cast<std::uint64_t>(share * static_cast<double>(steady));  // steps
  const std::uint64_t unit = std::clamp<std::uint64_t>(chosen / kCounted, 1, kLargestUnit);
  const std::uint64_t units = steady / unit;
  const std::uint64_t counted =
      std::min(units, std::max(kCounted, static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(units)))));
  // Steps that do not fill a unit are kept with the first ones.
  const std::uint64_t head = (least + steady % unit) * step, size = unit * step, warm_up = kWarmUp * step;
  Draw draw(sample.seed + 0x9e3779b97f4a7c15u * launch);
  Parts parts;
  parts.until(head, Role::kKept);
  for (std::uint64_t run = 0; run < counted; ++run) {
    const std::uint64_t first = units * run / counted, end = units * (run + 1) / counted;
    const std::uint64_t begin = head + (first + draw.below(end - first)) * size;
    parts.until(begin - warm_up, Role::kLeftOut);
    parts.until(begin, Role::kWarmUp);
    parts.until(begin + size, Role::kUnit);
  }
  parts.until(head + units * size - warm_up, Role::kLeftOut);
  parts.until(head + units * size, Role::kWarmUp);
  parts.until(blocks, Role::kKept);
  if (parts.left_out() < blocks / 4) return whole(blocks);
  return {parts.take(), units, size};
}

}  // namespace

BlockPlan plan_blocks(std::uint64_t blocks, std::uint64_t resident, const Sample& sample, std::uint64_t launch,
                      std::uint64_t least_head) {
  if (!sample.of_blocks()) return whole(blocks);
  for (std::uint64_t period = kPeriod; period > 1; period /= 2) {
    BlockPlan plan = plan_steps(blocks, std::lcm(resident, period), sample, launch, least_head);
    if (!plan.whole()) return plan;
  }
  return plan_steps(blocks, resident, sample, launch, least_head);
}

}  // namespace unibank
