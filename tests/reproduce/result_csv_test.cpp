#include "reproduce/result_csv.h"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "reproduce/made_up_outcomes.h"
#include "reproduce/values.h"

using namespace unibank;

TEST_CASE("a table has one line for each cell and leaves missing values empty") {
  CHECK(result_csv(bars()) ==
        "row,series,metric,x,measured,relation,published,high,deviation,source,words\n"
        "bfs,partitioned,performance,,1,,,,,,\n"
        "bfs,unified,performance,,1.25,=,1.125,,0.125,A Paper 2012 table 6,\n"
        "needle,partitioned,performance,,1,,,,,,\n"
        "needle,unified,performance,,,=,1.75,,,A Paper 2012 table 6,\n");
}

TEST_CASE("numbers of a table read back as the same numbers") {
  Outcome outcome;
  for (const double value : {1.0 / 3, 0.1, 6.02214076e23, 5e-324, -1.5}) {
    outcome.cells = {cell("bfs", "unified", "energy", value)};
    CHECK(std::strtod(exact(value).c_str(), nullptr) == value);
    CHECK(result_csv(outcome).find("energy,," + exact(value) + ",,,,,,\n") != std::string::npos);
  }
}

TEST_CASE("names with commas and quotes and line breaks are quoted in a table") {
  Outcome outcome;
  outcome.cells = {cell("a,b", "say \"c\"", "d\ne", 1)};
  CHECK(result_csv(outcome).find("\n\"a,b\",\"say \"\"c\"\"\",\"d\ne\",,1,,,,,,\n") != std::string::npos);
}

TEST_CASE("a range and words of the paper are in the table") {
  Outcome outcome;
  outcome.cells = {cell("bfs", "unified", "dram", 0.5), cell("lu", "unified", "dram", 0.75)};
  outcome.cells[0].x = 64;
  outcome.cells[0].published = Published{"range", 0.25, 1.5, "", "section 6"};
  outcome.cells[1].published = Published{"order", std::nullopt, std::nullopt, "less than bfs", "section 6"};
  CHECK(result_csv(outcome) ==
        "row,series,metric,x,measured,relation,published,high,deviation,source,words\n"
        "bfs,unified,dram,64,0.5,range,0.25,1.5,,section 6,\n"
        "lu,unified,dram,,0.75,order,,,,section 6,less than bfs\n");
}
