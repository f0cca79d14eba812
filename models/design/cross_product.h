// Every combination of registered variants: partition, register store, scratchpad gate and warp order x compiler passes
// x kinds of kernel. Each runs or is refused with a reason from the table (legality.h).
#pragma once

#include <string>
#include <vector>

#include "design/legality.h"

namespace unibank {

struct Combination {
  std::string partition, register_store, scratchpad_gate, warp_order;
  std::string pass;  // "none", the name of a pass, or "all" for all passes together
  KernelKind kernel = KernelKind::kPtx;

  Design design;        // a small SM with this combination, which runs or is refused
  std::string refused;  // the reason; empty: it runs
};

// In the order of the lists, partitions first. The storage layout, and with it the unit in which a warp is allocated
// registers, is the first one with the fewest violations of the table. Conflicts are arbitrated, which every policy
// supports, and the store policies are those of Fermi's L1D, under which no line of the cache is stale.
std::vector<Combination> cross_product();

// The values of the design that differ from the defaults: "section.key=value", as --set takes them.
std::vector<std::string> overrides_of(const Design& design);

// A text with tables: the four policies against each other, passes against kinds of kernel, and the reasons.
std::string combinations_text(const std::vector<Combination>& all);
// One row per combination: the six names, the outcome, the reason, the values of the design.
std::string combinations_csv(const std::vector<Combination>& all);

}  // namespace unibank
