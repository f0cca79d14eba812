// Builds the instructions that the lowering of calls adds.
#pragma once

#include <cstdint>

#include "ptx/instruction_table.h"

namespace unibank::compiler {

ptx::Operand register_operand(std::uint32_t index);
using ptx::immediate_operand;
// [symbol + stack pointer]; -1: no stack pointer.
ptx::Operand local_address(std::int32_t symbol, std::int32_t stack_pointer, std::uint64_t offset = 0);

ptx::Type bits_type(std::uint64_t bytes);      // .b8 .. .b64
ptx::Type unsigned_type(std::uint64_t bytes);  // .u8 .. .u64
ptx::Type signed_type(std::uint64_t bytes);

// Instructions of Origin::kCall at the location of `at`, with its guard when `guarded`.
ptx::Instruction make_move(const ptx::Instruction& at, ptx::Type type, const ptx::Operand& to, const ptx::Operand& from,
                           bool guarded);
ptx::Instruction make_convert(const ptx::Instruction& at, ptx::Type type, ptx::Type source_type, const ptx::Operand& to,
                              const ptx::Operand& from, bool guarded);
// `left` op `right`, never guarded.
ptx::Instruction make_binary(const ptx::Instruction& at, ptx::Op op, ptx::Type type, const ptx::Operand& to,
                             const ptx::Operand& left, const ptx::Operand& right);
ptx::Instruction make_load(const ptx::Instruction& at, ptx::Type type, const ptx::Operand& to,
                           const ptx::Operand& address, bool guarded);
ptx::Instruction make_store(const ptx::Instruction& at, ptx::Type type, const ptx::Operand& address,
                            const ptx::Operand& from, bool guarded);

}  // namespace unibank::compiler
