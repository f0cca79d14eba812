// Functional runs of each workload's kernels.
#include <catch2/catch.hpp>

#include "run_workload.h"

using namespace unibank;

namespace {

Outcome run_right(const std::string& name, Size size, const Given& given = {}) {
  const Outcome outcome = run_functionally(name, size, given);
  INFO(name << ": " << outcome.verdict.text << ", " << outcome.counts.warp_instructions << " warp instructions");
  CHECK(outcome.verdict.right);
  return outcome;
}

// A backend that accepts every launch and executes none.
class Idle : public Backend {
 public:
  void plan(const std::vector<Launch>&) override {}
  void run(const Launch&) override {}
};

}  // namespace

TEST_CASE("needle is right with each blocking factor, in 2 n/b - 1 launches of one block a tile") {
  for (const unsigned block : {16u, 32u, 64u}) {
    const Outcome outcome = run_right("needle", Size::kTiny, {{"size", "128"}, {"block", std::to_string(block)}});
    const unsigned tiles = 128 / block;
    CHECK(outcome.verdict.text == "16641 cells equal");
    CHECK(outcome.counts.launches == 2 * tiles - 1);
    CHECK(outcome.counts.blocks == tiles * tiles);
  }
}

TEST_CASE("needle of a single tile has no lower half, and is right with another penalty") {
  CHECK(run_right("needle", Size::kTiny, {{"size", "64"}, {"block", "64"}, {"penalty", "3"}}).counts.launches == 1);
}

TEST_CASE("vectoradd is right where the last block is not full") {
  for (const char* n : {"1", "255", "256", "257", "1000"}) run_right("vectoradd", Size::kTiny, {{"n", n}});
}

TEST_CASE("matrixmul is right for matrices that are not square") {
  run_right("matrixmul", Size::kTiny, {{"m", "16"}, {"n", "48"}, {"k", "32"}});
}

TEST_CASE("bfs is right for graphs of one node and of blocks that are not full") {
  for (const char* nodes : {"1", "2", "511", "1500"}) run_right("bfs", Size::kTiny, {{"nodes", nodes}});
}

TEST_CASE("srad is right after several iterations, two launches each") {
  CHECK(run_right("srad", Size::kTiny, {{"size", "48"}, {"iterations", "3"}}).counts.launches == 6);
}

TEST_CASE("every workload is right in the style of the papers' compilers, too") {
  for (const std::string& name : workload_names()) {
    CHECK(workload_ptx(name, Style::kPeriod).find(".address_size 32") != std::string_view::npos);
    DeviceMemory memory;
    FunctionalBackend backend(memory);
    Device device(backend, memory);
    const Workload& workload = find_workload(name);
    const Verdict verdict = workload.run(device, complete_arguments(workload, Size::kTiny, {}), Style::kPeriod);
    INFO(name << ": " << verdict.text);
    CHECK(verdict.right);
  }
}

TEST_CASE("tiny is at most 15,000 warp instructions") {
  for (const std::string& name : workload_names())
    CHECK(run_right(name, Size::kTiny).counts.warp_instructions <= 15000);
}

TEST_CASE("test is between 100,000 and 1,000,000 warp instructions", "[release]") {
  for (const std::string& name : workload_names()) {
    const std::uint64_t count = run_right(name, Size::kTest).counts.warp_instructions;
    CHECK(count >= 100000);
    CHECK(count <= 1000000);
  }
}

TEST_CASE("scratchpad bytes of a block are the published ones") {
  for (const unsigned b : {16u, 32u, 64u}) {
    const std::uint64_t tile = 4 * ((b + 1) * (b + 1) + b * b);
    CHECK(scratchpad_bytes("needle", "needle_upper_" + std::to_string(b)) == tile);
    CHECK(scratchpad_bytes("needle", "needle_lower_" + std::to_string(b)) == tile);
  }
  CHECK(scratchpad_bytes("vectoradd", "vectoradd") == 0);
  CHECK(scratchpad_bytes("matrixmul", "matrixmul") == 8 * 256);
  CHECK(scratchpad_bytes("bfs", "bfs_expand") == 0);
  CHECK(scratchpad_bytes("srad", "srad_coefficient") == 24 * 256);
  CHECK(scratchpad_bytes("srad", "srad_update") == 20 * 256);
}

TEST_CASE("every workload notices a device that computes nothing", "[release]") {
  for (const std::string& name : workload_names()) {
    DeviceMemory memory;
    Idle backend;
    Device device(backend, memory);
    const Workload& workload = find_workload(name);
    CHECK_FALSE(workload.run(device, complete_arguments(workload, Size::kTiny, {})).right);
  }
}

TEST_CASE("sizes that the tiles do not fill are refused") {
  const auto refused = [](const std::string& name, const Given& given, const std::string& message) {
    CHECK_THROWS_MATCHES(run_functionally(name, Size::kTiny, given), InputError, Catch::Matchers::Message(message));
  };
  refused("needle", {{"size", "96"}, {"block", "64"}},
          "argument 'size' of workload 'needle' is 96; expected a multiple of block = 64");
  refused("matrixmul", {{"k", "40"}}, "argument 'k' of workload 'matrixmul' is 40; expected a multiple of 16");
  refused("srad", {{"size", "40"}}, "argument 'size' of workload 'srad' is 40; expected a multiple of 16");
}
