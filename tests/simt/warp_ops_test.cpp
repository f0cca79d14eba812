#include <catch2/catch.hpp>

#include "simt/run_kernel.h"

using namespace unibank;

namespace {

// Runs `body` in 32 threads; lane l has 100 + l in %r2 and returns %r10.
std::vector<std::uint32_t> lanes(const std::string& body) {
  KernelRun kernel(module_of("add.u32 %r2, %r0, 100;\n" + body +
                             "\nmul.wide.u32 %l9, %r0, 4;\nadd.s64 %l8, %l0, %l9;\nst.global.u32 [%l8], %r10;"));
  return kernel.run<std::uint32_t>(std::vector<int>{0}, 32);
}

}  // namespace

TEST_CASE("shuffles read other lanes and say when there is none") {
  const auto shuffled = [](const std::string& mode, unsigned by, unsigned clamp) {
    return lanes("shfl.sync." + mode + ".b32 %r10|%p1, %r2, " + std::to_string(by) + ", " + std::to_string(clamp) +
                 ", -1;\n@!%p1 add.u32 %r10, %r10, 1000;");
  };
  const auto down = shuffled("down", 4, 31), up = shuffled("up", 3, 0), butterfly = shuffled("bfly", 5, 31),
             broadcast = shuffled("idx", 9, 31), segment = shuffled("down", 1, 0x1807);  // segments of 8 lanes
  for (unsigned l = 0; l < 32; ++l) {
    CHECK(down[l] == (l + 4 < 32 ? 104 + l : 1100 + l));
    CHECK(up[l] == (l >= 3 ? 97 + l : 1100 + l));
    CHECK(butterfly[l] == 100 + (l ^ 5));
    CHECK(broadcast[l] == 109);
    CHECK(segment[l] == (l % 8 != 7 ? 101 + l : 1100 + l));
  }
}

TEST_CASE("votes and ballots count the lanes that execute") {
  const auto voted = [](const std::string& mode, unsigned bound) {
    return lanes("setp.lt.u32 %p1, %r0, " + std::to_string(bound) + ";\nvote.sync." + mode + ".pred %p2, %p1, -1;\n"
                 "selp.u32 %r10, 1, 0, %p2;")[31];
  };
  CHECK(voted("all", 32) == 1);
  CHECK(voted("all", 31) == 0);
  CHECK(voted("any", 1) == 1);
  CHECK(voted("any", 0) == 0);
  CHECK(voted("uni", 0) == 1);
  CHECK(voted("uni", 5) == 0);
  CHECK(lanes("setp.lt.u32 %p1, %r0, 12;\nvote.sync.ballot.b32 %r10, %p1, -1;")[20] == 0xfff);
  CHECK(lanes("setp.lt.u32 %p1, %r0, 12;\nsetp.ge.u32 %p2, %r0, 4;\n@%p2 vote.sync.ballot.b32 %r10, %p1, 0xfffffff0;")[20] ==
        0xff0);
}

TEST_CASE("match finds the lanes with the same value") {
  const auto any = lanes("and.b32 %r3, %r0, 3;\nmatch.any.sync.b32 %r10, %r3, -1;");
  for (unsigned l = 0; l < 32; ++l) CHECK(any[l] == 0x11111111u << l % 4);
  CHECK(lanes("match.all.sync.b32 %r10|%p1, 7, -1;")[3] == 0xffffffff);
  CHECK(lanes("match.all.sync.b32 %r10|%p1, %r0, -1;")[3] == 0);
}
