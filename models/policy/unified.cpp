// Partition `unified`: one memory; registers and scratchpad take what the resident threads need, the cache gets the
// rest (Gebhart 2012, section 4.5).
//
// One kernel: blocks = min(limits, floor(capacity / (register bytes + scratchpad bytes of a block))). With a scratchpad
// apart a block takes registers only here, and its scratchpad there, which bounds the blocks too.
//
// Several kernels under one division (partition.scope = program): every kernel k would have b(k) blocks if it were
// alone. T is the largest thread count for which n(k) = min(b(k), max(1, floor(T / threads a block))) blocks of every
// kernel fit one division, R + S <= capacity, where
//   R = max over k of n(k) x register bytes a block,    S = max over k of n(k) x scratchpad bytes a block.
// T is the thread limit unless one kernel is heavy in registers and another in scratchpad. The cache is
// capacity - R - S; the kernel that runs gets the blocks that fit R and S, and what it leaves of them is idle.
#include <algorithm>

#include "policy/occupancy.h"

namespace unibank {
namespace {

struct Shares {
  double registers = 0, scratchpad = 0;
  double bytes() const { return registers + scratchpad; }
};

BlockBound blocks_alone(const SmCapacity& capacity, const KernelNeeds& kernel) {
  const BlockNeeds block = block_needs(kernel);
  const auto available = static_cast<double>(capacity.unified_bytes);
  const double inside = capacity.scratchpad_apart() ? block.register_bytes : block.bytes();
  if (inside > available) {
    refuse_block(kernel, inside, capacity.scratchpad_apart() ? "registers" : "registers and scratchpad together",
                 available);
  }
  BlockBound bound = limit_bound(capacity, kernel);
  bound.also(blocks_in(available, inside), "unified capacity");
  if (capacity.scratchpad_apart()) scratchpad_bound(capacity, kernel, bound);
  return bound;
}

// R and S when every kernel is held to `threads` threads.
Shares shares_at(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels, unsigned threads) {
  Shares shares;
  for (const KernelNeeds& kernel : kernels) {
    const BlockNeeds block = block_needs(kernel);
    const unsigned alone = blocks_alone(capacity, kernel).blocks;
    const unsigned blocks = std::min(alone, std::max(1u, threads / block.threads));
    shares.registers = std::max(shares.registers, blocks * block.register_bytes);
    if (!capacity.scratchpad_apart()) shares.scratchpad = std::max(shares.scratchpad, blocks * block.scratchpad_bytes);
  }
  return shares;
}

Shares shares_of(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels) {
  const auto available = static_cast<double>(capacity.unified_bytes);
  for (unsigned threads = capacity.threads(); threads > 0; --threads) {
    const Shares shares = shares_at(capacity, kernels, threads);
    if (shares.bytes() <= available) return shares;
  }
  const Shares least = shares_at(capacity, kernels, 0);
  throw InputError("one block of every kernel needs " + byte_text(least.registers) + " bytes of registers and " +
                   byte_text(least.scratchpad) + " bytes of scratchpad under one division, the design has " +
                   byte_text(available) + "; partition.scope = \"kernel\" divides for each kernel");
}

class Unified : public PartitionPolicy {
 public:
  std::string refusal(const SmCapacity& capacity) const override {
    return capacity.unified ? "" : "it needs one memory that holds registers, scratchpad and cache";
  }
  PartitionResult divide(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                         std::size_t running) const override {
    const Shares shares = shares_of(capacity, kernels);
    const BlockNeeds block = block_needs(kernels.at(running));
    BlockBound bound = blocks_alone(capacity, kernels[running]);
    if (kernels.size() > 1) {
      bound.also(blocks_in(shares.registers, block.register_bytes), "unified capacity");
      if (!capacity.scratchpad_apart())
        bound.also(blocks_in(shares.scratchpad, block.scratchpad_bytes), "unified capacity");
    }
    PartitionResult result;
    result.resident_blocks = bound.blocks;
    result.resident_threads = bound.blocks * block.threads;
    result.resident_warps = bound.blocks * block.warps;
    result.limited_by = bound.limit;
    result.register_bytes = bound.blocks * block.register_bytes;
    result.scratchpad_bytes = bound.blocks * block.scratchpad_bytes;
    result.cache_bytes = static_cast<double>(capacity.unified_bytes) - shares.bytes();
    result.cache_sets = cache_sets(capacity, result.cache_bytes);
    const double apart = capacity.scratchpad_apart() ? static_cast<double>(capacity.scratchpad_bytes) : 0;
    result.idle_bytes = shares.bytes() + apart - result.register_bytes - result.scratchpad_bytes;
    return result;
  }
};

const PartitionRegistry::Registration kRegistration({
    "unified",
    "one memory: resident threads take what they need, the cache the rest (Gebhart 2012)",
    {},
    [](const PolicyValues&) { return std::make_unique<Unified>(); },
});

}  // namespace
}  // namespace unibank
