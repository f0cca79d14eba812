// The operands of an instruction, checked against the letters of its row.

#include "ptx/constants.h"
#include "ptx/instruction_parser.h"
#include "ptx/suffix_table.h"

namespace unibank::ptx {
namespace {

struct SpecialName {
  const char* name;
  Special special;
  unsigned bytes;
};
constexpr SpecialName kSpecials[] = {
    {"%tid.x", Special::kTidX, 4}, {"%tid.y", Special::kTidY, 4}, {"%tid.z", Special::kTidZ, 4},
    {"%ntid.x", Special::kNtidX, 4}, {"%ntid.y", Special::kNtidY, 4}, {"%ntid.z", Special::kNtidZ, 4},
    {"%clusterid.x", Special::kCtaidX, 4}, {"%clusterid.y", Special::kCtaidY, 4}, {"%clusterid.z", Special::kCtaidZ, 4},
    {"%nclusterid.x", Special::kNctaidX, 4}, {"%nclusterid.y", Special::kNctaidY, 4},
    {"%nclusterid.z", Special::kNctaidZ, 4},
    {"%ctaid.x", Special::kCtaidX, 4}, {"%ctaid.y", Special::kCtaidY, 4}, {"%ctaid.z", Special::kCtaidZ, 4},
    {"%nctaid.x", Special::kNctaidX, 4}, {"%nctaid.y", Special::kNctaidY, 4}, {"%nctaid.z", Special::kNctaidZ, 4},
    {"%laneid", Special::kLaneid, 4}, {"%warpid", Special::kWarpid, 4}, {"%nwarpid", Special::kNwarpid, 4},
    {"%smid", Special::kSmid, 4}, {"%nsmid", Special::kNsmid, 4}, {"%gridid", Special::kGridid, 8},
    {"%clock", Special::kClock, 4}, {"%clock64", Special::kClock64, 8}, {"%globaltimer", Special::kGlobaltimer, 8},
    {"%lanemask_eq", Special::kLanemaskEq, 4}, {"%lanemask_lt", Special::kLanemaskLt, 4},
    {"%lanemask_le", Special::kLanemaskLe, 4}, {"%lanemask_gt", Special::kLanemaskGt, 4},
    {"%lanemask_ge", Special::kLanemaskGe, 4}, {"%clock_hi", Special::kClockHi, 4},
    {"%globaltimer_lo", Special::kGlobaltimerLo, 4}, {"%globaltimer_hi", Special::kGlobaltimerHi, 4},
    {"%dynamic_smem_size", Special::kDynamicSmemSize, 4}, {"%total_smem_size", Special::kTotalSmemSize, 4},
    {"%envreg1", Special::kEnvreg1, 4}, {"%envreg2", Special::kEnvreg2, 4}};

// Registers with the same value in every run of this model: every block is its own cluster.
struct FixedName {
  const char* name;
  std::uint64_t value;
};
constexpr FixedName kFixed[] = {
    {"WARP_SZ", kWarpSize},        {"%cluster_ctarank", 0},    {"%cluster_nctarank", 1},  {"%cluster_ctaid.x", 0},
    {"%cluster_ctaid.y", 0},       {"%cluster_ctaid.z", 0},    {"%cluster_nctaid.x", 1},  {"%cluster_nctaid.y", 1},
    {"%cluster_nctaid.z", 1},      {"%is_explicit_cluster", 0}};

const FixedName* find_fixed(std::string_view name) {
  for (const FixedName& fixed : kFixed)
    if (name == fixed.name) return &fixed;
  return nullptr;
}

// %envreg0 to %envreg31: values of a driver.
bool is_environment(std::string_view name) {
  constexpr std::string_view kStart = "%envreg";
  const std::string_view number = name.substr(0, kStart.size()) == kStart ? name.substr(kStart.size()) : "";
  const bool small = number.size() == 1 || (number.size() == 2 && (number[0] < '3' || number <= "31"));
  return small && number.find_first_not_of("0123456789") == std::string_view::npos;
}

// Why a special register that PTX has is not in this model; empty: PTX has none of this name.
std::string refused_special(std::string_view name) {
  const std::string not_here = ", a special register that is not in this model; expected ";
  if (is_environment(name)) return not_here + "%envreg1 and %envreg2, the only ones with a meaning outside of a driver";
  for (const std::string_view start : {"%pm", "%reserved_smem_offset_", "%aggr_smem_size", "%current_graph_exec"})
    if (name.substr(0, start.size()) == start) return not_here + "one that is";
  return "";
}

const SpecialName* find_special(std::string_view name) {
  for (const SpecialName& special : kSpecials)
    if (name == special.name) return &special;
  return nullptr;
}

// Whether the name can only be that of a variable or a function, even an undeclared one.
bool is_variable_name(std::string_view name) { return name.front() != '%' && name != "_" && !find_fixed(name); }

Type twice(Type type) {
  switch (type) {
    case Type::kU16: return Type::kU32;
    case Type::kS16: return Type::kS32;
    case Type::kU32: return Type::kU64;
    case Type::kS32: return Type::kS64;
    default: return type;  // .wide of other types is refused
  }
}

Type of_bytes(unsigned bytes) { return bytes == 8 ? Type::kB64 : bytes == 4 ? Type::kB32 : Type::kB16; }

std::string width_name(Type type) {
  if (type == Type::kPred) return "predicate register";
  return std::to_string(8 * bytes_of(type)) + "-bit register";
}

Operand register_operand(int index) {
  Operand result;
  result.kind = Operand::Kind::kRegister;
  result.index = index;
  return result;
}

Operand function_operand(int index) {
  Operand result;
  result.kind = Operand::Kind::kFunction;
  result.index = index;
  return result;
}

}  // namespace

std::vector<std::string> special_register_names() {
  std::vector<std::string> all;
  for (const SpecialName& special : kSpecials) all.emplace_back(special.name);
  return all;
}

Type InstructionParser::type_of(char letter, bool result) const {
  const Type second = instruction_.type2 == Type::kNone ? instruction_.type : instruction_.type2;
  switch (letter) {
    case 's': return second;
    case 'c': return result ? instruction_.type : second;
    case 'w': return has(instruction_, kWide) ? twice(instruction_.type) : instruction_.type;
    case 'u': return Type::kB32;
    default: return instruction_.type;
  }
}

Operand InstructionParser::operand(char letter, bool result) {
  switch (letter) {
    case 'p': return predicate(result);
    case 'v': return moved(result);
    case 'g': return named_address(instruction_.type);
    case 'i': return constant();
    case 'a': return address();
    case 'l': return label();
    case 'j': return jump_table();
    case 'd': return texels(result);
    case 'q': {
      cursor_.expect("[", "and a texture or surface for " + quoted(opcode_));
      Operand asked = texture();
      cursor_.expect("]", "after the texture or surface");
      return asked;
    }
    case 'm':
      if (instruction_.vector > 1) return vector(instruction_.type, instruction_.vector, true, result);
      break;
    default: break;
  }
  return value(type_of(letter, result), letter == 'm' || letter == 'c', result);
}

void InstructionParser::check_width(const Token& token, int index, Type type, bool wider) const {
  const Type found = builder_.reg(index).type;
  if (type == Type::kPred || found == Type::kPred) {
    if (type == found) return;
  } else if (bytes_of(found) == bytes_of(type) || (wider && !is_float(type) && bytes_of(found) > bytes_of(type))) {
    return;
  }
  const bool at_least = wider && !is_float(type);
  cursor_.fail(token, "found the " + width_name(found) + " " + quoted(token) + " in " + quoted(opcode_) +
                          "; expected a " + width_name(type) + (at_least ? " or a wider one" : ""));
}

Operand InstructionParser::value(Type type, bool wider, bool result) {
  const Token& token = cursor_.look();
  if (token.kind == Token::Kind::kWord) {
    cursor_.take();
    return register_or_other(token, type, wider, result);
  }
  if (result) cursor_.fail_expected("a register for the result of " + quoted(opcode_));
  if (token.kind == Token::Kind::kPunctuation && std::string_view("-+(~!").find(token.text) == std::string_view::npos)
    cursor_.fail_expected("a register or a number for " + quoted(opcode_));
  return immediate_operand(parse_constant(cursor_, type));
}

Operand InstructionParser::constant() {
  if (cursor_.is_word()) cursor_.fail_expected("an integer constant as the last operand of " + quoted(opcode_));
  return value(Type::kB32, false, false);
}

Operand InstructionParser::register_or_other(const Token& token, Type type, bool wider, bool result) {
  if (result && token.text == "_") {
    Operand sink;
    sink.kind = Operand::Kind::kSink;
    return sink;
  }
  const int index = builder_.find_register(token);
  if (index >= 0) {
    check_width(token, index, type, wider);
    return register_operand(index);
  }
  if (const FixedName* fixed = result ? nullptr : find_fixed(token.text)) return immediate_operand(fixed->value);
  const SpecialName* special = result ? nullptr : find_special(token.text);
  if (!special) {
    if (!result && builder_.find_symbol(token) >= 0)
      cursor_.fail(token, "found the variable " + quoted(token) + " in " + quoted(opcode_) +
                              "; expected a register or a number (mov takes the address of a variable)");
    const std::string refused = refused_special(token.text);
    if (!refused.empty()) cursor_.fail(token, "found " + quoted(token) + refused);
    builder_.unknown_register(token);
  }
  if (type == Type::kPred)
    cursor_.fail(token, "found " + quoted(token) + " in " + quoted(opcode_) + "; expected a predicate register");
  if (bytes_of(type) > special->bytes)
    cursor_.fail(token, quoted(token) + " has " + std::to_string(8 * special->bytes) + " bits; " + quoted(opcode_) +
                            " needs " + std::to_string(8 * bytes_of(type)));
  Operand read;
  read.kind = Operand::Kind::kSpecial;
  read.index = static_cast<int>(special->special);
  return read;
}

Operand InstructionParser::vector(Type element, unsigned count, bool wider, bool result) {
  const Token opening = cursor_.expect("{", "and " + std::to_string(count) + " values for " + quoted(opcode_));
  Operand all;
  all.kind = Operand::Kind::kVector;
  do {
    all.elements.push_back(value(element, wider, result));
  } while (all.elements.size() < count && cursor_.accept(","));
  if (all.elements.size() != count)
    cursor_.fail(opening, "found a vector of " + std::to_string(all.elements.size()) + " values in " +
                              quoted(opcode_) + "; expected " + std::to_string(count));
  cursor_.expect("}", "after the " + std::to_string(count) + " values");
  return all;
}

// mov also packs and unpacks vectors and takes the address of variables.
Operand InstructionParser::moved(bool result) {
  const unsigned bytes = bytes_of(instruction_.type);
  if (cursor_.is("{")) {
    constexpr std::size_t kFar = 16;  // tokens
    unsigned count = 1;
    for (std::size_t i = 1; i < kFar && cursor_.look(i).text != "}"; ++i) count += cursor_.look(i).text == ",";
    const bool fits = (count == 2 || count == 4) && bytes / count >= 2 && !is_float(instruction_.type);
    if (!fits)
      cursor_.fail(cursor_.look(), "found a vector of " + std::to_string(count) + " values in " + quoted(opcode_) +
                                       "; expected 2 or 4 values of at least 16 bits that fill the type");
    return vector(of_bytes(bytes / count), count, false, result);
  }
  const bool word = cursor_.is_word() && !result && builder_.find_register(cursor_.look()) < 0;
  const int function = word && bytes >= 4 ? builder_.find_function(cursor_.look()) : -1;
  if (function >= 0) {
    cursor_.take();
    return function_operand(function);
  }
  const bool name = word && (builder_.find_symbol(cursor_.look()) >= 0 || is_variable_name(cursor_.look().text));
  return name ? named_address(instruction_.type) : value(instruction_.type, false, result);
}

// An address operand: a register, a number, or a variable with an offset.
Operand InstructionParser::named_address(Type type) {
  const Token& token = cursor_.look();
  if (type == Type::kNone) {  // isspacep: the register determines it
    const int index = cursor_.is_word() ? builder_.find_register(token) : -1;
    type = index >= 0 && bytes_of(builder_.reg(index).type) == 4 ? Type::kB32 : Type::kB64;
  }
  if (!cursor_.is_word() || builder_.find_register(token) >= 0 || find_special(token.text))
    return value(type, false, false);
  cursor_.take();
  if (bytes_of(type) < 4 || is_float(type))
    cursor_.fail(token, quoted(opcode_) + " cannot hold the address of " + quoted(token) +
                            "; expected an integer type of 32 or 64 bits");
  Operand result = symbol_operand(token);
  result.bits = parse_offset(cursor_);
  return result;
}

Operand InstructionParser::symbol_operand(const Token& token) {
  const int symbol = builder_.find_symbol(token);
  if (symbol < 0) builder_.unknown_symbol(token);
  Operand result;
  result.kind = Operand::Kind::kSymbol;
  result.symbol = symbol;
  return result;
}

Operand InstructionParser::address() {
  cursor_.expect("[", "and an address for " + quoted(opcode_));
  Operand result;
  const Token& token = cursor_.look();
  if (cursor_.is_word()) {
    cursor_.take();
    const int index = builder_.find_register(token);
    if (index >= 0) {
      const unsigned bytes = bytes_of(builder_.reg(index).type);
      if (bytes != 4 && bytes != 8)
        cursor_.fail(token, "found the " + width_name(builder_.reg(index).type) + " " + quoted(token) +
                                " as an address; expected a register of 32 or 64 bits");
      result.index = index;
    } else {
      if (token.text.front() == '%' && builder_.find_symbol(token) < 0) builder_.unknown_register(token);
      result = symbol_operand(token);
      check_space(token, result.symbol);
    }
    result.bits = parse_offset(cursor_);
  } else {
    if (token.kind != Token::Kind::kInteger) cursor_.fail_expected("a register, a variable or a number as address");
    result.bits = parse_constant(cursor_, Type::kB64);
  }
  result.kind = Operand::Kind::kAddress;
  cursor_.expect("]", "after the address");
  return result;
}

// A variable named in an instruction without a space is accessed in the variable's space.
void InstructionParser::check_space(const Token& token, int symbol) {
  const StateSpace space = builder_.symbol(symbol).space;
  if (instruction_.space == StateSpace::kGeneric) instruction_.space = space;
  if (instruction_.space != space)
    cursor_.fail(token, "found " + quoted(token) + ", a variable in ." + name_of(space) + ", in " + quoted(opcode_) +
                            "; expected one in ." + name_of(instruction_.space));
}

Operand InstructionParser::label() {
  const Token& name = cursor_.expect_name("the label to jump to");
  builder_.use_label(name, instruction_.operands.size());
  Operand result;
  result.kind = Operand::Kind::kLabel;
  return result;
}

Operand InstructionParser::predicate(bool result) {
  const bool negated = !result && cursor_.accept("!");
  const Token& token = cursor_.look();
  if (!result && token.kind == Token::Kind::kInteger) {
    const bool truth = cursor_.take().value != 0;
    return immediate_operand(truth != negated ? 1 : 0);
  }
  if (!cursor_.is_word()) cursor_.fail_expected("a predicate register");
  cursor_.take();
  Operand read = register_or_other(token, Type::kPred, false, result);
  read.negated = negated;
  return read;
}

}  // namespace unibank::ptx
