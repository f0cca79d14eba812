#include "policy/sharing.h"

#include <algorithm>

#include "base/bits_for.h"
#include "policy/occupancy.h"

namespace unibank {

namespace {

constexpr double kWhole = 1000;  // t is counted in thousandths

}  // namespace

// If bytes are fractions, a remainder that is exactly the bytes of an added block may have been rounded down, so a
// missing millionth of a byte does not exclude a block. Whole numbers of bytes are never that close.
BlockSharing share_blocks(const SharingRule& rule, double available, double whole_each, double scratchpad_each,
                          unsigned limit) {
  const double each = whole_each + scratchpad_each;
  const unsigned fit = blocks_in(available, each);
  BlockSharing sharing;
  sharing.default_blocks = std::min(fit, limit);
  if (fit >= limit) return sharing;
  const double added_each = kWhole * whole_each + rule.private_per_mille * scratchpad_each;
  const unsigned added = blocks_in(kWhole * (available - fit * each + 1e-6), added_each);
  sharing.pairs = std::min({added, fit, limit - fit});
  if (sharing.pairs != 0) sharing.private_bytes = first_shared_byte(rule, scratchpad_each);
  return sharing;
}

std::uint64_t first_shared_byte(const SharingRule& rule, double scratchpad_each) {
  const auto border = static_cast<std::uint64_t>(rule.private_per_mille * scratchpad_each / kWhole);
  return border / rule.private_align * rule.private_align;
}

double shared_scratchpad_bytes(const SharingRule& rule, const BlockSharing& sharing, double scratchpad_each) {
  return scratchpad_each * sharing.default_blocks + sharing.pairs * (rule.private_per_mille * scratchpad_each) / kWhole;
}

std::uint64_t sharing_state_bits(unsigned blocks, unsigned warps) {
  return 1 + std::uint64_t{blocks} * bits_for(std::uint64_t{blocks} + 1) + warps +
         std::uint64_t{blocks / 2} * bits_for(blocks);
}

}  // namespace unibank
