// Rules of single instructions beyond the columns of the table. The check functions throw InputError.
#pragma once

#include "ptx/cursor.h"
#include "ptx/instruction_table.h"

namespace unibank::ptx {

// Whether it is a bar.red, a barrier with a result.
bool is_barrier_reduction(const Instruction& instruction);
// To be called after the opcode was read; `seen`: the SuffixKind bits of its suffixes.
void check_opcode(Cursor& cursor, const Token& opcode, const Instruction& instruction, std::uint32_t seen);
// To be called after the operands were read.
void check_operands(Cursor& cursor, const Token& opcode, const Instruction& instruction);

}  // namespace unibank::ptx
