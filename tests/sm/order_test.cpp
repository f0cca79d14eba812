// The accesses that fences, releases and acquires wait for, and when a block ends.
#include <catch2/catch.hpp>

#include "sm/measures.h"
#include "support/addresses.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// A number from a bench that runs in its own process.
template <typename Number>
std::uint64_t measured(const Number& number) {
  return std::stoull(forked([&] { return std::to_string(number()); }));
}

Cycle issue_of_last(const Script& script, unsigned line) {
  return measured([&] {
    SmBench bench(bench_design());
    bench.run(script);
    return wait(bench, line);
  });
}

// Operands, tags and MSHR, then the DRAM channel: the fence issues in the cycle of memory's answer.
constexpr Cycle kMiss = 2 + 1 + 1 + kDram;

Script ordered_loads(Scope scope, bool acquires) {
  Script script;
  script.load(Space::kGlobal, {1}, {}, consecutive(0)).ordered(scope, acquires, false);
  return script.load(Space::kGlobal, {2}, {}, consecutive(4096)).exit();
}

}  // namespace

TEST_CASE("a fence between SMs waits for its warp's loads and a fence within the block for their place in the queue") {
  const auto fenced = [](Scope scope) {
    return Script().load(Space::kGlobal, {1}, {}, consecutive(0)).fence(scope).exit();
  };
  CHECK(issue_of_last(fenced(Scope::kBlock), 1) == 1);
  const Cycle waited = issue_of_last(fenced(Scope::kDevice), 1);
  CHECK(waited == kMiss);
  CHECK(issue_of_last(fenced(Scope::kCluster), 1) == waited);
  CHECK(issue_of_last(fenced(Scope::kSystem), 1) == waited);
}

TEST_CASE("a fence and a release wait until memory has answered the stores before them") {
  Script fenced, released;
  fenced.store(Space::kGlobal, {}, consecutive(0)).fence(Scope::kDevice).exit();
  released.store(Space::kGlobal, {}, consecutive(0)).store(Space::kGlobal, {}, consecutive(4096));
  released.ordered(Scope::kDevice, false, true).exit();
  const Cycle waited = issue_of_last(fenced, 1);
  CHECK(waited > 2 + 1 + 1);  // operands, tags, MSHR
  CHECK(issue_of_last(released, 1) == waited);
  Script weak;
  weak.store(Space::kGlobal, {}, consecutive(0)).store(Space::kGlobal, {}, consecutive(4096)).exit();
  CHECK(issue_of_last(weak, 1) == 1);
}

TEST_CASE("a warp issues no memory access before its acquire has completed") {
  CHECK(issue_of_last(ordered_loads(Scope::kDevice, false), 1) == 1);
  CHECK(issue_of_last(ordered_loads(Scope::kBlock, true), 1) == 1);
  CHECK(issue_of_last(ordered_loads(Scope::kDevice, true), 1) > kDram);
}

TEST_CASE("a strong access beyond the block's scope misses in the L1 and so do .cv and .cg") {
  const auto reads = [](const Script& script) {
    return measured([&] {
      SmBench bench(bench_design());
      bench.run(script);
      return bench.sm.counters()["mshr.reads"];
    });
  };
  const auto twice = [](auto mark) {
    Script script;
    for (unsigned i = 0; i < 2; ++i) {
      script.load(Space::kGlobal, {1}, {}, at(0));
      mark(script);
      script.alu({2}, {1});
    }
    return script.exit();
  };
  CHECK(reads(twice([](Script&) {})) == 1);
  CHECK(reads(twice([](Script& s) { s.ordered(Scope::kBlock, false, false); })) == 1);
  CHECK(reads(twice([](Script& s) { s.ordered(Scope::kDevice, false, false); })) == 2);
  CHECK(reads(twice([](Script& s) { s.cached(CacheOperator::kVolatile); })) == 2);
  CHECK(reads(twice([](Script& s) { s.cached(CacheOperator::kGlobal); })) == 2);
  CHECK(reads(twice([](Script& s) { s.cached(CacheOperator::kStreaming); })) == 1);
}

TEST_CASE("a block ends when its stores are sent, or when memory has answered them") {
  const auto last = [](BlockEnd ends) {
    return measured([&] {
      Design design = bench_design();
      design.sm.block_ends = ends;
      SmBench bench(design);
      // One slot: each block begins when the previous one has ended.
      return bench.run(Script().store(Space::kGlobal, {}, consecutive(0)).exit(), 4, 1, 1) - bench.start;
    });
  };
  CHECK(last(BlockEnd::kAnswered) > last(BlockEnd::kSent));
}
