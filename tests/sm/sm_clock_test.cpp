// The single clock of all SMs: which SMs run in a cycle, in which order, and when the clock stops.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "sm/sm_clock.h"
#include "tlm/time.h"

using namespace unibank;

namespace {

using Runs = std::vector<std::pair<Cycle, unsigned>>;  // (cycle, number)

// Records when it runs and then calls `then`.
class Sleeper : public Clocked {
 public:
  // Without `runs` it records nothing and may run in parallel with others.
  Sleeper(SmClock& clock, unsigned number, Runs* runs = nullptr) : number_(number), runs_(runs) {
    clock.add(number, *this);
  }
  Sleeper(SmClock& clock, unsigned number, Runs& runs) : Sleeper(clock, number, &runs) {}
  Ticked tick() override {
    if (runs_) {
      CHECK(sc_core::sc_time_stamp() == cycles(current_cycle()) + sc_core::sc_time(0.5, sc_core::SC_NS));
      runs_->emplace_back(current_cycle(), number_);
    }
    if (then) then();
    return {settles, issued};
  }
  Rang ring() override {
    rang.push_back(current_cycle());
    if (on_ring) on_ring();
    return {next_ring, ring_fails};
  }
  void settle() override {
    if (settled) settled();
  }
  std::function<void()> then, settled, on_ring;
  std::vector<Cycle> rang;
  Cycle next_ring = kNever;
  bool ring_fails = false;
  bool settles = true;
  unsigned issued = 0;

 private:
  unsigned number_;
  Runs* runs_;
};

// A line for each call.
class NotedTicks : public TickWatch {
 public:
  void cycle_begins() override { lines.push_back("cycle"); }
  void cycle_ends() override { lines.push_back("end"); }
  void tick_begins(unsigned number) override { lines.push_back("tick " + std::to_string(number)); }
  void turn_begins(unsigned number) override { lines.push_back("turn " + std::to_string(number)); }
  void tick_ends(unsigned number, unsigned issued) override {
    lines.push_back("done " + std::to_string(number) + ", issued " + std::to_string(issued));
  }
  std::vector<std::string> lines;
};

// How three SMs run after these calls of wake().
Runs runs_after(const Runs& wakes) {
  SmClock clock("clock");
  Runs runs;
  Sleeper third(clock, 2, runs), first(clock, 0, runs), second(clock, 1, runs);
  for (const auto& [cycle, number] : wakes) clock.wake(number, cycle);
  sc_core::sc_start();
  return runs;
}

}  // namespace

TEST_CASE("a watch sees the due SMs of each cycle and their turns on one core") {
  SmClock clock("clock");
  NotedTicks noted;
  clock.watch_ticks(&noted);
  Sleeper first(clock, 0), second(clock, 1);
  first.issued = 2;
  second.then = [&] { clock.take_turn(1); };
  clock.wake(0, 3);
  clock.wake(1, 3);
  sc_core::sc_start();
  clock.wake(1, 9);
  sc_core::sc_start();
  CHECK(noted.lines == std::vector<std::string>{"cycle", "tick 0", "done 0, issued 2", "tick 1", "turn 1",
                                                "done 1, issued 0", "end", "cycle", "tick 1", "turn 1",
                                                "done 1, issued 0", "end"});
}

TEST_CASE("SMs that are due in a cycle run in the order of their numbers and not of their arrival") {
  CHECK(runs_after({{5, 2}, {7, 1}, {5, 0}, {5, 1}}) == Runs{{5, 0}, {5, 1}, {5, 2}});
}

TEST_CASE("an SM runs at the earliest cycle it was woken for and then sleeps") {
  CHECK(runs_after({{9, 0}, {3, 0}, {6, 0}, {4, 1}}) == Runs{{3, 0}, {4, 1}});
}

TEST_CASE("an SM rings in the cycles of its alarms and keeps the cycle of its next tick") {
  SmClock clock("clock");
  Runs runs;
  Sleeper sm(clock, 0, runs), other(clock, 1, runs);
  clock.wake(0, 7);
  clock.ring_at(0, 9);
  clock.ring_at(0, 3);
  clock.ring_at(0, 5);  // later than the pending one
  sm.on_ring = [&] {
    if (sm.rang.size() == 1) sm.next_ring = 4;
    if (sm.rang.size() == 2) sm.next_ring = kNever;
  };
  sc_core::sc_start();
  CHECK(sm.rang == std::vector<Cycle>{3, 4});
  CHECK(other.rang.empty());
  CHECK(runs == Runs{{7, 0}});
}

TEST_CASE("alarms of a cycle are rung before its tick, which they may request") {
  SmClock clock("clock");
  Runs runs;
  Sleeper sm(clock, 0, runs);
  std::size_t ticks_before = 9;
  sm.on_ring = [&] {
    ticks_before = runs.size();
    clock.wake(0, 3);
  };
  clock.ring_at(0, 3);
  sc_core::sc_start();
  CHECK(ticks_before == 0);
  CHECK(runs == Runs{{3, 0}});
}

TEST_CASE("an SM whose alarms fail does not run and settles") {
  SmClock clock("clock");
  Runs runs;
  Sleeper sm(clock, 0, runs);
  unsigned settled = 0;
  sm.ring_fails = true;
  sm.settled = [&] { ++settled; clock.stop(); };
  clock.wake(0, 3);
  clock.ring_at(0, 3);
  sc_core::sc_start();
  CHECK(settled == 1);
  CHECK(runs.empty());
}

TEST_CASE("on several cores an SM rings on the thread of its ticks") {
  constexpr unsigned kSms = 4;
  SmClock clock("clock");
  std::vector<std::unique_ptr<Sleeper>> sms;
  std::vector<std::set<std::thread::id>> threads(kSms);
  for (unsigned number = 0; number < kSms; ++number) {
    sms.push_back(std::make_unique<Sleeper>(clock, number));
    Sleeper& sm = *sms[number];
    const auto note = [&threads, number] { threads[number].insert(std::this_thread::get_id()); };
    sm.then = note;
    sm.on_ring = [&clock, &sm, note, number] {
      note();
      sm.next_ring = current_cycle() < 50 ? current_cycle() + 1 : kNever;
      clock.wake(number, current_cycle() + 1);
    };
    clock.ring_at(number, 1);
  }
  clock.use_cores(2, 0);
  CHECK(clock.sms_ring());
  sc_core::sc_start();
  for (unsigned number = 0; number < kSms; ++number) {
    CHECK(sms[number]->rang.size() == 50);
    CHECK(threads[number].size() == 1);
    CHECK(threads[number] == threads[number % 2]);
  }
}

TEST_CASE("an SM may wake itself and others while it runs") {
  SmClock clock("clock");
  Runs runs;
  Sleeper first(clock, 0, runs), second(clock, 1, runs);
  // An SM with a higher number that is woken still runs in this cycle's turn; one with a lower number runs again in the
  // same cycle.
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
  clock.wake(1, 4);  // that cycle has begun: it runs again in it
  sc_core::sc_start();
  CHECK(runs == Runs{{4, 1}, {4, 0}, {8, 1}});
}

TEST_CASE("after a stop no SM runs until the clock is started again") {
  SmClock clock("clock");
  Runs runs;
  Sleeper first(clock, 0, runs), second(clock, 1, runs), third(clock, 2, runs);
  bool third_settled = false;
  second.settled = [&] { clock.stop(); };
  third.settled = [&] { third_settled = true; };
  for (unsigned number : {0, 1, 2}) clock.wake(number, 3);
  clock.wake(0, 3);
  sc_core::sc_start();
  CHECK(runs == Runs{{3, 0}, {3, 1}, {3, 2}});
  CHECK(!third_settled);
  clock.wake(0, 6);
  sc_core::sc_start(cycles(10));
  CHECK(runs.size() == 3);
  clock.start();
  second.settled = {};
  clock.wake(2, 20);
  sc_core::sc_start();
  CHECK(runs == Runs{{3, 0}, {3, 1}, {3, 2}, {20, 2}});
  CHECK(third_settled);
}

TEST_CASE("SMs settle when all have done the cycle") {
  SmClock clock("clock");
  Runs runs;
  std::vector<std::size_t> runs_before;
  Sleeper first(clock, 0, runs), second(clock, 1, runs);
  first.settled = second.settled = [&] { runs_before.push_back(runs.size()); };
  clock.wake(1, 3);
  clock.wake(0, 3);
  sc_core::sc_start();
  CHECK(runs_before == std::vector<std::size_t>{2, 2});
}

TEST_CASE("an SM without events for others does not settle") {
  SmClock clock("clock");
  Sleeper first(clock, 0), second(clock, 1);
  std::vector<unsigned> settled;
  first.settled = [&] { settled.push_back(0); };
  second.settled = [&] { settled.push_back(1); };
  first.settles = false;
  clock.wake(0, 3);
  clock.wake(1, 3);
  sc_core::sc_start();
  CHECK(settled == std::vector<unsigned>{1});
}

TEST_CASE("on several cores an SM stays on one of them") {
  constexpr unsigned kSms = 5;
  constexpr Cycle kLast = 200;
  SmClock clock("clock");
  std::vector<std::unique_ptr<Sleeper>> sms;
  std::vector<std::set<std::thread::id>> threads(kSms);
  for (unsigned number = 0; number < kSms; ++number) {
    sms.push_back(std::make_unique<Sleeper>(clock, number));
    sms[number]->then = [&clock, &threads, number] {
      threads[number].insert(std::this_thread::get_id());
      if (current_cycle() < kLast) clock.wake(number, current_cycle() + 1);
    };
    clock.wake(number, 1);
  }
  clock.use_cores(2, 0);
  sc_core::sc_start();
  for (unsigned number = 0; number < kSms; ++number) {
    CHECK(threads[number].size() == 1);
    CHECK(threads[number] == threads[number % 2]);
  }
  CHECK(threads[0] != threads[1]);
}

TEST_CASE("SMs run in parallel while the threads share enough instructions") {
  constexpr unsigned kSms = 4;
  constexpr Cycle kFirst = CoreGain::kFirstCycles, kAlike = CoreGain::kCyclesAlike;
  // All four issue one instruction per cycle during the first cycles and for kAlike more; then one SM issues all four.
  constexpr Cycle kBusy = kFirst + kAlike, kLast = kBusy + 3 * kAlike;
  SmClock clock("clock");
  std::vector<std::unique_ptr<Sleeper>> sms;
  std::vector<std::vector<bool>> by_kernel(kSms);  // [number][cycle - 1]: on the kernel's thread
  const std::thread::id kernel = std::this_thread::get_id();
  for (unsigned number = 0; number < kSms; ++number) {
    sms.push_back(std::make_unique<Sleeper>(clock, number));
    Sleeper& sm = *sms[number];
    sm.then = [&clock, &sm, &by_kernel, kernel, number] {
      by_kernel[number].push_back(std::this_thread::get_id() == kernel);
      sm.issued = current_cycle() <= kBusy ? 1 : number == 1 ? 4 : 0;
      if (current_cycle() < kLast) clock.wake(number, current_cycle() + 1);
    };
    clock.wake(number, 1);
  }
  clock.use_cores(2, 2 * kAlike);  // of four instructions two: just enough
  sc_core::sc_start();
  for (Cycle cycle = 1; cycle <= kLast; ++cycle) {
    const bool side_by_side = cycle > kFirst && cycle <= kBusy + kAlike;
    for (unsigned number = 0; number < kSms; ++number) {
      CHECK(by_kernel[number][cycle - 1] == (!side_by_side || number % 2 == 0));
    }
  }
}

TEST_CASE("SMs that take turns on several cores do so in the order of their numbers in every cycle") {
  constexpr unsigned kSms = 9;
  constexpr Cycle kLast = 500;
  SmClock clock("clock");
  Runs turns;
  std::vector<std::unique_ptr<Sleeper>> sms;
  for (unsigned number = 0; number < kSms; ++number) {
    sms.push_back(std::make_unique<Sleeper>(clock, number));
    sms[number]->then = [&clock, &turns, number] {
      const Cycle now = current_cycle();
      // An SM without a turn in this cycle may run at any time in it.
      if ((now + number) % 3 != 0) {
        clock.take_turn(number);
        turns.emplace_back(now, number);
      }
      if (now < kLast) clock.wake(number, now + 1 + (now + number) % 2);
    };
    clock.wake(number, 1);
  }
  clock.use_cores(3, 0);
  CHECK(clock.several_cores());
  sc_core::sc_start();
  CHECK(turns.size() > kLast * kSms / 3);
  CHECK(std::is_sorted(turns.begin(), turns.end()));
}
