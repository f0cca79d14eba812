// Checks that a partition's result fits the storage. A partition may come from outside this tree, and the machine
// relies on its number of blocks and bytes; a run's results show all of it.
#pragma once

#include <string>

#include "policy/partition.h"

namespace unibank {

class StorageLayout;

// Why a launch of `kernel` cannot run under this division, with needed and available amounts; empty: it can.
std::string division_refusal(const StorageLayout& layout, const SmCapacity& capacity, const KernelNeeds& kernel,
                             const PartitionResult& division);

// The bytes that the resident blocks and the cache take, for the checks of layouts: those that the division gives, or
// those that its blocks need, whichever is more.
struct TakenBytes {
  double registers = 0, scratchpad = 0, cache = 0;
};
TakenBytes taken(const SmCapacity& capacity, const KernelNeeds& kernel, const PartitionResult& division);
// The first memory in which the parts together do not fit; empty: none. If registers are lines, all of them may be the
// cache's, too.
std::string overfull_memory(const SmCapacity& capacity, const TakenBytes& taken, unsigned blocks);

}  // namespace unibank
