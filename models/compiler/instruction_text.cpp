#include "compiler/instruction_text.h"

#include <cstdio>

#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using Kind = ptx::Operand::Kind;

const char* suffix(ptx::Type type) {
  static constexpr const char* kSuffixes[] = {"",    ".u8",  ".u16", ".u32", ".u64", ".s8",  ".s16", ".s32", ".s64",
                                              ".b8", ".b16", ".b32", ".b64", ".f16", ".f32", ".f64", ".pred"};
  return kSuffixes[static_cast<unsigned>(type)];
}

const char* suffix(ptx::StateSpace space) {
  static constexpr const char* kSuffixes[] = {"", ".global", ".shared", ".local", ".const", ".param"};
  return kSuffixes[static_cast<unsigned>(space)];
}

const char* special_name(std::int32_t index) {
  static constexpr const char* kNames[] = {
      "%tid.x",       "%tid.y",       "%tid.z",       "%ntid.x",      "%ntid.y",     "%ntid.z",  "%ctaid.x",
      "%ctaid.y",     "%ctaid.z",     "%nctaid.x",    "%nctaid.y",    "%nctaid.z",   "%laneid",  "%warpid",
      "%nwarpid",     "%smid",        "%nsmid",       "%gridid",      "%clock",      "%clock64", "%globaltimer",
      "%lanemask_eq", "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge"};
  return kNames[index];
}

// An immediate is bits: small ones read best as decimal numbers, and so do small negative ones.
std::string number(std::uint64_t bits) {
  const auto value = static_cast<std::int64_t>(bits);
  if (value > -65536 && value < 65536) return std::to_string(value);
  char text[20];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
  return text;
}

std::string address(const ptx::Kernel& kernel, const ptx::Operand& operand) {
  std::string text;
  if (operand.symbol >= 0) text = kernel.symbols[static_cast<std::size_t>(operand.symbol)].name;
  if (operand.index >= 0) {
    if (!text.empty()) text += '+';
    text += kernel.registers[static_cast<std::size_t>(operand.index)].name;
  }
  const auto offset = static_cast<std::int64_t>(operand.bits);
  if (text.empty()) return '[' + number(operand.bits) + ']';
  if (offset != 0) text += (offset > 0 ? "+" : "") + number(operand.bits);
  return '[' + text + ']';
}

std::string label(const ptx::Kernel& kernel, std::int32_t index) {
  for (const auto& [name, target] : kernel.labels) {
    if (target == static_cast<std::uint32_t>(index)) return name;
  }
  return '#' + std::to_string(index);
}

std::string text_of(const ptx::Kernel& kernel, const ptx::Operand& operand) {
  const std::string sign = operand.negated ? "!" : "";
  switch (operand.kind) {
    case Kind::kNone: return "";
    case Kind::kRegister: return sign + kernel.registers[static_cast<std::size_t>(operand.index)].name;
    case Kind::kImmediate: return number(operand.bits);
    case Kind::kSpecial: return special_name(operand.index);
    case Kind::kSymbol: {
      const std::string& name = kernel.symbols[static_cast<std::size_t>(operand.symbol)].name;
      return operand.bits == 0 ? name : name + '+' + number(operand.bits);
    }
    case Kind::kAddress: return address(kernel, operand);
    case Kind::kLabel: return label(kernel, operand.index);
    case Kind::kSink: return "_";
    case Kind::kVector: break;
  }
  std::string text = "{";
  for (const ptx::Operand& element : operand.elements) text += (text.size() > 1 ? ", " : "") + text_of(kernel, element);
  return text + '}';
}

}  // namespace

std::string instruction_text(const ptx::Kernel& kernel, const ptx::Instruction& instruction) {
  std::string text;
  if (instruction.guard.kind != Kind::kNone) text = '@' + text_of(kernel, instruction.guard) + ' ';
  text += ptx::info(instruction).name;
  text += suffix(instruction.space);
  if (instruction.vector > 1) text += ".v" + std::to_string(instruction.vector);
  text += suffix(instruction.type);
  text += suffix(instruction.type2);
  const char* separator = " ";
  for (const ptx::Operand& operand : instruction.operands) {
    const std::string operand_text = text_of(kernel, operand);
    if (operand_text.empty()) continue;
    text += separator + operand_text;
    separator = ", ";
  }
  if (instruction.location.line != 0) text += " (line " + std::to_string(instruction.location.line) + ')';
  return text;
}

}  // namespace unibank::compiler
