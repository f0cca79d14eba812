// Makes a body without calls executable, with the steps of compile(); for tests of the later stages.
#pragma once

#include "compiler/allocate.h"
#include "compiler/dominators.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

inline void prepare(ptx::Kernel& kernel) {
  allocate(kernel);
  reconvergence(kernel);  // after the allocation, which may insert instructions
}

}  // namespace unibank::compiler
