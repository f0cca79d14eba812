#include "compiler/fuse_instructions.h"

#include <string>
#include <utility>
#include <vector>

#include "compiler/instruction_forms.h"
#include "compiler/make_instruction.h"
#include "compiler/reaching_definitions.h"
#include "ptx/suffix_table.h"

namespace unibank::compiler {
namespace {

using ptx::Instruction;
using ptx::Op;
using ptx::Operand;
using ptx::Type;
using Kind = ptx::Operand::Kind;

bool is_word(Type type) { return is_integer(type) && ptx::bytes_of(type) == 4; }

// The table of lop3 for and, or, xor of two tables.
unsigned table_of(Op op, unsigned a, unsigned b) { return op == Op::kAnd ? a & b : op == Op::kOr ? a | b : a ^ b; }
bool is_logic(Op op) { return op == Op::kAnd || op == Op::kOr || op == Op::kXor; }

class Fusion {
 public:
  explicit Fusion(ptx::Kernel& body) : body_(body), definitions_(body), reads_(body.registers.size()) {
    for (const Instruction& i : body.instructions)
      for (const std::uint32_t index : access_of(i).reads) ++reads_[index];
  }

  void run() {
    definitions_.walk([this](std::uint32_t pc) { fuse(body_.instructions[pc]); });
  }

 private:
  void fuse(Instruction& i) {
    if (i.destinations != 1 || !is_register(i.operands[0])) return;
    switch (ptx::op_of(i)) {
      case Op::kAdd: return fuse_sum(i);
      case Op::kShl: return fuse_shift(i);
      case Op::kMul: return fuse_wide_product(i);
      case Op::kCvt: return fuse_half(i);
      case Op::kAnd: case Op::kOr: case Op::kXor:
        if (i.type == Type::kPred) fuse_comparison(i);
        else if (i.type == Type::kB32) fuse_logic(i);
        return;
      default: return;
    }
  }

  // The unguarded instruction whose result the operand is, if its `sources` sources still have the same values.
  const Instruction* made_by(const Operand& operand, std::size_t sources) const {
    if (!is_register(operand) || operand.negated) return nullptr;
    const std::uint32_t pc = definitions_.of(static_cast<std::uint32_t>(operand.index));
    if (pc == ReachingDefinitions::kNone || !has_shape(body_.instructions[pc], sources)) return nullptr;
    const Instruction& made = body_.instructions[pc];
    for (std::size_t n = 1; n <= sources; ++n) {
      const Operand& source = made.operands[n];
      if (is_register(source) ? !definitions_.unchanged_since(static_cast<std::uint32_t>(source.index), pc)
                              : !is_constant(source))
        return nullptr;
    }
    return &made;
  }

  bool read_once(const Operand& operand) const { return reads_[static_cast<std::size_t>(operand.index)] == 1; }

  // The text begins with the new opcode, for messages and listings.
  static void become(Instruction& i, const std::string& opcode, Op op, Type type, std::uint32_t modifiers,
                     std::vector<Operand> sources) {
    i.opcode = static_cast<ptx::Opcode>(op);
    i.type = type;
    i.modifiers = modifiers;
    i.operands.resize(1);
    i.operands.insert(i.operands.end(), sources.begin(), sources.end());
    i.text = opcode + " for: " + i.text;
  }

  static std::string opcode_of(const Instruction& i) {
    const std::size_t begin = i.text.rfind('@', 0) == 0 ? i.text.find(' ') + 1 : 0;
    return i.text.substr(begin, i.text.find_first_of(" ;", begin) - begin);
  }

  static void become_product(Instruction& i, Op op, Type type, ptx::Modifier part, std::vector<Operand> sources) {
    const std::string name = ptx::info(op).name + std::string(part == ptx::kWide ? ".wide." : ".lo.");
    become(i, name + ptx::name_of(type), op, type, part, std::move(sources));
  }

  // Whether at most one of the two is a constant: an instruction has no room for two.
  static bool fit(const Operand& a, const Operand& b) { return is_register(a) || is_register(b); }

  void fuse_sum(Instruction& i) {
    for (const std::size_t n : {1, 2}) {
      const Operand other = i.operands[3 - n];
      if (is_sum(i, 4) && fuse_narrow_sum(i, i.operands[n], other)) return;
      if (is_sum(i, 8) && fuse_wide_sum(i, i.operands[n], other)) return;
    }
  }

  bool fuse_narrow_sum(Instruction& i, const Operand& part, const Operand& other) {
    const Instruction* made = made_by(part, 2);
    if (made == nullptr || !is_word(made->type) || !fit(made->operands[2], other)) return false;
    const Operand a = made->operands[1], b = made->operands[2];
    if (ptx::op_of(*made) == Op::kMul && made->modifiers == ptx::kLo) {
      become_product(i, Op::kMad, i.type, ptx::kLo, {a, b, other});
      return true;
    }
    if (ptx::op_of(*made) != Op::kShl || !is_constant(b) || b.bits >= 31) return false;
    become_product(i, Op::kMad, i.type, ptx::kLo, {a, immediate_operand(std::uint64_t{1} << b.bits), other});
    return true;
  }

  bool fuse_wide_sum(Instruction& i, const Operand& part, const Operand& other) {
    const Instruction* made = made_by(part, 2);
    if (made == nullptr || ptx::op_of(*made) != Op::kMul || made->modifiers != ptx::kWide || !is_word(made->type))
      return false;
    if (!fit(made->operands[2], other)) return false;
    become_product(i, Op::kMad, made->type, ptx::kWide, {made->operands[1], made->operands[2], other});
    return true;
  }

  // A 32-bit value that was extended to the operand's 64 bits.
  const Instruction* extension(const Operand& operand) const {
    const Instruction* made = made_by(operand, 1);
    const bool extends = made != nullptr && ptx::op_of(*made) == Op::kCvt && made->modifiers == 0 &&
                         (made->type == Type::kS64 || made->type == Type::kU64) &&
                         (made->type2 == Type::kS32 || made->type2 == Type::kU32);
    return extends && fits_register(body_, made->operands[1], made->type2) ? made : nullptr;
  }

  void fuse_shift(Instruction& i) {
    if (i.type != Type::kB64 || !is_constant(i.operands[2]) || i.operands[2].bits > 30) return;
    const Instruction* made = extension(i.operands[1]);
    if (made == nullptr) return;
    const Operand factor = immediate_operand(std::uint64_t{1} << i.operands[2].bits);
    become_product(i, Op::kMul, made->type2, ptx::kWide, {made->operands[1], factor});
  }

  // mul.lo.s64 of two extended values: their product has 64 bits.
  void fuse_wide_product(Instruction& i) {
    if (i.modifiers != ptx::kLo || !is_integer(i.type) || ptx::bytes_of(i.type) != 8) return;
    const Instruction* a = extension(i.operands[1]);
    if (a == nullptr) return;
    if (is_constant(i.operands[2])) {
      const auto value = static_cast<std::int64_t>(i.operands[2].bits);
      if (value < 0 || value > 0x7fffffff) return;
      return become_product(i, Op::kMul, a->type2, ptx::kWide, {a->operands[1], i.operands[2]});
    }
    const Instruction* b = extension(i.operands[2]);
    if (b == nullptr || b->type2 != a->type2) return;
    become_product(i, Op::kMul, a->type2, ptx::kWide, {a->operands[1], b->operands[1]});
  }

  // Reads one half of a 32-bit register directly, in place of the 16-bit register that was unpacked from it.
  void fuse_half(Instruction& i) {
    const bool widens = i.type == Type::kF32 && (i.type2 == Type::kF16 || i.type2 == Type::kBf16);
    if (!widens || i.operands.size() != 2 || !is_register(i.operands[1]) || ptx::has(i, ptx::kUpperHalf)) return;
    const auto half = i.operands[1].index;
    const std::uint32_t pc = definitions_.of(static_cast<std::uint32_t>(half));
    if (pc == ReachingDefinitions::kNone) return;
    const Instruction& made = body_.instructions[pc];
    if (ptx::op_of(made) != Op::kMov || ptx::bytes_of(made.type) != 4 || made.guard.kind != Kind::kNone) return;
    const Operand& halves = made.operands[0];
    if (halves.kind != Kind::kVector || halves.elements.size() != 2) return;
    if (!fits_register(body_, made.operands[1], made.type)) return;
    if (!definitions_.unchanged_since(static_cast<std::uint32_t>(made.operands[1].index), pc)) return;
    const bool lower = halves.elements[0].index == half, upper = halves.elements[1].index == half;
    if (lower == upper) return;
    i.operands[1] = made.operands[1];
    if (!upper) return;
    i.modifiers |= ptx::kUpperHalf;
    i.text = opcode_of(i) + ".upper for: " + i.text;
  }

  // setp and a logical operation with another predicate.
  void fuse_comparison(Instruction& i) {
    for (const std::size_t n : {1, 2}) {
      const Operand compared = i.operands[n], other = i.operands[3 - n];
      const Instruction* made = made_by(compared, 2);
      if (made == nullptr || ptx::op_of(*made) != Op::kSetp || ptx::boolean_of(*made) != ptx::Boolean::kNone) continue;
      if (!read_once(compared) || !is_register(other)) continue;
      const Op op = ptx::op_of(i);
      const auto then = op == Op::kAnd ? ptx::Boolean::kAnd : op == Op::kOr ? ptx::Boolean::kOr : ptx::Boolean::kXor;
      const auto variant = static_cast<std::uint8_t>(made->variant | static_cast<unsigned>(then) << 5);
      std::string opcode = opcode_of(*made);
      opcode.insert(opcode.rfind('.'), std::string(".") + ptx::info(op).name);
      become(i, opcode, Op::kSetp, made->type, made->modifiers, {made->operands[1], made->operands[2], other});
      i.variant = variant;
      return;
    }
  }

  void fuse_logic(Instruction& i) {
    constexpr unsigned kA = 0xf0, kB = 0xcc, kC = 0xaa;
    for (const std::size_t n : {1, 2}) {
      const Operand part = i.operands[n], other = i.operands[3 - n];
      if (!is_register(part) || !read_once(part)) continue;
      const Instruction* pair = made_by(part, 2);
      if (pair != nullptr && pair->type == Type::kB32 && is_logic(ptx::op_of(*pair)) && fit(pair->operands[2], other)) {
        const unsigned inner = table_of(ptx::op_of(*pair), kA, kB);
        const Operand table = immediate_operand(table_of(ptx::op_of(i), inner, kC));
        return become(i, "lop3.b32", Op::kLop3, Type::kB32, 0, {pair->operands[1], pair->operands[2], other, table});
      }
      const Instruction* inverse = made_by(part, 1);
      if (inverse == nullptr || ptx::op_of(*inverse) != Op::kNot || inverse->type != Type::kB32) continue;
      const unsigned table = table_of(ptx::op_of(i), ~kA & 0xff, kB);
      return become(i, "lop3.b32", Op::kLop3, Type::kB32, 0,
                    {inverse->operands[1], other, immediate_operand(0), immediate_operand(table)});
    }
  }

  ptx::Kernel& body_;
  ReachingDefinitions definitions_;
  std::vector<std::uint32_t> reads_;  // [register]: number of instructions that read it
};

}  // namespace

void fuse_instructions(ptx::Kernel& body) { Fusion(body).run(); }

}  // namespace unibank::compiler
