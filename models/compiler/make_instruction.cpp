#include "compiler/make_instruction.h"

#include <string>
#include <utility>
#include <vector>

namespace unibank::compiler {
namespace {

using ptx::Type;

ptx::Instruction make(const ptx::Instruction& at, ptx::Op op, Type type, std::vector<ptx::Operand> operands,
                      unsigned destinations, bool guarded) {
  ptx::Instruction made;
  made.opcode = static_cast<ptx::Opcode>(op);
  made.origin = ptx::Origin::kCall;
  made.type = type;
  if (guarded) made.guard = at.guard;
  made.operands = std::move(operands);
  made.destinations = static_cast<std::uint8_t>(destinations);
  made.location = at.location;
  made.text = std::string(ptx::info(op).name) + " for: " + at.text;
  return made;
}

Type of_bytes(std::uint64_t bytes, const Type (&types)[4]) {
  return types[bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3];
}

}  // namespace

ptx::Operand register_operand(std::uint32_t index) {
  ptx::Operand operand;
  operand.kind = ptx::Operand::Kind::kRegister;
  operand.index = static_cast<std::int32_t>(index);
  return operand;
}

ptx::Operand local_address(std::int32_t symbol, std::int32_t stack_pointer, std::uint64_t offset) {
  ptx::Operand operand;
  operand.kind = ptx::Operand::Kind::kAddress;
  operand.index = stack_pointer;
  operand.symbol = symbol;
  operand.bits = offset;
  return operand;
}

Type bits_type(std::uint64_t bytes) { return of_bytes(bytes, {Type::kB8, Type::kB16, Type::kB32, Type::kB64}); }
Type unsigned_type(std::uint64_t bytes) { return of_bytes(bytes, {Type::kU8, Type::kU16, Type::kU32, Type::kU64}); }
Type signed_type(std::uint64_t bytes) { return of_bytes(bytes, {Type::kS8, Type::kS16, Type::kS32, Type::kS64}); }

ptx::Instruction make_move(const ptx::Instruction& at, Type type, const ptx::Operand& to, const ptx::Operand& from,
                           bool guarded) {
  return make(at, ptx::Op::kMov, type, {to, from}, 1, guarded);
}

ptx::Instruction make_convert(const ptx::Instruction& at, Type type, Type source_type, const ptx::Operand& to,
                              const ptx::Operand& from, bool guarded) {
  ptx::Instruction made = make(at, ptx::Op::kCvt, type, {to, from}, 1, guarded);
  made.type2 = source_type;
  return made;
}

ptx::Instruction make_binary(const ptx::Instruction& at, ptx::Op op, Type type, const ptx::Operand& to,
                             const ptx::Operand& left, const ptx::Operand& right) {
  return make(at, op, type, {to, left, right}, 1, false);
}

ptx::Instruction make_load(const ptx::Instruction& at, Type type, const ptx::Operand& to, const ptx::Operand& address,
                           bool guarded) {
  ptx::Instruction made = make(at, ptx::Op::kLd, type, {to, address}, 1, guarded);
  made.space = ptx::StateSpace::kLocal;
  return made;
}

ptx::Instruction make_store(const ptx::Instruction& at, Type type, const ptx::Operand& address,
                            const ptx::Operand& from, bool guarded) {
  ptx::Instruction made = make(at, ptx::Op::kSt, type, {address, from}, 0, guarded);
  made.space = ptx::StateSpace::kLocal;
  return made;
}

}  // namespace unibank::compiler
