#include <catch2/catch.hpp>

#include "simt/run_kernel.h"
#include "simt/warp_state.h"

using namespace unibank;

namespace {

// Stores %r10 of each thread of the block.
std::string stored(const std::string& body) {
  return module_of(body + "\nmul.wide.u32 %l9, %r0, 4;\nadd.s64 %l8, %l0, %l9;\nst.global.u32 [%l8], %r10;");
}
std::vector<std::uint32_t> results(KernelRun& kernel, unsigned threads) {
  return kernel.run<std::uint32_t>(std::vector<std::uint32_t>{0}, threads, {}, {threads, 1, 1});
}

}  // namespace

TEST_CASE("the two sides of a branch run one after the other and meet again") {
  KernelRun kernel(stored("setp.lt.u32 %p1, %r0, 10;\n@%p1 bra SMALL;\nmov.u32 %r10, 200;\nbra.uni MEET;\n"
                          "SMALL:\nmov.u32 %r10, 100;\nMEET:\nactivemask.b32 %r11;\nadd.u32 %r10, %r10, %r11;"));
  const auto out = results(kernel, 32);
  for (unsigned i = 0; i < 32; ++i) CHECK(out[i] == (i < 10 ? 100u : 200u) - 1);  // all 32 lanes are active: adds ~0
  // 3 + setp, bra, 2 on one side, 1 on the other, activemask, add, 3, ret.
  CHECK(kernel.warp_instructions == 3 + 2 + 2 + 1 + 2 + 3 + 1);
  CHECK(kernel.thread_instructions == 32 * (3 + 2 + 2 + 3 + 1) + 22 * 2 + 10);
}

TEST_CASE("nested branches meet inside out") {
  KernelRun kernel(
      stored("and.b32 %r2, %r0, 1;\nsetp.eq.u32 %p1, %r2, 0;\nand.b32 %r3, %r0, 2;\nsetp.eq.u32 %p2, %r3, 0;\n"
             "mov.u32 %r10, 0;\n@%p1 bra A;\n@%p2 bra B;\nadd.u32 %r10, %r10, 1;\nB:\nactivemask.b32 %r4;\n"
             "bra.uni A;\nA:\nactivemask.b32 %r5;\npopc.b32 %r5, %r5;\nmad.lo.u32 %r10, %r5, 16, %r10;"));
  const auto out = results(kernel, 32);
  for (unsigned i = 0; i < 32; ++i) CHECK(out[i] == 32 * 16 + (i % 4 == 3 ? 1u : 0u));
}

TEST_CASE("each lane leaves a loop after its own number of rounds") {
  for (const bool physical : {true, false}) {
    KernelRun kernel(stored("mov.u32 %r10, 0;\nmov.u32 %r2, 0;\nLOOP:\nadd.u32 %r10, %r10, %r2;\nadd.u32 %r2, %r2, 1;\n"
                            "setp.le.u32 %p1, %r2, %r0;\n@%p1 bra LOOP;"), physical);
    const auto out = results(kernel, 48);
    for (unsigned i = 0; i < 48; ++i) CHECK(out[i] == i * (i + 1) / 2);
    // The first warp executes 32 rounds, the second 48; lane i executes 4 instructions in each of its i + 1 rounds.
    CHECK(kernel.warp_instructions == 2 * (5 + 4) + 4 * (32 + 48));
    CHECK(kernel.thread_instructions == 48 * 9 + 4 * (48 * 49 / 2));
  }
}

TEST_CASE("lanes that exit early leave the others running") {
  KernelRun kernel(stored("setp.ge.u32 %p1, %r0, 8;\n@%p1 exit;\nactivemask.b32 %r10;"));
  const auto out = results(kernel, 32);
  for (unsigned i = 0; i < 32; ++i) CHECK(out[i] == (i < 8 ? 0xffu : 0u));
}

TEST_CASE("lanes that exit on one side of a branch are not waited for") {
  KernelRun kernel(stored("setp.ge.u32 %p1, %r0, 8;\nmov.u32 %r10, 7;\n@%p1 bra GONE;\nbra.uni ON;\nGONE:\nret;\nON:\n"
                          "add.u32 %r10, %r10, 1;"));
  const auto out = results(kernel, 32);
  for (unsigned i = 0; i < 32; ++i) CHECK(out[i] == (i < 8 ? 8u : 0u));
}

TEST_CASE("a predicated instruction that no lane executes still issues") {
  KernelRun kernel(
      stored("setp.gt.u32 %p1, %r0, 1000;\nmov.u32 %r10, 5;\n@%p1 mov.u32 %r10, 6;\n@!%p1 add.u32 %r10, %r10, 2;"));
  SimtStream stream = kernel.stream(std::vector<int>{0}, 128, {}, {32, 1, 1});
  stream.start_block(0, 0, 0);
  for (unsigned n = 0; n < 5; ++n) stream.commit(0, n);
  CHECK(stream.peek(0).decoded->pc == 5);
  CHECK(stream.peek(0).active == 0);
  CHECK(stream.peek(0).live == 0xffffffff);
  stream.commit(0, 5);
  CHECK(stream.peek(0).active == 0xffffffff);
  stream.commit(0, 6);
  for (unsigned n = 7; n < 11; ++n) stream.commit(0, n);
  CHECK(stream.peek(0).decoded == nullptr);
  CHECK(stream.source_line(0) == 0);
}

TEST_CASE("a loop that divides its lanes does not let the path stack grow") {
  simt::PathStack paths;
  paths.start(0xffffffff, 100);
  for (unsigned round = 0; round < 31; ++round) {
    CHECK(paths.top().pc == 0);
    paths.branch(paths.top().mask & (paths.top().mask - 1), 0, 1);  // the lowest lane leaves
  }
  CHECK(paths.top().mask == 0x80000000);
  paths.branch(0, 0, 1);
  CHECK(paths.top().mask == 0xffffffff);
  CHECK(paths.top().pc == 1);
}

TEST_CASE("peek has no effect, and special registers name the thread") {
  KernelRun kernel(
      stored("mov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.y;\nmad.lo.u32 %r0, %r3, %r2, %r0;\nmov.u32 %r4, %laneid;\n"
             "mov.u32 %r5, %warpid;\nmad.lo.u32 %r10, %r5, 1000, %r4;\nmov.u32 %r6, %lanemask_lt;\n"
             "popc.b32 %r6, %r6;\nsub.u32 %r6, %r6, %r4;\nadd.u32 %r10, %r10, %r6;"));
  SimtStream stream = kernel.stream(std::vector<int>{0}, 4 * 60, {}, {10, 6, 1});
  stream.start_block(0, 0, 0);
  CHECK(&stream.peek(1) == &stream.peek(1));
  CHECK(stream.peek(1).live == 0x0fffffff);
  for (unsigned warp = 0; warp < 2; ++warp) {
    for (Cycle n = 0; stream.peek(warp).decoded != nullptr; ++n) stream.commit(warp, n);
  }
  std::vector<std::uint32_t> out(60);
  kernel.memory.read(kernel.output, out.data(), 240);
  for (unsigned i = 0; i < 60; ++i) CHECK(out[i] == i / 32 * 1000 + i % 32);
}

TEST_CASE("the clock reads the cycle of the commit") {
  KernelRun kernel(module_of("mov.u64 %l2, %clock64;\nst.global.u64 [%l0], %l2;"));
  SimtStream stream = kernel.stream(std::vector<int>{0}, 8, {}, {1, 1, 1});
  stream.start_block(0, 0, 0);
  for (const Cycle cycle : {10, 20, 30, 47, 50, 60}) stream.commit(0, cycle);
  std::uint64_t cycle = 0;
  kernel.memory.read(kernel.output, &cycle, 8);
  CHECK(cycle == 47);
}

TEST_CASE("trap ends the run with the thread that executed it") {
  KernelRun kernel(module_of("setp.eq.u32 %p1, %r0, 3;\n@%p1 trap;"));
  CHECK_THROWS_WITH(results(kernel, 32), "test.ptx:14: kernel 'k', block (0, 0, 0), thread (3, 0, 0): trap");
}

TEST_CASE("relssp changes nothing visible to a thread and shows its active lanes") {
  const std::string body = "setp.lt.u32 %p1, %r0, 8;\nmov.u32 %r10, 3;\n@%p1 relssp;\n@!%p1 relssp;\nrelssp;";
  KernelRun kernel(stored(body));
  for (const std::uint32_t value : results(kernel, 32)) CHECK(value == 3);
  KernelRun again(stored(body));
  SimtStream blocks = again.stream(std::vector<std::uint32_t>{0}, 128, {}, {32, 1, 1});
  blocks.start_block(0, 0, 0);
  std::vector<LaneMask> released;
  for (Cycle cycle = 0; blocks.peek(0).decoded != nullptr; ++cycle) {
    const WarpInstruction& next = blocks.peek(0);
    if (next.decoded->release_scratchpad) released.push_back(next.active);
    blocks.commit(0, cycle);
  }
  CHECK(released == std::vector<LaneMask>{0xff, 0xffffff00, 0xffffffff});
}
