// The papers' ideas on SMs of today with tiny programs: every idea runs, and what cannot differ does not. Some programs
// of each class; all 19 with UNIBANK_TESTS=full.
#include <catch2/catch.hpp>

#include "unibank/reproduced.h"

namespace {

const std::vector<std::string> kSome = {"gemm_mma", "rms_norm", "embedding", "rotary"};

std::size_t programs() { return unibank::test::whole_matrices() ? 19 : kSome.size(); }

}  // namespace

TEST_CASE("today's SM runs programs of every class under every idea", "[thinned]") {
  const Reproduced all("today", [](const ThinnedExperiments& copy) {
    copy.only(kSome);
    copy.half({"tiles", "pool", "finding_banks", "finding_idle", "finding_tags"});
  });
  if (all.ended.status != 0) WARN(all.ended.err);
  REQUIRE(all.ended.status == 0);
  std::vector<std::string> without;  // rows and series whose block does not fit
  const auto ratios = [&](const char* experiment) {
    std::size_t measured = 0;
    for (const Row& cell : all.cells(experiment)) {
      if (cell.at("metric") != "performance") continue;
      if (cell.at("measured").empty())
        without.push_back(cell.at("row") + ", " + cell.at("series"));
      else
        ++measured;
    }
    return measured;
  };
  // Programs and five averages; ideas.
  CHECK(ratios("ideas") == (programs() + 5) * 9);
  CHECK(ratios("hopper") == (programs() + 5) * 5);
  CHECK(ratios("free") == (programs() + 5) * 4);
  const bool whole = unibank::test::whole_matrices();
  CHECK(ratios("tiles") == (whole ? 14 : 7) * 7);
  CHECK(without.empty());
  // With 192 KB in all a block of the deep pipelines has no room for its registers and stages.
  CHECK(ratios("pool") == (whole ? 13 * 4 - 2 : 6 * 4 - 1));
  std::vector<std::string> deep = {"gemm tile 128 with 5 stages, unified"};
  if (whole) deep.insert(deep.begin(), "gemm tile 128 with 4 stages, unified");
  CHECK(without == deep);
  for (const char* program : {"embedding", "rotary"}) {
    INFO(program);
    // There is no scratchpad to share and none to give away.
    CHECK(all.measured("ideas", program, "sharing", "sharing_pairs") == 0);
    CHECK(all.measured("ideas", program, "run-time carve-out", "performance") == 1);
  }
  // 2,048 threads of 36 registers are more than the register file holds.
  CHECK(all.measured("ideas", "embedding", "a100", "resident_threads") == 1536);
  CHECK(all.measured("ideas", "embedding", "unified", "resident_threads") == 2048);
  CHECK(all.measured("free", "embedding", "registers 1 MB", "main_threads") == 2048);
  CHECK(all.measured("finding_blocks", "gemm tile 128 with 3 stages", "a100", "main_threads") == 256);
  CHECK(all.measured("finding_blocks", "gemm tile 128 with 3 stages", "unified", "main_threads") == 512);
  CHECK(all.measured("finding_blocks", "gemm tile 128 with 3 stages", "unified with 256 threads", "main_threads") ==
        256);
  // With one block there is nothing to take turns for.
  CHECK(all.measured("finding_turns", "gemm_mma", "a100", "main_threads") == 5 * 128);
  CHECK(all.measured("finding_turns", "gemm_mma", "RegMutex", "main_threads") == 6 * 128);
  CHECK(all.measured("finding_turns", "gemm_mma", "RegMutex", "regmutex.acquires") > 0);
  CHECK(all.measured("finding_turns", "gemm_mma", "RegMutex with one block", "performance") == 1);
  CHECK(all.measured("finding_trials", "attention", "no trials", "performance") == 1);
}
