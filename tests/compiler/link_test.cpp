// The linked kernel: bodies, registers, frames; and programs that cannot be linked.
#include <algorithm>
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "compiler/check_allocation.h"
#include "compiler/link.h"
#include "ptx/instruction_table.h"
#include "ptx/parser.h"
#include "support/prepare.h"
#include "support/ptx_files.h"
#include "support/ptx_head.h"

using namespace unibank;
using namespace unibank::compiler;
using ptx::Op;

namespace {

// A leaf that adds, one that subtracts with a frame of its own, and a caller of both.
const std::string kCalls = test::kPtxHead + R"(
.func (.param .b32 result) add_one(.param .b32 a)
{
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [a];
  add.s32 %r2, %r1, 1;
  st.param.b32 [result], %r2;
  ret;
}
.func (.param .b32 result) framed(.param .b32 a, .param .align 4 .b8 pair[8])
{
  .local .align 8 .b8 room[40];
  .reg .b32 %r<6>; .reg .b64 %l<2>;
  mov.u64 %l1, room;
  ld.param.b32 %r1, [a];
  st.local.b32 [%l1+4], %r1;
  ld.param.b32 %r2, [pair+4];
  ld.local.b32 %r3, [room+4];
  sub.s32 %r4, %r3, %r2;
  st.param.b32 [result], %r4;
  ret;
}
.visible .entry plain(.param .u64 out)
{
  .reg .b32 %r<9>; .reg .b64 %l<2>;
  { .param .b32 x; .param .b32 y;
    mov.u32 %r1, %tid.x;
    st.param.b32 [x], %r1;
    call (y), add_one, (x);
    ld.param.b32 %r2, [y]; }
  add.s32 %r3, %r2, %r1;
  ld.param.u64 %l1, [out];
  st.global.b32 [%l1], %r3;
  ret;
}
.visible .entry deep(.param .u64 out)
{
  .local .align 4 .b8 own[4];
  .reg .b32 %r<9>; .reg .b64 %l<2>;
  mov.u32 %r1, %tid.x;
  st.local.b32 [own], %r1;
  { .param .b32 x; .param .align 4 .b8 p[8]; .param .b32 y;
    st.param.b32 [x], %r1;
    st.param.b32 [p], 7;
    st.param.b32 [p+4], 5;
    call (y), framed, (x, p);
    ld.param.b32 %r2, [y]; }
  ld.local.b32 %r4, [own];
  add.s32 %r3, %r2, %r4;
  ld.param.u64 %l1, [out];
  st.global.b32 [%l1], %r3;
  ret;
}
)";

ptx::Kernel linked(const std::string& text, const std::string& entry, const CompileOptions& options = {}) {
  return compile(ptx::parse(text, "calls.ptx"), entry, options);
}

unsigned count(const ptx::Kernel& kernel, Op op) {
  unsigned found = 0;
  for (const ptx::Instruction& instruction : kernel.instructions) found += ptx::op_of(instruction) == op;
  return found;
}

// A call through a register, with this signature, in a module with one function whose address is taken.
std::string through_register(const std::string& signature, const std::string& arguments) {
  return test::kPtxHead +
         ".func (.param .b32 r) f(.param .b32 a) {\n.reg .b32 %r<2>;\nld.param.b32 %r1, [a];\n"
         "st.param.b32 [r], %r1;\nret;\n}\n"
         ".visible .entry k() {\n.reg .b64 %l<2>; .reg .b32 %r<2>;\nmov.u64 %l1, f;\n"
         "{ .param .b32 x; .param .b64 w; .param .b32 y;\nst.param.b32 [x], 1;\nst.param.b64 [w], 1;\n"
         "p: .callprototype (.param .b32 _) _ " + signature + ";\ncall (y), %l1, " + arguments + ", p;\n}\nret;\n}\n";
}

}  // namespace

TEST_CASE("A kernel without calls keeps its registers and instructions but returns become exits") {
  const ptx::Module module = test::parse_file(UNIBANK_SOURCE_DIR "/testbenches/workloads/needle/needle.ptx");
  REQUIRE(!module.kernels.empty());
  for (const auto& [name, parsed] : module.kernels) {
    ptx::Kernel alone = parsed;
    prepare(alone);
    const ptx::Kernel kernel = compile(module, name);
    CHECK(kernel.physical == alone.physical);
    CHECK(kernel.registers_per_thread == alone.registers_per_thread);
    CHECK(kernel.reconverge == alone.reconverge);
    CHECK(kernel.local_bytes == parsed.local_bytes);
    CHECK(kernel.labels == parsed.labels);
    CHECK(kernel.functions.empty());
    REQUIRE(kernel.instructions.size() == parsed.instructions.size());
    CHECK(count(kernel, Op::kRet) == 0);
    CHECK(count(kernel, Op::kExit) == count(parsed, Op::kRet) + count(parsed, Op::kExit));
    CHECK(check_allocation(kernel).empty());
  }
}

TEST_CASE("A function of scalars costs no memory: arguments and results pass in registers") {
  const ptx::Kernel kernel = linked(kCalls, "plain");
  REQUIRE(kernel.functions.size() == 1);
  CHECK(kernel.functions[0].name == "add_one");
  CHECK(kernel.functions[0].last == kernel.instructions.size());
  CHECK(kernel.functions[0].address == ptx::kCodeWindow);  // the module's first function
  CHECK(kernel.local_bytes == 0);
  CHECK_FALSE(kernel.recursive);
  // The parameter of the entry is the only load, the result the only store; the function is an addition and a return.
  CHECK(count(kernel, Op::kLd) == 1);
  CHECK(count(kernel, Op::kSt) == 1);
  CHECK(kernel.functions[0].last - kernel.functions[0].first == 2);
  CHECK(count(kernel, Op::kRet) == 1);
  CHECK(count(kernel, Op::kExit) == 1);
  for (const ptx::Instruction& instruction : kernel.instructions) {
    if (!ptx::is_call(instruction)) continue;
    REQUIRE(instruction.operands.size() == 1);
    CHECK(instruction.operands[0].kind == ptx::Operand::Kind::kFunction);
    CHECK(instruction.operands[0].index == 0);
  }
}

TEST_CASE("Local memory of a kernel is its deepest path of frames") {
  const ptx::Kernel kernel = linked(kCalls, "deep");
  REQUIRE(kernel.functions.size() == 1);
  CHECK(kernel.functions[0].name == "framed");
  // The entry: 4 bytes of its own and 8 bytes of arguments, rounded up to a multiple of 16; the function: 40 bytes.
  CHECK(kernel.local_bytes == 16 + 40);
  // In the function, addresses are relative to the stack pointer, register 0: the structure lies below it, the array
  // above.
  std::vector<std::int64_t> offsets;
  for (std::uint32_t pc = kernel.functions[0].first; pc < kernel.functions[0].last; ++pc) {
    for (const ptx::Operand& operand : kernel.instructions[pc].operands) {
      if (operand.kind != ptx::Operand::Kind::kAddress) continue;
      CHECK(operand.symbol < 0);
      if (kernel.physical[static_cast<std::size_t>(operand.index)] == 0) {
        offsets.push_back(static_cast<std::int64_t>(operand.bits));
      }
    }
  }
  CHECK(offsets == std::vector<std::int64_t>{-4, 4});
}

TEST_CASE("Reconvergence of a function counts from the beginning of the kernel") {
  const ptx::Kernel kernel = linked(test::kPtxHead + R"(
.func (.param .b32 r) choose(.param .b32 a)
{
  .reg .b32 %r<4>; .reg .pred %p<2>;
  ld.param.b32 %r1, [a];
  mov.u32 %r2, 5;
  setp.eq.s32 %p1, %r1, 0;
  @%p1 bra SAME;
  mul.lo.s32 %r2, %r1, 3;
SAME:
  add.s32 %r3, %r2, 1;
  st.param.b32 [r], %r3;
  ret;
}
.visible .entry k()
{
  .reg .b32 %r<3>; .reg .pred %p<2>;
  mov.u32 %r1, %tid.x;
  setp.eq.s32 %p1, %r1, 3;
  @%p1 bra END;
  { .param .b32 x; .param .b32 y;
    st.param.b32 [x], %r1;
    call (y), choose, (x);
    ld.param.b32 %r2, [y]; }
  ret;
END:
  exit;
}
)", "k");
  const std::uint32_t first = kernel.functions.at(0).first;
  const auto end = static_cast<std::uint32_t>(kernel.instructions.size());
  REQUIRE(kernel.reconverge.size() == end);
  for (std::uint32_t pc = 0; pc < end; ++pc) {
    const ptx::Instruction& instruction = kernel.instructions[pc];
    if (!ptx::is_branch(instruction)) {
      CHECK(kernel.reconverge[pc] == end);
    } else if (pc < first) {
      CHECK(kernel.reconverge[pc] == end);  // both sides end
    } else {
      CHECK(kernel.reconverge[pc] == kernel.labels.at("choose:SAME"));
      CHECK(static_cast<std::uint32_t>(instruction.operands[0].index) == kernel.labels.at("choose:SAME"));
    }
  }
}

TEST_CASE("Recursive functions get the requested stack on top of the known frames") {
  const std::string text = test::kPtxHead + R"(
.func (.param .b32 r) down(.param .b32 n)
{
  .reg .b32 %r<5>; .reg .pred %p<2>;
  ld.param.b32 %r1, [n];
  mov.u32 %r3, 0;
  setp.eq.s32 %p1, %r1, 0;
  @%p1 bra DONE;
  add.s32 %r2, %r1, -1;
  { .param .b32 x; .param .b32 y;
    st.param.b32 [x], %r2;
    call (y), down, (x);
    ld.param.b32 %r3, [y]; }
  add.s32 %r3, %r3, %r1;
DONE:
  st.param.b32 [r], %r3;
  ret;
}
.visible .entry k()
{
  .reg .b32 %r<2>;
  { .param .b32 x; .param .b32 y;
    st.param.b32 [x], 9;
    call (y), down, (x);
    ld.param.b32 %r1, [y]; }
  ret;
}
)";
  CompileOptions options;
  const ptx::Kernel kernel = linked(text, "k", options);
  CHECK(kernel.recursive);
  const std::uint64_t known = kernel.local_bytes - options.stack_bytes;
  options.stack_bytes = 4096;
  CHECK(linked(text, "k", options).local_bytes == known + 4096);
  // The entry passes 8 bytes, rounded up to 16; then, for each activation, a frame with n, which is live across the
  // call, and the 8 bytes of arguments.
  CHECK(known == 16 + 2 * 16);
  CHECK(kernel.allocation.spill_stores >= 1);
  // Each activation's n survives in its frame, not in a register.
  CHECK(kernel.allocation.spilled_values >= 1);
}

TEST_CASE("Scratchpad variables of functions lie behind the entry's and the module's are shared") {
  const ptx::Kernel kernel = linked(test::kPtxHead + R"(
.shared .align 4 .b8 common[12];
.extern .shared .align 16 .b8 dynamic[];
.func f()
{
  .shared .align 8 .b8 own[16];
  .reg .b32 %r<5>;
  mov.u32 %r1, common;
  mov.u32 %r2, own;
  mov.u32 %r3, dynamic;
  add.s32 %r4, %r1, %r2;
  st.shared.b32 [%r3], %r4;
  ret;
}
.visible .entry k()
{
  .shared .align 4 .b8 mine[4];
  .reg .b32 %r<3>;
  mov.u32 %r1, mine;
  mov.u32 %r2, common;
  st.shared.b32 [%r1], %r2;
  call f, ();
  ret;
}
)", "k");
  std::map<std::string, std::uint64_t> offset;
  for (const ptx::Variable& symbol : kernel.symbols) {
    CHECK(offset.emplace(symbol.name, symbol.offset).second);
  }
  CHECK(offset.at("common") == 0);
  CHECK(offset.at("mine") == 12);
  CHECK(offset.at("own") == 16);
  CHECK(offset.at("dynamic") == 32);
  CHECK(kernel.scratchpad_bytes == 32);
  CHECK(kernel.dynamic_scratchpad);
}

TEST_CASE("A program that cannot be linked is refused with place and reason") {
  CHECK_THROWS_WITH(linked(kCalls, "plane"), Catch::Contains("unknown kernel 'plane'; known: deep, plain"));
  const auto calling = [](const std::string& declaration, const std::string& call) {
    return linked(test::kPtxHead + declaration +
                      ".visible .entry k() {\n.reg .b32 %r<3>;\n{ .param .b32 x; .param .b64 w;\n" +
                      "st.param.b32 [x], 1;\nst.param.b64 [w], 1;\n" + call + "\n}\nret;\n}\n",
                  "k");
  };
  CHECK_THROWS_WITH(calling(".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b32 b);\n",
                            "call (x), vprintf, (w, x);"),
                    Catch::StartsWith("calls.ptx:10:1: 'vprintf' of the CUDA runtime is declared with results of (4) "
                                      "and arguments of (8, 4) bytes; expected (4) and (8, 8)"));
  CHECK_THROWS_WITH(calling(".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 a);\n",
                            "call (x), __cudaCDP2LaunchDeviceV2, (w);"),
                    Catch::StartsWith("calls.ptx:10:1: 'k' calls '__cudaCDP2LaunchDeviceV2' of the CUDA runtime, which "
                                      "launches kernels from kernels; that is not in this model"));
  CHECK_THROWS_WITH(calling(".extern .func elsewhere(.param .b32 a);\n", "call elsewhere, (x);"),
                    Catch::StartsWith("calls.ptx:10:1: 'k' calls 'elsewhere', which has no body in this module"));
  const std::string f = ".func f(.param .b32 a) { ret; }\n";
  CHECK_NOTHROW(calling(f, "call f, (x);"));
  CHECK_THROWS_AS(calling(f, "call f, (w);"), InputError);
  CHECK_THROWS_AS(calling(f, "call f, (x, x);"), InputError);
  CHECK_NOTHROW(linked(through_register("(.param .b32 _)", "(x)"), "k"));
  CHECK_THROWS_WITH(linked(through_register("(.param .b64 _)", "(w)"), "k"),
                    Catch::Contains("no function of this module whose address is taken has the signature"));
  for (const unsigned registers : {1u, 15u, 257u}) {
    CompileOptions options;
    options.registers = registers;
    CHECK_THROWS_WITH(linked(kCalls, "plain", options), Catch::Contains("expected 0 (none) or 16 to 256"));
  }
}

TEST_CASE("A function that the parser refuses is an error only for kernels that call it") {
  const std::string text = test::kPtxHead +
                           ".func bad() {\nfrobnicate.u32 1;\nret;\n}\n.visible .entry good() {\nret;\n}\n"
                           ".visible .entry unlucky() {\ncall bad, ();\nret;\n}\n";
  CHECK_NOTHROW(linked(text, "good"));
  CHECK_THROWS_WITH(linked(text, "unlucky"), Catch::StartsWith("calls.ptx:5:1: ") && Catch::Contains("frobnicate"));
}

TEST_CASE("The lanes of a jump table reconverge where the paths of its labels meet") {
  const ptx::Kernel kernel = linked(test::kPtxHead + R"(
.visible .entry k()
{
  .reg .b32 %r<5>;
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, 1;
table: .branchtargets A, B;
  brx.idx %r1, table;
A:
  mov.u32 %r2, 2;
  bra END;
B:
  mov.u32 %r3, %r2;
END:
  add.s32 %r4, %r2, %r1;
  ret;
}
)", "k");
  const auto is_jump = [](const ptx::Instruction& i) { return ptx::op_of(i) == Op::kBrx; };
  const auto jump = std::find_if(kernel.instructions.begin(), kernel.instructions.end(), is_jump);
  REQUIRE(jump != kernel.instructions.end());
  CHECK(kernel.reconverge[static_cast<std::size_t>(jump - kernel.instructions.begin())] == kernel.labels.at("END"));
  CHECK(check_allocation(kernel).empty());
}
