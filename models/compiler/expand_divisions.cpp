#include "compiler/expand_divisions.h"

#include <string>
#include <utility>

#include "compiler/insert.h"
#include "compiler/replace_instructions.h"
#include "ptx/instruction_table.h"
#include "ptx/parser.h"

namespace unibank::compiler {
namespace {

using ptx::Instruction;
using ptx::Op;
using ptx::Type;

// %n divided by %d: quotient %q, remainder %m. 0x0ffffffe multiplies the reciprocal by 2^32, less two units in the last
// place, so that %x is never above 2^32 / %d. After one step of Newton's method %q is at most two too small.
const std::string kUnsigned =
    "cvt.rp.f32.u32 %f, %d;\n"
    "rcp.approx.ftz.f32 %f, %f;\n"
    "mov.b32 %x, %f;\n"
    "add.u32 %x, %x, 0x0ffffffe;\n"
    "mov.b32 %f, %x;\n"
    "cvt.rzi.ftz.u32.f32 %x, %f;\n"
    "neg.s32 %minus, %d;\n"
    "mul.lo.u32 %m, %x, %minus;\n"
    "mad.hi.u32 %x, %x, %m, %x;\n"
    "mul.hi.u32 %q, %x, %n;\n"
    "mad.lo.u32 %m, %q, %minus, %n;\n"
    "setp.ge.u32 %p, %m, %d;\n"
    "@%p sub.u32 %m, %m, %d;\n"
    "@%p add.u32 %q, %q, 1;\n"
    "setp.ge.u32 %p, %m, %d;\n"
    "@%p sub.u32 %m, %m, %d;\n"
    "@%p add.u32 %q, %q, 1;\n";
const std::string kMagnitudes = "abs.s32 %n, %a;\nabs.s32 %d, %b;\n";
const std::string kZero = "setp.eq.u32 %p, %d, 0;\n";

// The first two instructions take the operands, the last one gives the result.
std::string text_of(bool remainder, bool with_sign) {
  std::string text = "mov.b32 %a, 0;\nmov.b32 %b, 0;\n";
  text += with_sign ? kMagnitudes : std::string("mov.b32 %n, %a;\nmov.b32 %d, %b;\n");
  text += kUnsigned;
  const std::string result = remainder ? "%m" : "%q";
  if (with_sign) {
    text += remainder ? std::string("setp.lt.s32 %p, %a, 0;\n") : "xor.b32 %x, %a, %b;\nsetp.lt.s32 %p, %x, 0;\n";
    text += "@%p neg.s32 " + result + ", " + result + ";\n";
  }
  return text + kZero + "selp.b32 %x, 0xffffffff, " + result + ", %p;\nmov.b32 %a, %x;\n";
}

ptx::Kernel parsed(bool remainder, bool with_sign) {
  const std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n.entry division()\n{\n"
                           ".reg .b32 %a, %b, %n, %d, %x, %minus, %m, %q; .reg .f32 %f; .reg .pred %p;\n" +
                           text_of(remainder, with_sign) + "}\n";
  ptx::Kernel kernel = ptx::parse(text, "division.ptx").kernels.at("division");
  kernel.instructions.pop_back();  // ret
  return kernel;
}

bool is_division(const Instruction& i) {
  const Op op = ptx::op_of(i);
  return (op == Op::kDiv || op == Op::kRem) && (i.type == Type::kU32 || i.type == Type::kS32) &&
         i.guard.kind == ptx::Operand::Kind::kNone && i.operands[2].kind == ptx::Operand::Kind::kRegister;
}

const ptx::Kernel& code_of(const Instruction& division) {
  static const ptx::Kernel kCodes[2][2] = {{parsed(false, false), parsed(false, true)},
                                           {parsed(true, false), parsed(true, true)}};
  return kCodes[ptx::op_of(division) == Op::kRem][division.type == Type::kS32];
}

// The code with the division's operands and result, in registers that the body gets for it.
void append(const Instruction& division, ptx::Kernel& body, Instructions& out) {
  const ptx::Kernel& code = code_of(division);
  const auto first = static_cast<std::uint32_t>(body.registers.size());
  body.registers.insert(body.registers.end(), code.registers.begin(), code.registers.end());
  const std::size_t begin = out.size();
  for (Instruction one : code.instructions) {
    // From the last register down, so that a new number is above all registers that are still to be renamed.
    for (auto index = static_cast<std::uint32_t>(code.registers.size()); index-- != 0;)
      rename(one, index, first + index);
    one.location = division.location;
    one.text += " for: " + division.text;
    out.push_back(std::move(one));
  }
  out[begin].operands[1] = division.operands[1];
  out[begin + 1].operands[1] = division.operands[2];
  out.back().operands[0] = division.operands[0];
}

}  // namespace

void expand_divisions(ptx::Kernel& body) {
  bool any = false;
  for (const Instruction& i : body.instructions) any |= is_division(i);
  if (!any) return;
  replace_instructions(body, {}, [&body](Instruction instruction, std::uint32_t, Instructions& out) {
    if (is_division(instruction)) return append(instruction, body, out);
    out.push_back(std::move(instruction));
  });
}

}  // namespace unibank::compiler
