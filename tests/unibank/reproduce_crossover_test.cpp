// Four systems on one machine with tiny programs: every system runs, and results that cannot differ do not differ. Runs
// some programs of each class; all 60 with UNIBANK_TESTS=full. The digests (model_version_test.cpp) cover every program
// on several of the systems.
#include <catch2/catch.hpp>

#include "unibank/reproduced.h"

TEST_CASE("the crossover runs programs of every class under every system alone and together", "[thinned]") {
  const std::vector<std::string> some = {"aes",           "backprop48", "bfs",    "fft",       "gemm", "heartwall",
                                         "marchingcubes", "needle",     "mummer", "vectoradd", "lu"};
  const Reproduced all("crossover", [&](const ThinnedExperiments& copy) {
    copy.only(some);
    copy.half({"finding_banks", "finding_code", "finding_hierarchy", "finding_order", "finding_registers"});
    copy.smaller("finding_sets", "values", 264);
    copy.smaller("finding_sets", "test_values", 264);
  });
  if (all.ended.status != 0) WARN(all.ended.err);
  REQUIRE(all.ended.status == 0);
  std::size_t measured = 0;
  for (const char* experiment : {"alone", "together"})
    for (const Row& cell : all.cells(experiment))
      if (cell.at("metric") == "performance") {
        INFO(experiment << " " << cell.at("row") << " " << cell.at("series"));
        CHECK_FALSE(cell.at("measured").empty());
        ++measured;
      }
  const std::size_t programs = unibank::test::whole_matrices() ? 60 : some.size();
  CHECK(measured == (programs + 5) * (6 + 13));  // programs and averages, systems and groups of them
  // The summary shows the same runs side by side, including the baseline.
  CHECK(all.measured("summary", "all programs", "separate", "performance") == 1);
  CHECK(all.measured("summary", "needle", "sharing", "energy") == all.measured("alone", "needle", "sharing", "energy"));
  const std::string page = text_of(all.path / "o/crossover/index.html");
  for (const char* table : {"The best series", "Where ideas add up"}) CHECK(page.find(table) != std::string::npos);
  for (const char* program : {"bfs", "gemm", "vectoradd"}) {
    INFO(program);
    // These programs have no scratchpad to share.
    CHECK(all.measured("alone", program, "sharing", "sharing_pairs") == 0);
    CHECK(all.measured("alone", program, "sharing", "resident_threads") ==
          all.measured("alone", program, "separate", "resident_threads"));
  }
  for (const char* row : {"bfs", "all programs"}) {
    INFO(row);
    // 1536 lines with 19 bits of tag and a dirty bit each, instead of the baseline's 128 lines with 20 and a dirty bit.
    CHECK(all.measured("alone", row, "unified", "added_bits") == 1536 * 20 - 128 * 21);
    CHECK(all.measured("alone", row, "sharing", "added_bits") == 93);  // 8 block slots, 48 warps
    CHECK(all.measured("alone", row, "onchip", "added_bits") == 0);
    // A last-result register and four operand registers of 32 bits for each of the 32 threads of a warp: for the 2 x 8
    // active warps, or for all 48.
    CHECK(all.measured("alone", row, "hierarchy", "added_bits") == 16 * 5 * 1024);
    CHECK(all.measured("together", row, "sharing + hierarchy", "added_bits") == 48 * 5 * 1024 + 93);
  }
  for (const char* program : {"needle", "heartwall", "marchingcubes"}) {
    INFO(program);
    CHECK(all.measured("alone", program, "sharing", "sharing_pairs") > 0);
  }
}
