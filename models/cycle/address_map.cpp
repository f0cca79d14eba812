#include "cycle/address_map.h"

#include "policy/allocation_units.h"

namespace unibank {

namespace {

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

// The layout with blocks, and the private parts of sharing blocks, at multiples of `unit` bytes.
PairLayout layout_in(std::uint64_t unit, const BlockSharing& sharing, std::uint64_t scratchpad_per_block) {
  return PairLayout(sharing, round_up(scratchpad_per_block, unit), round_up(sharing.private_bytes, unit));
}

}  // namespace

AddressMap::AddressMap(const Design& design, unsigned register_rows, std::uint64_t scratchpad_per_block,
                       unsigned blocks, unsigned cache_sets, BlockSharing sharing) {
  // Blocks start at whole 16-byte rows, so an aligned 16-byte access stays in one row; if that padding does not fit, at
  // whole words.
  if (sharing.pairs == 0) sharing.default_blocks = blocks;
  blocks_ = layout_in(16, sharing, scratchpad_per_block);
  if (blocks_.bytes() > design.capacity().bytes(Part::kScratchpad))
    blocks_ = layout_in(4, sharing, scratchpad_per_block);
  // For layout `integrated`, in whose memory blocks do not share scratchpad (design/legality.cpp).
  std::uint64_t allocated = blocks_.bytes();
  if (sharing.pairs == 0) {
    const double each = scratchpad_of_block(design.capacity().units, static_cast<double>(scratchpad_per_block));
    allocated = blocks * round_up(static_cast<std::uint64_t>(each), 16);
  }
  places_ =
      design.storage_layout()->places(design.storage_shape(), {register_rows, blocks_.bytes(), cache_sets, allocated});
}

}  // namespace unibank
