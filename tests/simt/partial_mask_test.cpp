// Parts of a warp that wait only for each other: .sync instructions whose member mask does not name every lane.
#include <catch2/catch.hpp>

#include "simt/run_kernel.h"
#include "simt/warp_state.h"

using namespace unibank;

namespace {

// Runs `body` in a warp of 32; lane l begins with 100 + l in %r2 and returns %r10.
std::vector<std::uint32_t> lanes_of_mask(const std::string& body) {
  KernelRun kernel(module_of("add.u32 %r2, %r0, 100;\nmov.u32 %r10, 0;\n" + body +
                             "\nmul.wide.u32 %l9, %r0, 4;\nadd.s64 %l8, %l0, %l9;\nst.global.u32 [%l8], %r10;"));
  return kernel.run<std::uint32_t>(std::vector<int>{0}, 32);
}

const std::vector<std::string> kForms = {"barrier.sync 0;", "bar.sync 0;", "bar.sync 3, 32;",
                                            "bar.red.popc.u32 %r9, 0, %p5;"};

}  // namespace

TEST_CASE("a warp sync of half a warp does not wait for the half that is on its way to a barrier") {
  for (const std::string& barrier : kForms) {
    for (const bool lower : {false, true}) {
      INFO(barrier << lower);
      const std::string skip = lower ? "setp.lt.u32 %p1, %r0, 16;\n" : "setp.gt.u32 %p1, %r0, 15;\n";
      const std::string mask = lower ? "0xffff0000" : "0xffff";
      const std::string begin = skip + "setp.eq.u32 %p5, %r0, %r0;\n@%p1 bra MEET;\n";
      const std::string end = "MEET:\nmov.u32 %r3, 7;\n" + barrier;
      CHECK(lanes_of_mask(begin + "bar.warp.sync " + mask + ";\n" + end + "\nmov.u32 %r10, %r3;") ==
            std::vector<std::uint32_t>(32, 7));
      const auto shuffled = lanes_of_mask(begin + "shfl.sync.bfly.b32 %r10, %r2, 3, 31, " + mask + ";\n" + end);
      const auto voted = lanes_of_mask(begin + "vote.sync.ballot.b32 %r10, %p5, " + mask + ";\n" + end);
      const auto matched =
          lanes_of_mask(begin + "and.b32 %r4, %r0, 1;\nmatch.any.sync.b32 %r10, %r4, " + mask + ";\n" + end);
      const auto reduced = lanes_of_mask(begin + "redux.sync.max.u32 %r10, %r2, " + mask + ";\n" + end);
      for (unsigned l = 0; l < 32; ++l) {
        const bool member = lower == (l >= 16);
        const std::uint32_t half = lower ? 0xffff0000 : 0xffff;
        CHECK(shuffled[l] == (member ? 100 + (l ^ 3) : 0));
        CHECK(voted[l] == (member ? half : 0));
        CHECK(matched[l] == (member ? half & (l % 2 == 0 ? 0x55555555 : 0xaaaaaaaa) : 0));
        CHECK(reduced[l] == (member ? (lower ? 131u : 115u) : 0));
      }
    }
  }
}

TEST_CASE("half a warp exchanges values in a loop while the other half waits at a barrier") {
  const auto out = lanes_of_mask("setp.gt.u32 %p1, %r0, 15;\n@%p1 bra MEET;\nmov.u32 %r4, 0;\nLOOP:\n"
                         "shfl.sync.bfly.b32 %r5, %r2, 1, 31, 0xffff;\nadd.u32 %r2, %r5, 1;\nbar.warp.sync 0xffff;\n"
                         "add.u32 %r4, %r4, 1;\nsetp.lt.u32 %p2, %r4, 50;\n@%p2 bra LOOP;\nMEET:\nbar.sync 0;\n"
                         "mov.u32 %r10, %r2;");
  for (unsigned l = 0; l < 32; ++l) CHECK(out[l] == (l < 16 ? 150 + l : 100 + l));
}

TEST_CASE("members on separate paths are joined without the lanes at the barrier") {
  // Because of the exits, which are never taken, the two sides reconverge only at the end.
  const auto out = lanes_of_mask("setp.lt.u32 %p1, %r0, 5;\nsetp.eq.u32 %p2, %r0, 99;\nsetp.lt.u32 %p3, %r0, 16;\n"
                         "@!%p3 bra LATE;\n@%p1 bra A;\nmov.u32 %r3, 1;\n@%p2 bra DONE;\nbra SYNC;\n"
                         "A:\nmov.u32 %r3, 2;\n@%p2 bra DONE;\n"
                         "SYNC:\nvote.sync.ballot.b32 %r4, %p1, 0xffff;\nactivemask.b32 %r5;\n"
                         "LATE:\nbar.sync 0;\nmad.lo.u32 %r10, %r5, %r3, %r4;\nDONE:");
  for (unsigned l = 0; l < 32; ++l) CHECK(out[l] == (l < 5 ? 2 * 0xffffu + 0x1f : l < 16 ? 0xffffu + 0x1f : 0));
}

TEST_CASE("a complete group continues while others of its path still wait") {
  // Lanes 4 to 7 wait at S for lanes 8 to 11. These wait at W for lanes 0 to 3, which reach W from S.
  const auto out = lanes_of_mask("setp.ge.u32 %p1, %r0, 12;\n@%p1 bra DONE;\nsetp.lt.u32 %p2, %r0, 4;\n"
                         "setp.ge.u32 %p3, %r0, 8;\nselp.b32 %r3, 0xf, 0xff0, %p2;\nand.b32 %r4, %r0, 1;\n"
                         "setp.eq.u32 %p4, %r4, 1;\n@%p3 bra W;\nS:\nvote.sync.ballot.b32 %r10, %p4, %r3;\n"
                         "@!%p2 bra DONE;\nW:\nbar.warp.sync 0xf0f;\n@%p2 bra DONE;\nbra S;\nDONE:\nbar.sync 0;");
  for (unsigned l = 0; l < 32; ++l) CHECK(out[l] == (l < 4 ? 0xau : l < 12 ? 0xaa0u : 0));
}

TEST_CASE("a lane by itself waits for no other and members that have left are not waited for") {
  const auto alone = lanes_of_mask("setp.gt.u32 %p1, %r0, 3;\n@%p1 bra MEET;\nmov.u32 %r3, %lanemask_eq;\n"
                           "shfl.sync.idx.b32 %r10, %r2, %r0, 31, %r3;\nMEET:\nbar.sync 0;");
  for (unsigned l = 0; l < 32; ++l) CHECK(alone[l] == (l < 4 ? 100 + l : 0));
  const auto left = lanes_of_mask("setp.eq.u32 %p2, %r0, 2;\n@%p2 exit;\nsetp.gt.u32 %p1, %r0, 15;\n@%p1 bra MEET;\n"
                          "redux.sync.add.u32 %r10, %r0, 0xffff;\nMEET:\nbar.sync 0;");
  for (unsigned l = 0; l < 32; ++l) CHECK(left[l] == (l < 16 && l != 2 ? 120 - 2 : 0));
}

TEST_CASE("a group that can never be complete is still refused") {
  const std::string apart = "setp.gt.u32 %p1, %r0, 15;\n@%p1 bra MEET;\n";
  CHECK_THROWS_WITH(lanes_of_mask(apart + "shfl.sync.idx.b32 %r10, %r2, 3, 31, 0x1ffff;\nMEET:\nbar.sync 0;"),
                    Catch::Contains("the member mask 0x1ffff names lanes 0x10000 that are elsewhere in the program"));
  CHECK_THROWS_WITH(lanes_of_mask(apart + "vote.sync.any.pred %p2, %p1, -1;\nbra DONE;\nMEET:\n"
                                          "vote.sync.all.pred %p2, %p1, -1;\nDONE:"),
                    Catch::Contains("names lanes 0xffff that are elsewhere in the program"));
}

TEST_CASE("lanes that wait for each other in turn do not let the path stack grow") {
  // Lanes 0-3 are at 11, lanes 4-7 at 20, the other lanes at 1; the paths meet at 60 and 50.
  simt::PathStack paths;
  paths.start(0xffffffff, 100);
  paths.branch(0xff, 10, 50);
  paths.branch(0xf0, 20, 60);
  const auto turn = [&paths](LaneMask wanted) {
    REQUIRE(paths.wait_for_others(wanted, [&](std::uint32_t, LaneMask lanes) { return lanes & wanted; }));
    CHECK(paths.top().mask == wanted);
  };
  turn(0x0f);
  turn(0xf0);
  const simt::PathStack before = paths;
  for (unsigned round = 0; round < 100; ++round) {
    turn(0x0f);
    turn(0xf0);
  }
  CHECK(paths == before);
}
