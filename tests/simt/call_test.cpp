// Calls, returns and jump tables on a warp whose lanes go different ways.
#include <catch2/catch.hpp>

#include "compiler/dominators.h"
#include "ptx/instruction_table.h"
#include "simt/run_kernel.h"

using namespace unibank;
using Catch::Contains;

namespace {

constexpr std::uint32_t kAddress = 0x1000;  // of function 0; the next are 16 bytes apart

// Replaces stand-ins by calls, as a linker would leave them: `bra F0` calls the function at label F0, and
// `nanosleep.u32 %r` calls the function whose address is in the register.
void link(ptx::Kernel& kernel) {
  for (unsigned i = 0; kernel.labels.count("F" + std::to_string(i)) != 0; ++i) {
    ptx::Function function;
    function.name = "F" + std::to_string(i);
    function.first = kernel.labels.at(function.name);
    function.address = kAddress + 16 * i;
    kernel.functions.push_back(function);
  }
  for (ptx::Instruction& instruction : kernel.instructions) {
    const ptx::Op op = ptx::op_of(instruction);
    if (op == ptx::Op::kNanosleep) instruction.opcode = static_cast<ptx::Opcode>(ptx::Op::kCall);
    if (op != ptx::Op::kBra) continue;
    for (std::size_t i = 0; i < kernel.functions.size(); ++i) {
      if (instruction.operands[0].index != static_cast<std::int32_t>(kernel.functions[i].first)) continue;
      instruction.opcode = static_cast<ptx::Opcode>(ptx::Op::kCall);
      instruction.operands[0].kind = ptx::Operand::Kind::kFunction;
      instruction.operands[0].index = static_cast<std::int32_t>(i);
    }
  }
  compiler::reconvergence(kernel);
}

// `main` ends by storing each thread's %r10 and %r11; the functions follow it.
std::vector<std::uint32_t> run_calls(const std::string& main, const std::string& functions, unsigned threads = 32) {
  KernelRun kernel(module_of(main + "\nmul.wide.u32 %l9, %r0, 8;\nadd.s64 %l8, %l0, %l9;\nst.global.u32 [%l8], %r10;\n"
                                    "st.global.u32 [%l8+4], %r11;\nexit;\n" + functions),
                   false);
  link(kernel.kernel());
  return kernel.run<std::uint32_t>(std::vector<std::uint32_t>{0}, 2 * threads, {}, {threads, 1, 1});
}

}  // namespace

TEST_CASE("a called function returns to the instruction after the call") {
  const auto out =
      run_calls("mov.u32 %r10, 1;\nbra F0;\nadd.u32 %r10, %r10, 100;\nbra F0;", "F0:\nmul.lo.u32 %r10, %r10, 3;\nret;");
  for (unsigned i = 0; i < 32; ++i) CHECK(out[2 * i] == (1 * 3 + 100) * 3);
}

TEST_CASE("lanes whose predicate disables a call wait after it") {
  const auto out = run_calls("setp.lt.u32 %p1, %r0, 10;\nmov.u32 %r10, 0;\n@%p1 bra F0;\nactivemask.b32 %r11;",
                             "F0:\nactivemask.b32 %r10;\nret;");
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(out[2 * i] == (i < 10 ? 0x3ffu : 0u));
    CHECK(out[2 * i + 1] == 0xffffffff);
  }
}

TEST_CASE("a call that no lane makes is skipped") {
  const auto out =
      run_calls("setp.gt.u32 %p1, %r0, 100;\nmov.u32 %r10, 7;\n@%p1 bra F0;", "F0:\nmov.u32 %r10, 8;\nret;");
  for (unsigned i = 0; i < 32; ++i) CHECK(out[2 * i] == 7);
}

TEST_CASE("lanes that return early wait for the others of their activation") {
  const auto out = run_calls("setp.lt.u32 %p1, %r0, 10;\nbra F0;\nactivemask.b32 %r11;",
                             "F0:\n@%p1 ret;\nactivemask.b32 %r10;\nsetp.lt.u32 %p2, %r0, 20;\n@%p2 bra EARLY;\n"
                             "activemask.b32 %r10;\nret;\nEARLY:\nret;");
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(out[2 * i] == (i < 10 ? 0u : i < 20 ? 0xfffffc00u : 0xfff00000u));
    CHECK(out[2 * i + 1] == 0xffffffff);
  }
}

TEST_CASE("a function continues after a call of another function") {
  const auto out = run_calls("mov.u32 %r10, %r0;\nbra F0;",
                             "F0:\nadd.u32 %r10, %r10, 1;\nbra F1;\nadd.u32 %r10, %r10, 5;\nret;\n"
                             "F1:\nmul.lo.u32 %r10, %r10, 2;\nret;");
  for (unsigned i = 0; i < 32; ++i) CHECK(out[2 * i] == (i + 1) * 2 + 5);
}

TEST_CASE("each lane recurs to its own depth") {
  // %r10: the sum 1 + ... + lane, added on the way down. %r11: one for each activation on the way up.
  const auto out = run_calls("mov.u32 %r10, 0;\nmov.u32 %r11, 0;\nmov.u32 %r2, %r0;\nbra F0;",
                       "F0:\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 ret;\nadd.u32 %r10, %r10, %r2;\nsub.u32 %r2, %r2, 1;\n"
                       "bra F0;\nadd.u32 %r11, %r11, 1;\nret;");
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(out[2 * i] == i * (i + 1) / 2);
    CHECK(out[2 * i + 1] == i);
  }
}

TEST_CASE("calls in a loop that divides the lanes do not mix their activations") {
  // Lane i makes i calls; in each round the function divides the lanes again.
  const auto out = run_calls(
      "mov.u32 %r10, 0;\nmov.u32 %r2, %r0;\nLOOP:\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra DONE;\nbra F0;\n"
      "sub.u32 %r2, %r2, 1;\nbra LOOP;\nDONE:\nactivemask.b32 %r11;",
      "F0:\nand.b32 %r3, %r2, 1;\nsetp.eq.u32 %p2, %r3, 1;\n@%p2 bra ODD;\nadd.u32 %r10, %r10, 100;\n"
      "ret;\nODD:\nadd.u32 %r10, %r10, 1;\nret;");
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(out[2 * i] == 100 * (i / 2) + (i + 1) / 2);
    CHECK(out[2 * i + 1] == 0xffffffff);
  }
}

TEST_CASE("no lane waits for lanes that exit inside of a function") {
  KernelRun kernel(module_of("mov.u32 %r10, 1;\nbra F0;\nactivemask.b32 %r10;\nmul.wide.u32 %l9, %r0, 4;\n"
                             "add.s64 %l8, %l0, %l9;\nst.global.u32 [%l8], %r10;\nexit;\n"
                             "F0:\nbra F1;\nret;\nF1:\nsetp.ge.u32 %p1, %r0, 8;\n@%p1 exit;\nret;"),
                   false);
  link(kernel.kernel());
  const auto out = kernel.run<std::uint32_t>(std::vector<std::uint32_t>{0}, 32);
  for (unsigned i = 0; i < 32; ++i) CHECK(out[i] == (i < 8 ? 0xffu : 0u));
}

TEST_CASE("lanes with different targets take turns and reconverge after the call") {
  const auto out =
      run_calls("rem.u32 %r2, %r0, 3;\nmad.lo.u32 %r2, %r2, 16, 4096;\nnanosleep.u32 %r2;\nactivemask.b32 %r11;",
                "F0:\nactivemask.b32 %r10;\nret;\nF1:\nactivemask.b32 %r10;\nnot.b32 %r10, %r10;\nret;\n"
                "F2:\nmov.u32 %r10, 2;\nret;");
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(out[2 * i] == (i % 3 == 0 ? 0x49249249u : i % 3 == 1 ? ~0x92492492u : 2u));
    CHECK(out[2 * i + 1] == 0xffffffff);
  }
}

TEST_CASE("a call of an address that is not a function names the lane and the address") {
  CHECK_THROWS_WITH(run_calls("mad.lo.u32 %r2, %r0, 16, 4096;\nnanosleep.u32 %r2;", "F0:\nret;\nF1:\nret;"),
                    Contains("thread (2, 0, 0): call of 0x1020, which is not the address of a function"));
}

TEST_CASE("a recursion without an end is stopped") {
  CHECK_THROWS_WITH(run_calls("bra F0;", "F0:\nbra F0;\nret;"), Contains("65536 calls are active"));
}

TEST_CASE("a local access beyond the frame of a recursive kernel is an error that names the stack") {
  KernelRun kernel(module_of("mov.u64 %l2, 64;\nst.local.u32 [%l2], %r0;\n.local .align 4 .b8 stack[64];"), false);
  kernel.kernel().recursive = true;
  CHECK_THROWS_WITH(kernel.run<std::uint32_t>(std::vector<std::uint32_t>{0}, 32),
                    Contains("store of 4 bytes at 0x40 lies outside of the thread's 64 bytes of local memory "
                             "(stack overflow? 'stack_bytes' sets its size)"));
}

TEST_CASE("a jump table divides the lanes by their index") {
  const auto out = run_calls("and.b32 %r2, %r0, 3;\nTABLE: .branchtargets A, B, A, C;\nbrx.idx %r2, TABLE;\n"
                       "A:\nactivemask.b32 %r10;\nbra M;\nB:\nactivemask.b32 %r10;\nbra M;\nC:\nmov.u32 %r10, 3;\n"
                       "M:\nactivemask.b32 %r11;", "");
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(out[2 * i] == (i % 2 == 0 ? 0x55555555u : i % 4 == 1 ? 0x22222222u : 3u));
    CHECK(out[2 * i + 1] == 0xffffffff);
  }
}

TEST_CASE("an index beyond the jump table is an error of its lane") {
  CHECK_THROWS_WITH(
      run_calls("TABLE: .branchtargets A, B;\nsub.u32 %r2, %r0, 4;\nmin.u32 %r2, %r2, 5;\nbrx.idx %r2, TABLE;\nA:\nB:",
                ""),
      Contains("thread (0, 0, 0): found the index 5; expected one of 2 targets"));
  CHECK_THROWS_WITH(run_calls("TABLE: .branchtargets A, B;\nmin.u32 %r2, %r0, 2;\nbrx.idx %r2, TABLE;\nA:\nB:", ""),
                    Contains("found the index 2; expected one of 2 targets"));
}
