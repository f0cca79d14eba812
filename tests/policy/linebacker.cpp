// Linebacker: which loads have locality, and which idle row an evicted line takes.
#include <catch2/catch.hpp>

#include "policy/line_policy.h"
#include "policy/victim_lines.h"

namespace unibank {
namespace {

constexpr std::uint32_t kLocal = 1, kStream = 2;  // loads

class LinebackerBench {
 public:
  explicit LinebackerBench(std::int64_t sets = 1) {
    PolicyValues values;
    values["window"] = std::int64_t{100};
    values["sets"] = sets;
    policy_ = LinePolicyRegistry::instance().make("linebacker", values);
    policy_->reset(16, 4);
  }
  VictimLines& victims() { return *policy_->victims(); }
  void load(std::uint32_t pc, unsigned line, bool hit, Cycle cycle) {
    policy_->observer()->looked_up({0, pc, line * std::uint64_t{kLineBytes}, hit, false, false, cycle});
  }
  void evict(unsigned line, Cycle cycle) { policy_->observer()->evicted({line * std::uint64_t{kLineBytes}, cycle}); }
  std::optional<RegisterRow> keep(unsigned line) { return victims().keep({line * std::uint64_t{kLineBytes}, 0}); }
  std::optional<RegisterRow> find(unsigned line) {
    return victims().find({0, kLocal, line * std::uint64_t{kLineBytes}, false, false, false, 0});
  }
  std::uint64_t lost_to_blocks() const {
    CounterValues all;
    policy_->add_counters_to(all);
    return all["linebacker.lost_to_blocks"];
  }
  // The first window starts with the first lookup, and the first choice is made after the second.
  void see_locality() {
    load(kLocal, 1, false, 1);
    evict(1, 2);
    load(kLocal, 1, false, 150);
    load(kStream, 7, false, 151);
    load(kLocal, 1, false, 300);
  }

 private:
  std::unique_ptr<LinePolicy> policy_;
};

TEST_CASE("linebacker keeps lines of loads that find theirs among the evicted ones") {
  LinebackerBench bench;
  bench.victims().reset({{0, 5}, {1, 5}});
  CHECK_FALSE(bench.keep(1));
  bench.see_locality();
  REQUIRE(bench.keep(1));
  CHECK(bench.find(1));
  CHECK_FALSE(bench.keep(7));  // its load found nothing
  CHECK_FALSE(bench.find(7));
  CHECK_FALSE(bench.keep(9));  // no load brought it
}

TEST_CASE("linebacker replaces the least recently used line of a set and drops lines that change or lose their row") {
  LinebackerBench bench;
  bench.victims().reset({{0, 5}, {1, 5}});
  bench.see_locality();
  for (unsigned line = 2; line <= 3; ++line) bench.load(kLocal, line, false, 310);
  const RegisterRow first = *bench.keep(1), second = *bench.keep(2);
  CHECK_FALSE(first == second);
  CHECK(bench.find(1) == first);
  CHECK(*bench.keep(3) == second);  // 1 has been used since
  CHECK_FALSE(bench.find(2));
  bench.victims().changed(3 * kLineBytes);
  CHECK_FALSE(bench.find(3));
  bench.victims().rows_taken({first});
  CHECK_FALSE(bench.find(1));
  CHECK(*bench.keep(1) == second);
  bench.victims().rows_idle({first});
  CHECK(*bench.keep(2) == first);
}

TEST_CASE("linebacker counts the lines in rows that a block takes") {
  LinebackerBench bench;
  const std::vector<RegisterRow> rows = {{0, 5}, {1, 5}, {2, 5}};
  bench.victims().reset(rows);
  bench.see_locality();
  bench.load(kLocal, 2, false, 310);
  REQUIRE(bench.keep(1));
  REQUIRE(bench.keep(2));
  CHECK(bench.lost_to_blocks() == 0);
  bench.victims().rows_taken(rows);  // one of them is empty
  CHECK(bench.lost_to_blocks() == 2);
  bench.victims().rows_idle(rows);
  bench.victims().rows_taken(rows);
  CHECK(bench.lost_to_blocks() == 2);
  bench.victims().rows_idle(rows);
  REQUIRE(bench.keep(1));
  bench.victims().changed(kLineBytes);  // lost to a store
  bench.victims().rows_taken(rows);
  CHECK(bench.lost_to_blocks() == 2);
}

// Whether a load that misses only this line, once in a window, has locality.
bool is_recent(LinebackerBench& bench, unsigned line) {
  bench.load(kLocal, line, false, 150);
  bench.load(kLocal, line, false, 300);
  return bench.keep(line).has_value();
}

TEST_CASE("linebacker remembers as many evicted lines as rows are idle, the latest ones") {
  const std::vector<RegisterRow> rows = {{0, 5}, {1, 5}};
  LinebackerBench again;
  again.victims().reset(rows);
  again.load(kStream, 7, false, 1);
  for (const unsigned line : {10u, 11u, 10u, 12u}) again.evict(line, 2);
  CHECK(is_recent(again, 10));

  LinebackerBench fewer;
  fewer.victims().reset(rows);
  fewer.load(kStream, 7, false, 1);
  for (const unsigned line : {10u, 11u}) fewer.evict(line, 2);
  fewer.victims().rows_taken({rows[0]});
  CHECK_FALSE(is_recent(fewer, 10));
}

TEST_CASE("linebacker looks up four tags of a set in a cycle") {
  LinebackerBench bench(2);
  std::vector<RegisterRow> rows;
  for (unsigned row = 0; row < 24; ++row) rows.push_back({0, row});
  bench.victims().reset(rows);
  CHECK(bench.victims().lookup_cycles() == 3);
  rows.push_back({1, 0});  // a set has 13
  bench.victims().reset(rows);
  CHECK(bench.victims().lookup_cycles() == 4);
  rows.resize(1);
  bench.victims().reset(rows);
  CHECK(bench.victims().lookup_cycles() == 1);
}

}  // namespace
}  // namespace unibank
