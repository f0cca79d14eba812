// The experiments of Jatala et al. with tiny programs: exact facts and orderings, but no measured values.
#include <catch2/catch.hpp>

#include "unibank/reproduced.h"

namespace {

constexpr const char* kJatalaPrograms[] = {"backprop", "DCT1",   "DCT2",      "DCT3",      "DCT4", "NQU", "SRAD1",
                                           "SRAD2",    "FDTD3d", "heartwall", "histogram", "MC1",  "NW1", "NW2"};

// Every published cell of one metric, other than orders, agrees with the measured value.
void check_as_published(const Reproduced& all, const std::string& experiment, const std::string& metric,
                        std::size_t cells) {
  std::size_t found = 0;
  for (const Row& cell : all.cells(experiment)) {
    if (cell.at("metric") != metric || cell.at("relation").empty() || cell.at("relation") == "order") continue;
    INFO(experiment << " " << cell.at("row") << " " << cell.at("series"));
    const double measured = std::stod(cell.at("measured")), published = std::stod(cell.at("published"));
    if (cell.at("relation") == ">")
      CHECK(measured > published);
    else
      CHECK(measured == Approx(published));
    ++found;
  }
  CHECK(found == cells);
}

void check_blocks(const Reproduced& all) {
  check_as_published(all, "fig1", "resident_blocks", 2);
  check_as_published(all, "fig1", "scratchpad_idle_percent", 1);
  check_as_published(all, "fig13", "resident_blocks", 26);
  check_as_published(all, "fig13", "sharing_pairs", 14);
  check_as_published(all, "fig20", "sharing_pairs", 6);
  check_as_published(all, "fig21", "sharing_pairs", 2);
  check_as_published(all, "fig24-48k", "resident_blocks", 3);
  check_as_published(all, "fig24-64k", "resident_blocks", 3);
}

// Table VI: relssp adds one instruction for each thread, the branch of a split edge another.
void check_added_instructions(const Reproduced& all) {
  for (const char* program : kJatalaPrograms) {
    INFO(program);
    const double added = all.measured("table6", program, "shared OWF-OPT", "added_instructions");
    CHECK(added >= 1);
    CHECK(added <= 2);
    CHECK(all.measured("table6", program, "unshared LRR", "added_instructions") == 0);
  }
  for (const char* program : {"DCT1", "DCT2", "SRAD1", "SRAD2", "NW1", "NW2"})
    CHECK(all.measured("table6", program, "shared OWF-OPT", "added_instructions") == 1);
  for (const char* program : {"DCT3", "DCT4"})
    CHECK(all.measured("table6", program, "shared OWF-OPT", "added_instructions") == 1.5);
  CHECK(all.measured("table6", "FDTD3d", "shared OWF-OPT", "added_instructions") == 2);
}

void check_phases(const Reproduced& all) {
  for (const char* program : kJatalaPrograms)
    for (const std::string series : {"NoOpt", "Minimize", "PostDom", "OPT"}) {
      INFO(program << " " << series);
      double sum = 0;
      for (const char* phase : {": before", ": waiting", ": inside", ": after"})
        sum += all.measured("fig17", program, series + phase, "shared_block_percent");
      CHECK(sum == Approx(100));
      if (series == "NoOpt" || series == "Minimize")  // no release comes before the block's end
        CHECK(all.measured("fig17", program, series + ": after", "shared_block_percent") == 0);
    }
}

// Where no block is added, sharing changes nothing. Only DCT5 is different under OPT: all its blocks have room, and OPT
// adds an instruction.
void check_set_3(const Reproduced& all) {
  for (const char* program : {"BFS", "b+tree", "DCT5", "gaussian", "NN"}) {
    INFO(program);
    CHECK(all.measured("fig23", program, "shared LRR", "ipc_ratio") == 1);
    CHECK(all.measured("fig23", program, "shared GTO", "ipc_ratio") == 1);
    CHECK(all.measured("fig23", program, "shared OWF-OPT", "sharing_pairs") == 0);
    if (std::string(program) == "DCT5") continue;
    CHECK(all.measured("fig23", program, "shared LRR-OPT", "ipc_ratio") == 1);
    CHECK(all.measured("fig23", program, "shared GTO-OPT", "ipc_ratio") == 1);
  }
}

}  // namespace

TEST_CASE("the experiments of Jatala et al. measure all that is published and add the published blocks", "[thinned]") {
  const Reproduced all("jatala", [](const ThinnedExperiments& copy) {
    copy.some_programs({"mechanisms", "fig18", "fig19", "fig22"}, {"DCT3", "NW1", "MC1"});
  });
  if (all.ended.status != 0) WARN(all.ended.err);
  REQUIRE(all.ended.status == 0);
  check_everything_published_is_measured(all);
  check_blocks(all);
  check_added_instructions(all);
  check_phases(all);
  check_set_3(all);
  for (const char* program : kJatalaPrograms) {
    INFO(program);
    // Both figures show the same run.
    CHECK(all.measured("fig16", program, "OWF-OPT", "ipc_ratio") ==
          all.measured("fig14", program, "shared OWF-OPT", "ipc_ratio"));
    const double faster = 1 / all.measured("fig15", program, "shared OWF-OPT", "cycles_ratio");
    CHECK(all.measured("fig14", program, "shared OWF-OPT", "ipc_ratio") >= Approx(faster));  // relssp counts
  }
  // NW1 computes three of the smallest table's 2 x 2 tiles, NW2 one. A tile costs the same in both, except for
  // addresses.
  const double upper = all.measured("table6", "NW1", "unshared LRR", "thread_instructions");
  const double lower = all.measured("table6", "NW2", "unshared LRR", "thread_instructions");
  CHECK(upper / lower == Approx(3).epsilon(0.02));
  for (const char* program : kJatalaPrograms) {
    INFO(program);
    CHECK(all.measured("table13", program, "unshared LRR", "ipc") ==
          all.measured("fig14", program, "unshared LRR", "ipc"));
    CHECK(all.measured("table6", program, "shared OWF-OPT", "instructions_a_thread") ==
          Approx(all.measured("table6", program, "unshared LRR", "instructions_a_thread") +
                 all.measured("table6", program, "shared OWF-OPT", "added_instructions")));
  }
}
