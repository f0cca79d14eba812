// Lanes of one warp that wait for a lock held by another lane of the warp.
#include <catch2/catch.hpp>

#include "host/functional_backend.h"
#include "simt/run_kernel.h"

using namespace unibank;
using Catch::Contains;

namespace {

// Runs `body` on `threads` threads. %l1 is the address of a lock (0 when free), which is followed by a counter. Returns
// the counter.
std::uint32_t run(const std::string& body, unsigned threads, std::uint64_t limit = 3000000, unsigned blocks = 1) {
  KernelRun kernel(module_of(body));
  const std::uint64_t lock = kernel.upload(std::vector<std::uint32_t>{0, 0}, "lock");
  Launch launch;
  launch.kernel = &kernel.kernel();
  launch.grid = {blocks, 1, 1};
  launch.block = {threads, 1, 1};
  launch.arguments.resize(16);
  std::memcpy(launch.arguments.data() + 8, &lock, 8);
  FunctionalBackend backend(kernel.memory, limit);
  backend.run(launch);
  std::uint32_t counter = 0;
  kernel.memory.read(lock + 4, &counter, 4);
  return counter;
}

const std::string kCount =
    "ld.volatile.global.u32 %r3, [%l1+4];\nadd.u32 %r3, %r3, 1;\nst.volatile.global.u32 [%l1+4], %r3;\n";

}  // namespace

TEST_CASE("a lock taken in a loop around cas can never be handed over within a warp") {
  const std::string body = "SPIN:\natom.global.cas.b32 %r2, [%l1], 0, 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra SPIN;\n" +
                           kCount + "atom.global.exch.b32 %r2, [%l1], 0;";
  for (const unsigned threads : {32u, 96u}) {
    CHECK_THROWS_WITH(
        run(body, threads),
        Contains("test.ptx:14: kernel 'k', block (0, 0, 0), thread (1, 0, 0): a lock that is never released: "
                 "thread (1, 0, 0) and 30 more (lanes 1-31) of warp 0 wait for the value at 0x") &&
            Contains("0 bytes into 'lock' (8 bytes") &&
            Contains("and thread (0, 0, 0) that passed it wait for them at line 17"));
  }
}

TEST_CASE("the same holds for exchange and for a load that tests the lock first") {
  CHECK_THROWS_WITH(
      run("SPIN:\natom.global.exch.b32 %r2, [%l1], 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra SPIN;\n" + kCount, 32),
      Contains("a lock that is never released"));
  CHECK_THROWS_WITH(run("SPIN:\nld.volatile.global.u32 %r2, [%l1];\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra SPIN;\n"
                        "atom.global.cas.b32 %r2, [%l1], 0, 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra SPIN;\n" +
                            kCount,
                        32),
                    Contains("a lock that is never released"));
}

TEST_CASE("a lock in the scratchpad is described by its variable") {
  CHECK_THROWS_WITH(run(".shared .align 4 .b8 gate[16];\nmov.u32 %r4, gate;\nst.shared.u32 [%r4+4], 0;\n"
                        "SPIN:\natom.shared.cas.b32 %r2, [%r4+4], 0, 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra SPIN;\n" +
                            kCount,
                        64),
                    Contains("at 0x4 of the scratchpad, 4 bytes into 'gate' (16 bytes)"));
}

TEST_CASE("a lock released inside of the loop goes from lane to lane and from warp to warp") {
  const std::string body =
      "mov.u32 %r5, 0;\nSPIN:\natom.global.cas.b32 %r2, [%l1], 0, 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra NEXT;\n" +
      kCount + "atom.global.exch.b32 %r2, [%l1], 0;\nmov.u32 %r5, 1;\nNEXT:\n"
      "setp.eq.u32 %p2, %r5, 0;\n@%p2 bra SPIN;";
  CHECK(run(body, 96) == 96);
}

TEST_CASE("a lane that waits for another warp is not mistaken for a deadlock") {
  // Lane 0 of warp 0 takes the lock while its other lanes spin on it; warp 1 releases it after a long time.
  CHECK(run("setp.ge.u32 %p3, %r0, 32;\n@%p3 bra HELPER;\nSPIN:\natom.global.cas.b32 %r2, [%l1], 0, 1;\n"
            "setp.ne.u32 %p1, %r2, 0;\n@%p1 bra SPIN;\nbra.uni DONE;\n"
            "HELPER:\nsetp.ne.u32 %p4, %r0, 32;\n@%p4 bra DONE;\nmov.u32 %r6, 0;\nROUND:\nmov.u32 %r5, 0;\n"
            "WORK:\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 5000;\n@%p1 bra WORK;\n"
            "atom.global.exch.b32 %r2, [%l1], 0;\nst.global.u32 [%l1+4], %r6;\nadd.u32 %r6, %r6, 1;\n"
            "setp.lt.u32 %p1, %r6, 40;\n@%p1 bra ROUND;\nDONE:", 64) == 39);
}

TEST_CASE("a lane that waits for a warp of another SM is not mistaken for a deadlock") {
  // As above, but the lock is released by a block on another SM.
  KernelRun kernel(module_of("mov.u32 %r1, %ctaid.x;\nsetp.eq.u32 %p3, %r1, 1;\n@%p3 bra HELPER;\n"
                             "SPIN:\natom.global.cas.b32 %r2, [%l1], 0, 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra SPIN;\n"
                             "bra.uni DONE;\nHELPER:\nmov.u32 %r5, 0;\n"
                             "WORK:\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 5000;\n@%p1 bra WORK;\n"
                             "atom.global.exch.b32 %r2, [%l1], 0;\nDONE:"));
  SimtStream first = kernel.stream(std::vector<std::uint32_t>{0}, 4, {2, 1, 1}, {32, 1, 1});
  SimtStream second(first, 1);
  first.start_block(0, 0, 0);
  const auto spin = [&] {
    for (unsigned turn = 0; turn < 9000; ++turn) first.commit(0, turn);
  };
  SECTION("while that block has not started no other block can help") {
    CHECK_THROWS_WITH(spin(), Contains("a lock that is never released"));
  }
  SECTION("while that block works it may") {
    second.start_block(1, 0, 0);
    second.commit(0, 0);
    CHECK_NOTHROW(spin());
  }
}

TEST_CASE("a loop that gives up when the clock says so is not mistaken for a deadlock") {
  CHECK(run("mov.u32 %r8, %clock;\nSPIN:\natom.global.cas.b32 %r2, [%l1], 0, 1;\nmov.u32 %r9, %clock;\n"
            "sub.u32 %r9, %r9, %r8;\nsetp.gt.u32 %p2, %r9, 50000;\n@%p2 bra OUT;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra "
            "SPIN;\n"
            "OUT:\nst.global.u32 [%l1+4], 6;",
            32) == 6);
}

TEST_CASE("a spin that no lane of the warp causes ends at the instruction limit") {
  CHECK_THROWS_WITH(
      run("SPIN:\nld.volatile.global.u32 %r2, [%l1];\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra SPIN;", 32, 20000),
      Contains("the launch has executed 20000 warp instructions (run.instruction_limit) without an end; warp 0 runs at "
               "line"));
}
