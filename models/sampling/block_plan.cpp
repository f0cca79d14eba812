#include "sampling/block_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sampling/draw.h"

namespace unibank {

namespace {

// In sets of blocks that are resident at once.
constexpr std::uint64_t kHead = 2, kTail = 1, kWarmUp = 1, kLargestUnit = 4;
static_assert(kWarmUp <= kHead, "there are blocks for a warm-up before the first unit");
constexpr std::uint64_t kCounted = 10;  // units, at least

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

}  // namespace

BlockPlan plan_blocks(std::uint64_t blocks, std::uint64_t resident, const Sample& sample, std::uint64_t launch) {
  const std::uint64_t sets = blocks / resident;
  if (!sample.of_blocks() || sets < kHead + kTail + kCounted) return whole(blocks);
  const std::uint64_t steady = sets - kHead - kTail;
  const double share = sample.blocks_percent / 100;
  const auto chosen = static_cast<std::uint64_t>(share * static_cast<double>(steady));  // sets
  const std::uint64_t unit = std::clamp<std::uint64_t>(chosen / kCounted, 1, kLargestUnit);
  const std::uint64_t units = steady / unit;
  const std::uint64_t counted =
      std::min(units, std::max(kCounted, static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(units)))));
  // Sets that are no whole unit are kept with the first ones.
  const std::uint64_t head = (kHead + steady % unit) * resident, size = unit * resident, warm_up = kWarmUp * resident;
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

}  // namespace unibank
