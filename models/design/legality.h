// Which parts of a design, and which kinds of kernel, do not go together, and why: one table.
//
// A policy or a storage layout says what it needs and offers by functions of its own (PartitionPolicy::refusal,
// StorageLayout::integrated, RegisterStore::integrated, ScratchpadGate::may_refuse and sharing_rule,
// WarpOrder::keeps_places_in_strands); the table goes by them and names none, so one that is registered elsewhere is
// judged like the others.
#pragma once

#include <string>
#include <vector>

#include "design/design.h"

namespace unibank {

struct Refusal {
  std::string key;      // "section.key" of the value at fault
  std::string message;  // what was found, why that does not run, what was expected
};

// Every row of the table that the design breaks, in the table's order.
std::vector<Refusal> refusals(const Design& design);

// A pass of the compiler that a design may ask for.
struct Pass {
  const char* name;         // "hierarchy"
  const char* description;
  bool (*asked_for)(const Design& design);
  void (*ask_for)(Design& design);
  const char* without;      // the values of a design that does not ask for it
};
const std::vector<Pass>& passes();

// Where a kernel comes from.
enum class KernelKind { kPtx, kTrace, kRecord };
struct KernelSource {
  KernelKind kind;
  const char* name;         // "trace"
  const char* description;
};
const std::vector<KernelSource>& kernel_sources();

// Why kernels of this kind do not run under the passes that the design asks for; empty: they do. A record runs under
// those that it was made with: whether they are the design's, its header says.
std::string refusal(const Design& design, KernelKind kind);

}  // namespace unibank
