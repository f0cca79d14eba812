// Cells of comma-separated text.
#include <catch2/catch.hpp>

#include "reproduce/csv_text.h"

namespace unibank {
namespace {

TEST_CASE("cells read back as written whatever they contain") {
  for (const std::string text : {"", "a", "a,b", "\"", "a \"b\", c", ",,"}) {
    std::vector<std::string> cells;
    REQUIRE(split_csv_line("x," + csv_cell(text) + ",y", cells));
    CHECK(cells == std::vector<std::string>{"x", text, "y"});
  }
}

TEST_CASE("open and misplaced quotes are noticed") {
  std::vector<std::string> cells;
  CHECK_FALSE(split_csv_line("a,\"b", cells));
  CHECK_FALSE(split_csv_line("a,b\"c\"", cells));
  CHECK_FALSE(split_csv_line("a,\"b\"c", cells));
}

TEST_CASE("a table's columns may stand in any order and blank lines and comments are skipped") {
  const CsvTable table = parse_csv_table("# comment\nb,a\r\n\n2,1\n", "t.csv", {"a", "b", "c"});
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0].line == 4);
  CHECK(table.rows[0].cells.at("a") == "1");
  CHECK(table.rows[0].cells.at("c").empty());
  CHECK(csv_number(table.rows[0], "b", "t.csv") == 2);
  CHECK_THROWS_WITH(parse_csv_table("a,d\n", "t.csv", {"a", "b"}), "t.csv:1: unknown column 'd'; known: a, b");
  CHECK_THROWS_WITH(parse_csv_table("a,a\n", "t.csv", {"a", "b"}), "t.csv:1: column 'a' occurs twice");
  CHECK_THROWS_WITH(parse_csv_table("", "t.csv", {"a"}), "t.csv: no header line, expected a table with the columns a");
  CHECK_THROWS_WITH(parse_csv_table("ptx = \"a.ptx\"\n", "t.csv", {"a", "b"}),
                    "t.csv:1: a quote that does not end, expected a table with the columns a, b");
}

}  // namespace
}  // namespace unibank
