// One table of the parts of a design, and of the kinds of kernel, that are incompatible, with the reasons.
//
// A policy or a storage layout declares what it needs and offers by its own functions (PartitionPolicy::refusal,
// control and learns_from_launches, StorageLayout::integrated, RegisterStore::refusal, integrated and time_shares,
// ScratchpadGate::may_refuse and sharing_rule, WarpOrder::keeps_places_in_strands, Throttle::may_hold,
// LinePolicy::replacement and victims). The table's conditions use only these and name no policy, so they apply to
// variants from outside the tree as well; its messages name default policies as expected values.
#pragma once

#include <string>
#include <vector>

#include "design/design.h"

namespace unibank {

struct Refusal {
  std::string key;      // "section.key" of the offending value
  std::string message;  // what was found, why it does not run, what was expected
};

// Every row of the table that the design violates, in the table's order.
std::vector<Refusal> refusals(const Design& design);

// Whether the partition changes the division while the machine runs, by what it has counted.
bool division_changes(const Design& design);

// Whether the division of a launch depends on what the machine has counted, in this launch or in earlier ones.
bool division_follows_counters(const Design& design);

// A pass of the compiler that a design may request.
struct Pass {
  const char* name;         // "hierarchy"
  const char* description;
  bool (*asked_for)(const Design& design);
  void (*ask_for)(Design& design);
  const char* without;      // the values of a design without the pass
  bool needs_ptx = true;    // false: also a trace of a GPU may satisfy the pass, because the GPU's own compiler may
                            // have done the same
};
const std::vector<Pass>& passes();

// The origin of a kernel.
enum class KernelKind { kPtx, kTrace, kRecord };
struct KernelSource {
  KernelKind kind;
  const char* name;         // "trace"
  const char* description;
};
const std::vector<KernelSource>& kernel_sources();

// Why kernels of this kind do not run under the passes of the design; empty: they run. A recorded trace runs only under
// the passes that it was recorded with, which its header names. A trace of a GPU runs under a register limit only if
// its kernels keep the limit.
std::string refusal(const Design& design, KernelKind kind);

}  // namespace unibank
