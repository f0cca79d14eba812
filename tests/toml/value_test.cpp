#include <catch2/catch.hpp>

#include "toml/value.h"

using unibank::toml_tree::Member;
using unibank::toml_tree::parse;
using unibank::toml_tree::SyntaxError;
using unibank::toml_tree::Value;

TEST_CASE("values keep their kind, their place and the order of the text") {
  const Value root = parse("z = 5\na = [1.5, \"x\", true]\n[[t]]\nq = 2020-01-01\nb = {c = 1}\n[[t]]\n");
  REQUIRE(root.members.size() == 3);
  CHECK(root.members[0].key == "z");
  CHECK(root.members[0].value.integer == 5);
  const Value& list = root.find("a")->value;
  REQUIRE(list.elements.size() == 3);
  CHECK(list.elements[0].real == 1.5);
  CHECK(list.elements[1].text == "x");
  CHECK(list.elements[2].boolean);
  CHECK(list.elements[1].line == 2);
  CHECK(list.elements[1].column == 11);
  const Value& tables = root.find("t")->value;
  CHECK(tables.array_of(Value::Kind::kTable));
  REQUIRE(tables.elements.size() == 2);
  const Member& date = tables.elements[0].members[0];
  CHECK(date.key == "q");
  CHECK(date.value.is(Value::Kind::kOther));
  CHECK(date.value.text == "a date");
  CHECK(tables.elements[0].find("b")->value.find("c")->value.integer == 1);
  CHECK(tables.elements[1].members.empty());
  CHECK(root.find("nothing") == nullptr);
}

TEST_CASE("an array is of a kind only when it has elements and all are") {
  CHECK_FALSE(parse("a = []").find("a")->value.array_of(Value::Kind::kInteger));
  CHECK(parse("a = [1, 2]").find("a")->value.array_of(Value::Kind::kInteger));
  CHECK_FALSE(parse("a = [1, 2.0]").find("a")->value.array_of(Value::Kind::kInteger));
}

TEST_CASE("text that is not TOML is refused with its place") {
  const auto place = [](const char* text) {
    try {
      parse(text);
    } catch (const SyntaxError& error) {
      return std::pair(error.line, error.column);
    }
    return std::pair(0u, 0u);
  };
  CHECK(place("a = 1\nb = \n").first == 2);
  CHECK(place("a = 1\na = 2\n").first == 2);
  CHECK(place("[.a]").first == 1);
  CHECK(place("\xff\xfe").first == 1);
}

TEST_CASE("a text without quotes is refused as one") {
  const auto message = [](const std::string& text) -> std::string {
    try {
      parse(text);
    } catch (const SyntaxError& error) {
      return error.what();
    }
    return "";
  };
  for (const char* text : {"init = iota", "a = 1\n  init =iota # from 0\nb = 2", "c = [iota, 3]", "t = { a = iota }"})
    CHECK(message(text) == "found iota without quotes; expected a text as \"iota\", or a number");
  for (const char* word : {"zero", "file", "random", "normal", "True", "true1", "nanx", "u32"})
    CHECK(message("a = " + std::string(word)).find("found " + std::string(word) + " without quotes") == 0);
  for (const char* text : {"a = 12x", "a = ", "[.a]", "[a", "a = {x, y = 3}", "\n\n= 3", "a = \"x", "\u00E9\u00E9 ="}) {
    INFO(text);
    CHECK(!message(text).empty());
    CHECK(message(text).find("without quotes") == std::string::npos);
  }
}

TEST_CASE("a letter beyond ASCII outside of a string is refused") {
  for (const char* text : {"\u00E9 = 1", "a = 1 \u00E9", "[a\u0301]", "\u07FF", "a\u2000= \u2FFF"}) {
    INFO(text);
    CHECK_THROWS_AS(parse(text), SyntaxError);
  }
  CHECK(parse("a = \"\u00E9\" # \u07FF").find("a")->value.text == "\u00E9");
}
