// What a block counts: declared once, summed and found by name.
#include <catch2/catch.hpp>

#include "base/counters.h"
#include "base/input_error.h"

namespace unibank {
namespace {

#define TEST_BUFFER_COUNTERS(counter) \
  counter(hits, "buffer.hits", "requests", "that the buffer answered") \
  counter(misses, "buffer.misses", "requests", "that it passed on")
UNIBANK_COUNTERS(BufferCounters, "sm.buffer", TEST_BUFFER_COUNTERS);

#define TEST_WAIT_COUNTERS(counter) \
  counter(kShort, "waits.short", "requests", "that waited less than 10 cycles") \
  counter(kLong, "waits.long", "requests", "that waited longer")
UNIBANK_COUNTER_CLASSES(WaitCounters, "sm.buffer", TEST_WAIT_COUNTERS);

}  // namespace

TEST_CASE("a declared counter is listed with its unit and its meaning and its block") {
  const DeclaredCounters& all = DeclaredCounters::instance();
  const unsigned number = all.find("buffer.misses");
  REQUIRE(number != DeclaredCounters::kNone);
  CHECK(all[number].name == "buffer.misses");
  CHECK(all[number].unit == "requests");
  CHECK(all[number].meaning == "that it passed on");
  CHECK(all[number].block == "sm.buffer");
  CHECK(all.find("buffer.miss") == DeclaredCounters::kNone);
}

TEST_CASE("counters of a block begin at 0 and are counted and summed by their members") {
  BufferCounters one, other;
  CHECK((one.hits == 0 && one.misses == 0));
  ++one.hits;
  other.hits += 3;
  other.misses = 7;
  CHECK(one != other);
  one += other;
  CHECK((one.hits == 4 && one.misses == 7));
  CHECK(one == BufferCounters{4, 7});
}

TEST_CASE("counters of several blocks of one kind are summed under their names") {
  CounterValues all;
  all.add(BufferCounters{2, 30});
  all.add(BufferCounters{5, 100});
  CHECK(all["buffer.hits"] == 2 + 5);
  CHECK(all["buffer.misses"] == 30 + 100);
  CounterValues machine;
  machine.add(all);
  machine.add(all);
  CHECK(machine["buffer.misses"] == 2 * 130);
}

TEST_CASE("counters of classes are indexed by the class and are counters like others") {
  WaitCounters waits;
  ++waits.at[WaitCounters::kLong];
  waits.at[WaitCounters::kShort] += 5;
  WaitCounters sum = waits;
  sum += waits;
  CounterValues all;
  all.add(sum);
  CHECK(all["waits.short"] == 2 * 5);
  CHECK(all["waits.long"] == 2);
  CHECK(all.sum("waits.") == 2 * 6);
  CHECK(all.sum("buffer.") == 0);
}

TEST_CASE("a counter that no block counted is 0 and an undeclared one is an error that names it") {
  CounterValues all;
  CHECK(all["buffer.hits"] == 0);
  CHECK_THROWS_AS(all["buffer.hit"], RunError);
  CHECK_THROWS_WITH(all["buffer.hit"], "no block counts 'buffer.hit'");
}

TEST_CASE("a counter of a block that is not linked is declared by its first value") {
  CounterValues all;
  all.at("elsewhere.counted") = 3;
  CHECK(all["elsewhere.counted"] == 3);
  CHECK(DeclaredCounters::instance()[DeclaredCounters::instance().find("elsewhere.counted")].block.empty());
}

}  // namespace unibank
