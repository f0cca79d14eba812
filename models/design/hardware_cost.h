// Storage bits of a design's registers and cache, by the arithmetic of Jing 2016 section III-E.
#pragma once

#include <cstdint>
#include <string>

#include "design/design.h"

namespace unibank {

// The bits of one SM. As in the paper, a separate scratchpad, replacement state, the valid bit of a line and the L2
// cache are not counted. With cache.fetch = "sectors" the further valid bits of a line's sectors are state bits.
struct HardwareCost {
  std::uint64_t data_bytes = 0;            // register file and cache; all of a unified memory
  std::uint64_t lines = 0;                 // lines that the tag array can hold: a unified memory may be all cache
  unsigned tag_bits = 0, state_bits = 0;   // of each line
  unsigned dirty_bits = 0;                 // of each line, for its bytes or sectors; not in total_kb()
  std::uint64_t gate_bits = 0;             // of the scratchpad gate and of a register store; not in total_kb()
  std::uint64_t line_policy_bits = 0;      // of the L1's line policy; not in total_kb()
  std::uint64_t file_bits = 0;             // of the files before the main register file; not in total_kb()
  std::uint64_t reuse_bits = 0;            // of the reuse cache of operands; not in total_kb()

  double data_kb() const;                  // KB of 1024 bytes
  double tag_kb() const;
  double state_kb() const;
  double total_kb() const;
  std::uint64_t bits_beside_data() const;  // bits of tags and states, and all above
};

// A tag is a 32-bit address without line offset and set index: 17 bits for 256 sets. If the cache is what a partition
// leaves of a memory, the index is that of the smallest cache (PartitionPolicy::smallest_cache): 19 bits for Gebhart
// 2012's unified memory of 3072 lines, which serves a cache of 64 sets. A line has a dirty bit where a
// store policy is write-back, and two bits for its four states where it may be a register. Last-result and operand
// files (Gebhart 2012 section 2.1) exist for as many warps as the warp order allows to be active. An entry of the reuse
// cache of operands (sm/operand_reuse.h) has a warp register, its warp, its number, and a bit for each cluster.
HardwareCost hardware_cost(const Design& design);

// Lines such as "  tags    2.125 KB: 1024 lines x 17 bits": one line each for data, tags, states and total; further
// lines follow for dirty bits, for a scratchpad gate, a register store or a line policy with state, for a register
// hierarchy and for the reuse cache of operands.
std::string hardware_cost_text(const Design& design);

}  // namespace unibank
