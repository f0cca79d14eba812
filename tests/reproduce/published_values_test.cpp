// Errors of the tables of published values.
#include <catch2/catch.hpp>

#include "reproduce/made_up_experiments.h"

namespace unibank {
namespace {

TEST_CASE("tables of published values are refused where they are wrong") {
  const auto error = [](const std::string& rows) {
    MadeUpPaper paper;
    paper.files["p/e.toml"] = MadeUpPaper::experiment("published = \"e.csv\"\n");
    paper.files["p/e.csv"] = "row,series,metric,x,relation,value,high,words,source\n" + rows;
    return paper.error();
  };
  CHECK(error("bfs,a,cycles,,=,5,,,P\n") == "no error");
  CHECK(error("bfs,a,cycles,,about,5,,,P\n") ==
        "made-up/p/e.csv:2: unknown relation 'about'; known: =, <, <=, >, >=, range, order");
  CHECK(error("bfs,a,cycles,,=,,,,P\n") == "made-up/p/e.csv:2: relation '=' needs a value");
  CHECK(error("bfs,a,cycles,,order,,,,P\n") == "made-up/p/e.csv:2: relation 'order' needs words");
  CHECK(error("bfs,a,cycles,,range,5,,,P\n") ==
        "made-up/p/e.csv:2: column 'high' goes with relation 'range', and with that only");
  CHECK(error("bfs,a,cycles,,range,9,3,,P\n") ==
        "made-up/p/e.csv:2: a range from 9 to 3, expected 'high' not below 'value'");
  CHECK(error("bfs,a,cycles,,range,9,9,,P\n") == "no error");
  CHECK(error("bfs,a,cycles,,=,5x,,,P\n") == "made-up/p/e.csv:2: column 'value' is '5x', expected a number");
  CHECK(error("bfs,a,cycles,,=,5,,\n") == "made-up/p/e.csv:2: found 8 cells, expected 9 as in the first line");
  CHECK(error("bfs,a,cycles,,=,5,,,\n") == "made-up/p/e.csv:2: no source");
  CHECK(error("bfs,a,cycles,,=,5,,,P\nbfs,a,cycles,,=,6,,,P\n") == "made-up/p/e.csv:3: this cell occurs twice");
  CHECK(error("bfs,a,\"cycles,,=,5,,,P\n") == "made-up/p/e.csv:2: a quote that does not end");
}

TEST_CASE("published values that would stand beside no measured one are refused with the known names") {
  const auto error = [](const std::string& row, const std::string& sweep = "") {
    MadeUpPaper paper;
    paper.files["p/e.toml"] = MadeUpPaper::experiment("published = \"e.csv\"\n" + sweep);
    paper.files["p/e.csv"] = "row,series,metric,x,relation,value,high,words,source\n" + row;
    return paper.error();
  };
  CHECK(error("bsf,a,cycles,,=,5,,,P\n") ==
        "made-up/p/e.csv:2: unknown row 'bsf'; known: needle, bfs; did you mean 'bfs'?");
  CHECK(error("bfs,b,cycles,,=,5,,,P\n") == "made-up/p/e.csv:2: unknown series of cycles 'b'; known: a");
  CHECK(error("bfs,,cycles,,=,5,,,P\n") == "made-up/p/e.csv:2: unknown series of cycles ''; known: a");
  CHECK(error("bfs,,cycles,,order,,,more is better,P\n") == "no error");
  CHECK(error("bfs,a,ipc,,=,5,,,P\n") == "made-up/p/e.csv:2: unknown metric of this experiment 'ipc'; known: cycles");
  CHECK(error("bfs,a,cycles,5,=,5,,,P\n") ==
        "made-up/p/e.csv:2: column 'x': found 5, expected nothing without a [sweep]");
  const std::string sweep = "[sweep]\nkey = \"sm.max_blocks\"\nvalues = [5]\ntest_values = [5]\n";
  CHECK(error("bfs,a,cycles,5,=,5,,,P\n", sweep) == "no error");
  CHECK(error("bfs,a,cycles,,=,5,,,P\n", sweep) ==
        "made-up/p/e.csv:2: column 'x': found nothing, expected a position on the axis of the [sweep]");
}

}  // namespace
}  // namespace unibank
