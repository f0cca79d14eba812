// Partition `unified`: one memory; registers and scratchpad of the resident threads first, the rest is cache (Gebhart
// 2012, section 4.5).
//
// One kernel: blocks = min(limits, floor(capacity / (register bytes + scratchpad bytes of a block))), plus those that
// sharing adds, each with all of its registers (sharing.h); the cache gets the rest. With a separate scratchpad a block
// takes only registers here, and the scratchpad's size also bounds the blocks.
//
// Several kernels under one division (partition.scope = program): every kernel k would have b(k) blocks if it were
// alone. T is the largest thread count for which n(k) = min(b(k), max(1, floor(T / threads a block))) blocks of every
// kernel fit one division, R + S <= capacity, where
//   R = max over k of n(k) x register bytes a block,    S = max over k of n(k) x scratchpad bytes a block.
// T is the thread limit unless one kernel is heavy in registers and another in scratchpad. The cache is capacity - R -
// S; the running kernel gets the blocks that fit R and S, and the rest of R and S is idle.
#include <algorithm>

#include "policy/occupancy.h"

namespace unibank {
namespace {

// Whether the scratchpad is in a separate memory.
bool apart(const SmCapacity& capacity) { return !capacity.together(Part::kRegisters, Part::kScratchpad); }

struct Shares {
  double registers = 0, scratchpad = 0;
  double bytes() const { return registers + scratchpad; }
};

Residency blocks_alone(const SmCapacity& capacity, const KernelNeeds& kernel) {
  const BlockNeeds block = block_needs(capacity, kernel);
  const auto available = static_cast<double>(capacity.bytes(Part::kRegisters));
  const double inside = apart(capacity) ? block.register_bytes : block.bytes();
  if (inside > available) {
    refuse_block(kernel, inside, apart(capacity) ? "registers" : "registers and scratchpad together",
                 available);
  }
  BlockBound limits = limit_bound(capacity, kernel);
  if (apart(capacity)) {
    limits.also(blocks_in(available, inside), "unified capacity");
    return scratchpad_residency(capacity, kernel, limits);
  }
  const BlockSharing sharing = share_blocks(capacity, block, available, block.register_bytes, limits.blocks);
  return reside(sharing, limits, "unified capacity");
}

// Bytes of scratchpad of the first `blocks` resident blocks of a kernel.
double scratchpad_of(const SmCapacity& capacity, const KernelNeeds& kernel, BlockSharing sharing, unsigned blocks) {
  sharing.default_blocks = std::min(sharing.default_blocks, blocks);
  sharing.pairs = blocks - sharing.default_blocks;
  return shared_scratchpad_bytes(capacity, block_needs(capacity, kernel), sharing);
}

// R and S when every kernel is limited to `threads` threads.
Shares shares_at(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels, unsigned threads) {
  Shares shares;
  for (const KernelNeeds& kernel : kernels) {
    const BlockNeeds block = block_needs(capacity, kernel);
    const BlockSharing alone = blocks_alone(capacity, kernel).sharing;
    const unsigned blocks = std::min(alone.resident_blocks(), std::max(1u, threads / block.threads));
    shares.registers = std::max(shares.registers, blocks * block.register_bytes);
    if (apart(capacity)) continue;
    shares.scratchpad = std::max(shares.scratchpad, scratchpad_of(capacity, kernel, alone, blocks));
  }
  return shares;
}

Shares shares_of(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels) {
  const auto available = static_cast<double>(capacity.bytes(Part::kRegisters));
  for (unsigned threads = capacity.threads(); threads > 0; --threads) {
    const Shares shares = shares_at(capacity, kernels, threads);
    if (shares.bytes() <= available) return shares;
  }
  const Shares least = shares_at(capacity, kernels, 0);
  throw InputError("one block of every kernel needs " + byte_text(least.registers) + " bytes of registers and " +
                   byte_text(least.scratchpad) + " bytes of scratchpad under one division, the design has " +
                   byte_text(available) + "; partition.scope = \"kernel\" divides for each kernel");
}

// The blocks of one kernel under the division for all kernels.
Residency within(const SmCapacity& capacity, const KernelNeeds& kernel, const Shares& shares, const Residency& alone) {
  BlockBound limits{alone.sharing.resident_blocks(), alone.limit};
  const BlockNeeds block = block_needs(capacity, kernel);
  limits.also(blocks_in(shares.registers, block.register_bytes), "unified capacity");
  if (apart(capacity)) return scratchpad_residency(capacity, kernel, limits);
  const BlockSharing sharing = share_blocks(capacity, block, shares.scratchpad, 0, limits.blocks);
  return reside(sharing, limits, "unified capacity");
}

class Unified : public PartitionPolicy {
 public:
  std::string refusal(const SmCapacity& capacity) const override {
    if (!capacity.together(Part::kRegisters, Part::kCache))
      return "it needs one memory that holds registers and cache";
    return capacity.integrated ? "it cannot divide a memory whose lines hold registers or cache" : "";
  }
  double smallest_cache(const SmCapacity& capacity) const override { return unbounded_cache(capacity); }
  PartitionResult divide(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                         std::size_t running) const override {
    const Shares shares = shares_of(capacity, kernels);
    const BlockNeeds block = block_needs(capacity, kernels.at(running));
    Residency residency = blocks_alone(capacity, kernels[running]);
    if (kernels.size() > 1) residency = within(capacity, kernels[running], shares, residency);
    PartitionResult result;
    fill_blocks(capacity, block, residency, result);
    result.cache_bytes = static_cast<double>(capacity.bytes(Part::kRegisters)) - shares.bytes();
    result.cache_sets = cache_sets(capacity, result.cache_bytes);
    const double beside = apart(capacity) ? static_cast<double>(capacity.bytes(Part::kScratchpad)) : 0;
    result.idle_bytes = shares.bytes() + beside - result.register_bytes - result.scratchpad_bytes;
    return result;
  }
};

const PartitionRegistry::Registration kRegistration({
    "unified",
    "one memory: registers and scratchpad of the resident threads first, the rest is cache (Gebhart 2012)",
    {},
    [](const PolicyValues&) { return std::make_unique<Unified>(); },
});

}  // namespace
}  // namespace unibank
