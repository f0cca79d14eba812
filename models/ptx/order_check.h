// The memory order of memory instructions and fences: the combinations that PTX allows, and the defaults.
#pragma once

#include <cstdint>

#include "ptx/cursor.h"
#include "ptx/kernel.h"

namespace unibank::ptx {

// Checks a memory instruction or a fence. `seen`: the SuffixKind bits of its suffixes. Throws InputError at the opcode
// for a combination that PTX does not have.
void check_order(Cursor& cursor, const Token& opcode, const Instruction& instruction, std::uint32_t seen);
// Fills in order and scope of a checked instruction.
void complete_order(const Token& opcode, Instruction& instruction);

}  // namespace unibank::ptx
