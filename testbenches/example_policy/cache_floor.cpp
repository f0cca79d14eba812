// Partition `cache-floor`: one memory, with so many resident threads that each has a given number of bytes of cache.
//
// `unified` (Gebhart 2012) fills the SM with threads and gives the cache the rest. If threads read lines of their own,
// such as the rows of a matrix, they then evict each other's lines before they are reused. Here the thread limit is
// lowered, one warp at a time, until
//   cache bytes >= bytes_per_thread x resident threads
// holds for every kernel of the division without scratchpad (one with scratchpad stages its reused data there), or
// until one block of the largest kernel is left. The policy `unified` does everything else.
#include <algorithm>

#include "policy/partition.h"

namespace {

using namespace unibank;

class CacheFloor : public PartitionPolicy {
 public:
  explicit CacheFloor(std::int64_t bytes_per_thread)
      : bytes_per_thread_(static_cast<double>(bytes_per_thread)),
        unified_(PartitionRegistry::instance().make("unified")) {}

  std::string refusal(const SmCapacity& capacity) const override { return unified_->refusal(capacity); }
  double smallest_cache(const SmCapacity& capacity) const override { return unified_->smallest_cache(capacity); }

  PartitionResult divide(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                         std::size_t running) const override {
    unsigned largest = kWarpSize;
    for (const KernelNeeds& kernel : kernels) largest = std::max(largest, kernel.threads_per_block);
    SmCapacity limited = capacity;
    limited.thread_limit = capacity.threads();
    while (limited.thread_limit >= largest + kWarpSize && !leaves_enough(limited, kernels))
      limited.thread_limit -= kWarpSize;
    PartitionResult result = unified_->divide(limited, kernels, running);
    if (limited.thread_limit < capacity.threads()) result.limited_by = "unified capacity";
    return result;
  }

 private:
  bool leaves_enough(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels) const {
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      if (kernels[kernel].scratchpad_bytes_per_block > 0) continue;
      const PartitionResult division = unified_->divide(capacity, kernels, kernel);
      if (division.cache_bytes < bytes_per_thread_ * division.resident_threads) return false;
    }
    return true;
  }

  const double bytes_per_thread_;
  const std::unique_ptr<PartitionPolicy> unified_;
};

const PartitionRegistry::Registration kCacheFloor({
    "cache-floor",
    "one memory: as many threads as leave each of them bytes_per_thread of cache",
    {{"bytes_per_thread", 128, 0, 4096, "bytes", "cache for each resident thread of a kernel without scratchpad",
      "chosen for this example: a line"}},
    [](const PolicyValues& values) { return std::make_unique<CacheFloor>(values.at("bytes_per_thread")); },
});

}  // namespace
