// The experiments of Hayes and Zhang 2014 with tiny programs: exact facts and orderings, but no measured values; and
// their lists of levels are complete.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <set>

#include "unibank/reproduced.h"

namespace {

constexpr const char* kHayesPrograms[] = {
    "cfd", "dxtc", "FDTD3d", "hotspot", "imageDenoising", "particles", "recursiveGaussian"};

void check_speeds(const Reproduced& all, const std::string& experiment) {
  for (const char* program : kHayesPrograms) {
    INFO(experiment << " " << program);
    const double best = all.measured(experiment, program, "Best", "performance");
    const double worst = all.measured(experiment, program, "Worst", "performance");
    CHECK(best >= 1);
    CHECK(worst <= 1);
  }
  for (const char* program : {"FDTD3d", "hotspot"}) {  // one kernel each, so Auto is one of the numbers tried
    INFO(experiment << " " << program);
    const double search = all.measured(experiment, program, "Auto", "performance");
    CHECK(all.measured(experiment, program, "Best", "performance") >= search);
    CHECK(all.measured(experiment, program, "Worst", "performance") <= search);
  }
  for (const char* program : {"dxtc", "imageDenoising", "recursiveGaussian"}) {  // already the most blocks
    INFO(experiment << " " << program);
    CHECK(all.measured(experiment, program, "Best", "performance") == 1);
    CHECK(all.measured(experiment, program, "Worst", "performance") == 1);
    CHECK(all.measured(experiment, program, "Auto", "performance") == 1);
  }
}

// Table 1's scratchpad bytes for each thread, as the programs declare them.
void check_scratchpad(const Reproduced& all, const std::string& card, double dxtc, double fdtd3d) {
  const auto bytes = [&](const char* program) {
    return all.measured("table1-" + card, program, "untransformed", "main_scratchpad_per_thread");
  };
  for (const char* program : {"cfd", "particles", "recursiveGaussian"}) CHECK(bytes(program) == 0);
  CHECK(bytes("imageDenoising") == 4);
  CHECK(bytes("hotspot") == 12);
  CHECK(bytes("dxtc") == dxtc);
  CHECK(bytes("FDTD3d") == fdtd3d);
}

// With equal numbers of blocks, spilling to slots in the scratchpad needs fewer local memory accesses.
void check_full(const Reproduced& all, const std::string& card) {
  for (const char* program : {"cfd", "FDTD3d", "particles of 256"}) {
    INFO(card << " " << program);
    const auto measured = [&](const char* series, const char* metric) {
      return all.measured("full-" + card, program, series, metric);
    };
    CHECK(measured("in scratchpad", "local_accesses") < measured("in local memory", "local_accesses"));
    CHECK(measured("in scratchpad", "main_threads") == measured("in local memory", "main_threads"));
    CHECK(measured("in scratchpad", "main_threads") > measured("untransformed", "main_threads"));
    CHECK(measured("untransformed", "local_accesses") == 0);
  }
}

// With 42 registers per thread, 32,768 registers are enough for 780 threads.
void check_large_blocks(const Reproduced& all) {
  for (const Row& cell : all.cells("large-blocks-fermi")) {
    if (cell.at("metric") != "cycles") continue;
    INFO(cell.at("row") << " " << cell.at("series"));
    const bool small = cell.at("row") == "64 threads" || cell.at("row") == "768 threads";
    const bool fits = small || cell.at("series") != "as it needs";
    CHECK(cell.at("measured").empty() != fits);
  }
}

// A table printed by `unibank occupancy` for a kernel: the code for each number of blocks, from the original number on.
struct Levels {
  unsigned first = 0;
  std::vector<std::string> code;  // registers, slots, instructions, off-chip instructions
};

std::vector<Levels> levels_of(const Folder& folder, const std::string& what) {
  const auto ended = folder.run("occupancy " + what + " --size test --set kernel.pass=onchip");
  INFO(what << ": " << ended.err);
  REQUIRE(ended.status == 0);
  std::vector<Levels> kernels;
  std::istringstream lines(ended.out);
  bool in_table = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("registers      slots") != std::string::npos) {
      in_table = true;
      kernels.emplace_back();
      continue;
    }
    in_table = in_table && !line.empty();
    if (!in_table) continue;
    std::istringstream cells(line[0] == '*' ? line.substr(1) : line);
    std::string blocks, registers, of, most, slots, most_slots, instructions, off_chip;
    cells >> blocks >> registers >> of >> most >> slots >> of >> most_slots >> instructions >> off_chip;
    if (kernels.back().code.empty()) kernels.back().first = static_cast<unsigned>(std::stoul(blocks));
    kernels.back().code.push_back(registers + " " + slots + " " + instructions + " " + off_chip);
  }
  REQUIRE_FALSE(kernels.empty());
  return kernels;
}

// The program at a level: each of its kernels at this level, or at the nearest that it has.
std::string program_at(const std::vector<Levels>& kernels, std::int64_t level) {
  std::string text;
  for (const Levels& kernel : kernels) {
    const auto last = static_cast<std::int64_t>(kernel.first + kernel.code.size() - 1);
    const std::int64_t at = std::clamp<std::int64_t>(level, kernel.first, last);
    text += kernel.code[static_cast<std::size_t>(at) - kernel.first] + "; ";
  }
  return text;
}

// A program on a card, and the numbers of blocks for which it is compiled.
struct Studied {
  std::string workload, arguments, design, overrides;
  std::vector<std::int64_t> levels;
};

std::vector<Studied> studied(const Reproduced& all) {
  const std::vector<Row> points = rows_of(text_of(all.path / "r/hayes2014/points-test.csv"));
  const std::string large = unibank::test::whole_matrices() ? "width=2048" : "width=1024";
  std::vector<Studied> programs;
  for (const Row& row : points) {
    const std::string& overrides = row.at("overrides");
    if (overrides != "" && overrides != "sm.max_blocks=32") continue;
    if (row.at("arguments").find(large) != std::string::npos) continue;  // large-blocks-fermi
    programs.push_back({row.at("workload"), row.at("arguments"), row.at("design"), overrides, {}});
    const std::string level = overrides + (overrides.empty() ? "" : " ") +
                              "kernel.pass=onchip kernel.concurrency=blocks kernel.concurrency_blocks=";
    for (const Row& other : points) {
      if (other.at("workload") != row.at("workload") || other.at("arguments") != row.at("arguments") ||
          other.at("design") != row.at("design") || other.at("overrides").compare(0, level.size(), level) != 0)
        continue;
      programs.back().levels.push_back(std::stoll(other.at("overrides").substr(level.size())));
    }
  }
  return programs;
}

// The numbers of blocks that the experiments name give each of the program's different codes exactly once. Only the
// arguments that determine a block's shape are passed on, because tiny programs have smaller blocks.
void check_levels(const Reproduced& all, const Studied& program) {
  std::string what = program.workload + " --design " + program.design;
  if (!program.overrides.empty()) what += " --set " + program.overrides;
  std::istringstream arguments(program.arguments);
  for (std::string one; arguments >> one;)
    if (one.compare(0, 5, "rows=") == 0 || one.compare(0, 8, "threads=") == 0) what += " --arg " + one;
  INFO(what);
  const std::vector<Levels> kernels = levels_of(all, what);
  std::set<std::string> codes, given = {program_at(kernels, 1)};  // as it is
  for (std::int64_t level = 1; level <= 64; ++level) codes.insert(program_at(kernels, level));
  for (const std::int64_t level : program.levels) {
    INFO(level << " blocks");
    CHECK(given.insert(program_at(kernels, level)).second);
  }
  CHECK(given == codes);
}

}  // namespace

TEST_CASE("the experiments of Hayes and Zhang measure all that is published and try every number of blocks",
          "[thinned]") {
  // The image's size changes no block.
  const Reproduced all("hayes2014", [](const ThinnedExperiments& copy) {
    copy.smaller("large-blocks-fermi", "height", 16);
    copy.smaller("large-blocks-fermi", "width", 1024);
  });
  if (all.ended.status != 0) WARN(all.ended.err);
  REQUIRE(all.ended.status == 0);
  check_everything_published_is_measured(all);
  for (const char* experiment : {"fig6", "fig7"}) check_speeds(all, experiment);
  check_scratchpad(all, "kepler", 12, 10);
  check_scratchpad(all, "fermi", 12, 7.5);
  for (const char* card : {"kepler", "fermi"}) check_full(all, card);
  check_large_blocks(all);
  const std::vector<Studied> programs = studied(all);
  CHECK(programs.size() == 2 * 8 + 3);
  // Every third program; all with UNIBANK_TESTS=full.
  const std::size_t step = unibank::test::whole_matrices() ? 1 : 3;
  for (std::size_t i = 0; i < programs.size(); i += step) check_levels(all, programs[i]);
}
