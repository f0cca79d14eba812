// Everything a parsed kernel needs before it can run.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// Fills Kernel::reconverge, physical, registers_per_thread and predicates_per_thread. InputError as control_flow and
// allocate throw it.
void prepare(ptx::Kernel& kernel);

}  // namespace unibank::compiler
