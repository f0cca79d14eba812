#include "reproduce/report.h"

#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "reproduce/made_up_reports.h"

using namespace unibank;

namespace {

std::string filled(const std::string& text) {
  const std::vector<ReportPaper> papers = made_up_papers();
  const ReportValues values(papers);
  return report(text, "t.md", values);
}

std::string error_of(const std::string& text) {
  try {
    filled(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("names of rows and columns become parts of references") {
  CHECK(report_name("384 KB: cache") == "384-KB-cache");
  CHECK(report_name("LRU-fair with 2 lookups") == "LRU-fair-with-2-lookups");
  CHECK(report_name("partitioned: >4") == "partitioned-over4");
  CHECK(report_name("partitioned: <=1") == "partitioned-upto1");
  CHECK(report_name("energy_0.52") == "energy_0-52");
  CHECK(report_name(" b+tree (2) ") == "b+tree-2");
}

TEST_CASE("a reference becomes its measured value or the published one") {
  CHECK(filled("{{p.e.needle.b}}\n") == "1.50\n");
  CHECK(filled("{{p.e/performance.needle.b.published:3}}\n") == "2.000\n");
  CHECK(filled("{{p.e.needle.b.ratio}} {{p.e.needle.b.deviation:+1}}\n") == "0.75 -0.5\n");
  CHECK(filled("{{p.e/cycles.needle.a:,0}}\n") == "12,345\n");
  CHECK(filled("{{p.e.needle}}\n") == "1.50\n");  // one column
  CHECK(filled("{{p.f.needle.b@128.5:1}}\n") == "1.0\n");
  CHECK(filled("{{p.e/cycles.384-KB-over4.a:0}}\n") == "7\n");
  CHECK(filled("{{p.points:0}} {{p.f.points:0}}\n") == "8 2\n");
}

TEST_CASE("the rows most and least are programs and not averages") {
  CHECK(filled("{{p.e.most.b.row}} {{p.e.most.b}}, {{p.e.least.b.row}} {{p.e.least.b:3}}\n") ==
        "needle 1.50, lu 1.125\n");
}

TEST_CASE("a point that has not run is reported as missing") {
  CHECK(filled("{{p.e/cycles.bfs.a:0}}\n") == "(not run)\n");
}

TEST_CASE("a point that has not run is reported as missing also where the paper has only words") {
  std::vector<ReportPaper> papers = made_up_papers();
  papers[0].paper.experiments[0].series.resize(1);
  papers[0].paper.experiments[0].series[0].name = "a";
  Published words;
  words.relation = "order";
  words.words = "the best";
  for (const char* series : {"a", "of another"}) {
    papers[0].outcomes[0].cells.push_back(cell("mean", series, "cycles", std::nullopt));
    papers[0].outcomes[0].cells.back().published = words;
  }
  const ReportValues values(papers);
  CHECK(values.text_of("p.e/cycles.mean.a", {"t.md", 1}) == "(not run)");
  CHECK_FALSE(values.knows("p.e/cycles.mean.of-another"));
}

TEST_CASE("parts of a metric that has not run are known from rows that have") {
  std::vector<ReportPaper> papers = made_up_papers();
  papers[0].paper.experiments[0].series.resize(2);
  papers[0].paper.experiments[0].series[0].name = "a";
  papers[0].paper.experiments[0].series[1].name = "b";
  std::vector<Cell>& cells = papers[0].outcomes[0].cells;
  cells.push_back(cell("lu", "a: dead", "cycles", std::nullopt));
  cells.back().measured = 3;
  cells.push_back(cell("mean", "a", "cycles", std::nullopt));
  cells.push_back(cell("mean", "b", "cycles", std::nullopt));
  const ReportValues values(papers);
  CHECK(values.text_of("p.e/cycles.lu.a-dead:0", {"t.md", 1}) == "3");
  CHECK(values.text_of("p.e/cycles.mean.a-dead:0", {"t.md", 1}) == "(not run)");
  CHECK_FALSE(values.knows("p.e/cycles.mean.b-dead"));
}

TEST_CASE("formats are decimals, signs, percent and parts") {
  CHECK(formatted(1.256, "") == "1.26");
  CHECK(formatted(1234567, ",0") == "1,234,567");
  CHECK(formatted(-1234.5, ",1") == "-1,234.5");
  CHECK(formatted(0.256, "%1") == "25.6");
  CHECK(formatted(1.25, "gain0") == "25");
  CHECK(formatted(0.75, "cut0") == "25");
  CHECK(formatted(-0.001, "2") == "0.00");
  CHECK(formatted(1500, "k1") == "1.5");
  CHECK(formatted(2.5e6, "M1") == "2.5");
  CHECK(formatted(1, "x") == std::nullopt);
  CHECK(formatted(1, "9") == std::nullopt);
  CHECK(formatted(1, "?2") == std::nullopt);
}

TEST_CASE("an unknown reference is one message with the line and the names near it") {
  const std::string error = error_of("a\n{{p.e.needel.b}}\n");
  CHECK_THAT(error, Catch::StartsWith("t.md:2: unknown reference 'p.e.needel.b'; known: p.e.needle") &&
                        Catch::EndsWith(", ...; did you mean 'p.e.needle.b'?"));
  CHECK(error_of("{{p.e/cycles.needle.a.published}}\n") ==
        "t.md:1: 'p.e/cycles.needle.a' has no published value, found '.published'");
  CHECK_THAT(error_of("{{p.e.needle.b:x}}\n"), Catch::StartsWith("t.md:1: format 'x' of 'p.e.needle.b', expected"));
}

TEST_CASE("a table has a row for each program and published values in brackets") {
  CHECK(filled("{{table p.e}}\n") ==
        "| | b |\n|---|---|\n| needle | 1.50 (2) |\n| bfs | 1.25 (1.25) |\n| lu | 1.12 (1) |\n| mean | 1.25 (1.5) |\n");
}

TEST_CASE("the columns of a table are the lines of its block") {
  CHECK(filled("{{table p.e\nspeed | e.b:1 | e.b.published:1\ncycles | e/cycles.b:0\n}}\n") ==
        "| | speed | cycles |\n|---|---|---|\n| needle | 1.5 / 2.0 | 8230 |\n| bfs | 1.2 / 1.2 | |\n"
        "| lu | 1.1 / 1.0 | |\n| mean | 1.2 / 1.5 | |\n");
  CHECK(filled("{{table p.e by-column\nbfs | e.bfs\n}}\n") == "| | bfs |\n|---|---|\n| b | 1.25 |\n");
}

TEST_CASE("an average of another experiment is in a table only if it is over the same programs") {
  std::vector<ReportPaper> papers = made_up_papers();
  papers[0].outcomes[1].cells = {cell("mean", "b", "performance", 3), cell("bfs", "b", "performance", 2)};
  const ReportValues values(papers);
  CHECK_THAT(report("{{table p.e\nother | f.b\n}}\n", "t.md", values),
             Catch::Contains("| bfs | 2.00 |\n") && Catch::Contains("| mean | |\n"));
}

TEST_CASE("contents that a table cannot show are refused") {
  CHECK_THAT(error_of("{{table p.e\nspeed\n}}\n"), Catch::StartsWith("t.md:2: 'speed', expected HEAD | "));
  CHECK_THAT(error_of("{{table p.e\nspeed | e.z\n}}\n"), Catch::StartsWith("t.md:2: unknown reference 'p.e.mean.z'"));
  CHECK_THAT(error_of("{{table p.g}}\n"), Catch::StartsWith("t.md:1: unknown experiment 'p.g'; known: p.e, p.f"));
  CHECK_THAT(error_of("{{table q.e}}\n"), Catch::StartsWith("t.md:1: unknown paper 'q.e'; known: p"));
  CHECK_THAT(error_of("{{table p.e/x}}\n"), Catch::StartsWith("t.md:1: unknown metric of p.e 'x'"));
  CHECK_THAT(error_of("{{table p.e upside-down}}\n"), Catch::StartsWith("t.md:1: unknown word of a table"));
  CHECK_THAT(error_of("{{list p.e}}\n"),
             Catch::StartsWith("t.md:1: unknown block 'list'; known: table, sweep, scorecard"));
  CHECK(error_of("a\n{{part b.md}}\n") ==
        "t.md:2: found {{part b.md}}; expected {{part FILE}} only in a text NAME.in.md, on a line of its own");
  CHECK_THAT(error_of("{{sweep p.e}}\n"), Catch::StartsWith("t.md:1: 'e' has no [sweep]"));
}

TEST_CASE("a sweep has its places on the axis beside the measured values") {
  CHECK(filled("{{sweep p.f}}\n") ==
        "| | | on the axis: measured |\n|---|---|---|\n| needle | b | 64: 0.50, 128.5: 1.00 |\n");
}

TEST_CASE("a scorecard tells how many values there are and which match and whether points are older") {
  const std::string text = filled("{{scorecard p\nswept | e.b | e.b\n}}\n");
  CHECK_THAT(text,
             Catch::StartsWith("8 points; **1 of them are of version 4 of the model, before this one** (in f); 1 "
                               "have not run. Of 4 published values and\nbounds, each counted once, 4 can be compared "
                               "and 1 match.\n"));
  CHECK_THAT(text, Catch::Contains("| e, performance | b | 4 | 1 of 4 | 0.208 | 1.00 | 2 of 3 |\n"));
  CHECK_THAT(text, Catch::Contains("| e, performance | swept | 4 | 1 of 4 | 0.208 | 1.00 | 2 of 3 |\n"));
  CHECK_THAT(error_of("{{scorecard p\nswept | e.b\n}}\n"), Catch::StartsWith("t.md:2: 'swept | e.b', expected LABEL"));
  CHECK_THAT(error_of("{{scorecard p\nx | e.z | e.b\n}}\n"), Catch::StartsWith("t.md:2: unknown column of p.e 'z'"));
  CHECK_THAT(error_of("{{scorecard p\nx | e.b | f.b\n}}\n"),
             Catch::StartsWith("t.md:2: 'f.b' has no published values"));
}

TEST_CASE("paragraphs are wrapped again and tables and headings and code are not") {
  const std::string words(100, 'w');
  CHECK(fill_paragraphs("a\nb " + words + "\nand more\n") == "a b " + words + " and more\n");
  CHECK(fill_paragraphs("- " + words + " " + words + "\n") == "- " + words + "\n  " + words + "\n");
  CHECK(fill_paragraphs("# a\n| b |\n|---|\n    code  here\n") == "# a\n| b |\n|---|\n    code  here\n");
  CHECK(fill_paragraphs("- a\n- b\n\nc\n") == "- a\n- b\n\nc\n");
  CHECK(fill_paragraphs("1. a\n   - b\n2. c\n") == "1. a\n   - b\n2. c\n");
  CHECK(fill_paragraphs("between 97 and\n298. With b\n1. c\n") == "between 97 and 298. With b\n1. c\n");
  CHECK(fill_paragraphs(words + " aaaaaaaaaaaaaaaaaa + b\n") == words + " aaaaaaaaaaaaaaaaaa +\nb\n");  // no list
}
