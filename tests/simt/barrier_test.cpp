// The barriers of a block: numbers, thread counts, arrivals without waiting, reductions, and errors.
#include <catch2/catch.hpp>

#include "simt/run_kernel.h"

using namespace unibank;
using Catch::Contains;

namespace {

// Stores each thread's %r10.
std::vector<std::uint32_t> run_threads(const std::string& body, unsigned threads) {
  KernelRun kernel(module_of(body + "\nmul.wide.u32 %l9, %r0, 4;\nadd.s64 %l8, %l0, %l9;\nst.global.u32 [%l8], %r10;",
                             ".shared .align 4 .b8 words[4096];"));
  return kernel.run<std::uint32_t>(std::vector<std::uint32_t>{0}, threads, {}, {threads, 1, 1});
}

// Two pairs of warps: each warp stores its word and, after its pair's barrier, reads its partner's.
std::string in_pairs(const std::string& barrier) {
  return "shl.b32 %r2, %r0, 2;\nmov.u32 %r3, words;\nadd.u32 %r4, %r3, %r2;\nst.shared.u32 [%r4], %r0;\n"
         "shr.u32 %r5, %r0, 6;\nadd.u32 %r5, %r5, 1;\nmov.u32 %r6, 64;\n" + barrier +
         "\nxor.b32 %r7, %r2, 128;\nadd.u32 %r7, %r7, %r3;\nld.shared.u32 %r10, [%r7];";
}

}  // namespace

TEST_CASE("barriers with numbers in registers bind the warps that name them") {
  for (const char* barrier : {"bar.sync %r5, 64;", "bar.sync %r5, %r6;", "barrier.sync %r5, %r6;"}) {
    const auto out = run_threads(in_pairs(barrier), 128);
    for (unsigned i = 0; i < 128; ++i) CHECK(out[i] == (i ^ 32));
  }
}

TEST_CASE("a barrier of two warps opens while the others of the block have not come") {
  KernelRun kernel(module_of("setp.ge.u32 %p1, %r0, 64;\n@%p1 bra ON;\nbar.sync 3, 64;\nON:\nbar.sync 0;"));
  SimtStream stream = kernel.stream(std::vector<int>{0}, 4, {}, {96, 1, 1});
  stream.start_block(0, 0, 0);
  const auto to_barrier = [&stream](unsigned warp) {
    while (stream.peek(warp).decoded->unit != Unit::kBarrier) stream.commit(warp, 0);
    stream.commit(warp, 0);
  };
  to_barrier(0);
  CHECK(stream.waits(0));
  CHECK_THROWS_WITH(stream.commit(0, 0), "warp 0 waits at a barrier");
  while (stream.peek(1).decoded->unit != Unit::kBarrier) stream.commit(1, 0);
  CHECK(stream.peek(1).barrier.id == 3);
  CHECK(stream.peek(1).barrier.threads == 64);
  CHECK(stream.peek(1).barrier.waits);
  stream.commit(1, 0);
  CHECK_FALSE(stream.waits(0));
  CHECK_FALSE(stream.waits(1));
  to_barrier(1);
  CHECK(stream.waits(1));
}

TEST_CASE("a warp that only arrives continues and the waiting warp is released") {
  // Warp 0 produces and arrives without waiting; warp 1 waits and consumes.
  const auto out = run_threads("mov.u32 %r3, words;\nsetp.ge.u32 %p1, %r0, 32;\nmov.u32 %r10, 5;\n@%p1 bra CONSUME;\n"
                       "st.shared.u32 [%r3], 77;\nbar.arrive 1, 64;\nbra.uni DONE;\n"
                       "CONSUME:\nbar.sync 1, 64;\nld.shared.u32 %r10, [%r3];\nDONE:", 64);
  for (unsigned i = 0; i < 64; ++i) CHECK(out[i] == (i < 32 ? 5u : 77u));
}

TEST_CASE("a reduction counts the threads of all warps whose predicate is true") {
  // 80 threads: the last warp is half full. The next instruction uses the result at once.
  const auto out = run_threads("rem.u32 %r2, %r0, 7;\nsetp.eq.u32 %p1, %r2, 0;\nbar.red.popc.u32 %r3, 0, %p1;\n"
                       "add.u32 %r10, %r3, 1000;", 80);
  for (unsigned i = 0; i < 80; ++i) CHECK(out[i] == 1000 + 12);  // 0, 7, ..., 77
}

TEST_CASE("reductions of predicates are true for all or for any") {
  const auto flags = [](const std::string& bound) {
    return run_threads("setp.lt.u32 %p1, %r0, " + bound +
                           ";\nbar.red.and.pred %p2, 1, 96, %p1;\nbar.red.or.pred %p3, 2, %p1;\n"
                           "bar.red.and.pred %p4, 0, !%p1;\nselp.u32 %r10, 1, 0, %p2;\n@%p3 add.u32 %r10, %r10, 2;\n"
                           "@%p4 add.u32 %r10, %r10, 4;",
                       96);
  };
  for (const auto& [bound, expected] : {std::pair<const char*, unsigned>{"96", 3}, {"95", 2}, {"1", 2}, {"0", 4}}) {
    const auto out = flags(bound);
    for (unsigned i = 0; i < 96; ++i) CHECK(out[i] == expected);
  }
}

TEST_CASE("the instruction after a barrier reduction is shown again when the barrier opens") {
  KernelRun kernel(module_of("setp.lt.u32 %p1, %r0, 40;\nbar.red.or.pred %p2, 0, %p1;\n@%p2 mov.u32 %r10, 1;"), false);
  SimtStream stream = kernel.stream(std::vector<int>{0}, 4, {}, {64, 1, 1});
  stream.start_block(0, 0, 0);
  for (unsigned n = 0; n < 5; ++n) stream.commit(1, n);
  const WarpInstruction& next = stream.peek(1);
  CHECK(next.active == 0);          // warp 0 has not arrived: the lanes are not yet known
  for (unsigned n = 0; n < 5; ++n) stream.commit(0, n);
  CHECK(next.active == 0xffffffff);  // the same object, as an SM keeps it
}

TEST_CASE("a barrier does not wait for a warp that ends and releases those that have arrived") {
  const auto out = run_threads("setp.ge.u32 %p1, %r0, 64;\nmov.u32 %r10, 9;\n@%p1 exit;\nbar.sync 0;\nbar.sync 0;", 96);
  for (unsigned i = 0; i < 96; ++i) CHECK(out[i] == (i < 64 ? 9u : 0u));
}

TEST_CASE("lanes on their way to an exit end before a barrier") {
  // The taken side comes to the barrier first; the other side ends.
  const auto out = run_threads(
      "setp.lt.u32 %p1, %r0, 20;\nmov.u32 %r10, 3;\n@%p1 bra ON;\nst.global.u32 [%l0], 1;\nexit;\n"
      "ON:\nbar.sync 0;\nactivemask.b32 %r10;",
      32);
  for (unsigned i = 0; i < 20; ++i) CHECK(out[i] == 0xfffffu);
}

TEST_CASE("a barrier reached by a part of a warp is an error that names the places of the others") {
  CHECK_THROWS_WITH(
      run_threads("setp.lt.u32 %p1, %r0, 4;\n@!%p1 bra OTHER;\nbar.sync 0;\nbra.uni ON;\nOTHER:\nbar.sync 1;\nON:", 64),
      "test.ptx:18: kernel 'k', block (0, 0, 0), thread (4, 0, 0): barrier mismatch: lanes 4-31 of warp 0 reach "
      "'bar.sync 1' without the other lanes: lanes 0-3 are at line 15");
  CHECK_THROWS_WITH(
      run_threads("setp.ne.u32 %p1, %r0, 33;\n@%p1 bar.sync 0;", 64),
      Contains("lanes 0, 2-31 of warp 1 reach '@%p1 bar.sync 0' without the other lanes: lane 1 is disabled by its "
               "predicate"));
  CHECK_THROWS_WITH(run_threads("setp.eq.u32 %p1, %r0, 33;\n@%p1 bar.sync 0;", 64),
                    Contains("lane 1 of warp 1 reaches '@%p1 bar.sync 0' without the other lanes: "));
}

TEST_CASE("a predicated barrier that no lane of a warp executes is skipped") {
  const auto out = run_threads("setp.lt.u32 %p1, %r0, 32;\nmov.u32 %r10, 4;\n@%p1 bar.sync 1, 32;", 64);
  for (unsigned i = 0; i < 64; ++i) CHECK(out[i] == 4);
}

TEST_CASE("a block in which every warp waits at another barrier is an error at once") {
  CHECK_THROWS_WITH(
      run_threads("setp.ge.u32 %p1, %r0, 32;\n@%p1 bra OTHER;\nbar.sync 1;\nbra.uni ON;\nOTHER:\nbar.sync 2, 96;\nON:",
                  64),
      "test.ptx:15: kernel 'k', block (0, 0, 0): barrier deadlock: every warp that has not ended waits, and "
      "no barrier can open: warp 0 at barrier 1 in line 15, warp 1 at barrier 2 in line 18 (96 threads)");
}

TEST_CASE("a deadlock names eight warps and counts the others") {
  CHECK_THROWS_WITH(run_threads("bar.sync 0, 1024;", 320),
                    Contains("warp 7 at") && !Contains("warp 8 at") && Contains(" and 2 more"));
}

TEST_CASE("the end of the last warp that could come is a deadlock too") {
  CHECK_THROWS_WITH(run_threads("setp.ge.u32 %p1, %r0, 32;\n@%p1 exit;\nbar.sync 5, 64;", 64),
                    Contains("barrier deadlock") && Contains("warp 0 at barrier 5 in line 15 (64 threads)"));
}

TEST_CASE("invalid barriers are refused when they are executed") {
  CHECK_THROWS_WITH(run_threads("mov.u32 %r2, 16;\nbar.sync %r2;", 32), Contains("found barrier 16; expected 0 to 15"));
  CHECK_THROWS_WITH(run_threads("mov.u32 %r2, 33;\nbar.sync 1, %r2;", 64),
                    Contains("found a barrier of 33 threads; expected a multiple of 32"));
  CHECK_THROWS_WITH(run_threads("bar.sync 1, 0;", 32), Contains("found a barrier of 0 threads"));
  CHECK_THROWS_WITH(run_threads("and.b32 %r2, %r0, 1;\nbar.sync %r2;", 32),
                    Contains("thread (1, 0, 0): the lanes of the warp use different barriers"));
}

TEST_CASE("warps that disagree about a barrier are an error that names them") {
  const auto divided = [](const std::string& first, const std::string& second) {
    run_threads("setp.ge.u32 %p1, %r0, 32;\n@%p1 bra OTHER;\n" + first + "\nbra.uni ON;\nOTHER:\n" + second + "\nON:",
                64);
  };
  CHECK_THROWS_WITH(divided("bar.sync 1, 64;", "bar.sync 1, 96;"),
                    Contains("found barrier 1 for 96 threads; expected 64"));
  CHECK_THROWS_WITH(divided("bar.sync 1, 64;", "bar.sync 1;"),
                    Contains("found barrier 1 for all threads; expected 64"));
  CHECK_THROWS_WITH(divided("bar.sync 1;", "bar.red.popc.u32 %r2, 1, %p1;"),
                    Contains("in a bar.red of one kind and in another"));
  CHECK_NOTHROW(divided("bar.sync 1, 64;", "bar.arrive 1, 64;"));
}

TEST_CASE("a warp sleeps as long as the longest of its active lanes and a millisecond at most") {
  KernelRun run(module_of("mul.lo.u32 %r1, %r0, 10;\nsetp.lt.u32 %p0, %r0, 8;\n@%p0 nanosleep.u32 %r1;\n"
                          "nanosleep.u32 %r0;\nmov.u32 %r2, 2000000;\nnanosleep.u32 %r2;"));
  SimtStream stream = run.stream(std::vector<std::uint32_t>(1), 4, {1, 1, 1}, {32, 1, 1});
  stream.start_block(0, 0, 0);
  std::vector<std::uint32_t> times;
  for (; stream.peek(0).decoded != nullptr; stream.commit(0, 0))
    if (stream.peek(0).decoded->sleeps) times.push_back(stream.peek(0).sleep);
  CHECK(times == std::vector<std::uint32_t>{70, 31, 1'000'000});
}
