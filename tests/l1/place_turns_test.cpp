// The order of bank row accesses at one line's place in the banks.
#include <catch2/catch.hpp>

#include "l1/place_turns.h"

using namespace unibank;

TEST_CASE("rows of one place are granted in the order of turns") {
  PlaceTurns turns;
  turns.share(true);
  const std::uint64_t fill = turns.take(5, false), claim = turns.take(5, true), load = turns.take(5, false);
  const std::uint64_t elsewhere = turns.take(6, true);
  CHECK_FALSE(turns.others_first(5, fill));
  CHECK(turns.others_first(5, claim));
  CHECK_FALSE(turns.register_first(5, claim));  // the fill before it is not a register's
  CHECK(turns.register_first(5, load));
  CHECK_FALSE(turns.others_first(6, elsewhere));
  turns.leave(fill);
  CHECK_FALSE(turns.others_first(5, claim));
  turns.leave(claim);
  CHECK_FALSE(turns.register_first(5, load));
}

TEST_CASE("where registers are not lines turns are only numbers") {
  PlaceTurns turns;
  turns.share(false);
  const std::uint64_t first = turns.take(5, false), second = turns.take(5, true);
  CHECK(first < second);
  CHECK_FALSE(turns.others_first(5, second));
  turns.leave(first);
}
