// Matrix instructions: the whole opcode, and fragments as operands.
#include "ptx/instruction_parser.h"
#include "ptx/matrix_forms.h"
#include "ptx/matrix_memory.h"

namespace unibank::ptx {

void InstructionParser::parse_matrix_opcode() {
  const int place = find_matrix_form(opcode_.text);
  if (place < 0) cursor_.fail(opcode_, no_matrix_form(opcode_.text));
  const MatrixForm& form = matrix_forms()[static_cast<std::size_t>(place)];
  row_ = &info(form.op);
  instruction_.opcode = static_cast<Opcode>(form.op);
  instruction_.form = static_cast<std::int16_t>(place);
  instruction_.type = form.op == Op::kMma ? form.d : Type::kB16;
  instruction_.type2 = form.a;
  instruction_.type3 = form.b;
  instruction_.space = form.space;
  constexpr std::uint8_t kRow = 8;  // elements of 16 bits per address of ldmatrix
  if (form.op == Op::kLdmatrix || form.op == Op::kStmatrix) instruction_.vector = kRow;
}

// Parses a fragment in braces, which are optional for a single register.
Operand InstructionParser::fragment(Type type, unsigned count, bool result) {
  if (cursor_.is("{") || count > 1) return vector(type, count, false, result);
  Operand all;
  all.kind = Operand::Kind::kVector;
  all.elements.push_back(value(type, false, result));
  return all;
}

void InstructionParser::parse_matrix(const char* begin) {
  const MatrixForm& form = matrix_form(instruction_);
  const auto next = [this] { cursor_.expect(",", "and another operand of " + quoted(opcode_)); };
  const auto part = [&](MatrixPart which) {
    const Type type = ptx::type_of(form, which) == Type::kF64 ? Type::kF64 : Type::kB32;
    return fragment(type, registers_of(form, which), which == MatrixPart::kD);
  };
  auto& operands = instruction_.operands;
  const auto data = [&] {  // of memory accesses
    if (form.op == Op::kWmma) {
      const Type type = bits_of(form.a) == 64 ? Type::kF64 : Type::kB32;
      return fragment(type, registers_of(form, form.part), !form.store);
    }
    return fragment(Type::kB32, form.matrices, form.op != Op::kStmatrix);
  };
  instruction_.destinations = form.op == Op::kStmatrix || (form.op == Op::kWmma && form.store) ? 0 : 1;
  if (form.op == Op::kMma) {
    operands.push_back(part(MatrixPart::kD));
    for (const MatrixPart which : {MatrixPart::kA, MatrixPart::kB, MatrixPart::kC}) {
      next();
      operands.push_back(part(which));
    }
  } else if (form.op == Op::kMovmatrix) {
    operands.push_back(data());
    next();
    operands.push_back(fragment(Type::kB32, 1, false));
  } else if (instruction_.destinations == 0) {
    operands.push_back(address());
    next();
    operands.push_back(data());
  } else {
    operands.push_back(data());
    next();
    operands.push_back(address());
  }
  if (form.op == Op::kWmma && cursor_.accept(",")) operands.push_back(value(Type::kU32, false, false));
  end_instruction(begin);
  if (form.op == Op::kWmma) return add_matrix_access(builder_, instruction_);
  builder_.add(std::move(instruction_));
}

}  // namespace unibank::ptx
