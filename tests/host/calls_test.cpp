// Programs with functions, from nvcc and clang, against the same source compiled for the host.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "base/input_error.h"
#include "host/device.h"
#include "host/functional_backend.h"
#include "ptx/kernel.h"
#include "simt/device_memory.h"

namespace on_host {

struct Index {
  int x;
};
Index blockIdx{0}, blockDim{1}, threadIdx{0};

#define __device__
#define __global__
#define __noinline__
#include "data/calls/calls.cu"
#undef __device__
#undef __global__
#undef __noinline__

}  // namespace on_host

using namespace unibank;

namespace {

constexpr int kCallThreads = 150;  // one warp is not full, and the last has no thread to run

struct Program {
  DeviceMemory memory{std::uint64_t{64} << 20};
  FunctionalBackend backend{memory};
  Device device;
  std::vector<int> in;

  Program(const std::string& compiler, unsigned registers) : device(backend, memory, options(registers)) {
    std::ifstream file(UNIBANK_TEST_DATA "/calls/" + compiler + ".ptx");
    std::ostringstream text;
    text << file.rdbuf();
    device.load(text.str(), compiler + ".ptx");
    for (int i = 0; i < kCallThreads; ++i) in.push_back(i * 37 % 1000);
  }
  static compiler::CompileOptions options(unsigned registers) {
    compiler::CompileOptions made;
    made.registers = registers;
    made.stack_bytes = 4096;
    return made;
  }

  // The results of `name`(out, in, n) on the device.
  std::vector<int> run(const std::string& name, int results) {
    const auto out = device.upload(std::vector<int>(results * kCallThreads, 0), "out");
    device.launch(name, {2, 1, 1}, {96, 1, 1}, Arguments(out, device.upload(in, "in"), kCallThreads));
    return device.download<int>(out, static_cast<std::size_t>(results * kCallThreads));
  }
  // The same on the host, one block for each thread.
  template <typename Kernel>
  std::vector<int> right(Kernel kernel, int results) {
    std::vector<int> out(static_cast<std::size_t>(results * kCallThreads), 0);
    for (on_host::blockIdx.x = 0; on_host::blockIdx.x < kCallThreads; ++on_host::blockIdx.x)
      kernel(out.data(), in.data(), kCallThreads);
    return out;
  }
};

const char* const kRecursive = R"(.version 7.0
.target sm_70
.address_size 64
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
.visible .entry k(.param .u64 out, .param .u32 n)
{
  .reg .b32 %r<3>; .reg .b64 %l<2>;
  ld.param.u32 %r1, [n];
  { .param .b32 x; .param .b32 y;
    st.param.b32 [x], %r1;
    call (y), down, (x);
    ld.param.b32 %r2, [y]; }
  ld.param.u64 %l1, [out];
  st.global.b32 [%l1], %r2;
  ret;
}
)";

// Calls that PTX allows but compilers do not write.
const char* const kUnusual = R"(.version 7.0
.target sm_70
.address_size 64
.func (.param .align 4 .b8 r[8]) swap(.param .align 4 .b8 p[8], .param .b32 add)
{
  .reg .b32 %r<4>; .reg .b64 %l<3>;
  mov.u64 %l1, p;
  ld.local.b32 %r1, [%l1];
  ld.param.b32 %r2, [p+4];
  ld.param.b32 %r3, [add];
  add.s32 %r1, %r1, %r3;
  st.param.v2.b32 [r], {%r2, %r1};
  ret;
}
.func (.param .b8 r) narrow(.param .b8 a, .param .b16 b)
{
  .reg .b16 %h<4>; .reg .b32 %r<3>;
  ld.param.s8 %h1, [a];
  ld.param.u16 %r1, [b];
  cvt.u16.u32 %h2, %r1;
  shr.s16 %h3, %h1, 1;
  add.s16 %h3, %h3, %h2;
  st.param.b8 [r], %h3;
  ret;
}
.func (.param .b32 r) aligned(.param .b32 a)
{
  .local .align 64 .b8 room[64];
  .reg .b32 %r<5>; .reg .b64 %l<4>;
  ld.param.b32 %r1, [a];
  cvta.local.u64 %l1, room;
  st.u32 [%l1+60], %r1;
  and.b64 %l2, %l1, 63;
  cvt.u32.u64 %r2, %l2;
  ld.local.u32 %r3, [room+60];
  shl.b32 %r2, %r2, 16;
  add.s32 %r4, %r3, %r2;
  st.param.b32 [r], %r4;
  ret;
}
.visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n)
{
  .reg .b32 %r<30>; .reg .b64 %l<9>; .reg .b16 %h<5>; .reg .pred %p<4>;
  .param .align 4 .b8 pair[8];
  .param .align 4 .b8 back[8];
  .param .b32 one;
  ld.param.u64 %l1, [out];
  ld.param.u64 %l2, [in];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %l3, %r1, 4;
  add.s64 %l2, %l2, %l3;
  ld.global.b32 %r2, [%l2];
  // The same variables for three calls; the second is made by some lanes only.
  st.param.b32 [pair], %r1;
  st.param.b32 [pair+4], %r2;
  st.param.b32 [one], 10;
  call (back), swap, (pair, one);
  ld.param.v2.b32 {%r3, %r4}, [back];
  st.param.b32 [one], %r2;
  and.b32 %r5, %r1, 1;
  setp.eq.b32 %p1, %r5, 0;
  @%p1 call (back), swap, (back, one);
  ld.param.b32 %r6, [back];
  ld.param.b32 %r7, [back+4];
  call swap, (pair, one);
  // A result that only some lanes ask for keeps what it was in the others.
  { .param .b32 a; .param .b32 r;
    st.param.b32 [a], %r2;
    st.param.b32 [r], 77;
    @%p1 call (r), aligned, (a);
    ld.param.b32 %r8, [r]; }
  cvt.u16.u32 %h1, %r2;
  { .param .b8 a; .param .b16 b; .param .b8 r;
    st.param.b8 [a], %r2;
    st.param.b16 [b], %h1;
    call (r), narrow, (a, b);
    ld.param.u8 %r9, [r];
    ld.param.s8 %r10, [r]; }
  // In a loop, with much that lives across it.
  mov.u32 %r11, 0;
  mov.u32 %r12, 0;
LOOP:
  { .param .align 4 .b8 p[8]; .param .b32 add; .param .align 4 .b8 r[8];
    st.param.b32 [p], %r11;
    st.param.b32 [p+4], %r12;
    st.param.b32 [add], %r2;
    call (r), swap, (p, add);
    ld.param.b32 %r13, [r+4]; }
  add.s32 %r12, %r12, %r13;
  add.s32 %r11, %r11, 1;
  setp.le.u32 %p2, %r11, %r5;
  @%p2 bra LOOP;
  mul.wide.u32 %l4, %r1, 32;
  add.s64 %l4, %l1, %l4;
  st.global.v4.b32 [%l4], {%r3, %r4, %r6, %r7};
  st.global.v4.b32 [%l4+16], {%r8, %r9, %r10, %r12};
  ret;
}
)";

}  // namespace

TEST_CASE("functions compute the same as on the host with few registers and with all") {
  for (const std::string compiler : {"nvcc", "clang"}) {
    for (const unsigned registers : {0u, 16u, 18u, 24u}) {
      INFO(compiler << ", " << registers << " registers");
      Program program(compiler, registers);
      CHECK(program.run("direct", 6) == program.right(on_host::direct, 6));
      CHECK(program.run("recursion", 2) == program.right(on_host::recursion, 2));
      CHECK(program.run("pointers", 2) == program.right(on_host::pointers, 2));
      for (const char* name : {"direct", "recursion", "pointers"}) {
        if (registers != 0) CHECK(program.device.kernel(name).registers_per_thread <= registers);
      }
    }
  }
}

TEST_CASE("virtual methods are found in objects that another kernel has created") {
  for (const std::string compiler : {"nvcc", "clang"}) {
    for (const unsigned registers : {0u, 16u}) {
      INFO(compiler << ", " << registers << " registers");
      Program program(compiler, registers);
      Device& device = program.device;
      const auto all = device.allocate(8 * kCallThreads, "objects"), room = device.allocate(32 * kCallThreads, "room");
      const auto out = device.upload(std::vector<int>(kCallThreads, 0), "out");
      device.launch("shapes", {2, 1, 1}, {96, 1, 1},
                    Arguments(all, room, device.upload(program.in, "in"), kCallThreads));
      device.launch("areas", {2, 1, 1}, {96, 1, 1}, Arguments(out, all, kCallThreads));
      std::vector<int> expected;
      for (int t = 0; t < kCallThreads; ++t) {
        const int w = program.in[static_cast<std::size_t>(t)];
        expected.push_back((w % 2 == 1 ? w * w + t : w - (w + 2) * t) + t);
      }
      CHECK(device.download<int>(out, kCallThreads) == expected);
    }
  }
}

TEST_CASE("variables of call sequences may be passed again, in part, and by some lanes only") {
  for (const unsigned registers : {0u, 16u}) {
    DeviceMemory memory(std::uint64_t{16} << 20);
    FunctionalBackend backend(memory);
    Device device(backend, memory, Program::options(registers));
    device.load(kUnusual, "unusual.ptx");
    std::vector<int> in;
    for (int i = 0; i < kCallThreads; ++i) in.push_back(i * 7919 - 300000);
    const auto out = device.upload(std::vector<int>(8 * kCallThreads, 0), "out");
    device.launch("k", {1, 1, 1}, {kCallThreads, 1, 1}, Arguments(out, device.upload(in, "in"), kCallThreads));
    std::vector<int> expected;
    for (int t = 0; t < kCallThreads; ++t) {
      const int x = in[static_cast<std::size_t>(t)];
      const bool even = t % 2 == 0;
      const auto byte = static_cast<std::uint8_t>((static_cast<std::int8_t>(x) >> 1) + x);
      const int first[] = {x, t + 10};
      const int second[] = {even ? t + 10 : x, even ? x + x : t + 10};
      const int rounds = even ? 1 : 2;
      int sum = 0;
      for (int i = 0; i < rounds; ++i) sum += i + x;
      expected.insert(expected.end(), {first[0], first[1], second[0], second[1], even ? x : 77, byte,
                                       static_cast<std::int8_t>(byte), sum});
    }
    CHECK(device.download<int>(out, 8 * kCallThreads) == expected);
  }
}

TEST_CASE("a recursion deeper than its stack is an error that names local memory") {
  DeviceMemory memory(std::uint64_t{16} << 20);
  FunctionalBackend backend(memory);
  compiler::CompileOptions options;
  options.stack_bytes = 256;
  Device device(backend, memory, options);
  device.load(kRecursive, "down.ptx");
  const auto out = device.upload(std::vector<unsigned>(1, 0), "out");
  device.launch("k", {1, 1, 1}, {1, 1, 1}, Arguments(out, 10u));
  CHECK(device.download<unsigned>(out, 1)[0] == 55);
  CHECK_THROWS_WITH(device.launch("k", {1, 1, 1}, {1, 1, 1}, Arguments(out, 100u)),
                    Catch::Contains("kernel 'k'") && Catch::Contains("local memory"));
}

TEST_CASE("a frame that is not used after an endless loop keeps its spilled values") {
  // An endless loop inside a function: no instruction after the loop reads the stack pointer, but the frame must stay.
  DeviceMemory memory(std::uint64_t{16} << 20);
  FunctionalBackend backend(memory, 20000);
  compiler::CompileOptions options;
  options.registers = 16;
  Device device(backend, memory, options);
  std::string loads, uses;
  for (int i = 0; i < 24; ++i) {
    const std::string reg = "%v" + std::to_string(i), at = "[%l1+" + std::to_string(4 * i) + "]";
    loads += "ld.volatile.global.b32 " + reg + ", " + at + ";\n";
    uses += "add.s32 " + reg + ", " + reg + ", 1;\nst.volatile.global.b32 " + at + ", " + reg + ";\n";
  }
  device.load(".version 7.0\n.target sm_70\n.address_size 64\n.func spin(.param .b64 p)\n{\n.reg .b64 %l<2>; .reg .b32 "
              "%v<24>;\nld.param.b64 %l1, [p];\n" + loads + "AGAIN:\n" + uses + "bra AGAIN;\n}\n"
              ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %l<2>;\nld.param.u64 %l1, [p];\n{ .param .b64 x;\n"
              "st.param.b64 [x], %l1;\ncall spin, (x); }\nret;\n}\n", "spin.ptx");
  std::vector<int> start;
  for (int i = 0; i < 24; ++i) start.push_back(1000 * i);
  const auto values = device.upload(start, "values");
  CHECK_THROWS_AS(device.launch("k", {1, 1, 1}, {1, 1, 1}, Arguments(values)), RunError);
  const std::vector<int> reached = device.download<int>(values, 24);
  // All values have counted the same number of rounds, or one less for those that the last, unfinished round did not
  // reach.
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const int rounds = reached[i] - start[i], first = reached[0] - start[0];
    CHECK(first > 50);
    CHECK((rounds == first || rounds == first - 1));
  }
}

// Two forms of `assert` as nvcc writes it: in the entry its arguments are in registers; the function stores one of them
// in two parts, so that this one is placed in memory.
TEST_CASE("an assertion that fails prints its expression and its thread") {
  const std::string module = R"(.version 6.0
.target sm_70
.address_size 64
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 text[6] = {120, 32, 60, 32, 53};
.global .align 1 .b8 file[5] = {107, 46, 99, 117};
.func check(.param .b32 value)
{
  .reg .b32 %r<6>; .reg .b64 %l<4>; .reg .pred %p<2>;
  ld.param.u32 %r1, [value];
  setp.lt.u32 %p1, %r1, 5;
  @%p1 bra END;
  mov.u64 %l1, file;
  cvta.global.u64 %l2, %l1;
  cvt.u32.u64 %r2, %l2;
  { .param .b64 p0; .param .b64 p1; .param .b32 p2; .param .b64 p3; .param .b64 p4;
    st.param.b64 [p0], 3;
    st.param.b32 [p1], %r2;
    st.param.b32 [p1+4], 0;
    st.param.b32 [p2], 33;
    st.param.b64 [p3], 0;
    st.param.b64 [p4], 1;
    call.uni __assertfail, (p0, p1, p2, p3, p4); }
END:
  ret;
}
.visible .entry called()
{
  .reg .b32 %r<2>;
  mov.u32 %r1, %tid.x;
  { .param .b32 x;
    st.param.b32 [x], %r1;
    call check, (x); }
  ret;
}
.visible .entry k(.param .u64 out, .param .u32 most)
{
  .reg .b32 %r<6>; .reg .b64 %l<6>; .reg .pred %p<2>;
  ld.param.u32 %r2, [most];
  ld.param.u64 %l3, [out];
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, %r2;
  @%p1 bra END;
  mov.u64 %l1, text;
  cvta.global.u64 %l1, %l1;
  mov.u64 %l2, file;
  cvta.global.u64 %l2, %l2;
  { .param .b64 p0; .param .b64 p1; .param .b32 p2; .param .b64 p3; .param .b64 p4;
    st.param.b64 [p0+0], %l1;
    st.param.b64 [p1+0], %l2;
    st.param.b32 [p2+0], 21;
    st.param.b64 [p3+0], %l2;
    st.param.b64 [p4+0], 1;
    call.uni __assertfail, (p0, p1, p2, p3, p4); }
END:
  mul.wide.u32 %l4, %r1, 4;
  add.s64 %l5, %l3, %l4;
  st.global.u32 [%l5], %r1;
  ret;
}
)";
  for (const unsigned registers : {0u, 16u}) {
    DeviceMemory memory{std::uint64_t{16} << 20};
    FunctionalBackend backend(memory);
    Device device(backend, memory, Program::options(registers));
    device.load(module, "asserts.ptx");
    const auto out = device.upload(std::vector<int>(40, -1), "out");
    const auto launch = [&](unsigned most) { device.launch("k", {1, 1, 1}, {40, 1, 1}, Arguments(out, most)); };
    CHECK_NOTHROW(launch(40));
    CHECK(device.download<int>(out, 40)[39] == 39);
    CHECK_THROWS_WITH(launch(5), "asserts.ptx:54: kernel 'k', block (0, 0, 0), thread (5, 0, 0): k.cu:21: k.cu: block: "
                                 "[0,0,0], thread: [5,0,0] Assertion `x < 5` failed.");
    CHECK_THROWS_WITH(device.launch("called", {1, 1, 1}, {6, 1, 1}, Arguments()),
                      Catch::Contains("asserts.ptx:23: kernel 'called', block (0, 0, 0), thread (5, 0, 0)") &&
                          Catch::Contains("k.cu:33: (no text at 0x0): block: [0,0,0], thread: [5,0,0] Assertion `(no "
                                          "text at 0x3)` failed."));
  }
}
