// Programs of Jatala et al. on one SM of their table II, under the five designs that share scratchpad: the answer is
// right, the conservation laws hold, the numbers of blocks are those of figure 13, and no block reads its partner's
// values.
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/workload_run.h"
#include "report/invariants.h"

using namespace unibank;
using namespace unibank::test;

namespace {

using Given = std::map<std::string, std::string>;

const char* const kVariants[] = {"jatala/shared-noopt", "jatala/shared-owf", "jatala/shared-owf-reorder",
                                 "jatala/shared-owf-postdom", "jatala/shared-owf-opt"};

// One SM of the machine, which the blocks of tiny programs fill.
Design one_sm(const std::string& name, bool check = true) {
  return load_design(name, {}, {"gpu.sms=1", std::string("run.check_data=") + (check ? "true" : "false")}).design;
}

// "right, 1 + 1 blocks"
std::string blocks_of(const std::string& workload, const Design& design, const Given& given) {
  return forked([&] {
    const RunResult run = measure(workload, design, BlockFactories(), given).result;
    std::string text = run.verified ? "right, " : "wrong: " + run.verification + ", ";
    text += std::to_string(run.default_blocks) + " + " + std::to_string(run.sharing_pairs) + " blocks";
    for (const std::string& broken : broken_invariants(run)) text += "; " + broken;
    for (const std::string& broken : run.broken_invariants) text += "; " + broken;
    return text;
  });
}

void all_variants(const std::string& workload, const Given& given, const std::string& blocks) {
  for (const char* variant : kVariants) {
    INFO(workload << " under " << variant);
    CHECK(blocks_of(workload, one_sm(variant), given) == "right, " + blocks + " blocks");
  }
}

}  // namespace

TEST_CASE("backprop under the five variants") { all_variants("backprop48", {{"inputs", "128"}}, "1 + 1"); }
TEST_CASE("DCT1 to DCT4 under the five variants") {
  all_variants("dct2", {{"kernel", "1"}}, "7 + 7");
  all_variants("dct2", {{"kernel", "2"}}, "7 + 7");
  all_variants("dct2", {{"kernel", "3"}, {"size", "128"}}, "7 + 5");
  all_variants("dct2", {{"kernel", "4"}}, "7 + 5");
}
TEST_CASE("NQU under the five variants") { all_variants("nqueen", {}, "1 + 1"); }
TEST_CASE("SRAD1 and SRAD2 under the five variants") { all_variants("srad24", {{"size", "48"}}, "1 + 1"); }
TEST_CASE("FDTD3d under the five variants") { all_variants("fdtd3d", {}, "4 + 2"); }
TEST_CASE("heartwall under the five variants") {
  all_variants("heartwall", {}, "1 + 1");
  all_variants("heartwall", {{"frames", "0"}, {"radius", "25"}}, "1 + 1");
}
TEST_CASE("histogram under the five variants") { all_variants("histogram256", {{"blocks", "4"}}, "1 + 1"); }
TEST_CASE("MC1 and MC2 under the five variants") {
  all_variants("marchingcubes", {}, "1 + 1");
  all_variants("marchingcubes", {{"threads", "48"}}, "1 + 1");
}
TEST_CASE("NW1 and NW2 under the five variants") { all_variants("needle", {{"block", "32"}}, "1 + 1"); }

TEST_CASE("virtual thread blocks of table IX under the five variants") {
  for (const char* form : {"0", "1", "2"}) {
    all_variants("kfft", {{"form", form}}, "1 + 1");
    all_variants("scalarprod_sp", {{"form", form}}, "3 + 3");
  }
}

// In the paper sharing gives a fifth more instructions per cycle on average, and most for heartwall, whose added blocks
// never wait in the first frame.
TEST_CASE("sharing makes heartwall's first frame faster by half at least and its blocks never ask for a lock") {
  const auto run = [](const Design& design) {
    const std::string text = forked([&] {
      const Given given{{"frames", "0"}, {"radius", "25"}, {"points", "4"}};
      const RunResult result = measure("heartwall", design, BlockFactories(), given).result;
      return std::to_string(result.cycles) + " " + std::to_string(result.counters["sharing.locks_taken"]);
    });
    return std::pair(std::stod(text), text.substr(text.find(' ')));
  };
  const auto [alone, none] = run(one_sm("jatala/unshared-lrr", false));
  const auto [shared, locks] = run(one_sm("jatala/shared-owf-opt"));
  CHECK(alone > 1.5 * shared);
  CHECK(locks == " 0");
}

TEST_CASE("blocks share a scratchpad beside lines that hold registers") {
  for (const char* store : {"jing2016/integrated-fair", "jing2016/integrated-prioritized"}) {
    const Design design =
        load_design(store, {}, {"gpu.sms=1", "storage.scratchpad_bytes=16384", "scratchpad_gate.policy=sharing",
                                "warp_order.policy=owf", "kernel.release=optimal",
                                "run.check_data=true", "register_hierarchy.enabled=false"})
            .design;
    INFO(store);
    CHECK(blocks_of("needle", design, {{"block", "32"}, {"size", "128"}}) == "right, 1 + 1 blocks");
    CHECK(blocks_of("nqueen", design, {}) == "right, 1 + 1 blocks");
  }
}
