// PTX text, as nvcc and clang write it, -> Module.
#pragma once

#include <string>
#include <string_view>

#include "ptx/kernel.h"

namespace unibank::ptx {

// `file` is used in messages. Throws InputError "file:line:column: what" for text that is no sequence of tokens, for an
// error outside of bodies, and for more than 1 GB of text. An error in a body, such as an unsupported instruction, is
// stored in Kernel::refused; it is thrown here only if the module has entries and none of them can run.
Module parse(std::string_view text, const std::string& file);

}  // namespace unibank::ptx
