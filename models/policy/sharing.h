// Pairs of blocks that share scratchpad (Jatala et al., section 3). A fraction t of a block's scratchpad is private to
// each block of a pair; the rest exists once for both blocks. The private part lies at the low addresses.
//
// The first D blocks of an SM are those that it would hold without sharing; block slot D + k, for k below the number
// of pairs, shares with slot k. Slots from the number of pairs up to D - 1 have no partner.
#pragma once

#include <cstdint>

namespace unibank {

// The sharing that a scratchpad gate requests of a partition.
struct SharingRule {
  unsigned private_per_mille = 1000;  // 1000 t, at least 1; 1000: everything is private, so no block can be added
  unsigned private_align = 4;         // bytes: the border between the parts is rounded down to a multiple
};

// The blocks of an SM that share.
struct BlockSharing {
  unsigned default_blocks = 0;      // D, as far as the limits admit them
  unsigned pairs = 0;               // blocks added, each paired with one of the D; 0: sharing is off
  std::uint64_t private_bytes = 0;  // of each block of a pair: an offset below this is private

  unsigned resident_blocks() const { return default_blocks + pairs; }
  unsigned unshared_blocks() const { return default_blocks - pairs; }
  bool shares(unsigned slot) const { return slot < pairs || slot >= default_blocks; }
  // The pair of a slot that shares; it has the number of its lower slot.
  unsigned pair(unsigned slot) const { return slot < default_blocks ? slot : slot - default_blocks; }
  unsigned partner(unsigned slot) const { return slot < default_blocks ? slot + default_blocks : pair(slot); }
};

// D = floor(available / (whole_each + scratchpad_each)), but at most `limit`; as many blocks are added as fit in the
// rest of `available` at whole_each + t x scratchpad_each bytes each, but no more than D, and no more than `limit` - D.
// With scratchpad in separate banks, `whole_each` is 0 and this is the paper's rule. `whole_each`: bytes in the same
// memory that each block has alone, which are its registers and what the system reserves. `limit`: blocks that all
// other limits admit.
BlockSharing share_blocks(const SharingRule& rule, double available, double whole_each, double scratchpad_each,
                          unsigned limit);

// The first byte of a block's scratchpad that is shared: t of its bytes, rounded down.
std::uint64_t first_shared_byte(const SharingRule& rule, double scratchpad_each);

// Bytes of scratchpad that these blocks take, with neither t nor the border rounded.
double shared_scratchpad_bytes(const SharingRule& rule, const BlockSharing& sharing, double scratchpad_each);

// Address of a byte of a block's scratchpad: the D blocks one after the other, `stride` bytes each, and above them the
// private parts of the added blocks.
class PairLayout {
 public:
  PairLayout() = default;
  PairLayout(const BlockSharing& sharing, std::uint64_t stride, std::uint64_t private_stride)
      : sharing_(sharing), stride_(stride), private_stride_(private_stride) {}

  std::uint64_t address(unsigned slot, std::uint64_t offset) const {
    if (slot < sharing_.default_blocks) return slot * stride_ + offset;
    const unsigned pair = sharing_.pair(slot);
    if (offset >= sharing_.private_bytes) return pair * stride_ + offset;
    return sharing_.default_blocks * stride_ + pair * private_stride_ + offset;
  }
  const BlockSharing& sharing() const { return sharing_; }
  std::uint64_t bytes() const { return sharing_.default_blocks * stride_ + sharing_.pairs * private_stride_; }

 private:
  BlockSharing sharing_;
  std::uint64_t stride_ = 0, private_stride_ = 0;
};

// Bits that sharing adds to an SM of T block slots and W warps (Jatala, section 7.1, both logarithms rounded up, Q-41):
// one that says whether blocks share, a partner or none for each block, an owner bit per warp, and for each pair the
// block that holds its lock: 1 + T ceil(log2(T + 1)) + W + floor(T / 2) ceil(log2 T).
std::uint64_t sharing_state_bits(unsigned blocks, unsigned warps);

}  // namespace unibank
