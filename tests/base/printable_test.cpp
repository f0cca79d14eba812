#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "base/printable.h"

using namespace unibank;

TEST_CASE("control characters are shown and not sent to the terminal") {
  CHECK(printable("a \x1b[31m b\x7f\x07") == "a \\x1b[31m b\\x7f\\x07");
  CHECK(printable("one\ntwo\tthree\r") == "one\\ntwo\\tthree\\x0d");
  CHECK(printable_lines("one\ntwo\tthree\r") == "one\ntwo\tthree\\x0d");
  CHECK(printable("gr\xc3\xb6\xc3\x9f" "er \xe2\x86\x92") == "gr\xc3\xb6\xc3\x9f" "er \xe2\x86\x92");
  CHECK(printable("\xc2\x9b" "31m \xc2\xa0") == "\\xc2\\x9b" "31m \xc2\xa0");
  CHECK(printable(std::string_view("\0", 1)) == "\\x00");
}

TEST_CASE("bytes that are no UTF-8 are shown and not sent to the terminal") {
  CHECK(printable("a\x9b" "31m b") == "a\\x9b" "31m b");
  CHECK(printable("\xc3(\xff") == "\\xc3(\\xff");
  CHECK(printable("\xe2\x86") == "\\xe2\\x86");            // cut off
  CHECK(printable("\xc1\x9b") == "\\xc1\\x9b");            // longer than it need be
  CHECK(printable("\xe0\x82\x9b") == "\\xe0\\x82\\x9b");
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // a surrogate
  CHECK(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
  CHECK(printable("\xf0\x9f\x98\x80") == "\xf0\x9f\x98\x80");
}

TEST_CASE("characters that change the direction of text are shown") {
  CHECK(printable("a\xe2\x80\xae" "b") == "a\\xe2\\x80\\xae" "b");
  for (const char* one : {"\xe2\x80\xaa", "\xe2\x81\xa6", "\xe2\x81\xa9"}) CHECK(printable(one).size() == 12);
  for (const char* one : {"\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\xa5", "\xe2\x81\xaa"}) CHECK(printable(one) == one);
}

TEST_CASE("the line of a source has a point for each byte that a terminal would not print") {
  CHECK(source_excerpt("x\x9b\xe2\x80\xaey\xc3\xb6", 1, 1) == "\n  1 | x....y\xc3\xb6\n    | ^");
}

TEST_CASE("an error is one line whatever the file contains") {
  CHECK_THAT(InputError("a\nb.toml", 3, "unknown key '\x1b\n'").what(),
             Catch::Equals("a\\nb.toml:3: unknown key '\\x1b\\n'"));
  CHECK_THAT(InputError("a.toml", 1, 2, "unknown key '\n'", "x\x1by\n").what(),
             Catch::Equals("a.toml:1:2: unknown key '\\n'\n  1 | x.y\n    |  ^"));
}
