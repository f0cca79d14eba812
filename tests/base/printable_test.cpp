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

TEST_CASE("an error is one line whatever the file contains") {
  CHECK_THAT(InputError("a\nb.toml", 3, "unknown key '\x1b\n'").what(),
             Catch::Equals("a\\nb.toml:3: unknown key '\\x1b\\n'"));
  CHECK_THAT(InputError("a.toml", 1, 2, "unknown key '\n'", "x\x1by\n").what(),
             Catch::Equals("a.toml:1:2: unknown key '\\n'\n  1 | x.y\n    |  ^"));
}
