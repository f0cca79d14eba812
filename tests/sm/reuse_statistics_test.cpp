// How soon and how often registers and lines are used again: hand-made traces for each class and its boundaries.
#include "sm/reuse_statistics.h"

#include <catch2/catch.hpp>

#include "support/addresses.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

struct ReadStep {
  StaticInstruction what;
  InFlight on_its_way;
  ReadStep(unsigned warp, std::vector<std::uint16_t> results, std::vector<std::uint16_t> sources,
           std::vector<std::uint64_t> lines = {}) {
    what.results = std::move(results);
    what.sources = std::move(sources);
    on_its_way.decoded = &what;
    on_its_way.warp = warp;
    for (const std::uint64_t line : lines) on_its_way.plan.lines.push_back({line, 1});
  }
  ReadStep(const ReadStep&) = delete;
};

struct Trace {
  ReuseStatistics statistics;
  Trace() { statistics.reset(4); }
  Trace& write(unsigned warp, std::uint16_t number, Cycle now) {
    const ReadStep step(warp, {number}, {});
    statistics.operands_read(step.on_its_way, now);
    statistics.written(step.on_its_way, now);
    return *this;
  }
  Trace& read(unsigned warp, std::uint16_t number, Cycle now) {
    const ReadStep step(warp, {}, {number});
    statistics.issued(step.on_its_way);
    statistics.operands_read(step.on_its_way, now);
    return *this;
  }
  Trace& access(std::vector<std::uint64_t> lines, Cycle now) {
    statistics.operands_read(ReadStep(0, {}, {}, std::move(lines)).on_its_way, now);
    return *this;
  }
  CounterValues end() {
    for (unsigned warp = 0; warp < 4; ++warp) statistics.warp_ended(warp);
    statistics.end();
    CounterValues counters;
    statistics.add_counters_to(counters);
    return counters;
  }
};

}  // namespace

TEST_CASE("the reuse distance of a register is the cycles since it was written or read before") {
  Trace trace;
  trace.write(0, 7, 100);
  for (const Cycle now : {110u, 121u, 221u, 322u, 1322u, 2323u}) trace.read(0, 7, now);  // 10, 11, 100, 101, 1000, 1001
  const CounterValues counters = trace.end();
  CHECK(counters["reuse.register_distance_10"] == 1);
  CHECK(counters["reuse.register_distance_100"] == 2);
  CHECK(counters["reuse.register_distance_1000"] == 2);
  CHECK(counters["reuse.register_distance_more"] == 1);
}

TEST_CASE("a write begins a new value and does not count as a use of the old one") {
  const CounterValues counters = Trace().write(0, 1, 0).write(0, 1, 500).read(0, 1, 505).end();
  CHECK(counters["reuse.register_distance_10"] == 1);
  CHECK(counters["reuse.register_distance_1000"] == 0);
  CHECK(counters["reuse.values_read_0"] == 1);
  CHECK(counters["reuse.values_read_1"] == 1);
}

TEST_CASE("values are counted by their reads when the next is written or their warp ends") {
  Trace trace;
  for (unsigned value = 0; value < 5; ++value) {
    trace.write(value % 2, 3, 10 * value);
    for (unsigned reads = 0; reads < value; ++reads) trace.read(value % 2, 3, 10 * value + 5);
  }
  const CounterValues counters = trace.end();
  CHECK(counters["reuse.values_read_0"] == 1);
  CHECK(counters["reuse.values_read_1"] == 1);
  CHECK(counters["reuse.values_read_2"] == 1);
  CHECK(counters["reuse.values_read_more"] == 2);  // three and four times
}

TEST_CASE("an instruction reads the value that its register has when it issues") {
  Trace trace;
  trace.write(0, 1, 0);
  const ReadStep step(0, {}, {1, 2});
  trace.statistics.issued(step.on_its_way);
  trace.write(0, 1, 15);  // register 1 has been read, and register 2 waits for its bank until cycle 20
  trace.statistics.operands_read(step.on_its_way, 20);
  const CounterValues counters = trace.end();
  CHECK(counters["reuse.values_read_1"] == 1);
  CHECK(counters["reuse.values_read_0"] == 1);
}

TEST_CASE("registers of the same number in two warps are two") {
  const CounterValues counters = Trace().write(0, 1, 0).write(1, 1, 50).read(0, 1, 60).read(1, 1, 60).end();
  CHECK(counters["reuse.register_distance_10"] == 1);
  CHECK(counters["reuse.register_distance_100"] == 1);
  CHECK(counters["reuse.values_read_1"] == 2);
}

TEST_CASE("a read of a register that was never written counts no value") {
  const CounterValues counters = Trace().read(0, 1, 0).read(0, 1, 5).end();
  CHECK(counters["reuse.register_distance_10"] == 0);
  CHECK(counters["reuse.values_read_0"] + counters["reuse.values_read_1"] + counters["reuse.values_read_2"] +
            counters["reuse.values_read_more"] ==
        0);
}

TEST_CASE("lines are counted by the cycles since their last access and by their accesses") {
  Trace trace;
  trace.access({0, 128}, 100);                                       // 128 is accessed once
  trace.access({0}, 110).access({0}, 210).access({0}, 1210).access({0}, 2211);  // 0 five times
  for (unsigned i = 0; i < 11; ++i) trace.access({256}, 5000);
  for (unsigned i = 0; i < 2; ++i) trace.access({384}, 5000);
  for (unsigned i = 0; i < 3; ++i) trace.access({512}, 5000);
  for (unsigned i = 0; i < 10; ++i) trace.access({640}, 5000);
  const CounterValues counters = trace.end();
  CHECK(counters["reuse.line_distance_10"] == 1 + 10 + 1 + 2 + 9);
  CHECK(counters["reuse.line_distance_100"] == 1);
  CHECK(counters["reuse.line_distance_1000"] == 1);
  CHECK(counters["reuse.line_distance_more"] == 1);
  CHECK(counters["reuse.lines_accessed_1"] == 1);
  CHECK(counters["reuse.lines_accessed_2"] == 1);
  CHECK(counters["reuse.lines_accessed_3"] == 1);
  CHECK(counters["reuse.lines_accessed_10"] == 2);  // five times and ten
  CHECK(counters["reuse.lines_accessed_more"] == 1);
}

TEST_CASE("a launch counts the lines of its own") {
  Trace trace;
  trace.access({0}, 100);
  trace.end();
  trace.statistics.reset(4);
  trace.access({0}, 105);
  const CounterValues counters = trace.end();
  CHECK(counters["reuse.lines_accessed_1"] == 2);
  CHECK(counters["reuse.line_distance_10"] == 0);
}

TEST_CASE("an Sm reports uses of registers and lines only when asked to") {
  const Script script = Script()
                            .alu({1}, {})                                         // written in cycle 8
                            .load(Space::kGlobal, {2}, {1}, consecutive(4096))    // reads it in cycle 10
                            .store(Space::kGlobal, {1, 2}, consecutive(4096 + 64))
                            .exit();
  Design design = bench_design();
  const std::string silent = forked([&] {
    SmBench bench(design);
    bench.run(script);
    const CounterValues counters = bench.sm.counters();
    return std::to_string(counters["reuse.values_read_1"] + counters["reuse.register_distance_10"] +
                          counters["reuse.lines_accessed_1"]);
  });
  CHECK(silent == "0");
  design.run.reuse_statistics = true;
  SmBench bench(design);
  bench.run(script);
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["reuse.register_distance_10"] ==
        2);  // registers 1 and 2, each two cycles after it was written
  CHECK(counters["reuse.register_distance_1000"] == 1);  // register 1 again, when the load's value has arrived
  CHECK(counters["reuse.values_read_1"] == 1);
  CHECK(counters["reuse.values_read_2"] == 1);
  CHECK(counters["reuse.line_distance_1000"] == 1);  // the load's line, used by the store
  CHECK(counters["reuse.lines_accessed_1"] == 1);    // and the following line
  CHECK(counters["reuse.lines_accessed_2"] == 1);
}
