// Whether what a partition returned fits the storage that it divided. A partition may come from outside this tree; the
// machine behind it takes its word for how many blocks lie where.
#pragma once

#include <string>

#include "policy/partition.h"

namespace unibank {

// Why a launch of `kernel` cannot run under this division, with the bytes wanted and those there; empty: it can.
// `lines`: registers are lines of the array (PartitionPolicy::registers_are_lines): every set is the cache's, too.
std::string division_refusal(const SmCapacity& capacity, const KernelNeeds& kernel, const PartitionResult& division,
                             bool lines);

}  // namespace unibank
