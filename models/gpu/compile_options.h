// The compile options of a design's kernels, except kernel.pass, which is decided per launch (folder concurrency).
#pragma once

#include "compiler/link.h"
#include "design/design.h"

namespace unibank {

compiler::CompileOptions compile_options(const Design& design);

}  // namespace unibank
