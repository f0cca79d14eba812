// PTX text, as nvcc and clang write it, -> Module.
#pragma once

#include <string>
#include <string_view>

#include "ptx/kernel.h"

namespace unibank::ptx {

// `file` is used in messages. Throws InputError "file:line:column: what" for text that is not PTX, and for unsupported
// instructions.
Module parse(std::string_view text, const std::string& file);

}  // namespace unibank::ptx
