// The issue slots of an SM that a change of its division holds.
#include <catch2/catch.hpp>
#include <map>
#include <utility>

#include "sm/measures.h"
#include "support/addresses.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr Cycle kWindow = 22;

// At the end of the first window the division changes to itself: the SM waits for its accesses, and its cache starts
// empty.
class Once : public DivisionControl {
 public:
  void reset(const SmCapacity&, const KernelNeeds&, const PartitionResult& division) override { division_ = division; }
  Cycle window() const override { return kWindow; }
  std::optional<PartitionResult> update(const DivisionWindow&) override {
    return std::exchange(asked_, true) ? std::nullopt : std::optional<PartitionResult>(division_);
  }

 private:
  PartitionResult division_;
  bool asked_ = false;
};

// The causes that a waveform shows for the slot of an SM that is held, in cycles.
class Causes : public SmObserver {
 public:
  explicit Causes(const Sm& sm) : sm_(sm) {}
  void register_row(unsigned, unsigned, bool) override {}
  void memory_row(unsigned, unsigned, bool) override {}
  void tag_lookup(bool) override {}
  void end_of_cycle() override {
    if (holds_) ++held[sm_.issue().record(0).cause];
    holds_ = sm_.division().holds();  // from the next cycle on
  }
  std::map<Stall, Cycle> held;

 private:
  const Sm& sm_;
  bool holds_ = false;
};

}  // namespace

// A load, then results that do not need it: an ALU of 8 lanes takes one every four cycles, and refuses the warp in the
// other three. The change holds the SM until the load has ended.
TEST_CASE("while a change of the division holds the SM a ready warp's slot does not count as refused by the ALU") {
  constexpr unsigned kResults = 20;
  Design design = bench_design();
  design.sm.lanes = 8;
  SmBench bench(design);
  Once control;
  bench.control = &control;
  Causes causes(bench.sm);
  bench.sm.watch(&causes);
  Script script;
  script.load(Space::kGlobal, {1}, {0}, at(kSomeLine));
  for (unsigned i = 0; i < kResults; ++i) script.alu({static_cast<std::uint16_t>(2 + i % 8)}, {});
  bench.run(script.exit(), 1, 1, 1);
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["division.changes"] == 1);
  CHECK(counters["division.held_cycles"] > kDram / 2);
  CHECK(stalls(counters, Stall::kNotActive) == counters["division.held_cycles"]);
  CHECK(stalls(counters, Stall::kOperandStageFull) < 3 * kResults);
  CHECK(causes.held.size() == 1);
  CHECK(causes.held[Stall::kNotActive] == counters["division.held_cycles"]);
}
