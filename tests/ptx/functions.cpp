// Functions, calls and jump tables.
#include <catch2/catch.hpp>

#include "ptx/instruction_table.h"
#include "ptx/parser.h"
#include "ptx/support.h"

using namespace unibank::ptx;
using namespace unibank::ptx::test;
using Catch::Contains;
using Catch::StartsWith;
using Kind = Operand::Kind;

namespace {

const std::string kCaller = R"(
.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b32 ret) vprintf (.param .b64 a, .param .b64 b);
.func (.param .b32 func_retval0) add1 (.param .b32 add1_param_0);
.visible .entry k(.param .u64 out)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  mov.u64 %rd1, add1;
  { // callseq 0, 0
    .reg .b32 temp_param_reg;
    .param .b32 param0;
    st.param.b32 [param0+0], %r1;
    .param .b32 retval0;
    call.uni (retval0),
    add1,
    (
    param0
    );
    ld.param.b32 %r2, [retval0+0];
  }
  {
    .param .align 8 .b8 param0[16];
    .param .b32 retval0;
    st.param.v2.b64 [param0], {%rd1, %rd2};
    prototype_1 : .callprototype (.param .b32 _) _ (.param .align 8 .b8 _[16]) .noreturn;
    call (retval0), %rd1, (param0), prototype_1;
  }
  ret;
}
.func (.param .b32 func_retval0) add1 (
  .param .b32 add1_param_0
)
{
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [add1_param_0];
  add.s32 %r2, %r1, 1;
  st.param.b32 [func_retval0+0], %r2;
  ret;
}
)";

}  // namespace

TEST_CASE("A function is listed where it is first mentioned and completed by its definition") {
  const Module module = parse(kCaller, "k.ptx");
  REQUIRE(module.functions.size() == 2);
  CHECK(module.functions[0].name == "vprintf");
  CHECK(module.functions[0].instructions.empty());
  CHECK(module.functions[0].parameters[1].offset == 8);
  const Kernel& f = module.functions[1];
  CHECK(f.name == "add1");
  CHECK(!f.entry);
  REQUIRE(f.symbols.size() == 2);
  CHECK(f.symbols[0].name == "add1_param_0");
  CHECK(f.symbols[1].parameter == Variable::Parameter::kReturn);
  REQUIRE(f.returns.size() == 1);
  CHECK(f.returns[0].offset == 0);
  CHECK(op_of(f.instructions.back()) == Op::kRet);
  CHECK(f.instructions[2].space == StateSpace::kParam);
}

TEST_CASE("A call names its results, the callee and its arguments") {
  const Kernel kernel = parse(kCaller, "k.ptx").kernels.at("k");
  CHECK(kernel.instructions[0].operands[1].kind == Kind::kFunction);
  CHECK(kernel.instructions[0].operands[1].index == 1);
  const Instruction& direct = kernel.instructions[2];
  REQUIRE(is_call(direct));
  CHECK(direct.destinations == 1);
  REQUIRE(direct.operands.size() == 3);
  CHECK(kernel.symbols[direct.operands[0].symbol].name == "retval0");
  CHECK(kernel.symbols[direct.operands[0].symbol].parameter == Variable::Parameter::kArgument);
  CHECK(direct.operands[1].index == 1);
  CHECK(kernel.symbols[direct.operands[2].symbol].name == "param0");
  CHECK(direct.prototype == -1);
  CHECK(direct.text == "call.uni (retval0), add1, ( param0 )");
  const Instruction& through = kernel.instructions[5];
  CHECK(through.operands[1].kind == Kind::kRegister);
  REQUIRE(through.prototype == 0);
  CHECK(kernel.prototypes[0].parameters[0].bytes == 16);
  CHECK(kernel.prototypes[0].returns[0].bytes == 4);
  CHECK(kernel.symbols[through.operands[2].symbol].bytes == 16);  // not the param0 of the first call
  CHECK(direct.operands[2].symbol != through.operands[2].symbol);
}

TEST_CASE("Calls of every form") {
  const auto says = [](const std::string& body) {
    return refusal(".func f0(); .func (.param .b32 r) f1(.param .b32 a); .func g;\n" + around(body));
  };
  CHECK(says("call f0;") == "");
  CHECK(says("call.uni f0, ();") == "");
  CHECK(says("@%p1 call g;") == "");
  CHECK(says("{.param .b32 a; call (_), f1, (a);}") == "");
  CHECK(says("{.param .b32 a, b; l: .calltargets f1; call (b), %d1, (a), l;}") == "");
  CHECK(says("{.param .b32 a; p: .callprototype _ (.param .b32 _); call %d1, (a), p;}") == "");
  CHECK(says("call f9;") == "k.ptx:13:6: unknown function 'f9'; known: f0, f1, g");
  CHECK_THAT(says("call %d1;"), Contains("expected ',' and a .callprototype after a call through a register"));
  CHECK_THAT(says("call %d1, q;"), Contains("found 'q'; expected the name of a .callprototype or .calltargets above"));
  CHECK_THAT(says("call %d9;"), Contains("unknown register '%d9'"));
  CHECK_THAT(says("call f1, (%r1);"), Contains("expected a .param variable of this body"));
  CHECK_THAT(says("call f1, (n);"), Contains("expected a .param variable of this body"));
  CHECK_THAT(says("call f1, (g);"), Contains("expected a .param variable of this body"));
  CHECK_THAT(says("l: .calltargets f9;"), Contains("unknown function 'f9'"));
  CHECK_THAT(says("st.param.u32 [n], %r1;"), Contains("nothing else can be written"));
}

TEST_CASE("Jump tables") {
  const Kernel kernel = kernel_of("T: .branchtargets A, B,\n A; brx.idx.uni %r1, T; A: ret; B: { bra A; }");
  const Instruction& jump = kernel.instructions[0];
  CHECK(ends_block(jump));
  REQUIRE(jump.operands.size() == 2);
  const auto& labels = jump.operands[1].elements;
  REQUIRE(labels.size() == 3);
  CHECK(labels[0].kind == Kind::kLabel);
  CHECK(labels[0].index == 1);
  CHECK(labels[2].index == 1);
  CHECK_THAT(body_refusal("brx.idx %r1, T;"), Contains("found 'T'; expected the name of a .branchtargets above"));
  CHECK_THAT(body_refusal("T: .branchtargets A; brx.idx %r1, T;"), Contains("unknown label 'A'"));
  CHECK_THAT(body_refusal("T: .branchtargets A; A: brx %r1, T;"), Contains("expected one of .idx"));
}

TEST_CASE("An error in a body is an error only for kernels that call it") {
  const Module module = parse(".func f() { wgmma.fence; }\n.func (.param .b32 r) g(.param .b64 a) { ret; } "
                              ".entry k() { ret; } "
                              ".entry bad(.param .u64 p) { .reg .b32 %r; { foo %r; } ret; }", "k.ptx");
  CHECK_THAT(module.functions[0].refused, StartsWith("k.ptx:1:13: found 'wgmma', which works on matrices"));
  CHECK(module.functions[1].refused.empty());
  CHECK(module.kernels.at("k").refused.empty());
  const Kernel& bad = module.kernels.at("bad");
  CHECK_THAT(bad.refused, Contains("unknown instruction 'foo'"));
  REQUIRE(bad.instructions.size() == 1);
  CHECK(op_of(bad.instructions[0]) == Op::kTrap);
  CHECK(bad.parameters.size() == 1);
  CHECK(bad.registers.empty());
  CHECK_THAT(refusal(".func f() { wgmma.fence; } .entry k() { foo; }"), Contains("unknown instruction 'foo'"));
}

TEST_CASE("Functions that are declared twice or wrongly are refused") {
  CHECK(refusal(".func f() {} .func f(); .func f;") == "");
  CHECK_THAT(refusal(".func f() {} .func f() {}"), Contains("function 'f' is defined twice in this module"));
  CHECK_THAT(refusal(".func (.reg .u32 r) f() {}"), Contains("parameters in registers, of PTX before 2.0"));
  CHECK_THAT(refusal(".func f("), Contains("found the end of the file; expected '.param'"));
  CHECK_THAT(refusal(".func f() .noreturn"), Contains("expected ';' or '{' after the head of function 'f'"));
  const Module module = parse(".visible .func a(); .alias a, b; .func b() { trap; }", "k.ptx");
  REQUIRE(module.functions.size() == 2);
  CHECK(module.functions[0].name == "a");
  CHECK(op_of(module.functions[0].instructions[0]) == Op::kTrap);
  CHECK_THAT(refusal(".alias a, b;"), Contains("found 'b'; expected a function of this module"));
}
