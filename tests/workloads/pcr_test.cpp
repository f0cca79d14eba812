// pcr: the CPU's unknowns compared with elimination in double precision; the kernel's shapes.
#include <catch2/catch.hpp>

#include "run_workload.h"
#include "workloads/pcr/pcr.h"

using namespace unibank;

namespace {

// Gauss: each row is freed of the unknown before it, then the unknowns follow from the last to the first.
std::vector<double> eliminate(const pcr::Systems& systems, std::size_t first) {
  const std::size_t n = systems.n;
  std::vector<double> b(n), d(n), x(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = first + i;
    const double factor = i == 0 ? 0.0 : systems.a[at] / b[i - 1];
    b[i] = systems.b[at] - (i == 0 ? 0.0 : factor * systems.c[at - 1]);
    d[i] = systems.d[at] - (i == 0 ? 0.0 : factor * d[i - 1]);
  }
  for (std::size_t i = n; i-- > 0;) x[i] = (d[i] - (i + 1 < n ? systems.c[first + i] * x[i + 1] : 0.0)) / b[i];
  return x;
}

// Records the launches that a program plans and makes; computes nothing.
class Recorder : public Backend {
 public:
  void plan(const std::vector<Launch>& kernels) override { planned = kernels; }
  void run(const Launch& launch) override { launched.push_back(launch); }
  std::vector<Launch> planned, launched;
};

}  // namespace

TEST_CASE("pcr: unknowns equal those of elimination") {
  for (const std::size_t n : {4u, 8u, 32u, 512u}) {
    const pcr::Systems systems = pcr::random_systems(3, n, 5);
    const std::vector<float> x = pcr::solve(systems);
    for (std::size_t first = 0; first < x.size(); first += n) {
      const std::vector<double> expected = eliminate(systems, first);
      for (std::size_t i = 0; i < n; ++i) CHECK(x[first + i] == Approx(expected[i]).epsilon(1e-5).margin(1e-6));
    }
  }
}

TEST_CASE("pcr: four equations by hand") {
  // The solution 1, 2, 3, 4 of 2 x[i] plus half of each neighbour.
  const float half = 0.5f;
  const pcr::Systems systems{4, {0, half, half, half}, {2, 2, 2, 2}, {half, half, half, 0}, {3, 6, 9, 9.5f}};
  const std::vector<float> x = pcr::solve(systems);
  for (std::size_t i = 0; i < 4; ++i) CHECK(x[i] == Approx(i + 1.0));
}

TEST_CASE("pcr: systems are diagonally dominant and end at their first and last equation") {
  constexpr std::size_t n = 16;
  const pcr::Systems systems = pcr::random_systems(4, n, 1);
  CHECK(systems.a != pcr::random_systems(4, n, 2).a);
  for (std::size_t i = 0; i < 4 * n; ++i) {
    CHECK(systems.b[i] > std::abs(systems.a[i]) + std::abs(systems.c[i]));
    CHECK((systems.a[i] == 0) == (i % n == 0));
    CHECK((systems.c[i] == 0) == (i % n == n - 1));
  }
}

TEST_CASE("pcr: the kernel agrees to the last bit for systems of every size") {
  for (const char* equations : {"32", "64", "128", "256", "512", "1024"}) {
    for (const char* systems : {"1", "3"}) {
      const Outcome outcome = run_functionally("pcr", Size::kTiny, {{"equations", equations}, {"systems", systems}});
      INFO(equations << " equations: " << outcome.verdict.text);
      CHECK(outcome.verdict.right);
      CHECK(outcome.verdict.text.find(" equal") != std::string::npos);
      CHECK(outcome.counts.blocks == std::stoul(systems));
    }
  }
}

TEST_CASE("pcr: a block is a system with 20 bytes of scratchpad a thread") {
  CHECK(scratchpad_bytes("pcr", "pcr") == 0);  // all of it is dynamic
  for (const unsigned equations : {64u, 512u}) {
    DeviceMemory memory;
    Recorder recorder;
    Device device(recorder, memory);
    const Workload& workload = find_workload("pcr");
    workload.run(device, complete_arguments(workload, Size::kTiny, {{"equations", std::to_string(equations)}}));
    REQUIRE(recorder.planned.size() == 1);
    REQUIRE(recorder.launched.size() == 1);
    for (const Launch& launch : {recorder.planned[0], recorder.launched[0]}) {
      CHECK(launch.block.count() == equations);
      CHECK(launch.dynamic_scratchpad_bytes == 20 * equations);
    }
  }
}

TEST_CASE("pcr: systems that are no power of two of equations are refused") {
  for (const char* equations : {"16", "48", "511", "2048"}) {
    CHECK_THROWS_MATCHES(run_functionally("pcr", Size::kTiny, {{"equations", equations}}), InputError,
                         Catch::Matchers::Message(std::string("argument 'equations' of workload 'pcr' is '") +
                                                  equations + "'; expected one of 32, 64, 128, 256, 512, 1024"));
  }
}
