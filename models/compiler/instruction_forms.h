// Forms of instructions that the passes of simplify.h look for.
#pragma once

#include <cstdint>

#include "ptx/instruction_table.h"

namespace unibank::compiler {

inline bool is_register(const ptx::Operand& operand) { return operand.kind == ptx::Operand::Kind::kRegister; }
inline bool is_constant(const ptx::Operand& operand) { return operand.kind == ptx::Operand::Kind::kImmediate; }

// One result in a register, `sources` sources, and no guard.
bool has_shape(const ptx::Instruction& i, std::size_t sources);
// A result of its type's width, in a register of just that width.
bool fits_register(const ptx::Kernel& body, const ptx::Operand& operand, ptx::Type type);

// A move of a register, or a conversion that changes no bit, between registers of one width.
bool is_copy(const ptx::Kernel& body, const ptx::Instruction& i);
// A move of a constant into a register of just its width.
bool is_constant_move(const ptx::Kernel& body, const ptx::Instruction& i);
// An integer sum without carry or saturation; of `bytes` bytes.
bool is_sum(const ptx::Instruction& i, unsigned bytes);
bool is_integer(ptx::Type type);
// One of its sources is %clock, %clock_hi or %clock64.
bool reads_clock(const ptx::Instruction& i);

// The constant of a type's width, sign-extended as the parser does.
std::uint64_t extended_constant(std::uint64_t bits, unsigned bytes);

// Whether a GPU's instruction may have a constant as source `n` instead of a register. All of them read zero from a
// register of that value; other constants are part of an instruction, which has room for one.
bool takes_constant(const ptx::Instruction& i, std::size_t n, std::uint64_t bits);

}  // namespace unibank::compiler
