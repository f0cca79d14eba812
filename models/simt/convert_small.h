// Conversions to and from floats of 8 bits, and to tf32.
#pragma once

#include "simt/lanes.h"

namespace unibank::simt {

Handler small_convert_handler(const ptx::Instruction& instruction);  // null for every other cvt

}  // namespace unibank::simt
