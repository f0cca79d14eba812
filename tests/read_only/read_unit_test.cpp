// The unit that broadcasts constants: an address a cycle.
#include <catch2/catch.hpp>

#include "read_only/read_unit.h"

using namespace unibank;

namespace {

struct Unit {
  explicit Unit(unsigned queue) : unit(queue, [this](void* which, Cycle at) { done.emplace_back(which, at); }) {}
  std::vector<std::pair<void*, Cycle>> done;
  ReadUnit unit;
};

}  // namespace

TEST_CASE("an instruction of n addresses keeps the unit for n cycles, and the next one waits") {
  const std::vector<std::uint64_t> one = {8}, three = {0, 4, 8}, none;
  int a = 0, b = 0, c = 0;
  Unit bench(4);
  for (int i = 0; i < 3; ++i) bench.unit.take_room();
  bench.unit.accept(&a, three);
  bench.unit.accept(&b, one);
  bench.unit.accept(&c, none);
  for (Cycle now = 10; bench.unit.wants_next_cycle(); ++now) bench.unit.advance(now);
  CHECK(bench.done == std::vector<std::pair<void*, Cycle>>{{&a, 12}, {&b, 13}, {&c, 14}});
  CHECK(bench.unit.idle());
}

TEST_CASE("the unit has room for so many instructions, from issue to their last address") {
  const std::vector<std::uint64_t> two = {0, 4};
  int a = 0;
  Unit bench(2);
  bench.unit.take_room();
  CHECK(bench.unit.has_room());
  bench.unit.take_room();
  CHECK_FALSE(bench.unit.has_room());
  bench.unit.accept(&a, two);
  bench.unit.advance(0);
  CHECK_FALSE(bench.unit.has_room());
  bench.unit.advance(1);
  CHECK(bench.unit.has_room());
}
