// The order in which points run.
#include <catch2/catch.hpp>

#include "sweep/cost.h"

using namespace unibank;

TEST_CASE("the longest points begin first and equal ones in their own order") {
  CHECK(sweep::longest_first({}).empty());
  CHECK(sweep::longest_first({1, 5, 1, 7, 5}) == std::vector<std::size_t>{3, 1, 4, 0, 2});
}
