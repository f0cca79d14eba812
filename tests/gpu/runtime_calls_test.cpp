// printf and malloc in kernels with timing: the machine's order, the same on any number of cores.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "gpu/kernel_machine.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const std::string kDeclared = R"(
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.extern .func (.param .b64 r) malloc(.param .b64 a);
.extern .func free(.param .b64 a);
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 line[10] = {37, 100, 32, 37, 100, 32, 37, 120, 10};
)";

// All results of a launch: its text, its first 1,024 words and its cycles, or the error message.
std::string calls_outcome(unsigned cores, const Design& design, const std::string& body, unsigned blocks) {
  return forked([&] {
    KernelMachine machine(design, (kDeclared + body).c_str());
    std::string text;
    machine.memory.set_print([&](std::string_view printed) { text += printed; });
    machine.backend.gpu.use_cores(cores, 0);
    const std::uint64_t at = machine.device.upload(std::vector<std::uint32_t>(1024), "words");
    try {
      machine.device.launch("k", {blocks, 1, 1}, {32, 1, 1}, Arguments(at));
    } catch (const RunError& error) {
      return text + error.what();
    }
    for (const std::uint32_t word : machine.device.download<std::uint32_t>(at, 1024))
      text += std::to_string(word) + " ";
    RunResult result;
    machine.backend.gpu.collect(result);
    return text + "in " + std::to_string(result.cycles) + " cycles, " +
           std::to_string(result.counters["warp_instructions"]) + " instructions";
  });
}

std::string same_outcome(const Design& design, const std::string& body, unsigned blocks) {
  const std::string one = calls_outcome(1, design, body, blocks);
  for (const unsigned cores : {2, 3, 4}) {
    INFO(cores << " cores");
    CHECK(calls_outcome(cores, design, body, blocks) == one);
  }
  return one;
}

}  // namespace

// Each lane allocates three blocks of different sizes from the heap, frees two of them, and prints their addresses.
TEST_CASE("SMs print and take from the heap in the same order on any number of cores", "[threads]") {
  const std::string body = R"(
.visible .entry k(.param .u64 words) {
  .reg .u64 %rd<9>;
  .reg .u32 %r<9>;
  .reg .pred %p<3>;
  .local .align 8 .b8 own[16];
  .param .b64 size; .param .b64 block;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, 0;
  mov.u64 %rd5, 0;
AGAIN:
  mad.lo.u32 %r4, %r2, 3, %r3;
  cvt.u64.u32 %rd1, %r4;
  st.param.b64 [size], %rd1;
  call (block), malloc, (size);
  ld.param.b64 %rd2, [block];
  st.param.b64 [block], %rd5;
  call free, (block);
  mov.u64 %rd5, %rd2;
  st.local.v2.u32 [own], {%r1, %r2};
  st.local.u64 [own+8], %rd2;
  mov.u64 %rd3, line;
  mov.u64 %rd4, own;
  cvta.local.u64 %rd4, %rd4;
  { .param .b64 f; .param .b64 a; .param .b32 r;
    st.param.b64 [f], %rd3; st.param.b64 [a], %rd4;
    call (r), vprintf, (f, a);
    ld.param.b32 %r5, [r]; }
  add.u32 %r3, %r3, 1;
  setp.lt.u32 %p1, %r3, 3;
  @%p1 bra AGAIN;
  mad.lo.u32 %r6, %r1, 32, %r2;
  ld.param.u64 %rd6, [words];
  mul.wide.u32 %rd7, %r6, 4;
  add.u64 %rd8, %rd6, %rd7;
  cvt.u32.u64 %r7, %rd2;
  add.u32 %r7, %r7, %r5;
  st.global.u32 [%rd8], %r7;
  ret;
})";
  Design design = with_sms(5);
  const std::string text = same_outcome(design, body, 30);
  design.run.out_of_bounds = OutOfBounds::kWarn;  // compares addresses before its turn
  CHECK(calls_outcome(3, design, body, 30) == text);
  CHECK(std::count(text.begin(), text.end(), '\n') == 30 * 32 * 3);
  CHECK_THAT(text, Catch::Contains("\n29 31 ") && Catch::Contains(" cycles, 1800 instructions"));
}

TEST_CASE("an assertion that fails on one SM stops the others at the same point on any number of cores", "[threads]") {
  const std::string body = R"(
.visible .entry k(.param .u64 words) {
  .reg .u64 %rd<9>;
  .reg .u32 %r<9>;
  .reg .pred %p<3>;
  .local .align 8 .b8 own[16];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, 0;
AGAIN:
  mad.lo.u32 %r4, %r1, 100, %r3;
  setp.ne.u32 %p1, %r4, 306;
  mov.u64 %rd3, line;
  @%p1 bra HOLDS;
  { .param .b64 p0; .param .b32 p2; st.param.b64 [p0], %rd3; st.param.b32 [p2], %r4;
    call.uni __assertfail, (p0, p0, p2, p0, p0); }
HOLDS:
  st.local.v2.u32 [own], {%r1, %r3};
  st.local.u64 [own+8], %rd3;
  mov.u64 %rd4, own;
  cvta.local.u64 %rd4, %rd4;
  setp.eq.u32 %p2, %r2, 7;
  { .param .b64 f; .param .b64 a;
    st.param.b64 [f], %rd3; st.param.b64 [a], %rd4;
    @%p2 call vprintf, (f, a); }
  add.u32 %r3, %r3, 1;
  bra AGAIN;
})";
  const std::string text = same_outcome(with_sms(4), body, 4);
  CHECK_THAT(text, Catch::Contains("SM 3: k.ptx:") && Catch::Contains(":306: ") &&
                       Catch::Contains("block: [3,0,0], thread: [0,0,0] Assertion `"));
  CHECK_THAT(text, Catch::Contains("3 5 ") && !Catch::Contains("3 6 "));
}

TEST_CASE("a call of printf is one instruction") {
  const auto instructions = [](unsigned calls) {
    std::string body = ".visible .entry k(.param .u64 words) {\n.reg .u64 %rd<3>;\nmov.u64 %rd1, line+9;\n";
    for (unsigned call = 0; call < calls; ++call)
      body += "{ .param .b64 f; st.param.b64 [f], %rd1;\ncall vprintf, (f, f); }\n";
    const std::string text = calls_outcome(1, with_sms(1), body + "ret;\n}", 1);
    const std::size_t at = text.find("cycles, ");
    return at == std::string::npos ? 0 : std::stoi(text.substr(at + 8));
  };
  CHECK(instructions(0) == 2);
  // Each call but the last is preceded by a move of its argument; the last takes the address itself.
  for (const unsigned calls : {1u, 2u, 21u}) CHECK(instructions(calls) == 2 + static_cast<int>(calls + calls - 1));
}
