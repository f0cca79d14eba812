// Rules of single instructions beyond the columns of the table. All throw InputError.
#pragma once

#include "ptx/cursor.h"
#include "ptx/instruction_table.h"

namespace unibank::ptx {

// bar.red: a barrier with a result.
bool is_barrier_reduction(const Instruction& instruction);
// After the opcode; `seen` are the SuffixKind bits that were written.
void check_opcode(Cursor& cursor, const Token& opcode, const Instruction& instruction, std::uint32_t seen);
// After the operands.
void check_operands(Cursor& cursor, const Token& opcode, const Instruction& instruction);

}  // namespace unibank::ptx
