// The per-instruction conflict model (Gebhart 2012, section 6.1): accesses of one warp instruction to one bank are
// counted, and every access beyond the first costs a cycle. Nothing is counted between instructions.
#pragma once

#include "layout/access.h"

namespace unibank {

struct ConflictLayout {
  bool shared_banks = false;  // registers and memory rows in the same banks
  bool multiple_mux = false;  // shared: several banks of a cluster may feed the crossbar in one cycle
  unsigned clusters = 8, banks_per_cluster = 4;
};

struct ConflictCount {
  unsigned largest_bank = 0;  // most accesses to one bank
  unsigned count = 0;         // the count for the penalty: the largest of largest_bank, the rows that share a cluster's
                              // one port, and the lines
  unsigned penalty = 0;       // cycles: count - 1, 0 for a count of 0
};

// `register_reads[b]`: source registers read in bank b of each cluster (the same in all clusters), banks_per_cluster
// entries. `memory_rows`: distinct rows that the instruction accesses, loads and stores alike; shared banks: 16-byte
// rows, [cluster x banks_per_cluster + bank]; separate banks: 4-byte rows of the 32 memory banks, [bank]. Null: no
// memory access. `lines`: distinct 128-byte lines of a global or local access, whose tags are looked up one after the
// other in every layout; in shared banks their rows are in `memory_rows` too: one row in bank L mod banks of every
// cluster per line L.
//
//   separate banks:     count = max(max r, max m)
//   shared, single:     count = max over clusters of max(sum of m, max (r + m))     one bank of a cluster per cycle
//   shared, multiple:   count = max (r + m)
//   and in all three no less than `lines`.
ConflictCount count_conflicts(const ConflictLayout& layout, const std::uint8_t* register_reads,
                              const std::uint8_t* memory_rows, unsigned lines = 0);

// The conflicts of an access in 4-byte banks of its own, or in banks shared with registers. In 4-byte banks a line
// takes one row of all 32, which the count of lines already includes.
ConflictCount conflicts_in_narrow_banks(const ConflictLayout& layout, const std::uint8_t* register_reads,
                                        const MemoryAccess& access);
ConflictCount conflicts_with_registers(const ConflictLayout& layout, const std::uint8_t* register_reads,
                                       const MemoryAccess& access);

}  // namespace unibank
