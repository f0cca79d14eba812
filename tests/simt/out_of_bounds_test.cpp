// Accesses outside of every allocation in a launch that only warns: reads return 0, writes are dropped, and each lane
// counts.
#include <catch2/catch.hpp>
#include <numeric>

#include "simt/run_kernel.h"

using namespace unibank;
using Catch::Contains;

namespace {

using BoundsWords = std::vector<std::uint32_t>;

struct BoundsOutcome {
  OutOfBoundsAccesses found;
  BoundsWords out;
};

// 32 threads, `words` words of input (100, 101, ...) and 64 words of output, initially 0. %l2 is the address of the
// thread's word of the input; for threads after the last word it lies beyond the input. %l3 is the address of its word
// of the output.
BoundsOutcome run_blocks(const std::string& body, const std::string& declarations = "", std::uint32_t blocks = 1,
                         std::uint32_t words = 8) {
  KernelRun kernel(module_of(
      "mul.wide.u32 %l4, %r0, 4;\nadd.u64 %l2, %l1, %l4;\nadd.u64 %l3, %l0, %l4;\n" + body, declarations));
  kernel.warn_out_of_bounds = true;
  BoundsWords input(words);
  std::iota(input.begin(), input.end(), 100);
  SimtStream stream = kernel.stream(input, 64 * 4, {blocks, 1, 1}, {32, 1, 1});
  for (std::uint32_t block = 0; block < blocks; ++block) {
    stream.start_block(block, 0, 0);
    while (stream.peek(0).decoded != nullptr) stream.commit(0, 0);
    stream.finish_block(0);
  }
  BoundsOutcome outcome{stream.out_of_bounds(), BoundsWords(64)};
  kernel.memory.read(kernel.output, outcome.out.data(), 64 * 4);
  return outcome;
}

BoundsWords words_from(std::initializer_list<std::uint32_t> first) {
  BoundsWords all(first);
  all.resize(64);
  return all;
}

const std::string kShared = ".shared .align 16 .b8 tile[32];\nmov.u32 %r3, tile;\nshl.b32 %r4, %r0, 2;\n"
                            "add.u32 %r4, %r4, %r3;\n";

}  // namespace

TEST_CASE("a load from global memory beyond a buffer gives 0 and counts once for each lane") {
  const BoundsOutcome ran = run_blocks("mov.u32 %r2, 7;\nld.global.u32 %r2, [%l2];\nst.global.u32 [%l3], %r2;");
  CHECK(ran.out == words_from({100, 101, 102, 103, 104, 105, 106, 107}));
  CHECK(ran.found.reads == 24);
  CHECK(ran.found.writes == 0);
  CHECK_THAT(ran.found.first, Contains("test.ptx:17: kernel 'k', block (0, 0, 0), thread (8, 0, 0): load of 4 bytes") &&
                                  Contains("is out of bounds: 0 bytes after the end of 'input' (32 bytes at 0x"));
  CHECK(ran.found.warning() ==
        "24 accesses out of bounds (24 reads returned 0, 0 writes dropped), the first: " + ran.found.first);
}

TEST_CASE("a vector that is outside counts once for each lane") {
  // Threads 0 and 1 read 16 bytes of the input, threads 2 to 15 read outside; the others read the output, 256 bytes
  // further on.
  const BoundsOutcome ran = run_blocks("add.u64 %l5, %l4, %l4;\nadd.u64 %l5, %l5, %l5;\nadd.u64 %l5, %l5, %l1;\n"
                          "ld.global.v4.u32 {%r2,%r3,%r4,%r5}, [%l5];\nst.global.u32 [%l3], %r5;");
  CHECK(ran.out == words_from({103, 107}));
  CHECK(ran.found.reads == 14);
}

TEST_CASE("a vector that is partly outside is outside as a whole") {
  // Threads 0 and 1 access 16 bytes each of an input of 24 bytes. Each thread with a word of the input reads it at the
  // end.
  const std::string vectors = "setp.lt.u32 %p1, %r0, 2;\nmul.wide.u32 %l5, %r0, 16;\nadd.u64 %l5, %l5, %l1;\n"
                              "mov.u32 %r2, 7;\nmov.u32 %r5, 7;\n";
  const BoundsOutcome load = run_blocks(
      vectors + "@%p1 ld.global.v4.u32 {%r2,%r3,%r4,%r5}, [%l5];\nadd.u32 %r2, %r2, %r5;\n"
                "@%p1 st.global.u32 [%l3], %r2;", "", 1, 6);
  CHECK(load.out == words_from({100 + 103, 0}));
  CHECK(load.found.reads == 1);
  CHECK(load.found.writes == 0);
  CHECK_THAT(load.found.first, Contains("thread (1, 0, 0): load of 16 bytes"));

  const BoundsOutcome store = run_blocks(
      vectors + "@%p1 st.global.v4.u32 [%l5], {%r2,%r2,%r5,%r5};\nsetp.lt.u32 %p2, %r0, 6;\n"
                "@%p2 ld.global.u32 %r3, [%l2];\n@%p2 st.global.u32 [%l3], %r3;", "", 1, 6);
  CHECK(store.out == words_from({7, 7, 7, 7, 104, 105}));
  CHECK(store.found.reads == 0);
  CHECK(store.found.writes == 1);
  CHECK_THAT(store.found.first, Contains("thread (1, 0, 0): store of 16 bytes"));
}

TEST_CASE("loads of every width are 0 outside") {
  const BoundsOutcome ran = run_blocks(
      "mov.u64 %l6, -1;\nmov.u64 %l7, -1;\nmov.u32 %r2, -1;\nmov.u16 %h1, -1;\n"
      "ld.global.u64 %l6, [%l1+4096];\nld.global.s8 %r2, [%l1+4097];\nld.global.u16 %h1, [%l1+4098];\n"
      "ld.global.v2.u64 {%l7,%l8}, [%l1+4096];\ncvt.u32.u16 %r3, %h1;\nor.b64 %l6, %l6, %l7;\n"
      "cvt.u32.u64 %r4, %l6;\nor.b32 %r2, %r2, %r3;\nor.b32 %r2, %r2, %r4;\nst.global.u32 [%l3], %r2;");
  CHECK(ran.out == words_from({}));
  CHECK(ran.found.reads == 4 * 32);
}

TEST_CASE("a store outside is dropped and the others of the warp are not") {
  // Every second thread stores 4 KB beyond its address.
  const BoundsOutcome ran = run_blocks("and.b32 %r2, %r0, 1;\nmul.wide.u32 %l5, %r2, 4096;\nadd.u64 %l5, %l5, %l3;\n"
                          "st.global.u32 [%l5], 9;");
  CHECK(ran.found.writes == 16);
  CHECK(ran.found.reads == 0);
  for (unsigned i = 0; i < 32; ++i) CHECK(ran.out[i] == (i % 2 == 0 ? 9 : 0));
  CHECK_THAT(ran.found.first, Contains("thread (1, 0, 0): store of 4 bytes at 0x"));
}

TEST_CASE("an atomic outside returns 0 to every lane and changes nothing") {
  const BoundsOutcome ran = run_blocks("mov.u32 %r2, 5;\natom.global.add.u32 %r2, [%l1+4096], 3;\n"
                          "red.global.add.u32 [%l1+4096], 1;\n"
                          "atom.global.add.u32 %r3, [%l0+128], 2;\nst.global.u32 [%l3], %r2;");
  CHECK(ran.found.writes == 2 * 32);
  CHECK(ran.found.reads == 0);
  CHECK(ran.out[0] == 0);
  CHECK(ran.out[31] == 0);
  CHECK(ran.out[32] == 64);  // the one that lies inside
}

TEST_CASE("the scratchpad, generic addresses, parameters and constants have their bounds, too") {
  const BoundsOutcome shared =
      run_blocks(kShared + "st.shared.u32 [%r4], %r4;\nld.shared.u32 %r5, [%r4];\nst.global.u32 [%l3], %r5;");
  CHECK(shared.found.reads == 24);
  CHECK(shared.found.writes == 24);
  CHECK(shared.out == words_from({0, 4, 8, 12, 16, 20, 24, 28}));
  CHECK_THAT(shared.found.first,
             Contains("thread (8, 0, 0): store of 4 bytes at 0x20 lies outside of the block's 32 bytes of scratchpad: "
                      "0 bytes after the end of 'tile' (32 bytes)"));

  // Half of the lanes address the scratchpad, half global memory; of each half, eight are inside.
  const BoundsOutcome generic =
      run_blocks(kShared +
                 "cvt.u64.u32 %l5, %r4;\ncvta.shared.u64 %l5, %l5;\nst.shared.u32 [%r4], 50;\n"
                 "setp.ge.u32 %p1, %r0, 16;\nadd.u64 %l6, %l2, -64;\nselp.b64 %l5, %l6, %l5, %p1;\n"
                 "ld.u32 %r5, [%l5];\nst.global.u32 [%l3], %r5;");
  BoundsWords expected(64);
  for (unsigned i = 0; i < 8; ++i) {
    expected[i] = 50;
    expected[16 + i] = 100 + i;
  }
  CHECK(generic.out == expected);
  CHECK(generic.found.reads == 16);
  CHECK(generic.found.writes == 24);

  const BoundsOutcome parameters =
      run_blocks("mov.u32 %r2, 3;\nld.param.u32 %r2, [out+16];\nst.global.u32 [%l3], %r2;");
  CHECK(parameters.out == words_from({}));
  CHECK(parameters.found.reads == 32);
  CHECK_THAT(parameters.found.first, Contains("lies outside of the 16 bytes of parameters"));
}

TEST_CASE("local memory outside of a thread's frame reads 0") {
  const BoundsOutcome ran = run_blocks(
      ".local .align 4 .b8 own[32];\nmov.u32 %r3, own;\nshl.b32 %r4, %r0, 2;\nadd.u32 %r4, %r4, %r3;\n"
      "add.u32 %r6, %r0, 1;\nst.local.u32 [%r4], %r6;\nld.local.u32 %r5, [%r4];\nst.global.u32 [%l3], %r5;");
  CHECK(ran.out == words_from({1, 2, 3, 4, 5, 6, 7, 8}));
  CHECK(ran.found.reads == 24);
  CHECK(ran.found.writes == 24);
  CHECK_THAT(ran.found.first, Contains("lies outside of the thread's 32 bytes of local memory"));
}

TEST_CASE("counts of a launch's blocks are summed and lanes disabled by a predicate do not count") {
  CHECK(run_blocks("ld.global.u32 %r2, [%l2];", "", 3).found.reads == 3 * 24);
  CHECK(run_blocks("setp.lt.u32 %p1, %r0, 9;\n@%p1 ld.global.u32 %r2, [%l2];").found.reads == 1);
  CHECK(run_blocks("ld.global.u32 %r2, [%l1];").found.count() == 0);
}

TEST_CASE("a misaligned access is an error even where outside accesses are not") {
  CHECK_THROWS_WITH(run_blocks("ld.global.u32 %r2, [%l2+2];"),
                    Contains("thread (0, 0, 0)") && Contains("is not aligned to its size"));
  CHECK_THROWS_WITH(run_blocks("ld.global.u32 %r2, [%l1+4097];"), Contains("is not aligned to its size"));
}

TEST_CASE("an asynchronous copy from outside writes zeros, and one to outside of the scratchpad is dropped") {
  const std::string wait = "\ncp.async.wait_all;\nld.shared.u32 %r2, [%r4];\nst.global.u32 [%l3], %r2;";
  // The scratchpad has a word for each of 32 threads.
  const std::string shared = ".shared .align 16 .b8 tile[128];\nmov.u32 %r3, tile;\nshl.b32 %r4, %r0, 2;\n"
                             "add.u32 %r4, %r4, %r3;\nmov.u32 %r5, 7;\nst.shared.u32 [%r4], %r5;\n";
  const BoundsOutcome from = run_blocks(shared + "cp.async.ca.shared.global [%r4], [%l2], 4;" + wait);
  CHECK(from.out == words_from({100, 101, 102, 103, 104, 105, 106, 107}));
  CHECK(from.found.reads == 24);
  CHECK(from.found.writes == 0);
  CHECK_THAT(from.found.first, Contains("thread (8, 0, 0)") && Contains("0 bytes after the end of 'input'"));

  // Each thread copies to the word 112 bytes behind its own, which for threads 4 to 31 is outside.
  const BoundsOutcome to = run_blocks(
      shared + "add.u32 %r6, %r4, 112;\nmov.u64 %l2, %l1;\ncp.async.ca.shared.global [%r6], [%l2], 4;" + wait);
  BoundsWords expected(64);
  std::fill(expected.begin(), expected.begin() + 28, 7);
  std::fill(expected.begin() + 28, expected.begin() + 32, 100);
  CHECK(to.out == expected);
  CHECK(to.found.reads == 0);
  CHECK(to.found.writes == 28);
  CHECK_THAT(to.found.first, Contains("thread (4, 0, 0)") &&
                                 Contains("lies outside of the block's 128 bytes of scratchpad"));
}

TEST_CASE("an arrival at an object outside of the scratchpad is an error") {
  CHECK_THROWS_WITH(run_blocks("mov.u32 %r2, 4096;\ncp.async.mbarrier.arrive.noinc.shared.b64 [%r2];"),
                    Contains("lies outside of the block's 0 bytes of scratchpad"));
}

TEST_CASE("lanes with outside addresses are not shown to the machine") {
  KernelRun kernel(module_of("mul.wide.u32 %l4, %r0, 4;\nadd.u64 %l2, %l1, %l4;\nld.global.u32 %r2, [%l2];"));
  kernel.warn_out_of_bounds = true;
  SimtStream stream = kernel.stream(BoundsWords(8), 4, {1, 1, 1}, {32, 1, 1});
  stream.start_block(0, 0, 0);
  while (stream.source_line(0) < 15) stream.commit(0, 0);
  CHECK(stream.peek(0).active == 0xff);
  CHECK(stream.out_of_bounds().count() == 0);  // not before it executes
  stream.commit(0, 0);
  CHECK(stream.out_of_bounds().reads == 24);
}
