// PTX text, as nvcc and clang write it, -> Module.
#pragma once

#include <string>
#include <string_view>

#include "ptx/kernel.h"

namespace unibank::ptx {

// `file` is used in messages. Throws InputError "file:line:column: what" for whatever is not PTX, and for what this
// version does not run yet.
Module parse(std::string_view text, const std::string& file);

}  // namespace unibank::ptx
