// Common code of the partition policies: the needs of a block, and how many blocks the SM's limits admit.
#pragma once

#include <string>

#include "policy/partition.h"

namespace unibank {

// The needs of one block of a kernel, in the chip's allocation units. Registers are held for whole warps: a bank
// row belongs to the four threads of its cluster whether they exist or not, so a block of 16 threads takes the
// registers of 32.
struct BlockNeeds {
  unsigned threads = 0, warps = 0;
  double register_bytes = 0;
  double scratchpad_bytes = 0;  // in units, with reserved_bytes
  double reserved_bytes = 0;    // the system's part of scratchpad_bytes: each block has its own, also in a pair
  double declared_bytes = 0;    // KernelNeeds::scratchpad_bytes_per_block, not rounded to units
  double section_bytes = 0;  // bytes of a warp's registers above those that it always holds; 0: none
  double bytes() const { return register_bytes + scratchpad_bytes; }
  double own_scratchpad_bytes() const { return scratchpad_bytes - reserved_bytes; }
};

BlockNeeds block_needs(const SmCapacity& capacity, const KernelNeeds& kernel);

// A number of blocks, and the limit that determines it.
struct BlockBound {
  unsigned blocks = 0;
  const char* limit = "";
  // Keeps the smaller bound; of two equal ones the earlier.
  void also(unsigned other_blocks, const char* other_limit) {
    if (other_blocks < blocks) *this = {other_blocks, other_limit};
  }
};

// Blocks that the limits on threads, warps and blocks admit. Throws InputError when one block has too many threads.
BlockBound limit_bound(const SmCapacity& capacity, const KernelNeeds& kernel);

// Blocks whose registers fit in a separate register file: whole blocks of the warps that it holds, which are a multiple
// of the unit. If warps always hold only some of their registers (KernelNeeds::base_registers), only these count, and
// the file also holds a section with the other registers for each warp of one unit. No bound if threads have no
// registers. Throws InputError when not one block fits.
unsigned register_bound(const SmCapacity& capacity, const KernelNeeds& kernel);

// The number of sections that fit in a separate register file beside the base registers of `warps` warps. A unit of
// warps is spread evenly over the file's parts, and so are the sections: the number is computed for the part with the
// most warps, at most one section for each of these, and multiplied by the parts.
unsigned register_sections(const SmCapacity& capacity, const BlockNeeds& block, unsigned warps);

// Whole blocks of `each` bytes in `available` bytes; no bound when a block takes none.
unsigned blocks_in(double available, double each);

// share_blocks() for blocks with these needs, in a memory in which each also has `registers_each` bytes of registers.
// What the system reserves is whole in each block, and the border is that of declared_bytes. The compiler places
// variables and relssp by the bytes that the kernel declares, so its border is the same or lower.
BlockSharing share_blocks(const SmCapacity& capacity, const BlockNeeds& block, double available, double registers_each,
                          unsigned limit);

// Bytes of scratchpad that these blocks take, with what the system reserves for each.
double shared_scratchpad_bytes(const SmCapacity& capacity, const BlockNeeds& block, const BlockSharing& sharing);

// The blocks that share_blocks() admits, and the limit that determines their number: that of `limits` if it does, else
// `storage`.
struct Residency {
  BlockSharing sharing;
  const char* limit = "";
};

Residency reside(const BlockSharing& sharing, const BlockBound& limits, const char* storage);

// Fills in the resident blocks of a result, and their registers and scratchpad.
void fill_blocks(const SmCapacity& capacity, const BlockNeeds& block, const Residency& residency,
                 PartitionResult& result);

// Blocks that a scratchpad of fixed size and `limits` admit, shared or not. Throws InputError when not one block fits.
Residency scratchpad_residency(const SmCapacity& capacity, const KernelNeeds& kernel, const BlockBound& limits);

// Sets of a cache of this many bytes; bytes that do not fill a set are lost. Below one set there is no cache.
unsigned cache_sets(const SmCapacity& capacity, double cache_bytes);

// PartitionPolicy::smallest_cache() of a partition that sets no least size: 32 KB, or the whole memory where that is
// less. Gebhart 2012 (section 4.1) has 7.125 KB of tags for 384 KB: 19 bits for each line, as wide as a cache of 32 KB
// needs them. A kernel may leave a smaller cache; the wider tags that it needs are not counted.
double unbounded_cache(const SmCapacity& capacity);

// "33284" or "8451.2": bytes in messages.
std::string byte_text(double bytes);

// Throws InputError: "kernel K: a block needs N bytes of <storage>, the design has M".
[[noreturn]] void refuse_block(const KernelNeeds& kernel, double needed, const char* storage, double available);

// Divides storage with three fixed parts: the smallest of the bounds of registers, scratchpad and the SM's
// limits; the unused rest of the register file and the scratchpad is idle.
PartitionResult divide_fixed(const SmCapacity& capacity, const KernelNeeds& kernel);

}  // namespace unibank
