// The operands of calls, of jumps through a table, and of textures and surfaces.
#include <algorithm>

#include "ptx/instruction_parser.h"
#include "ptx/suffix_table.h"

namespace unibank::ptx {
namespace {

// There is a coordinate for every dimension; where PTX requires four, an unused last one may be omitted.
struct Coordinates {
  std::size_t least, most;
};
Coordinates coordinates_of(Geometry geometry) {
  switch (geometry) {
    case Geometry::k1d: return {1, 1};
    case Geometry::k2d: case Geometry::kA1d: return {2, 2};
    case Geometry::k3d: case Geometry::kA2d: case Geometry::kCube: return {3, 4};
    case Geometry::kACube: return {4, 4};
  }
  return {1, 4};
}

Operand kind_of(Operand::Kind kind, int index) {
  Operand operand;
  operand.kind = kind;
  operand.index = index;
  return operand;
}

}  // namespace

// call (results), callee, (arguments), prototype; every part except the callee is optional.
void InstructionParser::parse_call() {
  auto& operands = instruction_.operands;
  if (cursor_.accept("(")) {
    while (!cursor_.accept(")")) {
      operands.push_back(call_parameter(true));
      if (!cursor_.is(")")) cursor_.expect(",", "or ')' after a result of 'call'");
    }
    cursor_.expect(",", "after the results of 'call'");
  }
  instruction_.destinations = static_cast<std::uint8_t>(std::min<std::size_t>(operands.size(), 255));
  operands.push_back(callee());
  const bool direct = operands.back().kind == Operand::Kind::kFunction;
  if (cursor_.is(",") && cursor_.look(1).text == "(") {
    cursor_.take();
    cursor_.take();
    while (!cursor_.accept(")")) {
      operands.push_back(call_parameter(false));
      if (!cursor_.is(")")) cursor_.expect(",", "or ')' after an argument of 'call'");
    }
  }
  if (direct) return;
  cursor_.expect(",", "and a .callprototype after a call through a register");
  const Token& name = cursor_.expect_name("the name of a .callprototype");
  instruction_.prototype = builder_.find_prototype(name);
  if (instruction_.prototype < 0)
    cursor_.fail(name, "found " + quoted(name) + "; expected the name of a .callprototype or .calltargets above");
}

Operand InstructionParser::callee() {
  const Token& name = cursor_.expect_name("the function that is called");
  const int index = builder_.find_register(name);
  if (index >= 0) {
    const unsigned bytes = bytes_of(builder_.reg(index).type);
    if (bytes != 4 && bytes != 8)
      cursor_.fail(name, "found " + quoted(name) + " as the function that is called; expected a register of 32 or 64 "
                         "bits");
    return kind_of(Operand::Kind::kRegister, index);
  }
  if (name.text.front() == '%') builder_.unknown_register(name);
  const int function = builder_.find_function(name);
  if (function < 0) builder_.unknown_function(name);
  return kind_of(Operand::Kind::kFunction, function);
}

Operand InstructionParser::call_parameter(bool result) {
  const Token& name = cursor_.look();
  if (result && cursor_.accept("_")) return kind_of(Operand::Kind::kSink, -1);
  const int symbol = cursor_.is_word() && builder_.find_register(name) < 0 ? builder_.find_symbol(name) : -1;
  const bool right = symbol >= 0 && builder_.symbol(symbol).space == StateSpace::kParam &&
                     builder_.symbol(symbol).parameter == Variable::Parameter::kArgument;
  if (!right) cursor_.fail_expected("a .param variable of this body: 'call' passes values in these only");
  cursor_.take();
  Operand operand = kind_of(Operand::Kind::kSymbol, -1);
  operand.symbol = symbol;
  return operand;
}

// A body writes the arguments of its calls and its own results, nothing else of .param.
void InstructionParser::check_written_parameter() const {
  if (row_->op != Op::kSt || instruction_.space != StateSpace::kParam) return;
  const int symbol = instruction_.operands[0].symbol;
  if (symbol < 0 || builder_.symbol(symbol).parameter == Variable::Parameter::kInput)
    cursor_.fail(opcode_, "found " + quoted(opcode_) + " to a parameter of the body itself; expected .global, .shared, "
                              ".local or no space, or a .param of a call: nothing else can be written");
}

Operand InstructionParser::jump_table() {
  const Token& name = cursor_.expect_name("the name of a .branchtargets");
  const std::vector<Token>* labels = builder_.find_targets(name);
  if (!labels) cursor_.fail(name, "found " + quoted(name) + "; expected the name of a .branchtargets above");
  Operand all = kind_of(Operand::Kind::kVector, -1);
  for (const Token& label : *labels) {
    builder_.use_label(label, instruction_.operands.size(), all.elements.size());
    all.elements.push_back(kind_of(Operand::Kind::kLabel, 0));
  }
  return all;
}

void InstructionParser::parse_texture() {
  cursor_.expect("[", "and a texture or surface for " + quoted(opcode_));
  instruction_.operands.push_back(texture());
  cursor_.expect(",", "and the coordinates");
  const bool sampler = cursor_.is_word() && cursor_.look(1).text == ",";
  if (sampler) {
    instruction_.operands.push_back(texture());
    cursor_.take();
  }
  instruction_.operands.push_back(coordinates());
  cursor_.expect("]", "after the coordinates");
}

Operand InstructionParser::texture() {
  const Token& name = cursor_.expect_name("the name of a texture or surface, or a register");
  const int index = builder_.find_register(name);
  if (index >= 0) {
    check_width(name, index, Type::kB64, false);
    return kind_of(Operand::Kind::kRegister, index);
  }
  const int symbol = builder_.find_symbol(name);
  if (symbol < 0) builder_.unknown_symbol(name);
  if (builder_.symbol(symbol).object == Variable::Object::kData)
    cursor_.fail(name, "found the variable " + quoted(name) + " in " + quoted(opcode_) +
                           "; expected a .texref, .samplerref or .surfref, or a register");
  Operand operand = kind_of(Operand::Kind::kSymbol, -1);
  operand.symbol = symbol;
  return operand;
}

Operand InstructionParser::coordinates() {
  const Type type = instruction_.type2 == Type::kNone ? Type::kB32 : instruction_.type2;
  const Token opening = cursor_.look();
  Operand all = kind_of(Operand::Kind::kVector, -1);
  if (!cursor_.accept("{")) {
    all.elements.push_back(value(type, false, false));
  } else {
    do {
      all.elements.push_back(value(type, false, false));
    } while (all.elements.size() < 4 && cursor_.accept(","));
    cursor_.expect("}", "after the coordinates");
  }
  const Coordinates expected = coordinates_of(static_cast<Geometry>(instruction_.variant & 7));
  // PTX 1 wrote four coordinates for every shape; the surplus ones are unused.
  if (all.elements.size() == 4 && expected.most < 4) all.elements.resize(expected.most);
  if (all.elements.size() < expected.least || all.elements.size() > expected.most)
    cursor_.fail(opening, "found " + std::to_string(all.elements.size()) + " coordinates in " + quoted(opcode_) +
                              "; expected " + std::to_string(expected.most));
  return all;
}

// A gradient has as many elements as the shape has dimensions; for three dimensions PTX writes four elements.
Operand InstructionParser::gradient() {
  const auto geometry = static_cast<Geometry>(instruction_.variant & 7);
  const bool line = geometry == Geometry::k1d || geometry == Geometry::kA1d;
  const bool plane = geometry == Geometry::k2d || geometry == Geometry::kA2d;
  if (!line) return vector(Type::kF32, plane ? 2 : 4, false, false);
  const bool braces = cursor_.is("{");
  return braces ? vector(Type::kF32, 1, false, false) : value(Type::kF32, false, false);
}

Operand InstructionParser::texels(bool result) {
  if (cursor_.is("{")) return vector(instruction_.type, instruction_.vector, true, result);
  if (instruction_.vector != 1)
    cursor_.fail_expected("'{' and " + std::to_string(instruction_.vector) + " values for " + quoted(opcode_));
  Operand all = kind_of(Operand::Kind::kVector, -1);
  all.elements.push_back(value(instruction_.type, true, result));
  return all;
}

}  // namespace unibank::ptx
