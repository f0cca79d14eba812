// One body without calls becomes a kernel that can run: what compile() does to it, for tests of what comes behind.
#pragma once

#include "compiler/allocate.h"
#include "compiler/dominators.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

inline void prepare(ptx::Kernel& kernel) {
  allocate(kernel);
  reconvergence(kernel);  // behind the allocation, which may insert instructions
}

}  // namespace unibank::compiler
