// Every combination of what is registered: policies of the four seams x passes of the compiler x kinds of kernel, each
// of which runs or is refused with the table's reason (legality.h).
#pragma once

#include <string>
#include <vector>

#include "design/legality.h"

namespace unibank {

struct Combination {
  std::string partition, register_store, scratchpad_gate, warp_order;
  std::string pass;  // "none", the name of one, or "all" of them together
  KernelKind kernel = KernelKind::kPtx;

  Design design;        // a small SM put together so: what runs, or what is refused
  std::string refused;  // the reason; empty: it runs
};

// In the order of the lists, partitions first. Storage is laid out as the partition will have it: the first layout that
// breaks the fewest rows. Conflicts are arbitrated, which every
// policy takes, and stores are those of Fermi's L1D, under which no line of it is stale.
std::vector<Combination> cross_product();

// The values by which a design differs from one that says nothing: "section.key=value", as --set takes them.
std::vector<std::string> overrides_of(const Design& design);

// For reading: the four policies against each other, passes against kinds of kernel, and the reasons.
std::string combinations_text(const std::vector<Combination>& all);
// A row each: the six names, the outcome, the reason, the values of the design.
std::string combinations_csv(const std::vector<Combination>& all);

}  // namespace unibank
