#include "reproduce/values.h"

#include <catch2/catch.hpp>
#include <limits>

#include "reproduce/made_up_outcomes.h"

using namespace unibank;

namespace {

const double kUndefined = std::numeric_limits<double>::quiet_NaN();

Cell bounded(const std::string& relation, double measured, double value, std::optional<double> high = std::nullopt) {
  Cell made = cell("bfs", "unified", "dram", measured);
  made.published = Published{relation, value, high, "", "section 6"};
  return made;
}

}  // namespace

TEST_CASE("numbers for readers have four digits") {
  CHECK(rounded(1.23456) == "1.235");
  CHECK(rounded(393216) == "393216");
  CHECK(rounded(-0.0) == "0");
  CHECK(rounded(-0.25) == "-0.25");
  CHECK(rounded(kUndefined) == "undefined");
  CHECK(rounded(1234.5678) == "1235");
}

TEST_CASE("a bound of the paper is kept or not and some include their own value") {
  CHECK(keeps_bound(bounded("<", 0.5, 0.75)) == true);
  CHECK(keeps_bound(bounded("<", 0.75, 0.75)) == false);
  CHECK(keeps_bound(bounded("<=", 0.75, 0.75)) == true);
  CHECK(keeps_bound(bounded(">", 0.75, 0.75)) == false);
  CHECK(keeps_bound(bounded(">", 1, 0.75)) == true);
  CHECK(keeps_bound(bounded(">=", 0.75, 0.75)) == true);
  CHECK(keeps_bound(bounded("range", 0.75, 0.25, 0.75)) == true);
  CHECK(keeps_bound(bounded("range", 1, 0.25, 0.75)) == false);
}

TEST_CASE("nothing is judged where there is no bound or no number") {
  CHECK(keeps_bound(bounded("=", 1, 1)) == std::nullopt);
  CHECK(keeps_bound(bounded("order", 1, 1)) == std::nullopt);
  CHECK(keeps_bound(bounded("range", 1, 1)) == std::nullopt);
  CHECK(keeps_bound(bounded("<", kUndefined, 1)) == std::nullopt);
  CHECK(keeps_bound(cell("bfs", "unified", "dram", 1)) == std::nullopt);
}

TEST_CASE("the mean absolute deviation of a metric leaves out what cannot be compared") {
  Outcome outcome;
  outcome.cells = {cell("bfs", "unified", "performance", 1.5, 1.25),    cell("lu", "unified", "performance", 1, 1.5),
                   cell("pcr", "unified", "performance", kUndefined, 1), cell("ray", "unified", "performance", 2),
                   cell("bfs", "unified", "energy", 1),                 bounded("<", 0.5, 0.75),
                   bounded("<", 0.875, 0.75)};
  const auto found = agreements(outcome);
  REQUIRE(found.size() == 2);
  CHECK(found[0].metric == "performance");
  CHECK(found[0].compared == 2);
  CHECK(found[0].mean_absolute == 0.375);
  CHECK(found[0].bounds == 0);
  CHECK(found[1].metric == "dram");
  CHECK(found[1].compared == 0);
  CHECK(found[1].bounds == 2);
  CHECK(found[1].kept == 1);
}

TEST_CASE("numbers of a page have no exponent") {
  CHECK(for_page(0) == "0");
  CHECK(for_page(4.229e-05) == "0.000042");
  CHECK(for_page(-4.229e-05) == "-0.000042");
  CHECK(for_page(1e-9) == "≈ 0");
  CHECK(for_page(0.0123456) == "0.01235");
  CHECK(for_page(0.5) == "0.5");
  CHECK(for_page(2.0 / 3) == "0.6667");
  CHECK(for_page(123.456) == "123.5");
  CHECK(for_page(999.99) == "1,000");
  CHECK(for_page(1000) == "1,000");
  CHECK(for_page(-1234567) == "-1,234,567");
  CHECK(for_page(12345.678) == "12,346");
  CHECK(for_page(1.5e9) == "1,500,000,000");
  CHECK(for_page(std::numeric_limits<double>::infinity()) == "undefined");
}
