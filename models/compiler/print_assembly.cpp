// Instructions with their physical registers.
#include <algorithm>
#include <cstdio>
#include <set>

#include "compiler/cfg.h"
#include "compiler/print.h"
#include "compiler/register_use.h"
#include "compiler/runtime_functions.h"
#include "ptx/instruction_table.h"
#include "ptx/suffix_table.h"

namespace unibank::compiler {
namespace {

using ptx::Operand;

// The annotation of each instruction.
enum class Beside { kNothing, kLevels, kLastUses };

class Printer {
 public:
  Printer(const ptx::Kernel& kernel, Beside beside) : kernel_(kernel), flow_(control_flow(kernel)), beside_(beside) {
    for (const ptx::Register& one : kernel.registers) names_.insert(one.name);
  }

  std::string run() const {
    std::string text = "// " + kernel_.name + ": " + std::to_string(kernel_.registers_per_thread) + " registers, " +
                       std::to_string(kernel_.predicates_per_thread) + " predicates, " +
                       std::to_string(kernel_.local_bytes) + " bytes of local memory\n";
    for (std::uint32_t b = 0; b < flow_.exit(); ++b) {
      const Block& block = flow_.blocks[b];
      for (const ptx::Function& function : kernel_.functions)
        if (function.first == block.first) text += "// " + function.name + "\n";
      text += label(block.first) + ":\n";
      for (std::uint32_t pc = block.first; pc < block.last; ++pc) text += annotated(pc, "  " + line(pc)) + "\n";
    }
    return text;
  }

 private:
  std::string label(std::uint32_t pc) const {
    return pc < flow_.block_of.size() ? "BB" + std::to_string(flow_.block_of[pc]) : "exit";
  }

  std::string register_name(std::int32_t index) const {
    const auto number = static_cast<std::size_t>(index);
    const unsigned units = register_units(kernel_.registers[number].type);
    return (units == 0 ? "%p" : units == 1 ? "%r" : "%rd") + std::to_string(kernel_.physical[number]);
  }

  static std::string offset(std::uint64_t bits) {
    const auto value = static_cast<std::int64_t>(bits);
    return value == 0 ? "" : (value > 0 ? "+" : "") + std::to_string(value);
  }

  static std::string immediate(std::uint64_t bits, ptx::Type type) {
    char text[32];
    if (type == ptx::Type::kF32) {
      std::snprintf(text, sizeof text, "0f%08X", static_cast<unsigned>(bits));
    } else if (type == ptx::Type::kF64) {
      std::snprintf(text, sizeof text, "0d%016llX", static_cast<unsigned long long>(bits));
    } else {
      return std::to_string(static_cast<std::int64_t>(bits));
    }
    return text;
  }

  // A special register, which is never renamed: the `nth` source operand that is not a register of the kernel.
  std::string special(const ptx::Instruction& instruction, unsigned nth) const {
    const std::string& text = instruction.text;
    for (std::size_t at = 0; (at = text.find('%', at)) != std::string::npos;) {
      const std::size_t end = text.find_first_of(" ,;{}[]|()+-", at);
      const std::string name = text.substr(at, end - at);
      if (names_.count(name) == 0 && nth-- == 0) return name;
      at = end;
    }
    return "%special";
  }

  std::string operand(const ptx::Instruction& instruction, const Operand& one, unsigned& specials) const {
    switch (one.kind) {
      case Operand::Kind::kRegister: return (one.negated ? "!" : "") + register_name(one.index);
      case Operand::Kind::kImmediate: return immediate(one.bits, instruction.type);
      case Operand::Kind::kSpecial: return special(instruction, specials++);
      case Operand::Kind::kSymbol: return symbol(one) + offset(one.bits);
      case Operand::Kind::kAddress: {
        std::string base = one.symbol >= 0 ? symbol(one) : "";
        if (one.index >= 0) base += (base.empty() ? "" : "+") + register_name(one.index);
        return "[" + base + (base.empty() ? std::to_string(one.bits) : offset(one.bits)) + "]";
      }
      case Operand::Kind::kLabel: return label(static_cast<std::uint32_t>(one.index));
      case Operand::Kind::kVector: {
        std::string text;
        for (const Operand& element : one.elements)
          text += (text.empty() ? "" : ", ") + operand(instruction, element, specials);
        return "{" + text + "}";
      }
      case Operand::Kind::kFunction: return function(one.index);
      case Operand::Kind::kSink: return "_";
      case Operand::Kind::kNone: break;
    }
    return "";
  }

  std::string symbol(const Operand& one) const { return kernel_.symbols[static_cast<std::size_t>(one.symbol)].name; }
  std::string function(std::int32_t index) const {
    const auto number = static_cast<std::size_t>(index);
    return number < kernel_.functions.size() ? kernel_.functions[number].name : "function" + std::to_string(index);
  }

  // The opcode as written; for an added instruction, the opcode's name and type.
  static std::string opcode(const ptx::Instruction& instruction) {
    const std::string& text = instruction.text;
    std::size_t begin = 0;
    if (!text.empty() && text[0] == '@') begin = text.find(' ') + 1;
    const std::string word = text.substr(begin, text.find_first_of(" ;", begin) - begin);
    const std::string name = ptx::info(instruction).name;
    const bool written = instruction.origin == ptx::Origin::kSource || word.find('.') != std::string::npos;
    if (written && !word.empty()) return word;
    return instruction.type == ptx::Type::kNone ? name : name + "." + ptx::name_of(instruction.type);
  }

  static std::string runtime(const ptx::Instruction& instruction) {
    return ptx::op_of(instruction) == ptx::Op::kRuntime ? std::string(" ") + name_of_runtime(instruction) : "";
  }

  std::string line(std::uint32_t pc) const {
    const ptx::Instruction& instruction = kernel_.instructions[pc];
    std::string text;
    unsigned specials = 0;
    if (instruction.guard.kind == Operand::Kind::kRegister)
      text += "@" + operand(instruction, instruction.guard, specials) + " ";
    text += opcode(instruction) + runtime(instruction);
    bool first = true;
    for (const Operand& one : instruction.operands) {
      text += (first ? " " : ", ") + operand(instruction, one, specials);
      first = false;
    }
    return text + ";" + remark(instruction, pc);
  }

  std::string remark(const ptx::Instruction& instruction, std::uint32_t pc) const {
    switch (instruction.origin) {
      case ptx::Origin::kCall: return "  // call";
      case ptx::Origin::kSpill: return "  // spill";
      case ptx::Origin::kRematerialised: return "  // recomputed";
      case ptx::Origin::kRelease: return "  // release";
      case ptx::Origin::kSlotPointer: return "  // slot pointer";
      case ptx::Origin::kSlotMove: return "  // slot move";
      case ptx::Origin::kTimeShare: return "  // time-shared registers";
      case ptx::Origin::kSource: break;
    }
    const bool branches = flow_.graph.successors[flow_.block_of[pc]].size() > 1 && ptx::ends_block(instruction);
    return branches ? "  // reconverges at " + label(kernel_.reconverge[pc]) : "";
  }

  static std::string at(ptx::RegisterLevel level, unsigned entry) {
    if (level == ptx::RegisterLevel::kMrf) return "mrf";
    return (level == ptx::RegisterLevel::kLrf ? "lrf" : "orf") + std::to_string(entry);
  }

  std::string annotated(std::uint32_t pc, std::string line) const {
    if (beside_ == Beside::kNothing) return line;
    const bool levels = beside_ == Beside::kLevels;
    if (levels && kernel_.placement.at(pc).strand_start) line[0] = '*';
    const std::string text = levels ? places(pc) : last_uses(pc);
    if (text.empty()) return line;
    line.resize(std::max<std::size_t>(line.size(), 48), ' ');
    return line + "  ;" + text;
  }

  // " last r3, r4"
  std::string last_uses(std::uint32_t pc) const {
    std::string text;
    for (const std::uint16_t number : kernel_.last_uses.at(pc))
      text += (text.empty() ? " last r" : ", r") + std::to_string(number);
    return text;
  }

  // The levels of the instruction's values: " r3 orf1, r4 mrf>orf2 -> r5 lrf0+mrf".
  std::string places(std::uint32_t pc) const {
    const ptx::PlacedInstruction& placed = kernel_.placement.at(pc);
    std::string text;
    for (const ptx::PlacedRead& read : placed.reads) {
      text += (text.empty() ? " r" : ", r") + std::to_string(read.number) + " " + at(read.level, read.entry);
      if (read.fills) text += ">" + at(ptx::RegisterLevel::kOrf, read.entry);
    }
    if (!placed.writes.empty()) text += " ->";
    for (const ptx::PlacedWrite& write : placed.writes) {
      const bool above = write.level != ptx::RegisterLevel::kMrf;
      text += (&write == &placed.writes.front() ? " r" : ", r") + std::to_string(write.number) + " " +
              (above ? at(write.level, write.entry) : "") + (above && write.mrf ? "+" : "") + (write.mrf ? "mrf" : "");
    }
    return text;
  }

  const ptx::Kernel& kernel_;
  ControlFlow flow_;
  Beside beside_;
  std::set<std::string> names_;
};

}  // namespace

std::string assembly_text(const ptx::Kernel& kernel) { return Printer(kernel, Beside::kNothing).run(); }

std::string hierarchy_text(const ptx::Kernel& kernel) { return Printer(kernel, Beside::kLevels).run(); }

std::string last_uses_text(const ptx::Kernel& kernel) { return Printer(kernel, Beside::kLastUses).run(); }

}  // namespace unibank::compiler
