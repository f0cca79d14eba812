// Which scratchpad variables each instruction of a body may access.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

// Bit i: the scratchpad variable ScratchpadAccesses::symbols[i]. The highest bit represents all variables from the 64th
// on, and those outside the body: dynamic arrays, and the variables of functions that it calls.
using VariableSet = std::uint64_t;
constexpr unsigned kVariableBits = 64;
constexpr VariableSet kElsewhere = VariableSet{1} << (kVariableBits - 1);
constexpr VariableSet kAllVariables = ~VariableSet{0};

struct ScratchpadTouch {
  static constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();
  VariableSet variables = 0;
  // Bytes from the beginning of the only variable it may access to the end of the access; kUnknown: anywhere in it.
  std::uint64_t end = kUnknown;
};

struct ScratchpadAccesses {
  std::vector<std::int32_t> symbols;      // index in Kernel::symbols of each variable of space kShared with a size
  std::vector<ScratchpadTouch> touches;   // of each instruction
};

// An address computed from the address of a variable stays within that variable, as the languages above PTX require; an
// address from elsewhere (memory, a parameter, a plain number) may point to any variable. A generic address of unknown
// origin points to the scratchpad only in a body that makes an address of a variable generic, or where `foreign` is
// set: addresses may come from outside. `calls_touch`: calls may also access any variable. `declare`: callees add
// variables of their own to the scratchpad, which follow the body's. `calls_print`: calls may access any variable
// through the generic address of a text.
struct Surroundings {
  bool calls_touch = false, foreign = false, declare = false, calls_print = false;
};
// Whether its opcode and space allow it an access to the scratchpad; also cp.async, which is written with two spaces.
bool may_access_scratchpad(const ptx::Instruction& instruction);
ScratchpadAccesses scratchpad_accesses(const ptx::Kernel& body, const Surroundings& around = {});

// For each instruction: whether it may access the block's scratchpad at or after byte `private_bytes`, with the
// variables' offsets in Kernel::symbols.
std::vector<bool> shared_accesses(const ptx::Kernel& body, const ScratchpadAccesses& accesses,
                                  std::uint64_t private_bytes);

}  // namespace unibank::compiler
