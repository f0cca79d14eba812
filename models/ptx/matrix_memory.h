// wmma.load and wmma.store as equivalent loads, stores and address computations: PTX does not define which lane has
// which element, so hardware has no such instruction, and ptxas replaces it, too.
#pragma once

#include "ptx/kernel_builder.h"

namespace unibank::ptx {

// `access` is a wmma.load or wmma.store with its operands: fragment, address and, if given, the stride.
void add_matrix_access(KernelBuilder& builder, const Instruction& access);

}  // namespace unibank::ptx
