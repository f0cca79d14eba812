// Calls of functions of the CUDA runtime: printf, malloc, free and a failed assertion.
#include <algorithm>
#include <catch2/catch.hpp>

#include "compiler/link.h"
#include "compiler/print.h"
#include "ptx/instruction_table.h"
#include "ptx/parser.h"
#include "support/ptx_head.h"

using namespace unibank;
using namespace unibank::compiler;
using ptx::Op;

namespace {

ptx::Kernel linked_calls(const std::string& text) { return compile(ptx::parse(text, "calls.ptx"), "k"); }

}  // namespace

TEST_CASE("A call of the runtime's failed assertion becomes a trap") {
  const auto asserting = [](const std::string& parameters, const std::string& arguments) {
    return linked_calls(test::kPtxHead + ".extern .func __assertfail(" + parameters + ");\n" +
                        ".visible .entry k() {\n.reg .b32 %r<3>; .reg .pred %p<2>;\nmov.u32 %r1, %tid.x;\n" +
                        "setp.eq.u32 %p1, %r1, 3;\n@%p1 bra END;\n{ .param .b64 w; .param .b32 x;\n" +
                        "st.param.b64 [w], 1;\nst.param.b32 [x], %r1;\ncall __assertfail, " + arguments +
                        ";\n}\nEND:\nret;\n}\n");
  };
  const ptx::Kernel kernel =
      asserting(".param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e", "(w, w, x, w, w)");
  CHECK(kernel.functions.empty());
  CHECK(kernel.local_bytes == 0);
  const auto trap = std::find_if(kernel.instructions.begin(), kernel.instructions.end(),
                                 [](const ptx::Instruction& i) { return ptx::op_of(i) == Op::kTrap; });
  REQUIRE(trap != kernel.instructions.end());
  CHECK(trap->location.line == 13);
  CHECK(trap->operands.size() == 4);  // expression, file, line, function
  CHECK(std::none_of(kernel.instructions.begin(), kernel.instructions.end(), ptx::is_call));
  CHECK_THROWS_WITH(asserting(".param .b64 a", "(w)"),
                    Catch::Contains("'__assertfail' of the CUDA runtime is declared with results of () and arguments "
                                    "of (8) bytes; expected () and (8, 8, 4, 8, 8)"));
}

TEST_CASE("A call of the CUDA runtime becomes one instruction with its values in registers") {
  const std::string declared = ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
                               ".extern .func (.param .b64 r) malloc(.param .b64 a);\n"
                               ".extern .func free(.param .b64 a);\n";
  const std::string body = ".visible .entry k() {\n{ .param .b32 x; .param .b64 w; .param .b64 y;\n"
                           "st.param.b64 [w], 1;\nst.param.b64 [y], 2;\ncall (x), vprintf, (w, y);\n"
                           "call (w), malloc, (y);\ncall free, (w);\ncall vprintf, (w, y);\n}\nret;\n}\n";
  const ptx::Kernel kernel = linked_calls(test::kPtxHead + declared + body);
  std::vector<const ptx::Instruction*> calls;
  for (const ptx::Instruction& i : kernel.instructions)
    if (ptx::op_of(i) == Op::kRuntime) calls.push_back(&i);
  REQUIRE(calls.size() == 4);
  const ptx::Runtime runtime[] = {ptx::Runtime::kPrintf, ptx::Runtime::kMalloc, ptx::Runtime::kFree,
                                  ptx::Runtime::kPrintf};
  const std::size_t operands[] = {3, 2, 1, 3};
  for (std::size_t n = 0; n < 4; ++n) {
    CHECK(static_cast<ptx::Runtime>(calls[n]->variant) == runtime[n]);
    CHECK(calls[n]->operands.size() == operands[n]);
    CHECK(calls[n]->destinations == (n == 2 ? 0 : 1));
  }
  CHECK(calls[3]->operands[0].kind == ptx::Operand::Kind::kSink);
  CHECK(kernel.functions.empty());
  CHECK(kernel.local_bytes == 0);
  CHECK(std::none_of(kernel.instructions.begin(), kernel.instructions.end(), ptx::is_call));
  CHECK_THAT(assembly_text(kernel), Catch::Contains("call vprintf %r") && Catch::Contains("call malloc %rd") &&
                                   Catch::Contains("call free %rd") && Catch::Contains("call vprintf _, %rd"));
  // A function that the module defines itself replaces the built-in one of that name.
  const ptx::Kernel own = linked_calls(test::kPtxHead +
                                       ".func free(.param .b32 a) { ret; }\n.visible .entry k() {\n{ .param .b32 x;\n"
                                       "st.param.b32 [x], 1;\ncall free, (x);\n}\nret;\n}\n");
  CHECK(own.functions.size() == 1);
}
