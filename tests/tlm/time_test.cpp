#include <catch2/catch.hpp>

#include "tlm/time.h"

using namespace unibank;

TEST_CASE("a cycle is a nanosecond, and a moment lies in the cycle that has begun") {
  CHECK(cycles(7) == sc_core::sc_time(7, sc_core::SC_NS));
  CHECK(cycle_of(sc_core::sc_time(7, sc_core::SC_NS)) == 7);
  CHECK(cycle_of(sc_core::sc_time(7.5, sc_core::SC_NS)) == 7);
  CHECK(cycle_of(sc_core::sc_time(7.999, sc_core::SC_NS)) == 7);
}

TEST_CASE("answers are due at whole cycles after a caller at its half cycle") {
  CHECK(answer_delay(1) == sc_core::sc_time(0.5, sc_core::SC_NS));
  CHECK(answer_delay(20) == sc_core::sc_time(19.5, sc_core::SC_NS));
  CHECK(next_cycle_delay() == answer_delay(1));
  sc_core::sc_start(sc_core::sc_time(10.5, sc_core::SC_NS));
  CHECK(current_cycle() == 10);
  CHECK(due_cycle(sc_core::SC_ZERO_TIME) == 10);
  CHECK(due_cycle(next_cycle_delay()) == 11);
  CHECK(until(12) == sc_core::sc_time(1.5, sc_core::SC_NS));
  CHECK(until_half(12) == sc_core::sc_time(2, sc_core::SC_NS));
}
