// Partition `integrated`: registers and cache are lines of one array, without a fixed division between them (Jing 2016,
// section III). It only bounds the number of registers: blocks = min(limits, floor(lines / lines of a block)).
//
// A separate scratchpad bounds the blocks by its own size, and pairs of blocks may share it. A scratchpad inside takes
// whole ways of the array for all resident blocks together: as many blocks are resident as fit with their scratchpad,
// in whole ways, and their registers. One way always remains.
#include <cmath>

#include "policy/occupancy.h"

namespace unibank {
namespace {

// Whether the scratchpad is in a separate memory.
bool is_apart(const SmCapacity& capacity) { return !capacity.together(Part::kRegisters, Part::kScratchpad); }

class Integrated : public PartitionPolicy {
 public:
  std::string refusal(const SmCapacity& capacity) const override {
    return capacity.integrated ? "" : "it needs one memory whose lines hold registers and cache";
  }

  PartitionResult divide(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                         std::size_t running) const override {
    const KernelNeeds& kernel = kernels.at(running);
    const BlockNeeds block = block_needs(capacity, kernel);
    const Array array(capacity);
    BlockBound limits = limit_bound(capacity, kernel);
    limits.also(blocks_inside(array, capacity, kernel), "unified capacity");
    Residency residency{{}, limits.limit};
    residency.sharing.default_blocks = limits.blocks;
    if (is_apart(capacity)) residency = scratchpad_residency(capacity, kernel, limits);

    PartitionResult result;
    fill_blocks(capacity, block, residency, result);
    const bool apart = is_apart(capacity);
    const double ways = apart ? 0 : array.ways_for(limits.blocks, block) * array.way_bytes;
    result.cache_bytes = static_cast<double>(capacity.bytes(Part::kRegisters)) - ways - result.register_bytes;
    result.cache_sets = array.sets;
    const double scratchpad = apart ? static_cast<double>(capacity.bytes(Part::kScratchpad)) : ways;
    result.idle_bytes = scratchpad - result.scratchpad_bytes;
    return result;
  }

 private:
  struct Array {
    explicit Array(const SmCapacity& capacity)
        : sets(static_cast<unsigned>(capacity.bytes(Part::kRegisters) / capacity.cache_set_bytes)),
          ways(capacity.cache_set_bytes / kLineBytes),
          way_bytes(static_cast<double>(sets) * kLineBytes) {}
    // The ways that the scratchpad of this many blocks takes, each in whole rows of 16 bytes.
    double ways_for(unsigned blocks, const BlockNeeds& block) const {
      return std::ceil(blocks * std::ceil(block.scratchpad_bytes / 16) * 16 / way_bytes);
    }
    bool holds(unsigned blocks, const BlockNeeds& block, bool scratchpad_inside) const {
      const double taken = scratchpad_inside ? ways_for(blocks, block) : 0;
      return taken < ways && blocks * block.register_bytes <= (ways - taken) * way_bytes;
    }
    unsigned sets, ways;
    double way_bytes;
  };

  static unsigned blocks_inside(const Array& array, const SmCapacity& capacity, const KernelNeeds& kernel) {
    const BlockNeeds block = block_needs(capacity, kernel);
    const bool inside = !is_apart(capacity);
    unsigned blocks = 0;
    while (blocks < capacity.max_blocks && array.holds(blocks + 1, block, inside)) ++blocks;
    if (blocks == 0) {
      const double taken = inside ? array.ways_for(1, block) * array.way_bytes : 0;
      refuse_block(kernel, block.register_bytes + taken,
                   inside ? "registers and whole ways for its scratchpad" : "registers",
                   static_cast<double>(capacity.bytes(Part::kRegisters)));
    }
    return blocks;
  }
};

const PartitionRegistry::Registration kRegistration({
    "integrated",
    "registers and cache are lines of one array, without a fixed division (Jing 2016)",
    {},
    [](const PolicyValues&) { return std::make_unique<Integrated>(); },
});

}  // namespace
}  // namespace unibank
