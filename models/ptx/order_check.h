// How memory instructions and fences order memory: what PTX lets stand together, and what it takes where nothing is
// written.
#pragma once

#include <cstdint>

#include "ptx/cursor.h"
#include "ptx/kernel.h"

namespace unibank::ptx {

// Both: of memory instructions and fences. `seen`: SuffixKind bits of the opcode's suffixes. InputError at the opcode for what PTX does not have.
void check_order(Cursor& cursor, const Token& opcode, const Instruction& instruction, std::uint32_t seen);
// Fills in order and scope of an instruction that has been checked.
void complete_order(const Token& opcode, Instruction& instruction);

}  // namespace unibank::ptx
