// L1 lines that are evicted to rows of the register file that no resident block uses.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "support/addresses.h"
#include "support/forked.h"
#include "support/late_blocks.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Keeps every line, in the idle rows in turn, the last row first.
class KeepAll : public LinePolicy, private VictimLines {
 public:
  static std::vector<std::size_t> idle;  // number of rows: when the launch begins, and after each change
  VictimLines* victims() override { return this; }

 private:
  void reset(unsigned /*sets*/, unsigned /*ways*/) override {}
  void reset(const std::vector<RegisterRow>& rows) override {
    rows_ = rows;
    note();
  }
  void rows_idle(const std::vector<RegisterRow>& rows) override {
    rows_.insert(rows_.begin(), rows.begin(), rows.end());
    note();
  }
  void rows_taken(const std::vector<RegisterRow>& rows) override {
    for (const RegisterRow& row : rows) rows_.erase(std::find(rows_.begin(), rows_.end(), row));
    note();
  }
  std::optional<RegisterRow> keep(const CacheEviction& eviction) override {
    return lines_[eviction.line] = rows_.at(rows_.size() - 1 - lines_.size());
  }
  std::optional<RegisterRow> find(const CacheLookup& miss) override {
    const auto line = lines_.find(miss.line);
    return line == lines_.end() ? std::nullopt : std::optional<RegisterRow>(line->second);
  }
  bool holds(std::uint64_t line, const RegisterRow& row) const override {
    const auto at = lines_.find(line);
    return at != lines_.end() && at->second == row;
  }
  void changed(std::uint64_t line) override { lines_.erase(line); }
  void note() { idle.push_back(rows_.size()); }

  std::vector<RegisterRow> rows_;
  std::map<std::uint64_t, RegisterRow> lines_;
};
std::vector<std::size_t> KeepAll::idle;

const LinePolicyRegistry::Registration kKeepAll(
    {"keep-all", "for this test", {}, [](const PolicyValues&) { return std::make_unique<KeepAll>(); }});

Script loads_used_twice(std::initializer_list<unsigned> lines) {
  Script script;
  for (const unsigned line : lines) {
    script.load(Space::kGlobal, {1}, {}, at(std::uint64_t{line} * kLineBytes)).alu({2}, {1}).alu({3}, {2});
  }
  return script.exit();
}

// Line 1 evicts line 0; the store does not wait for the operand of the instruction before it.
Script store_behind_an_eviction() {
  return Script()
      .load(Space::kGlobal, {1}, {}, at(0))
      .alu({2}, {1})
      .load(Space::kGlobal, {3}, {}, at(kLineBytes))
      .alu({4}, {3})
      .store(Space::kGlobal, {}, at(0))
      .exit();
}

}  // namespace

TEST_CASE("a load finds an evicted line in a register row without a memory access") {
  Design design = bench_design();
  design.line_policy = {"keep-all", {}};
  design.cache.ways = 1;
  SmBench bench(design);
  bench.cache_sets = 1;
  bench.run(loads_used_twice({0, 1, 0, 1, 0}));
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.load_hits"] == 1);  // line 1 stays in the L1: a line found in registers stays there
  CHECK(counters["victims.kept"] == 1);
  CHECK(counters["victims.hits"] == 2);
  CHECK(counters["victims.dropped"] == 0);
  CHECK(counters["mshr.reads"] == 2);
}

TEST_CASE("keeping a line costs its rows of the L1 and a row of every cluster and finding it only the latter") {
  const auto rows = [](const char* policy, std::initializer_list<unsigned> lines, const char* counter) {
    Design design = bench_design();
    design.line_policy = {policy, {}};
    design.cache.ways = 1;
    SmBench bench(design);
    bench.cache_sets = 1;
    bench.run(loads_used_twice(lines));
    return std::to_string(bench.sm.counters()[counter]);
  };
  const char* counter = GENERATE("registers.row_writes", "cache.row_reads", "registers.row_reads");
  INFO(counter);
  const std::uint64_t with = std::stoull(forked([&] { return rows("keep-all", {0, 1, 0}, counter); }));
  const std::uint64_t without = std::stoull(forked([&] { return rows("all", {0, 1, 0}, counter); }));
  // A line takes 8 rows of register banks, one of each cluster; in the L1 it is 32 rows of 4 bytes, read once when it
  // is evicted.
  CHECK(with == without + (counter == std::string("cache.row_reads") ? 32 : 8));
}

TEST_CASE("a load that finds its line in registers waits for a bank that responds late and gets the line's bytes") {
  const auto cycles_to_use = [](unsigned extra, bool late) {
    return std::stoull(forked([&] {
      Design design = bench_design();
      design.line_policy = {"keep-all", {}};
      design.cache.ways = 1;
      design.run.check_data = true;  // the instruction that wrote each byte
      LateChoice banks;
      banks.bank = true;
      LateOptions options;
      options.extra = extra;
      SmBench bench(design, late ? late_blocks(banks, options) : BlockFactories());
      bench.cache_sets = 1;
      Script script;
      script.store(Space::kGlobal, {4}, at(0));
      for (const unsigned line : {0u, 1u, 2u}) {
        script.load(Space::kGlobal, {1}, {}, at(std::uint64_t{line} * kLineBytes)).alu({2}, {1}).alu({3}, {2});
      }
      bench.run(script.load(Space::kGlobal, {1}, {}, at(0)).alu({2}, {1}).exit());
      if (bench.sm.counters()["victims.hits"] != 1) throw InputError("the line was not found in registers");
      return std::to_string(bench.issued(0, 11) - bench.issued(0, 10));
    }));
  };
  const std::uint64_t native = cycles_to_use(0, false);
  CHECK(cycles_to_use(0, true) == native);
  CHECK(cycles_to_use(20, true) == native + 20);
}

TEST_CASE("a kept line that is stored to is dropped") {
  Design design = bench_design();
  design.line_policy = {"keep-all", {}};
  design.cache.ways = 1;
  SmBench bench(design);
  bench.cache_sets = 1;
  bench.run(Script()
                .load(Space::kGlobal, {1}, {}, at(0))
                .alu({2}, {1})
                .load(Space::kGlobal, {1}, {}, at(kLineBytes))
                .alu({2}, {1})
                .store(Space::kGlobal, {2}, at(0))
                .load(Space::kGlobal, {3}, {2}, at(0))
                .alu({4}, {3})
                .exit());
  CHECK(bench.sm.counters()["victims.hits"] == 0);
}

TEST_CASE("a line that is stored to on its way to a register row is counted as kept and as dropped and not written") {
  const auto counted = [](const char* policy, const char* counter) {
    return std::stoull(forked([&] {
      Design design = bench_design();
      design.line_policy = {policy, {}};
      design.cache.ways = 1;
      LateChoice banks;
      banks.bank = true;
      LateOptions options;
      options.extra = 60;  // the line is still being read from the L1 when the store is looked up
      SmBench bench(design, late_blocks(banks, options));
      bench.cache_sets = 1;
      bench.run(store_behind_an_eviction());
      return std::to_string(bench.sm.counters()[counter]);
    }));
  };
  CHECK(counted("keep-all", "victims.kept") == 1);
  CHECK(counted("keep-all", "victims.dropped") == 1);
  CHECK(counted("keep-all", "registers.row_writes") == counted("all", "registers.row_writes"));
}

TEST_CASE("rows that no resident block has are idle") {
  Design design = bench_design();
  design.line_policy = {"keep-all", {}};
  SmBench bench(design);
  bench.run(loads_used_twice({0}), 2, 2);
  // 256 KB of 128 bytes; a block of 2 warps has 16 registers per thread.
  CHECK(KeepAll::idle == std::vector<std::size_t>{2048, 2048 - 32, 2048 - 64, 2048 - 32, 2048});
}

TEST_CASE("registers that the allocation unit adds to a warp are idle rows") {
  Design design = bench_design();
  design.line_policy = {"keep-all", {}};
  design.storage.units.registers = 1024;  // a warp gets 32 registers per thread and has 16
  SmBench bench(design);
  bench.run(loads_used_twice({0}), 1, 2);
  CHECK(KeepAll::idle == std::vector<std::size_t>{2048, 2048 - 32, 2048});
}
