#include <catch2/catch.hpp>

#include "simt/run_kernel.h"

using namespace unibank;

namespace {

const char* const kAddressLines = "mul.wide.u32 %l9, %r0, 16;\nadd.s64 %l2, %l1, %l9;\nadd.s64 %l3, %l0, %l9;\n";

std::vector<std::uint8_t> bytes_0_to(unsigned count) {
  std::vector<std::uint8_t> values(count);
  for (unsigned i = 0; i < count; ++i) values[i] = static_cast<std::uint8_t>(i * 37 + 11);
  return values;
}

}  // namespace

TEST_CASE("narrow loads extend as their type says and narrow stores truncate") {
  KernelRun kernel(
      module_of(std::string(kAddressLines) +
                "ld.global.u8 %r1, [%l2];\nld.global.s8 %r2, [%l2];\nld.global.s16 %r3, [%l2];\n"
                "ld.global.s8 %l4, [%l2];\nst.global.u32 [%l3], %r1;\nst.global.u32 [%l3+4], %r2;\n"
                "st.global.u8 [%l3+8], %r3;\nst.global.u16 [%l3+10], %l4;\nst.global.v2.u16 [%l3+12], {%r3, %r2};"));
  const auto in = bytes_0_to(512);
  const auto out = kernel.run<std::uint32_t>(in, 128);
  for (unsigned i = 0; i < 32; ++i) {
    const std::uint8_t low = in[16 * i], high = in[16 * i + 1];
    const auto extended = static_cast<std::uint32_t>(std::int32_t{static_cast<std::int8_t>(low)});
    CHECK(out[4 * i] == low);
    CHECK(out[4 * i + 1] == extended);
    CHECK(out[4 * i + 2] == (low | (extended & 0xffff) << 16));
    CHECK(out[4 * i + 3] == (low | std::uint32_t{high} << 8 | extended << 16));
  }
}

TEST_CASE("vectors are loaded and stored whole, also over their own address register") {
  KernelRun kernel(module_of(std::string(kAddressLines) +
                             "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%l2];\nld.global.v2.u64 {%l2, %l4}, [%l2];\n"
                             "cvt.u32.u64 %r5, %l2;\nxor.b32 %r5, %r5, %r1;\nadd.u32 %r5, %r5, %r4;\n"
                             "st.global.v4.u32 [%l3], {%r4, %r3, %r5, %r1};"));
  std::vector<std::uint32_t> in(128);
  for (unsigned i = 0; i < 128; ++i) in[i] = 1000 + i * i;
  const auto out = kernel.run<std::uint32_t>(in, 128);
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(out[4 * i] == in[4 * i + 3]);
    CHECK(out[4 * i + 1] == in[4 * i + 2]);
    CHECK(out[4 * i + 2] == in[4 * i + 3]);
    CHECK(out[4 * i + 3] == in[4 * i]);
  }
}

TEST_CASE("a block exchanges values through its scratchpad across a barrier") {
  KernelRun kernel(
      module_of(".shared .align 4 .b8 tile[512];\nshl.b32 %r1, %r0, 2;\nmov.u32 %r2, tile;\nadd.u32 %r3, %r2, %r1;\n"
                "mad.lo.u32 %r4, %r0, %r0, 5;\nst.shared.u32 [%r3], %r4;\nbar.sync 0;\nsub.u32 %r5, 508, %r1;\n"
                "add.u32 %r5, %r5, %r2;\nld.shared.u32 %r6, [%r5];\ncvt.u64.u32 %l2, %r1;\nadd.s64 %l2, %l2, %l0;\n"
                "st.global.u32 [%l2], %r6;"));
  const auto out = kernel.run<std::uint32_t>(std::vector<int>{0}, 128, {2, 1, 1}, {128, 1, 1});
  for (unsigned i = 0; i < 128; ++i) CHECK(out[i] == (127 - i) * (127 - i) + 5);
}

TEST_CASE("dynamic scratchpad follows the static arrays at a multiple of 16") {
  KernelRun kernel(module_of(
      ".shared .align 4 .b8 head[20];\nmov.u64 %l2, tail;\nst.global.u64 [%l0], %l2;\nst.shared.u32 [tail+4], %r0;\n"
      "ld.shared.u32 %r1, [%l2+4];",
      ".extern .shared .align 16 .b8 tail[];"));
  kernel.dynamic_scratchpad_bytes = 8;
  CHECK(kernel.run<std::uint64_t>(std::vector<int>{0}, 1, {}, {1, 1, 1}).front() == 32);
  kernel.dynamic_scratchpad_bytes = 4;
  CHECK_THROWS_WITH((kernel.run<std::uint64_t>(std::vector<int>{0}, 1, {}, {1, 1, 1})),
                    Catch::Contains("store of 4 bytes at 0x24 lies outside of the block's 36 bytes of scratchpad "
                                    "('dynamic_scratchpad_bytes' of the launch, for .extern .shared memory, is 4)"));
}

TEST_CASE("local memory is lane-interleaved in words of 4 bytes") {
  KernelRun kernel(
      module_of(".local .align 8 .b8 frame[24];\nmov.u64 %l2, frame;\nst.local.u32 [%l2+4], %r0;\n"
                "mov.u64 %l3, 0x1122334455667788;\nst.local.u64 [%l2+16], %l3;\nld.local.u64 %l4, [%l2+16];\n"
                "ld.local.u8 %r1, [%l2+21];\nmul.wide.u32 %l9, %r0, 16;\nadd.s64 %l5, %l0, %l9;\n"
                "st.global.u64 [%l5], %l4;\nst.global.u32 [%l5+8], %r1;"));
  SimtStream stream = kernel.stream(std::vector<int>{0}, 64 * 16, {}, {64, 1, 1}, 4);
  stream.start_block(0, 0, 2);
  for (unsigned n = 0; n < 4; ++n) stream.commit(3, n);
  const std::uint64_t first = stream.peek(3).address[0];
  CHECK(stream.peek(3).decoded->space == Space::kLocal);
  CHECK(first % 128 == 0);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(stream.peek(3).address[lane] == first + 4 * lane);
  stream.commit(3, 4);
  std::uint32_t word = 0;
  kernel.memory.read(first + 4 * 5, &word, 4);
  CHECK(word == 32 + 5);
  stream.commit(3, 5);
  CHECK(stream.peek(3).address[7] == first + 3 * 128 + 4 * 7);  // word 4 of the frame
  stream.commit(3, 6);
  stream.commit(3, 7);
  CHECK(stream.peek(3).address[7] == first + 4 * 128 + 4 * 7 + 1);
  while (stream.peek(3).decoded != nullptr) stream.commit(3, 8);
  std::uint64_t values[2] = {};
  kernel.memory.read(kernel.output + 16 * 40, values, 16);
  CHECK(values[0] == 0x1122334455667788);
  CHECK((values[1] & 0xffffffff) == 0x33);
}

TEST_CASE("vectors of narrow elements in local memory stay within their lane") {
  KernelRun kernel(
      module_of(".local .align 8 .b8 frame[16];\nmov.u64 %l2, frame;\nadd.u32 %r1, %r0, 1;\nadd.u32 %r2, %r0, 2;\n"
                "add.u32 %r3, %r0, 3;\nst.local.v4.u16 [%l2], {%r0, %r1, %r2, %r3};\n"
                "st.local.v4.u8 [%l2+8], {%r3, %r2, %r1, %r0};\nst.local.v2.u8 [%l2+12], {%r1, %r2};\n"
                "ld.local.u16 %r4, [%l2+4];\nld.local.v4.u16 {%r5, %r6, %r7, %r8}, [%l2];\n"
                "ld.local.u32 %r9, [%l2+8];\nld.local.v2.s8 {%r10, %r11}, [%l2+12];\n"
                "shl.b32 %r6, %r6, 16;\nor.b32 %r5, %r5, %r6;\nshl.b32 %r8, %r8, 16;\nor.b32 %r7, %r7, %r8;\n"
                "shl.b32 %r11, %r11, 8;\nor.b32 %r10, %r10, %r11;\nshl.b32 %r4, %r4, 16;\nor.b32 %r10, %r10, %r4;\n"
                "mul.wide.u32 %l9, %r0, 16;\nadd.s64 %l5, %l0, %l9;\n"
                "st.global.v4.u32 [%l5], {%r5, %r7, %r9, %r10};"));
  const auto out = kernel.run<std::uint32_t>(std::vector<int>{0}, 128);
  for (unsigned l = 0; l < 32; ++l) {
    CHECK(out[4 * l] == (l | (l + 1) << 16));
    CHECK(out[4 * l + 1] == ((l + 2) | (l + 3) << 16));
    CHECK(out[4 * l + 2] == ((l + 3) | (l + 2) << 8 | (l + 1) << 16 | l << 24));
    CHECK(out[4 * l + 3] == ((l + 1) | (l + 2) << 8 | (l + 2) << 16));
  }
}

TEST_CASE("a generic access is issued once for each space its lanes point to") {
  KernelRun kernel(
      module_of(".shared .align 8 .b8 tile[256];\n.local .align 8 .b8 frame[8];\nmov.u64 %l2, tile;\n"
                "cvta.shared.u64 %l2, %l2;\nmov.u64 %l3, frame;\ncvta.local.u64 %l3, %l3;\nand.b32 %r1, %r0, 1;\n"
                "setp.eq.u32 %p1, %r1, 0;\nmul.wide.u32 %l9, %r0, 8;\nadd.s64 %l2, %l2, %l9;\n"
                "selp.b64 %l4, %l2, %l3, %p1;\nadd.u32 %r2, %r0, 7;\nst.u32 [%l4], %r2;\nld.u32 %r3, [%l4];\n"
                "mul.wide.u32 %l9, %r0, 4;\nadd.s64 %l5, %l0, %l9;\nst.u32 [%l5], %r3;\n"
                "isspacep.shared %p2, %l4;\ncvta.to.shared.u64 %l6, %l2;"));
  SimtStream stream = kernel.stream(std::vector<int>{0}, 128, {}, {32, 1, 1});
  stream.start_block(0, 0, 0);
  unsigned shared = 0, local = 0, global = 0;
  for (Cycle n = 0; stream.peek(0).decoded != nullptr; ++n) {
    const WarpInstruction& next = stream.peek(0);
    if (next.decoded->unit == Unit::kMemory && next.active == 0x55555555)
      shared += next.decoded->space == Space::kScratchpad;
    if (next.decoded->unit == Unit::kMemory && next.active == 0xaaaaaaaa) local += next.decoded->space == Space::kLocal;
    if (next.decoded->memory == MemoryOp::kStore && next.active == 0xffffffff)
      global += next.decoded->space == Space::kGlobal;
    if (next.decoded->space == Space::kScratchpad) CHECK(next.address[4] == 32);
    stream.commit(0, n);
  }
  CHECK(shared == 2);
  CHECK(local == 2);
  CHECK(global == 1);
  std::vector<std::uint32_t> out(32);
  kernel.memory.read(kernel.output, out.data(), 128);
  for (unsigned i = 0; i < 32; ++i) CHECK(out[i] == i + 7);
}

TEST_CASE("an access outside of every buffer names its place and the nearest buffer") {
  KernelRun kernel(module_of("mul.wide.u32 %l9, %r0, 4;\nadd.s64 %l2, %l0, %l9;\nst.global.u32 [%l2], %r0;"));
  SimtStream stream = kernel.stream(std::vector<int>{0}, 4 * 20, {3, 2, 1}, {8, 4, 1});
  stream.start_block(4, 0, 0);
  const auto run = [&] {
    while (stream.peek(0).decoded != nullptr) stream.commit(0, 0);
  };
  CHECK_NOTHROW(run());  // %tid.x reaches 7
  KernelRun far(module_of("mov.u32 %r1, %tid.y;\nmad.lo.u32 %r1, %r1, 8, %r0;\nmul.wide.u32 %l9, %r1, 4;\n"
                          "add.s64 %l2, %l0, %l9;\nst.global.u32 [%l2], %r0;"));
  CHECK_THROWS_WITH(
      (far.run<std::uint32_t>(std::vector<int>{0}, 20, {3, 2, 1}, {8, 4, 1})),
      Catch::StartsWith("test.ptx:17: kernel 'k', block (0, 0, 0), thread (4, 2, 0): store of 4 bytes at 0x") &&
          Catch::Contains("is out of bounds: 0 bytes after the end of 'output' (80 bytes at 0x"));
}

TEST_CASE("a pointer to a parameter reads the passed value") {
  KernelRun kernel(module_of("mov.u64 %l2, in;\ncvta.param.u64 %l3, %l2;\nld.u64 %l4, [%l3];\n"
                             "st.global.u64 [%l0], %l4;\n"
                             "cvta.to.param.u64 %l5, %l3;\nld.param.u64 %l6, [%l5];\nst.global.u64 [%l0+8], %l6;"));
  const std::uint64_t before = kernel.memory.allocated_bytes();
  const auto out = kernel.run<std::uint64_t>(std::vector<int>{0}, 2);
  CHECK(out == std::vector<std::uint64_t>{kernel.input, kernel.input});
  CHECK(kernel.memory.allocated_bytes() == before + 4 + 16);  // what the launch used is free again
}

TEST_CASE("a misaligned access, a null pointer and an access beyond the thread's frame are refused") {
  const auto failing = [](const std::string& body) {
    KernelRun kernel(module_of(body));
    return kernel.run<std::uint64_t>(std::vector<int>{0}, 4);
  };
  CHECK_THROWS_WITH(failing("ld.global.u32 %r1, [%l0+2];"), Catch::Contains("is not aligned to its size"));
  CHECK_THROWS_WITH(failing("ld.global.v2.u64 {%l2, %l3}, [%l0+8];"), Catch::Contains("load of 16 bytes"));
  CHECK_THROWS_WITH(failing("mov.u64 %l2, 0;\nld.global.u32 %r1, [%l2+8];"),
                    Catch::Contains("load of 4 bytes at 0x8 is out of bounds: 1048568 bytes before 'input'"));
  CHECK_THROWS_WITH(failing(".local .align 4 .b8 f[4];\nmov.u64 %l2, f;\nld.local.u32 %r1, [%l2+4];"),
                    Catch::Contains("lies outside of the thread's 4 bytes of local memory"));
}
