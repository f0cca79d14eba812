#include "reproduce/picture.h"

#include <catch2/catch.hpp>
#include <limits>
#include <set>

#include "reproduce/made_up_outcomes.h"

using namespace unibank;

namespace {

Outcome lines(std::initializer_list<double> places) {
  Outcome outcome = bars();
  outcome.cells.clear();
  for (const double x : places) {
    outcome.cells.push_back(cell("bfs", "unified", "performance", x / 64, x / 32));
    outcome.cells.back().x = x;
  }
  outcome.plots[0].kind = Plot::Kind::kLines;
  return outcome;
}

std::string script_of(const Outcome& outcome) { return gnuplot_script(outcome, outcome.plots[0], "table6"); }

}  // namespace

TEST_CASE("several pictures of an experiment are numbered from one and a single one is not") {
  Outcome outcome = bars();
  CHECK(picture_name(outcome, 0) == "table6");
  outcome.plots.push_back(outcome.plots[0]);
  CHECK(picture_name(outcome, 0) == "table6-1");
  CHECK(picture_name(outcome, 1) == "table6-2");
}

TEST_CASE("published bars are beside measured ones and missing values are gaps") {
  const std::string script = script_of(bars());
  CHECK(has(script, "$data << EOD\n0 1 NaN 1.25 1.125 # bfs\n1 1 NaN NaN 1.75 # needle\nEOD\n"));
  CHECK(has(script, "set xtics scale 0 ('bfs' 0, 'needle' 1)\n"));
  // Three slots of a group of width 0.82: partitioned, unified, and unified as published.
  CHECK(has(script, "plot $data using ($1-0.2733):2:(0.2733) with boxes fc rgb '#0072B2' title series1"));
  CHECK(has(script, "  $data using ($1+0):4:(0.2733) with boxes fc rgb '#E69F00' title series2"));
  CHECK(has(script, "$data using ($1+0.2733):5:(0.2733) with boxes fc rgb '#E69F00' fs transparent solid 0.3"));
  CHECK(has(script, "title 'published (lighter)'"));
  CHECK(has(script, "set yrange [0:*]\n"));
}

TEST_CASE("a picture shows only its own metric and series") {
  Outcome outcome = bars();
  outcome.cells.push_back(cell("bfs", "unified", "energy", 4242));
  outcome.plots[0].series = {"unified"};
  const std::string script = script_of(outcome);
  CHECK(has(script, "$data << EOD\n0 1.25 1.125 # bfs\n1 NaN 1.75 # needle\nEOD\n"));
  CHECK_FALSE(has(script, "4242"));
}

TEST_CASE("the range of a picture is the one asked for") {
  Outcome outcome = bars();
  outcome.plots[0].y_from = 0.5;
  outcome.plots[0].y_to = 2;
  CHECK(has(script_of(outcome), "set yrange [0.5:2]\n"));
  outcome.cells[0].measured = 0.25;  // below and above: a tenth of the values' range more
  outcome.cells[1].measured = 2.25;
  CHECK(has(script_of(outcome), "set yrange [0.05:2.45]\n"));
  outcome.plots[0].y_from = outcome.plots[0].y_to = std::nullopt;
  outcome.cells[0].measured = -1;
  CHECK(has(script_of(outcome), "set yrange [*:*]\n"));
}

TEST_CASE("parts of a stack begin where those below end and published parts are above measured ones") {
  Outcome outcome = bars();
  outcome.plots[0].kind = Plot::Kind::kStackedBars;
  outcome.cells = {cell("needle", "registers", "performance", 72),
                   cell("needle", "scratchpad", "performance", 260, 264), cell("needle", "cache", "performance", 52)};
  const std::string script = script_of(outcome);
  CHECK(has(script, "$measured1 << EOD\n0 0 72 # needle\nEOD\n"));
  CHECK(has(script, "$measured2 << EOD\n0 72 332 # needle\nEOD\n"));
  CHECK(has(script, "$measured3 << EOD\n0 332 384 # needle\nEOD\n"));
  CHECK(has(script, "$published2 << EOD\n0 72 336 # needle\nEOD\n"));
  CHECK_FALSE(has(script, "$published1"));
}

TEST_CASE("the horizontal axis is logarithmic from a factor of sixteen on") {
  CHECK(has(script_of(lines({64, 128, 1024})), "set logscale x 2\n"));
  CHECK_FALSE(has(script_of(lines({64, 512})), "set logscale"));
  CHECK_FALSE(has(script_of(lines({0, 64, 1024})), "set logscale"));
  CHECK(has(script_of(lines({0, 64, 256})), "set xtics (0, 64, 256)\n"));
}

TEST_CASE("values too close for separate ticks give ticks at round numbers") {
  CHECK(has(script_of(lines({0, 1, 64, 256})), "set xtics 20\n"));  // 5% of 256 is 12.8
  Outcome outcome = lines({0, 1, 64, 256});
  outcome.plots[0].a_plot_a_row = true;
  const std::string script = script_of(outcome);  // 22% of 256 is 56.3
  // The frame around all small graphs removes the ticks, so they are set again after it.
  CHECK(script.rfind("set xtics 100\n") > script.find("unset tics"));
}

TEST_CASE("a line continues over the x of other lines and breaks where its own point has no value") {
  Outcome outcome = lines({64, 256});
  outcome.cells.push_back(lines({128}).cells[0]);
  outcome.cells.back().series = "other";
  outcome.cells.back().published = std::nullopt;
  outcome.cells[1].measured = std::nullopt;
  const std::string script = script_of(outcome);
  CHECK(has(script, "set datafile missing '?'\n"));
  CHECK(has(script, "64 1 2 ? ?\n128 ? ? 2 ?\n256 NaN 8 ? ?\n"));
}

TEST_CASE("lines go through their points in order of x") {
  const std::string script = script_of(lines({256, 64, 128}));
  CHECK(has(script, "$data << EOD\n64 1 2\n128 2 4\n256 4 8\nEOD\n"));
  CHECK(has(script, "$data using 1:2 with linespoints lc rgb '#0072B2' pt 7 ps 0.6 lw 1.8 notitle"));
  CHECK(has(script, "$data using 1:3 with linespoints dt 2 lc rgb '#0072B2' pt 6"));
}

TEST_CASE("small graphs have one graph for each row and one legend") {
  Outcome outcome = lines({64, 128});
  outcome.cells.push_back(outcome.cells[0]);
  outcome.cells.back().row = "needle";
  outcome.plots[0].a_plot_a_row = true;
  const std::string script = script_of(outcome);
  CHECK(has(script, "heading1 = 'bfs'\n"));
  CHECK(has(script, "heading2 = 'needle'\n"));
  CHECK(has(script, "$row1 << EOD\n64 1 2\n128 2 4\nEOD\n"));
  CHECK(has(script, "$row2 << EOD\n64 1 2\nEOD\n"));
  CHECK(script.find("title line1") == script.rfind("title line1"));
}

TEST_CASE("bounds of the paper are drawn as marks and not as bars") {
  Outcome outcome = bars();
  outcome.plots[0].series = {"partitioned"};
  outcome.cells[0].published = Published{"<", 1.5, std::nullopt, "", ""};
  outcome.cells[2].published = Published{"range", 0.5, 0.75, "", ""};
  const std::string script = script_of(outcome);
  CHECK(has(script, "$publishedbelow << EOD\n0 1.5\nEOD\n"));
  CHECK(has(script, "$publishedrange << EOD\n1 0.5 0.75\nEOD\n"));
  CHECK(has(script, "title 'published: below'"));
  Outcome graph = lines({64, 128});
  graph.cells[0].published = Published{">=", 1.5, std::nullopt, "", ""};
  const std::string lines_script = script_of(graph);
  CHECK(has(lines_script, "$dataabove << EOD\n64 1.5\nEOD\n"));
  CHECK(has(lines_script, "keyentry with points pt 9 ps 0.9 lc rgb '#606060' lw 1.5  title 'published: above'"));
}

TEST_CASE("a heat map has the programs of a group under its mean and gaps where there is no ratio") {
  const std::string script = script_of(heat_map());
  CHECK(has(script, "set ytics font ',9' ('graphs (mean)' 0, 'bfs' 1, 'matrices (mean)' 2, 'lu' 3)\n"));
  CHECK(has(script, "set x2tics rotate by 45 left font ',10' ('small' 0, 'large' 1)\n"));
  CHECK(has(script, "$data << EOD\n0 0 0.25\n1 0 2\n0 1 0.25\n1 1 2\n0 2 1\n0 3 1\nEOD\n"));
  CHECK(has(script, "first 1.5 to graph 1, first 1.5 nohead"));  // between the groups
  CHECK(has(script, "set yrange [3.5:-0.5]\n"));
  CHECK(script.find("unset xtics\n") > script.rfind("set tics"));  // which brings them back
  CHECK(has(script, "(log($3)/log(2)) with boxxyerror fc palette"));
  Outcome open = heat_map();
  for (Cell& cell : open.cells) cell.measured = std::nullopt;
  CHECK(has(script_of(open), "plot NaN notitle"));
}

TEST_CASE("a Pareto front joins the designs that no other beats in both metrics") {
  const std::string script = script_of(pareto());
  CHECK(has(script, "$front << EOD\n0.5 0.875\n1 1.25\n2 1.5\nEOD\n"));
  CHECK(has(script, "$design1 using 1:2 with points pt 6"));  // worse: the same energy, less performance
  for (const char* design : {"2 using 1:2 with points pt 5", "3 using 1:2 with points pt 13",
                             "4 using 1:2 with points pt 15"})  // filled
    CHECK(has(script, std::string("$design") + design));
  CHECK_FALSE(has(script, "$design5"));
  CHECK(has(script, "set xrange [0.25:2.25]\n"));  // a sixth of 1.5 more at both ends
  Outcome alike = pareto();
  alike.cells[2].measured = 1;  // better equals worse: neither beats the other
  CHECK(has(script_of(alike), "$design1 using 1:2 with points pt 7"));
  CHECK(has(script_of(alike), "$design2 using 1:2 with points pt 5"));
}

TEST_CASE("labels of designs at one point of a Pareto front do not overlap") {
  Outcome outcome = pareto();
  for (Cell& cell : outcome.cells)
    if (cell.measured) cell.measured = 1;
  CHECK_FALSE(has(script_of(outcome), "with vectors nohead"));  // four labels fit beside the point
  for (unsigned i = 0; i < 12; ++i) {
    const std::string series = "more" + std::to_string(i);
    for (const char* metric : {"performance", "energy"}) outcome.cells.push_back(cell("mean", series, metric, 1));
    outcome.plots[0].series.push_back(series);
  }
  const std::string script = script_of(outcome);
  std::set<std::string> places;
  for (const std::string number : {"1", "2", "3", "4", "6", "12", "17"}) {  // the fifth is open
    const std::string begin = "$design" + number + " using (";
    const std::size_t at = script.find(begin);
    REQUIRE(at != script.npos);
    places.insert(script.substr(at + begin.size(), script.find(":('", at) - at - begin.size()));
  }
  CHECK(places.size() == 7);
  CHECK(has(script, "with vectors nohead"));  // to labels that are not beside their point
}

namespace {

// An outcome with this many rows and series, all measured.
Outcome many(unsigned rows, unsigned series) {
  Outcome outcome = bars();
  outcome.cells.clear();
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned i = 0; i < series; ++i)
      outcome.cells.push_back(
          cell("program" + std::to_string(row), "design" + std::to_string(i), "performance", 1 + i));
  return outcome;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t sum = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++sum;
  return sum;
}

}  // namespace

TEST_CASE("bars that do not fit in one row are drawn in several rows with one scale and one legend") {
  CHECK_FALSE(has(script_of(many(20, 3)), "multiplot"));
  const std::string script = script_of(many(65, 13));  // 13 bars of 5 pixels: 10 groups fit
  CHECK(count(script, "set xtics") == 7 + 1);          // and the surroundings'
  CHECK(count(script, "keyentry with boxes") == 13);
  CHECK(count(script, "set yrange [0:13.65]\n") == 1);
  CHECK(has(script, "('program0' 0, 'program1' 1,"));
  CHECK(has(script, "set xrange [9.45:19.55]\n"));
  CHECK(count(script, "'program64' 64") == 1);
  CHECK(count(script, "title series1\n") + count(script, "title series1,") == 1);
}

TEST_CASE("a long slanted first label has room before the axes") {
  Outcome outcome = many(20, 3);
  CHECK_FALSE(has(script_of(outcome), "lmargin"));  // 'program0' is 8 x 8 x 0.77 = 49 pixels
  for (Cell& cell : outcome.cells)
    if (cell.row == "program0") cell.row = "a program of a long name";
  CHECK(has(script_of(outcome), "set lmargin at screen 0.1633;"));  // 24 x 8 x 0.77 = 147 of 900
}

TEST_CASE("series beyond the number of colours are hatched so that all differ") {
  const std::string script = script_of(many(4, 18));
  std::set<std::string> looks;
  std::size_t at = 0;
  for (unsigned i = 1; i <= 18; ++i) {
    const std::string title = " title series" + std::to_string(i);
    const std::size_t end = script.find(title + (i == 18 ? "\n" : ","));
    REQUIRE(end != script.npos);
    at = script.rfind("with boxes", end);
    looks.insert(script.substr(at, end - at));
  }
  CHECK(looks.size() == 18);
}

TEST_CASE("lines beyond the number of colours have other shapes") {
  Outcome outcome = lines({64, 128});
  outcome.cells.clear();
  for (unsigned i = 0; i < 16; ++i) {
    outcome.cells.push_back(cell("bfs", "design" + std::to_string(i), "performance", i));
    outcome.cells.back().x = 64;
  }
  const std::string script = script_of(outcome);
  std::set<std::string> looks;
  for (std::size_t at = script.find("keyentry"); at != script.npos; at = script.find("keyentry", at + 1))
    looks.insert(script.substr(at, script.find(" title", at) - at));
  CHECK(looks.size() == 16);
}

TEST_CASE("texts of an outcome are escaped for gnuplot") {
  Outcome outcome = bars();
  outcome.title = "a `touch b` @c \\";
  outcome.plots[0].title = "it's\n`touch b`";
  outcome.cells[0].row = "x'\ny";
  const std::string script = script_of(outcome);
  CHECK(has(script, "# a  touch b   c   (A Paper 2012, table 6), size test.\n"));
  CHECK(has(script, "heading = 'it''s `touch b`'\n"));
  CHECK(has(script, "('x'' y' 0,"));
  outcome.plots[0].title = "'it'";  // gnuplot does not read three quotes in a row at the beginning
  CHECK(has(script_of(outcome), "heading = \"\\047it\\047\"\n"));
  outcome.plots[0].title = "a''b \"`@$\\";  // nor four
  CHECK(has(script_of(outcome), "heading = \"a\\047\\047b \\042\\140\\100\\044\\134\"\n"));
  outcome.cells[0].row = "50%";  // a label is a format
  CHECK(has(script_of(outcome), "('50%%' 0,"));
}
