// The winning series, the counter that explains it, and ideas whose gains add up.
#include "reproduce/winners.h"

#include <catch2/catch.hpp>

#include "reproduce/made_up_outcomes.h"
#include "reproduce/page.h"

using namespace unibank;

namespace {

// Two ideas and both together, on one row. Counters: those of the baseline and of each series.
Outcome ideas(double one, double other, double both) {
  Outcome outcome;
  outcome.cells = {cell("graphs", "one", "performance", one),     cell("graphs", "other", "performance", other),
                   cell("graphs", "both", "performance", both),   cell("graphs", "baseline", "waits", 40),
                   cell("graphs", "one", "waits", 30),            cell("graphs", "other", "waits", 44),
                   cell("graphs", "both", "waits", 40),           cell("graphs", "baseline", "dram", 1000),
                   cell("graphs", "one", "dram", 1200),           cell("graphs", "other", "dram", 1500),
                   cell("graphs", "both", "dram", 1000),          cell("graphs", "baseline", "conflicts", 0),
                   cell("graphs", "one", "conflicts", 5),         cell("graphs", "other", "conflicts", 5),
                   cell("graphs", "both", "conflicts", 5)};
  outcome.winners = Winners{"performance", "baseline", {"graphs"}, {"waits", "dram", "conflicts"},
                            {{"one", {}}, {"other", {}}, {"both", {"one", "other"}}}};
  return outcome;
}

}  // namespace

TEST_CASE("there is a winner among series of one idea and one among series of several ideas") {
  const std::vector<Winner> all = winners(ideas(1.25, 1.125, 1.0625));
  REQUIRE(all.size() == 2);
  CHECK(all[0].row == "graphs");
  CHECK(all[0].series == "one");
  CHECK(all[0].value == 1.25);
  CHECK_FALSE(all[0].combined);
  CHECK(all[1].series == "both");
  CHECK(all[1].combined);
  CHECK(winners(ideas(1.25, 1.5, 1)).at(0).series == "other");
}

TEST_CASE("the counter of a winner has the largest relative change to the baseline") {
  const Winner one = winners(ideas(1.25, 1.125, 1)).at(0);
  REQUIRE(one.change);
  CHECK(one.change->metric == "waits");  // a quarter less; dram has a fifth more
  CHECK(one.change->baseline == 40);
  CHECK(one.change->value == 30);
  CHECK(one.change->relative() == -0.25);
  const Winner other = winners(ideas(1.125, 1.25, 1)).at(0);
  REQUIRE(other.change);
  CHECK(other.change->metric == "dram");  // half as much again; waits have a tenth more
  CHECK(other.change->relative() == 0.5);
  // No counter is named: waits and dram have not changed, and conflicts are 0 on the baseline.
  CHECK_FALSE(winners(ideas(1, 1, 1)).at(1).change);
}

TEST_CASE("a winner is named only when all series of its kind have run") {
  Outcome outcome = ideas(1.25, 1.125, 1);
  outcome.cells[1].measured = std::nullopt;
  const std::vector<Winner> all = winners(outcome);
  REQUIRE(all.size() == 1);
  CHECK(all[0].series == "both");
  CHECK(combinations(outcome).empty());
  CHECK(has(winners_html(outcome), "not run"));
}

TEST_CASE("ideas add up within one percent of the product and interfere below") {
  const auto kind = [](double both) { return combinations(ideas(1.25, 1.5, both)).at(0).kind; };
  const Combination sum = combinations(ideas(1.25, 1.5, 1.875)).at(0);
  CHECK(sum.series == "both");
  CHECK(sum.product == 1.875);
  CHECK(sum.kind == Combination::Kind::kAddsUp);
  CHECK(kind(1.0099 * 1.875) == Combination::Kind::kAddsUp);
  CHECK(kind(1.0101 * 1.875) == Combination::Kind::kMore);
  CHECK(kind(0.9901 * 1.875) == Combination::Kind::kAddsUp);
  CHECK(kind(0.9899 * 1.875) == Combination::Kind::kInTheWay);
}

TEST_CASE("the tables of winners stand on the page of an experiment that asks for them") {
  const Outcome outcome = ideas(1.25, 1.125, 1);
  const std::string html = winners_html(outcome);
  CHECK(has(html, "<td class=\"words\">one idea</td><td class=\"words\">one</td><td>1.25</td>"
                  "<td class=\"words\">waits</td><td>40</td><td>30</td><td>\u221225%</td></tr>"));
  CHECK(has(html, "<td class=\"words\">several ideas</td><td class=\"words\">both</td><td>1</td>"
                  "<td class=\"words\">none</td>"));
  CHECK(has(html, "<th scope=\"row\">both</th><td class=\"d4\">1 <small>of 1.406</small></td>"));
  CHECK(has(html, "<th scope=\"col\">performance (× baseline)</th>"));
  CHECK(has(html, "<p>performance (× baseline) of several ideas together"));
  Outcome known = outcome;
  for (Cell& cell : known.cells)
    if (cell.metric == "waits") cell.metric = "dram_kb";
  known.winners->counters = {"dram_kb"};
  CHECK(has(winners_html(known), "<td class=\"words\">dram_kb (KB)</td><td>40</td><td>30</td>"));
  CHECK(has(page({{&outcome, {}}}), html));
  CHECK(winners_html(bars()).empty());
  Outcome alone = outcome;
  alone.winners->series.pop_back();
  CHECK_FALSE(has(winners_html(alone), "add up"));
}
