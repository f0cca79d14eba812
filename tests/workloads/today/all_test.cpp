// Properties of every program of today.
#include <catch2/catch.hpp>

#include <algorithm>

#include "../readme_sizes.h"
#include "../run_workload.h"
#include "host/functional_backend.h"

using namespace unibank;
using Catch::Matchers::Contains;

namespace {

// A backend that accepts every launch and executes none.
class Idle : public Backend {
 public:
  void plan(const std::vector<Launch>&) override {}
  void run(const Launch&) override {}
};

}  // namespace

TEST_CASE("programs of today have a list of their own and are found by name") {
  const std::vector<std::string> names = today_names(), papers = workload_names();
  CHECK(std::is_sorted(names.begin(), names.end()));
  CHECK_FALSE(names.empty());
  for (const std::string& name : names) {
    INFO(name);
    CHECK(find_workload(name).name() == name);
    CHECK_FALSE(find_workload(name).description().empty());
    CHECK(std::count(papers.begin(), papers.end(), name) == 0);
    CHECK(workload_ptx(name).find(".target sm_80") != std::string_view::npos);
  }
}

TEST_CASE("programs of today have no PTX in the style of the papers' compilers") {
  CHECK_THROWS_WITH(workload_ptx("gemm_mma", Style::kPeriod),
                    "workload 'gemm_mma' has no PTX of style 'period'; expected style 'modern', the only one of "
                    "programs of today");
}

TEST_CASE("every program of today is right at tiny size in at most 15000 warp instructions") {
  for (const std::string& name : today_names()) {
    const Outcome outcome = run_functionally(name, Size::kTiny);
    INFO(name << ": " << outcome.verdict.text << ", " << outcome.counts.warp_instructions << " warp instructions");
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.warp_instructions <= 15000);
    CHECK(outcome.counts.spill_loads == 0);
  }
}

TEST_CASE("every program of today is right at test size in 100000 to 1000000 warp instructions", "[release]") {
  for (const std::string& name : today_names()) {
    const Outcome outcome = run_functionally(name, Size::kTest);
    INFO(name << ": " << outcome.verdict.text << ", " << outcome.counts.warp_instructions << " warp instructions");
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.warp_instructions >= 100000);
    CHECK(outcome.counts.warp_instructions <= 1000000);
  }
}

TEST_CASE("every program of today notices a device that computes nothing") {
  for (const std::string& name : today_names()) {
    INFO(name);
    DeviceMemory memory;
    Idle backend;
    Device device(backend, memory);
    const Workload& workload = find_workload(name);
    CHECK_FALSE(workload.run(device, complete_arguments(workload, Size::kTiny, {})).right);
  }
}

TEST_CASE("every program of today is right with 32 registers a thread", "[release]") {
  for (const std::string& name : today_names()) {
    const Workload& workload = find_workload(name);
    DeviceMemory memory;
    FunctionalBackend backend(memory);
    Device device(backend, memory, {32});
    const Verdict verdict = workload.run(device, complete_arguments(workload, Size::kTiny, {}));
    INFO(name << ": " << verdict.text);
    CHECK(verdict.right);
  }
}

TEST_CASE("the README's table of the programs of today has every one with the sizes that run") {
  for (const std::string& name : today_names()) check_sizes_in_readme(name, "testbenches/workloads/today/README.md");
}
