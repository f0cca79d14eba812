// Divisions of integers as several instructions: results of every form, and what stays a division.
#include "compiler/expand_divisions.h"

#include <catch2/catch.hpp>

#include "ptx/instruction_table.h"
#include "simt/forms.h"

using namespace unibank;

namespace {

// Thread t divides the t-th pair of words of the input.
std::string divides(const std::string& opcode) {
  return module_of(
      "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mad.lo.u32 %r0, %r1, %r2, %r0;\n"
      "mul.wide.u32 %l2, %r0, 8; add.s64 %l1, %l1, %l2; mul.wide.u32 %l2, %r0, 4; add.s64 %l0, %l0, %l2;\n"
      "ld.global.v2.u32 {%r4, %r5}, [%l1];\n" +
      opcode + " %r6, %r4, %r5;\nst.global.u32 [%l0], %r6;");
}

std::vector<std::uint32_t> operand_words(const std::vector<Operands>& operands) {
  std::vector<std::uint32_t> words;
  for (const Operands& o : operands) {
    words.push_back(static_cast<std::uint32_t>(o.a));
    words.push_back(static_cast<std::uint32_t>(o.b));
  }
  return words;
}

// Each pair, and its divisor with three dividends: one below a multiple of it, the multiple, and one below the next.
std::vector<Operands> with_near_multiples() {
  std::vector<Operands> all = awkward32();
  for (const Operands& o : awkward32()) {
    const auto a = static_cast<std::uint32_t>(o.a), b = static_cast<std::uint32_t>(o.b);
    const std::uint32_t multiple = b == 0 ? 0 : a / b * b;
    for (const std::uint32_t near : {multiple - 1, multiple, multiple + b - 1}) all.push_back({near, b, 0, 0});
  }
  while (all.size() % 256 != 0) all.push_back(all.front());
  return all;
}

unsigned divisions(const ptx::Kernel& kernel) {
  unsigned count = 0;
  for (const ptx::Instruction& i : kernel.instructions) {
    const ptx::Op op = ptx::op_of(i);
    count += op == ptx::Op::kDiv || op == ptx::Op::kRem;
  }
  return count;
}

unsigned left(const std::string& body) {
  ptx::Module module = ptx::parse(module_of(body), "test.ptx");
  compiler::expand_divisions(module.kernels.at("k"));
  return divisions(module.kernels.at("k"));
}

}  // namespace

TEST_CASE("expanded divisions and remainders give what one instruction gives") {
  const std::vector<Operands> operands = with_near_multiples();
  const std::vector<std::uint32_t> words = operand_words(operands);
  const Dim3 grid{static_cast<unsigned>(operands.size() / 256), 1, 1}, block{256, 1, 1};
  for (const char* opcode : {"div.u32", "div.s32", "rem.u32", "rem.s32"}) {
    KernelRun one(divides(opcode)), several(divides(opcode), true, compiler::expand_divisions);
    REQUIRE(divisions(one.kernel()) == 1);
    REQUIRE(divisions(several.kernel()) == 0);
    const auto expected = one.run<std::uint32_t>(words, operands.size(), grid, block);
    const auto found = several.run<std::uint32_t>(words, operands.size(), grid, block);
    std::string wrong;
    for (std::size_t n = 0; n < operands.size() && wrong.empty(); ++n)
      if (found[n] != expected[n]) wrong = std::to_string(words[2 * n]) + " and " + std::to_string(words[2 * n + 1]);
    INFO(opcode);
    CHECK(wrong == "");
  }
}

TEST_CASE("divisions take as many instructions as expand_divisions.h says") {
  for (const auto& [opcode, instructions] :
       {std::pair{"div.u32", 17u}, {"rem.u32", 17u}, {"div.s32", 22u}, {"rem.s32", 21u}}) {
    ptx::Module module = ptx::parse(module_of(std::string(opcode) + " %r6, %r4, %r5;"), "test.ptx");
    ptx::Kernel& kernel = module.kernels.at("k");
    const std::size_t before = kernel.instructions.size();
    compiler::expand_divisions(kernel);
    unsigned copies = 0;
    for (const ptx::Instruction& i : kernel.instructions) copies += ptx::op_of(i) == ptx::Op::kMov;
    INFO(opcode);
    CHECK(kernel.instructions.size() - copies == before - 2 + instructions);  // %tid.x, and the division
  }
}

TEST_CASE("the result may be an operand, and branches find the first instruction") {
  KernelRun run(
      module_of("ld.global.u32 %r4, [%l1]; mov.u32 %r5, 3; mov.u32 %r6, 0;\nL:\ndiv.u32 %r4, %r4, %r5;\n"
                "add.u32 %r6, %r6, 1;\nsetp.ge.u32 %p1, %r4, 3;\n@%p1 bra L;\nst.global.v2.u32 [%l0], {%r4, %r6};"),
      true, compiler::expand_divisions);
  CHECK(run.run<std::uint32_t>(std::vector<std::uint32_t>{2 * 81 + 5}, 2, {}, {1, 1, 1}) ==
        std::vector<std::uint32_t>{2, 4});
}

TEST_CASE("other divisions stay") {
  CHECK(left("div.u32 %r6, %r4, 7;") == 1);
  CHECK(left("@%p1 div.u32 %r6, %r4, %r5;") == 1);
  CHECK(left("div.u64 %l6, %l4, %l5;\nrem.s16 %h3, %h1, %h2;\ndiv.rn.f32 %f3, %f1, %f2;") == 3);
}
