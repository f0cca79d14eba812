// Marks for numbered objects.
#include <catch2/catch.hpp>
#include <vector>

#include "memory/marks.h"

using namespace unibank;

TEST_CASE("marked things are found in ascending order") {
  Marks marks(19);
  const auto marked = [&marks] {
    std::vector<std::size_t> found;
    marks.each([&found](std::size_t thing) { found.push_back(thing); });
    return found;
  };
  CHECK(marked().empty());
  for (const std::size_t thing : {18, 0, 7, 8, 9}) marks.set(thing, true);
  CHECK(marked() == std::vector<std::size_t>{0, 7, 8, 9, 18});
  marks.set(8, false);
  marks.set(0, false);
  CHECK(marked() == std::vector<std::size_t>{7, 9, 18});
}
