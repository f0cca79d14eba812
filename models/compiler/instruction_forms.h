// Forms of instructions that the passes of simplify.h look for.
#pragma once

#include <cstdint>

#include "ptx/instruction_table.h"

namespace unibank::compiler {

inline bool is_register(const ptx::Operand& operand) { return operand.kind == ptx::Operand::Kind::kRegister; }
inline bool is_constant(const ptx::Operand& operand) { return operand.kind == ptx::Operand::Kind::kImmediate; }

// Whether the instruction has one result, in a register, `sources` sources, and no guard.
bool has_shape(const ptx::Instruction& i, std::size_t sources);
// Whether the operand is a register of exactly the type's width.
bool fits_register(const ptx::Kernel& body, const ptx::Operand& operand, ptx::Type type);

// Whether it is a move of a register, or a conversion that changes no bit, between registers of the same width.
bool is_copy(const ptx::Kernel& body, const ptx::Instruction& i);
// Whether it is a move of a constant into a register of exactly the constant's width.
bool is_constant_move(const ptx::Kernel& body, const ptx::Instruction& i);
// Whether it is an integer sum of `bytes` bytes without carry or saturation.
bool is_sum(const ptx::Instruction& i, unsigned bytes);
bool is_integer(ptx::Type type);
// Whether one of its sources is a clock (ptx::is_clock): %clock, %globaltimer, or a variant of one.
bool reads_clock(const ptx::Instruction& i);

// The constant of a type's width, sign-extended as the parser does.
std::uint64_t extended_constant(std::uint64_t bits, unsigned bytes);

// Whether a GPU's instruction may have a constant as operand `n`, a source, instead of a register. Sources of
// arithmetic, stores and matrix products can be zero, because GPUs have a register that holds it; an instruction has
// room for one other constant.
bool takes_constant(const ptx::Instruction& i, std::size_t n, std::uint64_t bits);

}  // namespace unibank::compiler
