#include <catch2/catch.hpp>

#include "toml/value.h"

using unibank::toml_tree::parse;
using unibank::toml_tree::SyntaxError;

namespace {

std::string times(std::size_t count, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("a key of fifty thousand parts is refused with its place") {
  const std::string key = times(49999, "a.") + "a";
  for (const std::string& text : {key + " = 1\n", "[" + key + "]\n", "[[" + key + "]]\n", "x = {" + key + " = 1}\n",
                                  "x = " + times(50000, "[") + times(50000, "]"), times(50000, "{a="),
                                  "x = [\n" + times(50000, "{a.b.c.d =") + "\n"}) {
    try {
      parse(text);
      FAIL("no error");
    } catch (const SyntaxError& error) {
      CHECK(error.what() == std::string("found values nested more than 100 deep; expected fewer"));
      CHECK(error.line == (text.find("[\n") == 4 ? 2 : 1));
    }
  }
}

TEST_CASE("a hundred levels are accepted and dots that are not levels do not count") {
  CHECK_NOTHROW(parse(times(100, "a.") + "a = 1\n"));
  CHECK_THROWS_AS(parse(times(101, "a.") + "a = 1\n"), SyntaxError);
  CHECK_NOTHROW(parse("a = " + times(100, "[") + times(100, "]")));
  CHECK_NOTHROW(parse(times(1000, "# a.b.c.d.\n") +
                      times(100, "[[a.b]]\nx = 1.5\ny = \"" + times(200, "...") + "\"\n")));
  CHECK_NOTHROW(parse("x = [" + times(1000, "1.5,\n") + times(1000, "2.5, ") + "]\n"));
  CHECK_NOTHROW(parse("x = [" + times(300, "{a.b = {c = 1}}, ") + "]\n"));
  CHECK_NOTHROW(parse("x = \"\"\"" + times(300, "[.\n") + "\"\"\"\ny = '''" + times(300, "{.") + "'''\n"));
  CHECK_NOTHROW(parse("x = \"" + times(300, "\\\"[") + "\"\n'" + times(300, "{") + "' = 1\n"));
}
