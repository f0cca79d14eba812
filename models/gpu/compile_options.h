// What the kernels of a design are compiled with, but for kernel.pass, which a program decides launch by launch
// (concurrency).
#pragma once

#include "compiler/link.h"
#include "design/design.h"

namespace unibank {

compiler::CompileOptions compile_options(const Design& design);

}  // namespace unibank
