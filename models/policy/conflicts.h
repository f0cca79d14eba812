// The per-instruction conflict model (Gebhart 2012, section 6.1): accesses of one warp instruction to one bank are
// counted, and every access beyond the first costs a cycle. Nothing is counted between instructions.
#pragma once

#include <cstdint>

#include "base/types.h"

namespace unibank {

constexpr unsigned kScratchpadBanks =
    kLineBytes / 4;  // separate scratchpad and cache: 4-byte-wide banks, 128 B a cycle

struct ConflictLayout {
  bool unified = false;       // registers and memory rows in the same banks
  bool multiple_mux = false;  // unified: several banks of a cluster may feed the crossbar in one cycle
  unsigned clusters = 8, banks_per_cluster = 4;
};

struct ConflictCount {
  unsigned largest_bank = 0;  // most accesses to one bank
  unsigned count = 0;         // the count behind the penalty: as above, or the rows that share a cluster's one port
  unsigned penalty = 0;       // cycles: count - 1, 0 for a count of 0
};

// `register_reads[b]`: source registers read in bank b of each cluster (the same in all clusters), banks_per_cluster
// entries. `memory_rows`: distinct rows the instruction touches, loads and stores alike; unified: 16-byte rows,
// [cluster x banks_per_cluster + bank]; separate: 4-byte rows of the 32 memory banks, [bank]. Null: no memory access.
// `lines`: distinct 128-byte lines of a global or local access, whose tags are looked up one after the other in every
// layout; their rows are in `memory_rows` too (unified: one row in bank L mod banks of every cluster a line L).
//
//   separate:           count = max(max r, max m)
//   unified, single:    count = max over clusters of max(sum of m, max (r + m))     one bank of a cluster a cycle
//   unified, multiple:  count = max (r + m)
//   and in all three no less than `lines`.
ConflictCount count_conflicts(const ConflictLayout& layout, const std::uint8_t* register_reads,
                              const std::uint8_t* memory_rows, unsigned lines = 0);

}  // namespace unibank
