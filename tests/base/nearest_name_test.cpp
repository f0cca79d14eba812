#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "base/nearest_name.h"

using namespace unibank;

TEST_CASE("a mistyped name is answered with the nearest known one") {
  const std::vector<std::string> known = {"needle", "bfs", "matrixmul", "gebhart2012/partitioned",
                                          "gebhart2012/unified-384k", "entries", "warp_order"};
  const std::pair<const char*, const char*> cases[] = {
      {"needel", "needle"},                                // two letters exchanged
      {"nedle", "needle"},                                 // one is missing
      {"NEEDLE", "needle"},                                // capitals
      {"matrixmull", "matrixmul"},                         // one too many
      {"gebhart2012/partitionde", "gebhart2012/partitioned"},
      {"unified-384k", "gebhart2012/unified-384k"},        // the folder is missing
      {"gebhard2012", "gebhart2012/partitioned"},          // the beginning only
      {"mshr.entris", "entries"},                          // a section in front
      {"[warp_ordre]", "warp_order"},                      // brackets around
  };
  for (const auto& [found, expected] : cases) {
    INFO(found);
    CHECK(nearest_name(found, known) == expected);
  }
}

TEST_CASE("a name that is similar to none gets no suggestion") {
  const std::vector<std::string> known = {"b", "bfs", "needle"};
  CHECK(nearest_name("", known).empty());
  CHECK(nearest_name("c", known).empty());
  CHECK(nearest_name("xy", known).empty());
  CHECK(nearest_name("matrix", known).empty());
  CHECK(nearest_name(std::string(100'000, 'b'), known).empty());
  CHECK(nearest_name("needle", {}).empty());
  CHECK(nearest_name("needle", {std::string(100'000, 'n')}).empty());
}

TEST_CASE("the message for an unknown name ends with the question what was meant") {
  CHECK(unknown_name("size", "papre", {"tiny", "paper"}) ==
        "unknown size 'papre'; known: tiny, paper; did you mean 'paper'?");
  CHECK(unknown_name("size", "large", {"tiny", "paper"}) == "unknown size 'large'; known: tiny, paper");
  std::vector<std::string> many(40, "other");
  many[20] = "paper";
  CHECK(unknown_name("size", "papre", many).find("unknown size 'papre'; known: other, ") == 0);
  many.push_back("last");
  CHECK(unknown_name("size", "papre", many).find("unknown size 'papre'; did you mean 'paper'? Known: other, ") == 0);
  CHECK(unknown_name("size", "large", many).find("unknown size 'large'; known: other, ") == 0);
}
