// The one clock of all SMs: who runs in a cycle, in which order, and when it stops.
#include <catch2/catch.hpp>
#include <functional>
#include <utility>
#include <vector>

#include "sm/sm_clock.h"
#include "tlm/time.h"

using namespace unibank;

namespace {

using Runs = std::vector<std::pair<Cycle, unsigned>>;  // (cycle, number)

// Notes when it runs and then does what it is told.
class Sleeper : public Clocked {
 public:
  Sleeper(SmClock& clock, unsigned number, Runs& runs) : number_(number), runs_(runs) { clock.add(number, *this); }
  void tick() override {
    CHECK(sc_core::sc_time_stamp() == cycles(current_cycle()) + sc_core::sc_time(0.5, sc_core::SC_NS));
    runs_.emplace_back(current_cycle(), number_);
    if (then) then();
  }
  std::function<void()> then;

 private:
  unsigned number_;
  Runs& runs_;
};

}  // namespace

TEST_CASE("SMs that are due in a cycle run in the order of their numbers whoever came first") {
  SmClock clock("clock");
  Runs runs;
  Sleeper third(clock, 2, runs), first(clock, 0, runs), second(clock, 1, runs);
  clock.wake(2, 5);
  clock.wake(1, 7);
  clock.wake(0, 5);
  clock.wake(1, 5);
  sc_core::sc_start();
  CHECK(runs == Runs{{5, 0}, {5, 1}, {5, 2}});
}

TEST_CASE("an SM runs at the earliest cycle it was woken for and then sleeps") {
  SmClock clock("clock");
  Runs runs;
  Sleeper first(clock, 0, runs), second(clock, 1, runs);
  clock.wake(0, 9);
  clock.wake(0, 3);
  clock.wake(0, 6);
  clock.wake(1, 4);
  sc_core::sc_start();
  CHECK(runs == Runs{{3, 0}, {4, 1}});
}

TEST_CASE("an SM may wake itself and others while it runs") {
  SmClock clock("clock");
  Runs runs;
  Sleeper first(clock, 0, runs), second(clock, 1, runs);
  // A later number still runs in this cycle's turn; an earlier one once more in the same cycle.
  first.then = [&] {
    if (current_cycle() == 2) clock.wake(1, 2), clock.wake(0, 4);
  };
  second.then = [&] {
    if (current_cycle() == 4) clock.wake(0, 4), clock.wake(1, 8);
  };
  clock.wake(0, 2);
  clock.wake(1, 4);
  sc_core::sc_start();
  CHECK(runs == Runs{{2, 0}, {2, 1}, {4, 0}});
  runs.clear();
  clock.wake(1, 4);  // has passed: once more in this cycle
  sc_core::sc_start();
  CHECK(runs == Runs{{4, 1}, {4, 0}, {8, 1}});
}

TEST_CASE("after a stop nobody runs until the clock is started again") {
  SmClock clock("clock");
  Runs runs;
  Sleeper first(clock, 0, runs), second(clock, 1, runs), third(clock, 2, runs);
  second.then = [&] { clock.stop(); };
  for (unsigned number : {0, 1, 2}) clock.wake(number, 3);
  clock.wake(0, 3);
  sc_core::sc_start();
  CHECK(runs == Runs{{3, 0}, {3, 1}});  // not even the third
  clock.wake(0, 6);
  sc_core::sc_start(cycles(10));
  CHECK(runs.size() == 2);
  clock.start();
  second.then = {};
  clock.wake(2, 20);
  sc_core::sc_start();
  CHECK(runs == Runs{{3, 0}, {3, 1}, {20, 2}});
}
