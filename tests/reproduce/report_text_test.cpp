#include "reproduce/report_text.h"

#include <catch2/catch.hpp>

#include "base/input_error.h"

using namespace unibank;

namespace {

std::string numbers(const std::string& text) {
  std::string found;
  for (const ReportLine& number : numbers_without_points(text))
    found += (found.empty() ? "" : " ") + std::to_string(number.line) + ":" + number.text;
  return found;
}

}  // namespace

TEST_CASE("text and placeholders alternate") {
  const std::vector<ReportPiece> pieces = parse_report_text("a {{p.e.r.c}}, {{ p.e.s.c : 1 }}\nb\n", "t.md");
  REQUIRE(pieces.size() == 5);
  CHECK(pieces[0].text == "a ");
  CHECK(pieces[1].kind == ReportPiece::Kind::kReference);
  CHECK(pieces[1].text == "p.e.r.c");
  CHECK(pieces[3].text == "p.e.s.c : 1");
  CHECK(pieces[4].text == "\nb\n");
}

TEST_CASE("a block has its own lines and may be written in one line") {
  const std::vector<ReportPiece> pieces =
      parse_report_text("{{table p.e\nA | e.b\n\n B | e.c\n}}\n{{sweep p.f}}\n", "t.md");
  REQUIRE(pieces.size() == 2);
  CHECK(pieces[0].kind == ReportPiece::Kind::kBlock);
  CHECK(pieces[0].text == "table p.e");
  REQUIRE(pieces[0].lines.size() == 2);
  CHECK(pieces[0].lines[1].text == "B | e.c");
  CHECK(pieces[0].lines[1].line == 4);
  CHECK(pieces[1].text == "sweep p.f");
  CHECK(pieces[1].line == 6);
}

TEST_CASE("an unclosed placeholder is named with its line") {
  CHECK_THROWS_WITH(parse_report_text("a\nb {{p.e\n", "t.md"), "t.md:2: '{{' does not close in its line");
  CHECK_THROWS_WITH(parse_report_text("{{table p.e\nA | b\n", "t.md"),
                    "t.md:1: '{{table p.e' does not end, expected a line '}}'");
  CHECK_THROWS_WITH(parse_report_text("{{table p.e\n{{table p.f\n}}\n", "t.md"),
                    "t.md:2: '{{' inside of '{{table p.e', expected a line '}}' before it");
  CHECK_THROWS_WITH(parse_report_text("a {{ }}\n", "t.md"), "t.md:1: '{{}}' without a name");
}

TEST_CASE("fractions, percentages and factors need a point") {
  CHECK(numbers("It gains 1.86 for 1.78.") == "1:1.86 1:1.78");
  CHECK(numbers("a\nHits rise to 48 %.") == "2:48");
  CHECK(numbers("It is 3x and 2.5x as fast.") == "1:3 1:2.5");
  CHECK(numbers("3 percent, 4 times, 24 points") == "1:3 1:4 1:24");
  CHECK(numbers("A tree of 1.06 MB.") == "1:1.06");
  CHECK(numbers("| bfs | 22 |") == "1:22");
}

TEST_CASE("sizes and names and years and numbers of figures need no point") {
  CHECK(numbers("64 KB, 8, 16 or 32 threads, 1,024 threads, 320 x 320 values") == "");
  CHECK(numbers("DCT1 of the GTX 680, an L2, Q-53, 2D, srad24, kepler-32") == "");
  CHECK(numbers("Gebhart et al. 2012, a compiler of 2013") == "");
  CHECK(numbers("Figures 8 to 10, table 6, sections 4.2 and 6.1, lines 3, 4") == "");
  CHECK(numbers("Figures\n8 and 9") == "");
  CHECK(numbers("# 48 % in a heading\n1. An item.\n") == "");
  CHECK(numbers("`12.5 %` and {{p.e.r.c:3}} and {{table p.e\n 12 | x\n}}") == "");
}
