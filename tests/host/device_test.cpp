#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "host/device.h"
#include "host/functional_backend.h"
#include "simt/device_memory.h"

using namespace unibank;

namespace {

const char* const kScaleModule = R"(.version 6.0
.target sm_70
.address_size 64
.global .align 4 .u32 table[4] = {10, 20, 30};
.const .align 4 .f32 factor = 0f40000000;
.extern .shared .align 16 .b8 dynamic[];
.visible .entry scale(.param .u64 out, .param .u32 count, .param .f32 by)
{
  .reg .pred %p<2>; .reg .b32 %r<8>; .reg .f32 %f<8>; .reg .b64 %l<8>;
  ld.param.u64 %l0, [out];
  ld.param.u32 %r1, [count];
  ld.param.f32 %f1, [by];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra END;
  mov.u64 %l1, table;
  mul.wide.s32 %l2, %r5, 4;
  add.s64 %l3, %l1, %l2;
  ld.global.u32 %r6, [%l3];
  cvt.rn.f32.u32 %f2, %r6;
  ld.const.f32 %f3, [factor];
  mul.f32 %f2, %f2, %f3;
  mul.f32 %f2, %f2, %f1;
  add.s64 %l4, %l0, %l2;
  st.global.f32 [%l4], %f2;
END:
  ret;
}
.visible .entry empty()
{
  ret;
}
.visible .entry wait()
{
  .reg .pred %p<2>; .reg .b32 %r<2>;
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, 32;
  @%p1 bra SPIN;
  bar.sync 0;
  ret;
SPIN:
  bra SPIN;
}
.visible .entry dynamic_user()
{
  .reg .b64 %l<2>;
  mov.u64 %l1, dynamic;
  ret;
}
)";

struct Fixture {
  DeviceMemory memory{std::uint64_t{16} << 20};
  FunctionalBackend backend{memory, 100000};
  Device device{backend, memory};
  Fixture() { device.load(kScaleModule, "host.ptx"); }
};

}  // namespace

TEST_CASE("a launch reads its arguments and the module's variables") {
  Fixture host;
  const auto out = host.device.upload(std::vector<float>(5, -1.0f), "out");
  host.device.launch("scale", {3, 1, 1}, {2, 1, 1}, Arguments(out, 4, 1.5f));
  CHECK(host.device.download<float>(out, 5) == std::vector<float>{30.0f, 60.0f, 90.0f, 0.0f, -1.0f});
  CHECK(host.device.launches() == 1);
  CHECK(host.backend.counts().launches == 1);
  CHECK(host.backend.counts().blocks == 3);
  // 9 instructions up to the branch, then 10 and ret for two blocks; the third ends with the branch and ret.
  CHECK(host.backend.counts().warp_instructions == 3 * 10 + 2 * 10);
  CHECK(host.backend.counts().thread_instructions == 2 * (3 * 10 + 2 * 10));
}

TEST_CASE("arguments have the size that the kernel declares") {
  Fixture host;
  CHECK(Arguments(std::uint8_t{1}, std::uint64_t{2}).bytes().size() == 16);
  CHECK_THROWS_WITH(host.device.launch("scale", {}, {}, Arguments(std::uint64_t{0}, 4)),
                    "kernel 'scale': arguments of 12 bytes; expected 16: out (8 at 0), count (4 at 8), by (4 at 12)");
  CHECK_THROWS_WITH(host.device.launch("empty", {}, {}, Arguments(1)),
                    "kernel 'empty': arguments of 4 bytes; expected 0: none");
  CHECK_THROWS_WITH(host.device.launch("scales", {}, {}, Arguments()),
                    Catch::Contains("unknown kernel 'scales'") && Catch::Contains("dynamic_user, empty, scale, wait"));
}

TEST_CASE("a launch against the launch bounds of its kernel is refused") {
  Fixture host;
  host.device.load(".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry most() .maxntid 8, 4, 1 { ret; }\n"
                   ".visible .entry exact() .reqntid 8, 4, 1 { ret; }\n", "bounds.ptx");
  host.device.launch("most", {2, 1, 1}, {32, 1, 1}, Arguments());
  host.device.launch("exact", {2, 1, 1}, {8, 4, 1}, Arguments());
  CHECK_THROWS_WITH(host.device.launch("most", {2, 1, 1}, {33, 1, 1}, Arguments()),
                    "kernel 'most': a block of (33, 1, 1) threads; expected at most 32 threads (.maxntid)");
  CHECK_THROWS_WITH(host.device.launch("exact", {2, 1, 1}, {32, 1, 1}, Arguments()),
                    "kernel 'exact': a block of (32, 1, 1) threads; expected (8, 4, 1) threads (.reqntid)");
  CHECK(host.device.launches() == 2);
}

TEST_CASE("a module with 32-bit addresses accepts 64-bit host addresses below 4 GB only") {
  DeviceMemory memory{std::uint64_t{16} << 20};
  FunctionalBackend backend{memory, 100000};
  Device device{backend, memory};
  device.load(".version 6.0\n.target sm_70\n.address_size 32\n"
              ".visible .entry k(.param .u32 out, .param .u64 handle, .param .u32 value)\n{\n"
              ".reg .b32 %r<3>;\n.reg .b64 %l<2>;\nld.param.u32 %r0, [out];\nld.param.u64 %l0, [handle];\n"
              "ld.param.u32 %r1, [value];\nst.global.u32 [%r0], %r1;\nst.global.u64 [%r0+8], %l0;\nret;\n}\n",
              "short.ptx");
  const std::uint64_t handle = 0x0123456789abcdef;
  const auto out = device.upload(std::vector<std::uint64_t>(2), "out");
  device.launch("k", {1, 1, 1}, {1, 1, 1}, Arguments(out, handle, 7));
  CHECK(device.download<std::uint64_t>(out, 2) == std::vector<std::uint64_t>{7, handle});
  CHECK_THROWS_WITH(device.launch("k", {1, 1, 1}, {1, 1, 1}, Arguments(std::uint64_t{1} << 32, handle, 7)),
                    "kernel 'k': the value for out needs more than 32 bits; expected an address below 4 GB, as in "
                    "its module");
  CHECK_THROWS_WITH(device.launch("k", {1, 1, 1}, {1, 1, 1}, Arguments(out, 7)), Catch::Contains("expected 20"));
}

TEST_CASE("grids and blocks have the limits of a GPU") {
  Fixture host;
  const auto launch = [&](Dim3 grid, Dim3 block) { host.device.launch("empty", grid, block, Arguments()); };
  CHECK_NOTHROW(launch({1, 1, 1}, {1024, 1, 1}));
  CHECK_NOTHROW(launch({1, 1, 1}, {4, 4, 64}));
  CHECK_THROWS_WITH(launch({1, 1, 1}, {1025, 1, 1}), Catch::Contains("expected 1 to 1024 threads"));
  CHECK_THROWS_AS(launch({1, 1, 1}, {1, 1, 65}), InputError);
  CHECK_THROWS_AS(launch({1, 1, 1}, {32, 0, 1}), InputError);
  CHECK_THROWS_AS(launch({0, 1, 1}, {1, 1, 1}), InputError);
  CHECK_THROWS_AS(launch({1, 65536, 1}, {1, 1, 1}), InputError);
}

TEST_CASE("a kernel without an extern array may be launched with dynamic scratchpad") {
  Fixture host;
  CHECK_NOTHROW(host.device.launch("dynamic_user", {}, {}, Arguments(), 64));
  CHECK_NOTHROW(host.device.plan({{"empty", {32, 1, 1}, 64}}));
  CHECK_NOTHROW(host.device.launch("empty", {}, {}, Arguments(), 64));
}

TEST_CASE("a program knows its kernels after load") {
  Fixture host;
  CHECK_NOTHROW(host.device.plan({{"scale", {32, 1, 1}, 0}}));
  CHECK_THROWS_AS(host.device.plan({{"scale", {2000, 1, 1}, 0}}), InputError);
  CHECK_THROWS_AS(host.device.plan({{"missing", {32, 1, 1}, 0}}), InputError);
  DeviceMemory memory(16 << 20);
  FunctionalBackend backend(memory);
  Device empty(backend, memory);
  CHECK_THROWS_WITH(empty.kernel("scale"), "kernel 'scale': no module is loaded");
}

// Each module has a variable, and a kernel that adds the variable to a word.
std::string adder(const std::string& kernel, const std::string& variable, int value) {
  return ".version 6.0\n.target sm_70\n.address_size 64\n.global .align 4 .u32 " + variable + " = " +
         std::to_string(value) + ";\n.visible .entry " + kernel + R"((.param .u64 out)
{
  .reg .b32 %r<4>; .reg .b64 %l<4>;
  ld.param.u64 %l0, [out];
  mov.u64 %l1, )" + variable + R"(;
  ld.global.u32 %r0, [%l1];
  ld.global.u32 %r1, [%l0];
  add.u32 %r2, %r0, %r1;
  st.global.u32 [%l0], %r2;
  ret;
}
)";
}

TEST_CASE("a program may have several modules, each with its own variables") {
  DeviceMemory memory(16 << 20);
  FunctionalBackend backend(memory);
  Device device(backend, memory);
  device.load(adder("one", "mine", 3), "a.ptx");
  device.load(adder("two", "mine", 40), "b.ptx");
  device.load(adder("three", "other", 500), "c.ptx");
  const auto out = device.upload(std::vector<std::uint32_t>{6000});
  for (const char* kernel : {"one", "two", "three"}) device.launch(kernel, {}, {}, Arguments(out));
  CHECK(device.download<std::uint32_t>(out, 1).at(0) == 6543);
  CHECK(device.download<std::uint32_t>(device.symbol("other"), 1).at(0) == 500);
  CHECK_THROWS_WITH(device.symbol("mine"),
                    "variable 'mine' is in 'a.ptx' and in 'b.ptx'; expected one module with it");
  CHECK_THROWS_WITH(device.symbol("yours"), "unknown variable 'yours'; known: mine, mine, other");
  CHECK_THROWS_WITH(device.load(adder("two", "more", 1), "d.ptx"),
                    "kernel 'two' is in 'b.ptx' and in 'd.ptx'; expected one module with it");
  CHECK_THROWS_WITH(device.kernel("four"), "unknown kernel 'four'; known: one, two, three");
}

TEST_CASE("kernels may be compiled for each shape of a launch and once for each") {
  DeviceMemory memory(16 << 20);
  FunctionalBackend backend(memory, 100000);
  std::vector<std::string> asked;
  const auto compile = [&asked](const ptx::Module& module, const std::string& entry, Dim3 block, unsigned bytes) {
    asked.push_back(entry + " " + std::to_string(block.x) + " " + std::to_string(bytes));
    return compiler::compile(module, entry);
  };
  Device device(backend, memory, {}, compile);
  device.load(kScaleModule, "host.ptx");
  device.plan({{"empty", {32, 1, 1}, 0}, {"dynamic_user", {32, 1, 1}, 64}});
  device.launch("empty", {}, {32, 1, 1}, Arguments());
  device.launch("empty", {}, {64, 1, 1}, Arguments());
  device.launch("dynamic_user", {}, {32, 1, 1}, Arguments(), 64);
  device.launch("dynamic_user", {}, {32, 1, 1}, Arguments(), 128);
  CHECK(asked == std::vector<std::string>{"empty 32 0", "dynamic_user 32 64", "empty 64 0", "dynamic_user 32 128"});
  // An impossible launch is refused before anything is compiled for it.
  CHECK_THROWS_AS(device.launch("empty", {}, {1025, 1, 1}, Arguments()), InputError);
  CHECK(asked.size() == 4);
  device.launch("empty", {}, {32, 1, 1}, Arguments(), 64);  // the kernel does not use this dynamic scratchpad
  CHECK(asked.back() == "empty 32 64");
  Device empty(backend, memory, {}, compile);
  CHECK_THROWS_WITH(empty.launch("empty", {}, {32, 1, 1}, Arguments()), "kernel 'empty': no module is loaded");
}

TEST_CASE("a launch that does not end names its warps and their lines") {
  Fixture host;
  CHECK_THROWS_WITH(
      host.device.launch("wait", {2, 1, 1}, {96, 1, 1}, Arguments()),
      "kernel 'wait', block 0: the launch has executed 100000 warp instructions (run.instruction_limit) without an "
      "end; warp 0 runs at line 45, warp 1 waits at the barrier in line 42, warp 2 waits at the barrier in line 42");
}

TEST_CASE("a barrier counts the warps that have not ended") {
  DeviceMemory memory(16 << 20);
  FunctionalBackend backend(memory, 1000);
  Device device(backend, memory);
  device.load(
      ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k() {\n.reg .pred %p<2>; .reg .b32 %r<2>;\n"
      "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 32;\n@%p1 exit;\nbar.sync 0;\nbar.sync 0;\nret;\n}\n",
      "b.ptx");
  CHECK_NOTHROW(device.launch("k", {}, {96, 1, 1}, Arguments()));
  CHECK(backend.counts().warp_instructions == 3 * 3 + 2 * 3);
}
