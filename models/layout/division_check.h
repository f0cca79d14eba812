// Whether what a partition returned fits the storage that it divided. A partition may come from outside this tree; the
// machine behind it takes its word for how many blocks lie where.
#pragma once

#include <string>

#include "policy/partition.h"

namespace unibank {

class StorageLayout;

// Why a launch of `kernel` cannot run under this division, with what is wanted and what is there; empty: it can.
std::string division_refusal(const StorageLayout& layout, const SmCapacity& capacity, const KernelNeeds& kernel,
                             const PartitionResult& division);

// For layouts. Bytes of the resident blocks and of the cache: those of the machine, or the division's own figures if
// they are more.
struct TakenBytes {
  double registers = 0, scratchpad = 0, cache = 0;
};
TakenBytes taken(const SmCapacity& capacity, const KernelNeeds& kernel, const PartitionResult& division);
// The first of the memories in which the parts that lie there do not fit together; empty: there is none. Where
// registers are lines all of them may be the cache's, too.
std::string overfull_memory(const SmCapacity& capacity, const TakenBytes& taken, unsigned blocks);

}  // namespace unibank
