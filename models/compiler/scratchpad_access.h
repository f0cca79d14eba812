// Which scratchpad variables each instruction of a body may touch.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

// Bit i: the scratchpad variable ScratchpadAccesses::symbols[i]. The highest bit stands for all variables from the 64th
// on, and for what the body does not know: dynamic arrays, and the variables of functions that it calls.
using VariableSet = std::uint64_t;
constexpr unsigned kVariableBits = 64;
constexpr VariableSet kElsewhere = VariableSet{1} << (kVariableBits - 1);
constexpr VariableSet kAllVariables = ~VariableSet{0};

struct ScratchpadTouch {
  static constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();
  VariableSet variables = 0;
  // Bytes from the beginning of the only variable it may touch to the end of what it touches; kUnknown: anywhere in it.
  std::uint64_t end = kUnknown;
};

struct ScratchpadAccesses {
  std::vector<std::int32_t> symbols;      // index in Kernel::symbols of each variable of space kShared with a size
  std::vector<ScratchpadTouch> touches;   // of each instruction
};

// An address that is computed from the address of a variable stays within that variable, as the languages above PTX
// demand; one that comes from elsewhere (memory, a parameter, a number alone) may lead to any variable. A generic
// address of unknown origin leads to the scratchpad only in a body that turns an address of a variable into a generic
// one, or where `foreign` is set: addresses may come from outside. `calls_touch`: so do calls, to any variable.
// `declare`: what the body calls brings variables of its own to the scratchpad, which stand behind the body's.
struct Surroundings {
  bool calls_touch = false, foreign = false, declare = false;
};
ScratchpadAccesses scratchpad_accesses(const ptx::Kernel& body, const Surroundings& around = {});

// Of each instruction: may it touch the scratchpad at or behind byte `private_bytes` of the block's, with the variables
// where Kernel::symbols has them?
std::vector<bool> shared_accesses(const ptx::Kernel& body, const ScratchpadAccesses& accesses,
                                  std::uint64_t private_bytes);

}  // namespace unibank::compiler
