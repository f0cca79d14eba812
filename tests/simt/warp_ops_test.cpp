#include <catch2/catch.hpp>

#include "simt/forms.h"

using namespace unibank;

namespace {

// Runs `body` in 32 threads; lane l has 100 + l in %r2 and returns %r10.
std::vector<std::uint32_t> lanes_of_warp(const std::string& body) {
  KernelRun kernel(module_of("add.u32 %r2, %r0, 100;\n" + body +
                             "\nmul.wide.u32 %l9, %r0, 4;\nadd.s64 %l8, %l0, %l9;\nst.global.u32 [%l8], %r10;"));
  return kernel.run<std::uint32_t>(std::vector<int>{0}, 32);
}

}  // namespace

TEST_CASE("shuffles read other lanes and say when there is none") {
  const auto shuffled = [](const std::string& mode, unsigned by, unsigned clamp) {
    return lanes_of_warp("shfl.sync." + mode + ".b32 %r10|%p1, %r2, " + std::to_string(by) + ", " +
                         std::to_string(clamp) + ", -1;\n@!%p1 add.u32 %r10, %r10, 1000;");
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
    return lanes_of_warp("setp.lt.u32 %p1, %r0, " + std::to_string(bound) + ";\nvote.sync." + mode +
                         ".pred %p2, %p1, -1;\n"
                         "selp.u32 %r10, 1, 0, %p2;")[31];
  };
  CHECK(voted("all", 32) == 1);
  CHECK(voted("all", 31) == 0);
  CHECK(voted("any", 1) == 1);
  CHECK(voted("any", 0) == 0);
  CHECK(voted("uni", 0) == 1);
  CHECK(voted("uni", 5) == 0);
  CHECK(lanes_of_warp("setp.lt.u32 %p1, %r0, 12;\nvote.sync.ballot.b32 %r10, %p1, -1;")[20] == 0xfff);
  CHECK(lanes_of_warp("setp.lt.u32 %p1, %r0, 12;\nsetp.ge.u32 %p2, %r0, 4;\n"
                      "@%p2 vote.sync.ballot.b32 %r10, %p1, 0xfffffff0;")[20] == 0xff0);
}

TEST_CASE("match finds the lanes with the same value") {
  const auto any = lanes_of_warp("and.b32 %r3, %r0, 3;\nmatch.any.sync.b32 %r10, %r3, -1;");
  for (unsigned l = 0; l < 32; ++l) CHECK(any[l] == 0x11111111u << l % 4);
  CHECK(lanes_of_warp("match.all.sync.b32 %r10|%p1, 7, -1;")[3] == 0xffffffff);
  CHECK(lanes_of_warp("match.all.sync.b32 %r10|%p1, %r0, -1;")[3] == 0);
}

TEST_CASE("shuffles in every mode - with segments and bounds - read the lane that PTX says") {
  using U = std::uint64_t;
  const auto& operands = awkward32();
  for (const std::string mode : {"up", "down", "bfly", "idx"}) {
    const std::string code = "shfl.sync." + mode + ".b32 %r10|%p1, %r2, %r3, %r4, -1;";
    const auto values = evaluate(code, "%r10", operands), within = evaluate(code, "%p1", operands);
    unsigned wrong = 0;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const int lane = static_cast<int>(i % 32), b = static_cast<int>(operands[i].b & 31);
      const int bound = static_cast<int>(operands[i].c & 31), segments = static_cast<int>(operands[i].c >> 8 & 31);
      const int last = (lane & segments) | (bound & ~segments);
      int from = (lane & segments) | (b & ~segments);
      if (mode == "up") from = lane - b;
      if (mode == "down") from = lane + b;
      if (mode == "bfly") from = lane ^ b;
      const bool right = mode == "up" ? from >= last : from <= last;
      const std::size_t source = right ? i - static_cast<std::size_t>(lane) + static_cast<std::size_t>(from) : i;
      const U expected = source < operands.size() ? operands[source].a : operands.front().a;
      wrong += values[i] != expected || within[i] != U{right};
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("redux reduces the members in every operation") {
  const auto& operands = awkward32();
  const auto check = [&](const std::string& form, auto operation) {
    const auto out = evaluate("redux.sync." + form + " %r10, %r2, -1;", "%r10", operands);
    unsigned wrong = 0;
    for (std::size_t first = 0; first + 32 <= operands.size(); first += 32) {
      auto result = static_cast<decltype(operation(0, 0))>(operands[first].a);
      for (std::size_t i = first + 1; i < first + 32; ++i) {
        result = operation(result, static_cast<decltype(result)>(operands[i].a));
      }
      for (std::size_t i = first; i < first + 32; ++i) wrong += out[i] != static_cast<std::uint32_t>(result);
    }
    INFO(form);
    CHECK(wrong == 0);
  };
  using U32 = std::uint32_t;
  using S32 = std::int32_t;
  check("add.u32", [](U32 a, U32 b) { return a + b; });
  check("add.s32", [](U32 a, U32 b) { return a + b; });
  check("min.u32", [](U32 a, U32 b) { return std::min(a, b); });
  check("max.u32", [](U32 a, U32 b) { return std::max(a, b); });
  check("min.s32", [](S32 a, S32 b) { return std::min(a, b); });
  check("max.s32", [](S32 a, S32 b) { return std::max(a, b); });
  check("and.b32", [](U32 a, U32 b) { return a & b; });
  check("or.b32", [](U32 a, U32 b) { return a | b; });
  check("xor.b32", [](U32 a, U32 b) { return a ^ b; });
}

TEST_CASE("groups of lanes with different masks work side by side") {
  const std::string group = "setp.lt.u32 %p3, %r0, 8;\nselp.b32 %r7, 0xff, 0xffffff00, %p3;\nand.b32 %r3, %r0, 1;\n"
                            "setp.eq.u32 %p1, %r3, 1;\n";
  const auto ballot = lanes_of_warp(group + "vote.sync.ballot.b32 %r10, %p1, %r7;");
  const auto sum = lanes_of_warp(group + "redux.sync.add.u32 %r10, %r0, %r7;");
  const auto equal = lanes_of_warp(group + "match.any.sync.b32 %r10, %r3, %r7;");
  for (unsigned l = 0; l < 32; ++l) {
    CHECK(ballot[l] == (l < 8 ? 0xaau : 0xaaaaaa00u));
    CHECK(sum[l] == (l < 8 ? 28u : 31 * 32 / 2 - 28));
    CHECK(equal[l] == ((l % 2 == 1 ? 0xaaaaaaaau : 0x55555555u) & (l < 8 ? 0xffu : 0xffffff00u)));
  }
}

TEST_CASE("lanes that have ended are not waited for") {
  CHECK(lanes_of_warp("mov.u32 %r10, 0;\nsetp.ge.u32 %p1, %r0, 16;\n@%p1 bra END;\n"
                      "setp.lt.u32 %p2, %r0, 4;\nvote.sync.ballot.b32 %r10, %p2, 0xffff;\nEND:")[3] == 0xf);
  CHECK(lanes_of_warp("setp.ge.u32 %p1, %r0, 16;\n@%p1 exit;\nsetp.lt.u32 %p2, %r0, 4;\n"
                      "vote.sync.ballot.b32 %r10, %p2, -1;")[3] == 0xf);
}

TEST_CASE("a member mask that names lanes elsewhere is refused") {
  CHECK_THROWS_WITH(lanes_of_warp("setp.lt.u32 %p1, %r0, 16;\n@%p1 shfl.sync.idx.b32 %r10, %r2, 0, 31, -1;"),
                    Catch::Contains("shfl.sync: the member mask 0xffffffff names lanes 0xffff0000 that are elsewhere"));
  CHECK_THROWS_WITH(lanes_of_warp("redux.sync.add.u32 %r10, %r2, 0xfffe;"),
                    Catch::Contains("redux.sync: the member mask 0xfffe names lanes 0xfffe but not the lane"));
  CHECK_THROWS_WITH(lanes_of_warp("setp.eq.u32 %p1, %r0, 5;\nselp.b32 %r3, 0xff, -1, %p1;\n"
                                  "match.any.sync.b32 %r10, %r2, %r3;"),
                    Catch::Contains("match.sync: the member mask 0xffffffff names lanes 0x20 that have another mask"));
}

TEST_CASE("special registers describe the thread and its block") {
  const auto value = [](const std::string& name) { return lanes_of_warp("mov.u32 %r10, %" + name + ";"); };
  const auto equal = value("lanemask_eq"), less = value("lanemask_lt"), most = value("lanemask_le"),
             more = value("lanemask_gt"), least = value("lanemask_ge");
  for (unsigned l = 0; l < 32; ++l) {
    const std::uint32_t own = 1u << l;
    CHECK(equal[l] == own);
    CHECK(less[l] == own - 1);
    CHECK(most[l] == (own | (own - 1)));
    CHECK(more[l] == ~(own | (own - 1)));
    CHECK(least[l] == ~(own - 1));
  }
  CHECK(lanes_of_warp("mov.u64 %l2, %gridid;\ncvt.u32.u64 %r10, %l2;")[0] == 0);
  KernelRun kernel(module_of(".shared .align 4 .b8 tile[20];\nmov.u32 %r1, %dynamic_smem_size;\n"
                             "mov.u32 %r2, %total_smem_size;\nst.shared.u32 [tile], %r1;\n"
                             "st.global.v2.u32 [%l0], {%r1, %r2};"));
  kernel.dynamic_scratchpad_bytes = 64;
  const auto sizes = [&kernel] { return kernel.run<std::uint32_t>(std::vector<int>{0}, 2, {}, {1, 1, 1}); };
  CHECK(sizes() == std::vector<std::uint32_t>{64, 96});
  // PTX: a multiple of the unit in which the machine allocates its scratchpad.
  for (const unsigned unit : {32u, 96u, 128u, 256u}) {
    kernel.scratchpad_unit = unit;
    CHECK(sizes() == std::vector<std::uint32_t>{64, unit > 96 ? unit : 96});
  }
  CHECK(lanes_of_warp("mov.u32 %r3, %clock_hi;\nmov.u32 %r4, %clock;\nmov.u32 %r5, %clock;\nsub.u32 %r10, %r5, %r4;\n"
                      "add.u32 %r10, %r10, %r3;")[0] == 1);
}
