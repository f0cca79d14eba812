// Partition `carve-out`: separate registers; of the pool of scratchpad and cache a part is carved out for the
// scratchpad, the rest is cache (NVIDIA since Volta: cudaFuncAttributePreferredSharedMemoryCarveout).
//
//   scratchpad_percent = -1: as much as the blocks admitted by registers and the SM's limits need, as far as the pool
//                             has it; with several kernels under one division, the largest of their needs
//   0 to 100:                 this share of the pool, or one block of every kernel if that is more
//
// A kernel for which the program prefers a share (Device::prefer_scratchpad) gets that share of the largest scratchpad
// instead, or one block where that is more; under one division for several kernels, the largest of their shares.
//
// All are rounded up to a multiple of carve_unit, or to one of the sizes of a compute capability (carve_steps), but at
// most to the largest one that leaves least_cache_bytes of the pool, which are always cache.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "policy/carve_steps.h"
#include "policy/occupancy.h"

namespace unibank {
namespace {

class CarveOut : public PartitionPolicy {
 public:
  explicit CarveOut(const PolicyValues& values)
      : percent_(static_cast<double>(std::int64_t{values.at("scratchpad_percent")})),
        unit_(static_cast<double>(std::int64_t{values.at("carve_unit")})),
        least_cache_(static_cast<double>(std::int64_t{values.at("least_cache_bytes")})),
        steps_(carve_steps_of(values.at("carve_steps").word())) {}

  std::string refusal(const SmCapacity& capacity) const override {
    if (!capacity.alone(Part::kRegisters) || !capacity.together(Part::kScratchpad, Part::kCache))
      return "it needs separate registers and one pool for scratchpad and cache";
    if (pool(capacity) < least_cache_) return "least_cache_bytes is larger than the pool";
    if (most(capacity) < 0) return "no size of carve_steps leaves least_cache_bytes of the pool";
    return "";
  }

  // Beside the largest scratchpad, if the design or the compute capability bounds it.
  double smallest_cache(const SmCapacity& capacity) const override {
    const bool bounded = least_cache_ > 0 || !steps_.empty();
    return bounded ? pool(capacity) - most(capacity) : unbounded_cache(capacity);
  }

  double most_scratchpad(const SmCapacity& capacity, const KernelNeeds& kernel) const override {
    if (!shares(kernel)) return most(capacity);
    const double block = block_needs(capacity, kernel).scratchpad_bytes;
    return in_units(capacity, std::max(share_bytes(capacity, kernel), block));
  }

  PartitionResult divide(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                         std::size_t running) const override {
    double carved = 0;
    for (const KernelNeeds& kernel : kernels)
      carved = std::max({carved, in_units(capacity, share_bytes(capacity, kernel)), needed(capacity, kernel)});
    PartitionResult result;
    fill_blocks(capacity, block_needs(capacity, kernels.at(running)), residency(capacity, kernels[running], carved),
                result);
    result.cache_bytes = pool(capacity) - carved;
    result.cache_sets = cache_sets(capacity, result.cache_bytes);
    result.idle_bytes = static_cast<double>(capacity.bytes(Part::kRegisters)) - result.register_bytes + carved -
                        result.scratchpad_bytes;
    return result;
  }

 private:
  static double pool(const SmCapacity& capacity) { return static_cast<double>(capacity.bytes(Part::kCache)); }
  // The largest scratchpad; below 0: the cache's minimum exceeds the pool, or no step leaves it.
  double most(const SmCapacity& capacity) const {
    const double left = pool(capacity) - least_cache_;
    if (steps_.empty()) return std::floor(left / unit_) * unit_;
    double found = -1;
    for (const double step : steps_) found = step <= left ? step : found;
    return found;
  }
  // Whether the design or the kernel requests a share.
  bool shares(const KernelNeeds& kernel) const { return percent_ >= 0 || kernel.preferred_scratchpad_percent >= 0; }
  // The share that is requested, independent of the needs of the blocks.
  double share_bytes(const SmCapacity& capacity, const KernelNeeds& kernel) const {
    if (kernel.preferred_scratchpad_percent < 0) return std::max(percent_, 0.0) / 100 * pool(capacity);
    return kernel.preferred_scratchpad_percent / 100.0 * most(capacity);
  }
  double in_units(const SmCapacity& capacity, double bytes) const {
    if (steps_.empty()) return std::min(std::ceil(bytes / unit_) * unit_, most(capacity));
    const auto step = std::lower_bound(steps_.begin(), steps_.end(), bytes);
    return std::min(step == steps_.end() ? steps_.back() : *step, most(capacity));
  }

  static Residency residency(const SmCapacity& capacity, const KernelNeeds& kernel, double scratchpad) {
    const BlockNeeds block = block_needs(capacity, kernel);
    BlockBound limits = limit_bound(capacity, kernel);
    limits.also(register_bound(capacity, kernel), "register file");
    if (block.scratchpad_bytes > scratchpad) refuse_block(kernel, block.scratchpad_bytes, "scratchpad", scratchpad);
    return reside(share_blocks(capacity, block, scratchpad, 0, limits.blocks), limits, "scratchpad");
  }

  // The need of one kernel: of all blocks that fit, or of one block if a share is given.
  double needed(const SmCapacity& capacity, const KernelNeeds& kernel) const {
    const BlockNeeds block = block_needs(capacity, kernel);
    const Residency alone = residency(capacity, kernel, most(capacity));
    if (shares(kernel)) return in_units(capacity, block.scratchpad_bytes);
    return in_units(capacity, shared_scratchpad_bytes(capacity, block, alone.sharing));
  }

  const double percent_, unit_, least_cache_;
  const std::vector<double> steps_;  // ascending; none: every multiple of unit_
};

const PartitionRegistry::Registration kRegistration({
    "carve-out",
    "separate registers; part of the pool is carved out for the scratchpad, the rest is cache (NVIDIA since Volta)",
    {{"scratchpad_percent", -1, -1, 100, "percent",
      "share of the pool for the scratchpad, at least that of a block; -1: the need of the resident blocks",
      "CUDA C++ programming guide, cudaSharedmemCarveoutDefault"},
     {"carve_unit", 1024, 128, 131072, "bytes", "the scratchpad's part is a multiple of this if carve_steps is any",
      "not published: 1 KB; Volta has 0, 8, 16, 32, 64 or 96 KB of 128"},
     PolicyParameter::word("carve_steps", "any", carve_capabilities(),
                           "the scratchpad's part is one of the sizes that this compute capability offers; any: a "
                           "multiple of carve_unit",
                           "not published for the papers' machines"),
     {"least_cache_bytes", 0, 0, 1 << 26, "bytes", "part of the pool that is always cache",
      "none; Volta keeps 32 KB of 128"}},
    [](const PolicyValues& values) { return std::make_unique<CarveOut>(values); },
});

}  // namespace
}  // namespace unibank
