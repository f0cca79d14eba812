// wmma.load and wmma.store as the loads, stores and sums of addresses that they stand for: PTX leaves open which lane
// has which element, so there is no such instruction in hardware either; ptxas writes others for it.
#pragma once

#include "ptx/kernel_builder.h"

namespace unibank::ptx {

// `access` is a wmma.load or wmma.store with its operands: fragment, address and, where it is written, the stride.
void add_matrix_access(KernelBuilder& builder, const Instruction& access);

}  // namespace unibank::ptx
