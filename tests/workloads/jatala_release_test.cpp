// The programs of Jatala et al. with scratchpad laid out and released by the compiler: the added instructions of each
// thread as in table VI, and right answers before and after each pass.
#include <catch2/catch.hpp>

#include "run_workload.h"

using namespace unibank;

namespace {

using compiler::ReleasePlacement;
using compiler::ScratchpadOrder;

struct Execution {
  Verdict verdict;
  std::uint64_t threads = 0, instructions = 0;  // executed by threads
};

class CountingThreads : public FunctionalBackend {
 public:
  explicit CountingThreads(DeviceMemory& memory) : FunctionalBackend(memory) {}
  void run(const Launch& launch) override {
    threads += launch.grid.count() * launch.block.count();
    FunctionalBackend::run(launch);
  }
  std::uint64_t threads = 0;
};

// With t = 0.1.
Execution execute(const std::string& name, const Given& given, ScratchpadOrder order, ReleasePlacement release) {
  const Workload& workload = find_workload(name);
  DeviceMemory memory;
  CountingThreads backend(memory);
  compiler::CompileOptions options;
  options.sharing = {order, release, 100, 4};
  Device device(backend, memory, options);
  const Verdict verdict = workload.run(device, complete_arguments(workload, Size::kTiny, given));
  return {verdict, backend.threads, backend.counts().thread_instructions};
}

struct Added {
  double early, at_post_dominator;  // instructions added for each thread
};

Added added(const std::string& name, const Given& given, ScratchpadOrder order = ScratchpadOrder::kReordered) {
  const Execution without = execute(name, given, order, ReleasePlacement::kNone);
  const auto more = [&](ReleasePlacement release) {
    const Execution with = execute(name, given, order, release);
    CHECK(with.threads == without.threads);
    return static_cast<double>(with.instructions - without.instructions) / static_cast<double>(with.threads);
  };
  return {more(ReleasePlacement::kOptimal), more(ReleasePlacement::kPostDominator)};
}

}  // namespace

// In table VI, relssp counts as an instruction; so does the branch after it where relssp is on a split edge.
TEST_CASE("table VI: DCT and SRAD and NW and FDTD3d execute as many additional instructions as the paper's") {
  struct Line {
    const char* workload;
    Given given;
    double paper;
  };
  const Line lines[] = {{"dct2", {{"kernel", "1"}}, 1},   {"dct2", {{"kernel", "2"}}, 1},
                        {"dct2", {{"kernel", "3"}}, 1.5}, {"dct2", {{"kernel", "4"}}, 1.5},
                        {"srad24", {{"kernel", "1"}}, 1}, {"srad24", {{"kernel", "2"}}, 1},
                        {"needle", {{"block", "32"}}, 1}, {"fdtd3d", {}, 2}};
  for (const Line& line : lines) {
    INFO(line.workload << " " << (line.given.empty() ? "" : line.given.begin()->second));
    const Added got = added(line.workload, line.given);
    CHECK(got.early == line.paper);
    CHECK(got.at_post_dominator == 1);
  }
}

// 24,576 threads execute 48,768 added instructions: all threads but the first of each block of 64 skip the last access,
// to `sum`. When `sum` is placed first (its 256 bytes fit into the private 1049), it is not shared, and the last access
// is in the search before it.
TEST_CASE("table VI: NQU executes as many additional instructions as the paper's with variables in declared order") {
  CHECK(added("nqueen", {}, ScratchpadOrder::kDeclared).early == 48768.0 / 24576);
  CHECK(added("nqueen", {}).early == 1);
}

// The paper has 1.9375 for backprop, where 15 of 16 threads use a split edge around the access under `if (tx == 0)`,
// and 2 for the others. Here these threads leave without a split edge: clang 14 has placed a branch of its own on that
// way (backprop, MC1), the loop with the last accesses is left by falling through (histogram), or there is a block with
// one predecessor (heartwall in its first frame, which skips all accesses).
TEST_CASE("table VI: backprop and heartwall and histogram and MC1 add one instruction without split edges") {
  CHECK(added("backprop48", {}).early == 1);
  CHECK(added("heartwall", {{"frames", "0"}, {"radius", "25"}}).early == 1);
  CHECK(added("histogram256", {}).early == 1);
  const auto cubes = added("marchingcubes", {});
  CHECK(cubes.early == 1);
  CHECK(cubes.at_post_dominator == 1);
}

TEST_CASE("every workload is right with its scratchpad laid out and released early or at the post-dominator") {
  unsigned releasing = 0;
  for (const std::string& name : workload_names()) {
    INFO(name);
    const Execution plain = execute(name, {}, ScratchpadOrder::kDeclared, ReleasePlacement::kNone);
    const Execution ordered = execute(name, {}, ScratchpadOrder::kReordered, ReleasePlacement::kNone);
    CHECK(plain.verdict.right);
    CHECK(ordered.verdict.right);
    CHECK(ordered.verdict.text == plain.verdict.text);
    for (const ReleasePlacement release : {ReleasePlacement::kPostDominator, ReleasePlacement::kOptimal}) {
      const Execution released = execute(name, {}, ScratchpadOrder::kReordered, release);
      CHECK(released.verdict.right);
      CHECK(released.verdict.text == plain.verdict.text);
      CHECK(released.instructions >= ordered.instructions);
      CHECK(released.instructions <= ordered.instructions + 2 * released.threads);
      releasing += released.instructions > ordered.instructions;
    }
  }
  CHECK(releasing > 2 * 20);
}
