// Litmus tests of memory consistency (tests/data/litmus), executed functionally: PTX allows every observed outcome.
#include <catch2/catch.hpp>

#include <filesystem>
#include <set>

#include "base/input_error.h"
#include "host/functional_backend.h"
#include "ptx/parser.h"
#include "simt/device_memory.h"
#include "support/litmus.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const Litmus& test_of(const std::vector<Litmus>& all, const std::string& kernel) {
  for (const Litmus& test : all)
    if (test.kernel == kernel) return test;
  throw InputError("no litmus test " + kernel);
}

}  // namespace

TEST_CASE("every litmus kernel is in the table, and every test of the table has its kernel") {
  std::set<std::string> kernels, tests;
  for (const auto& entry : std::filesystem::directory_iterator(UNIBANK_TEST_DATA "/litmus")) {
    if (entry.path().extension() != ".ptx") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const ptx::Module module = ptx::parse(text.str(), entry.path().string());
    for (const auto& [name, kernel] : module.kernels) {
      CHECK(kernel.refused == "");
      kernels.insert(name);
    }
  }
  for (const Litmus& test : litmus_tests()) {
    tests.insert(test.kernel);
    for (const Litmus::Outcome& outcome : test.forbidden)
      if (test.shape == Litmus::Shape::kTwoLocations) CHECK(outcome.size() == test.observations + 2);
  }
  CHECK(kernels == tests);
  CHECK(kernels.size() == 54);
}

TEST_CASE("litmus tests executed block by block observe nothing that PTX forbids") {
  for (const Placement placement : {Placement::kOneBlock, Placement::kBlocks}) {
    DeviceMemory memory;
    FunctionalBackend backend(memory, 10000000);
    Device device(backend, memory);
    LitmusRunner runner(device);
    for (const Litmus& test : litmus_tests()) {
      CAPTURE(test.kernel, static_cast<int>(placement));
      const bool pairs = test.shape == Litmus::Shape::kTwoLocations;
      const unsigned rounds = pairs ? 4 : test.shape == Litmus::Shape::kPingPong ? 60 : 20;
      const LitmusRun run = runner.run(test, placement, rounds);
      CHECK(run.faults.empty());
      unsigned outcomes = 0;
      for (const auto& [outcome, times] : run.outcomes) outcomes += times;
      CHECK(outcomes == (pairs ? 32 * rounds : test.shape == Litmus::Shape::kPingPong ? rounds : 1));
    }
  }
}

TEST_CASE("an execution of one warp after another observes the outcome of that order") {
  DeviceMemory memory;
  FunctionalBackend backend(memory, 10000000);
  Device device(backend, memory);
  LitmusRunner runner(device);
  const auto all = litmus_tests();
  const auto outcome = [&](const std::string& kernel) {
    const LitmusRun run = runner.run(test_of(all, kernel), Placement::kBlocks, 2);
    REQUIRE(run.outcomes.size() == 1);
    return run.outcomes.begin()->first;
  };
  using Outcome = Litmus::Outcome;
  CHECK(outcome("mp_acquire_release") == Outcome{1, 1, 1, 1});
  CHECK(outcome("sb_sc") == Outcome{0, 1, 1, 1});
  CHECK(outcome("lb_relaxed") == Outcome{0, 1, 1, 1});
  CHECK(outcome("lb_data") == Outcome{0, 0, 0, 0});
  CHECK(outcome("iriw_membar") == Outcome{1, 1, 1, 1, 1, 1});
  CHECK(outcome("corr_relaxed") == Outcome{2, 2, 2, 0});
  CHECK(outcome("coww_weak") == Outcome{2, 2, 0});
  CHECK(outcome("corw_relaxed") == Outcome{0, 2, 0});
  CHECK(outcome("cowr_volatile") == Outcome{1, 2, 0});
  CHECK(outcome("lock_fence") == Outcome{6});
  CHECK(outcome("ping_pong_fence") == Outcome{0});
}

TEST_CASE("a litmus test with the scope of a block forbids its outcomes only within one block") {
  const auto all = litmus_tests();
  CHECK(test_of(all, "mp_fence").forbids({1, 0, 1, 1}, Placement::kBlocks));
  CHECK_FALSE(test_of(all, "mp_fence").forbids({0, 1, 1, 1}, Placement::kBlocks));
  CHECK_FALSE(test_of(all, "mp_relaxed").forbids({1, 0, 1, 1}, Placement::kBlocks));
  CHECK(test_of(all, "mp_fence_cta").forbids({1, 0, 1, 1}, Placement::kOneBlock));
  CHECK_FALSE(test_of(all, "mp_fence_cta").forbids({1, 0, 1, 1}, Placement::kBlocks));
  CHECK_FALSE(test_of(all, "sb_fence").forbids({0, 0, 1, 1}, Placement::kOneBlock));
  CHECK(test_of(all, "sb_membar").forbids({0, 0, 1, 1}, Placement::kOneBlock));
  CHECK(test_of(all, "iriw_sc").forbids({1, 0, 1, 0, 1, 1}, Placement::kBlocks));
  CHECK(test_of(all, "corw_relaxed").forbids({2, 2, 0}, Placement::kBlocks));
  CHECK_FALSE(test_of(all, "corw_weak").forbids({2, 2, 0}, Placement::kBlocks));
}
