#include "reproduce/page.h"

#include <catch2/catch.hpp>
#include <limits>

#include "reproduce/made_up_outcomes.h"
#include "reproduce/page_table.h"

using namespace unibank;

namespace {

}  // namespace

TEST_CASE("text of a page is escaped for HTML") {
  CHECK(escaped("<b a=\"1\">&'</b>") == "&lt;b a=&quot;1&quot;&gt;&amp;&#39;&lt;/b&gt;");
  CHECK(escaped(std::string("a\x01") + "b\n") ==
        "a\ufffd"
        "b\n");
  Outcome outcome = bars();
  const std::string bad = "<script>\"&'";
  outcome.title = outcome.source = outcome.paper = bad;
  outcome.notes = {bad};
  outcome.parameters = {{bad, bad}};
  outcome.cells[1].row = outcome.cells[1].series = outcome.cells[1].metric = bad;
  outcome.cells[1].published->words = outcome.cells[1].published->source = bad;
  CHECK_FALSE(has(page({{&outcome, {}}}), "<script"));
}

TEST_CASE("a table shows published beside measured values with the deviation and its share") {
  const std::string table = tables_html(bars());
  CHECK(has(table,
            "<th scope=\"row\">bfs</th><td class=\"first\">1</td><td class=\"first\">1.25</td>"
            "<td class=\"published\" title=\"A Paper 2012 table 6\">1.125</td>"
            "<td class=\"d3\">+0.125 <small>11%</small></td></tr>"));
  CHECK(has(table,
            "<th scope=\"row\">needle</th><td class=\"first\">1</td><td class=\"first open\">not run</td>"
            "<td class=\"published\" title=\"A Paper 2012 table 6\">1.75</td><td></td></tr>"));
  CHECK(has(table, "<th scope=\"colgroup\">partitioned</th><th scope=\"colgroup\" colspan=\"3\">unified</th>"));
}

TEST_CASE("the name of a row has the command of its runs as its title") {
  Outcome outcome = bars();
  outcome.commands = {{"needle", "unibank run needle --size tiny --arg n=<64>"}};
  const std::string table = tables_html(outcome);
  CHECK(has(table, "<th scope=\"row\" title=\"unibank run needle --size tiny --arg n=&lt;64&gt;\">needle</th>"));
  CHECK(has(table, "<th scope=\"row\">bfs</th>"));
}

TEST_CASE("the colour of a deviation depends on its share of the published value") {
  const auto shown = [](double measured, double published) {
    Outcome outcome;
    outcome.cells = {cell("bfs", "unified", "energy", measured, published)};
    const std::string table = tables_html(outcome);
    const std::size_t at = table.find("<td class=\"d");
    return table.substr(at + 11, 2);
  };
  CHECK(shown(1, 1) == "d0");
  CHECK(shown(102, 100) == "d0");
  CHECK(shown(1.05, 1) == "d1");
  CHECK(shown(94, 100) == "d2");
  CHECK(shown(125, 100) == "d3");
  CHECK(shown(-126, -100) == "d4");
  CHECK(shown(0, 0) == "d0");
  CHECK(shown(0.001, 0) == "d4");
}

TEST_CASE("bounds are marked as kept or not and words of the paper are shown") {
  Outcome outcome;
  outcome.cells = {cell("bfs", "unified", "dram", 0.5), cell("lu", "unified", "dram", 2),
                   cell("pcr", "unified", "dram", 1)};
  outcome.cells[0].published = Published{"<", 1, std::nullopt, "", ""};
  outcome.cells[1].published = Published{"range", 0.25, 1, "", ""};
  outcome.cells[2].published = Published{"order", std::nullopt, std::nullopt, "above bfs", ""};
  const std::string table = tables_html(outcome);
  CHECK(has(table, "title=\"\">&lt; 1</td><td class=\"d0\">holds</td>"));
  CHECK(has(table, "title=\"\">0.25\u20131</td><td class=\"d4\">does not hold</td>"));
  CHECK(has(table, "title=\"\">above bfs</td><td></td>"));
  outcome.cells[2].series = "";  // of no series and therefore of no run
  outcome.cells[2].measured = std::nullopt;
  CHECK(has(tables_html(outcome), "<td class=\"first\"></td><td class=\"published\" title=\"\">above bfs</td>"));
}

TEST_CASE("an experiment without published numbers says whether they are still to come") {
  Outcome outcome = bars();
  for (Cell& cell : outcome.cells) cell.published = std::nullopt;
  CHECK(has(page({{&outcome, {}}}), "nothing to compare yet"));
  outcome.finished = outcome.points;
  CHECK(has(page({{&outcome, {}}}), "the paper gives no number"));
}

TEST_CASE("a page has contents with points and deviations and says once what all experiments share") {
  Outcome first = bars(), second = bars();
  second.name = "fig9";
  second.parameters.push_back({"threads", "64 to 1024"});
  const std::string html = page({{&first, {}}, {&second, {}}});
  CHECK(has(html, "<a href=\"#fig9\">fig9</a>"));
  CHECK(has(html, "<section id=\"fig9\">"));
  CHECK(has(html, "<td>3 of 4 <progress max=\"4\" value=\"3\"></progress></td>"));
  CHECK(has(html, "performance (× baseline): 0.125 over 1 value"));
  CHECK(has(html, "<p>needle has not run.</p>"));
  CHECK(html.find("program version") == html.rfind("program version"));
  CHECK(has(html,
            "<details><summary>Parameters</summary>\n<table class=\"pairs\"><tbody>\n<tr><th scope=\"row\">threads"));
}

TEST_CASE("pictures of one page keep their identifiers apart") {
  CHECK(
      inline_picture("<?xml?>\n<svg a=\"b\"><path id='p'/><use xlink:href='#p'/><g fill=\"url(#p)\" id=\"q\"/></svg>\n",
                     "fig9-1-", "a \"b\"") ==
      "<svg role=\"img\" aria-label=\"a &quot;b&quot;\" a=\"b\"><path id='fig9-1-p'/><use xlink:href='#fig9-1-p'/>"
      "<g fill=\"url(#fig9-1-p)\" id=\"fig9-1-q\"/></svg>");
}

TEST_CASE("a table of many lines is folded") {
  Outcome outcome;
  for (int i = 0; i < 40; ++i) outcome.cells.push_back(cell("w" + std::to_string(i), "unified", "energy", 1));
  CHECK(has(tables_html(outcome), "<details><summary>energy (× baseline): table of 40 lines</summary>"));
  outcome.cells.pop_back();
  CHECK_FALSE(has(tables_html(outcome), "<details>"));
}
