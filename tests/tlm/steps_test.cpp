#include "tlm/steps.h"

#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <string>

#include "support/random.h"
#include "tlm/notify.h"

using namespace unibank;

namespace {

// The calls made and their times: the machine's tenths of a cycle, and the simulation kernel's time.
struct Call {
  std::string name;
  unsigned at, kernel;
  bool operator==(const Call& other) const { return name == other.name && at == other.at && kernel == other.kernel; }
};
std::ostream& operator<<(std::ostream& out, const Call& call) {
  return out << call.name << " at " << call.at << " (" << call.kernel << ")";
}
std::vector<Call> calls;

unsigned tenths(const sc_core::sc_time& time) { return static_cast<unsigned>(time.value() * 10 / units_per_cycle()); }
void note(const std::string& name) { calls.push_back({name, tenths(present()), tenths(sc_core::sc_time_stamp())}); }

// Two alarms that are set again a given number of times.
struct Block : sc_core::sc_module {
  explicit Block(const sc_core::sc_module_name& name)
      : sc_module(name), whole("whole", this), half("half", this, Alarm::At::kHalf) {
    SC_HAS_PROCESS(Block);
    SC_METHOD(at_whole);
    sensitive << whole.calls<&Block::at_whole>();
    dont_initialize();
    SC_METHOD(at_half);
    sensitive << half.calls<&Block::at_half>();
    dont_initialize();
  }
  void at_whole() {
    whole.rang();
    note(basename());
    if (then) then();
  }
  void at_half() {
    half.rang();
    note(basename() + std::string(".half"));
    if (again-- > 0) half.set(current_cycle() + step);
  }
  Alarm whole, half;
  int again = 0;
  Cycle step = 1;
  std::function<void()> then;
};

// A module that is not a block of a machine.
struct Foreign : sc_core::sc_module {
  explicit Foreign(const sc_core::sc_module_name& name) : sc_module(name), event("event") {
    SC_HAS_PROCESS(Foreign);
    SC_METHOD(called);
    sensitive << event;
    dont_initialize();
  }
  void called() {
    note(basename());
    if (then) then();
  }
  sc_core::sc_event event;
  std::function<void()> then;
};

struct Machine {
  Steps steps{"steps"};
  Block a{"a"}, b{"b"};
  Machine() {
    steps.built();
    calls.clear();
  }
};

}  // namespace

TEST_CASE("blocks of a machine are called in the order of their moments") {
  Machine machine;
  machine.b.whole.set(2);
  machine.a.whole.set(2);
  machine.b.half.set(1);
  machine.a.half.set(2);
  sc_core::sc_start();
  REQUIRE(calls.size() == 4);
  CHECK(calls[0] == Call{"b.half", 15, 15});
  CHECK(calls[1].at == 20);
  CHECK(calls[2].at == 20);
  CHECK(calls[3] == Call{"a.half", 25, 25});
}

TEST_CASE("an alarm of a machine that is set earlier rings once and one for the present rings in it") {
  Machine machine;
  machine.a.whole.set(7);
  machine.a.whole.set(3);
  machine.a.whole.set(5);
  machine.a.then = [&] {
    if (calls.size() == 1) machine.b.whole.set(3);
    if (calls.size() == 2) machine.a.whole.set(7);
  };
  machine.b.then = [&] { machine.a.whole.set(3); };
  sc_core::sc_start();
  CHECK(calls == std::vector<Call>{{"a", 30, 30}, {"b", 30, 30}, {"a", 30, 30}});
}

TEST_CASE("blocks that are made when a machine is built have events of their own") {
  Machine machine;
  Block alone("alone");
  alone.whole.set(4);
  machine.a.whole.set(4);
  machine.steps.run_ahead(cycles(100).value());
  sc_core::sc_start();
  CHECK(calls.size() == 2);
  CHECK(sc_core::sc_time_stamp() == cycles(4));
}

TEST_CASE("a machine runs ahead of the kernel whose time then follows") {
  Machine machine;
  machine.a.half.set(1);
  machine.a.again = 2;
  machine.b.whole.set(3);
  machine.steps.run_ahead(cycles(100).value());
  const std::uint64_t deltas = sc_core::sc_delta_count();
  sc_core::sc_start();
  CHECK(calls == std::vector<Call>{{"a.half", 15, 15}, {"a.half", 25, 15}, {"b", 30, 15}, {"a.half", 35, 15}});
  CHECK(tenths(sc_core::sc_time_stamp()) == 35);
  CHECK(tenths(present()) == 35);
  CHECK_FALSE(machine.steps.is_ahead());
  CHECK(sc_core::sc_delta_count() - deltas <= 3);
}

TEST_CASE("a machine stops at the moment that it was given") {
  Machine machine;
  machine.a.half.set(1);
  machine.a.again = 3;
  machine.steps.run_ahead(cycles(3).value());
  sc_core::sc_start();
  CHECK(calls ==
        std::vector<Call>{{"a.half", 15, 15}, {"a.half", 25, 15}, {"a.half", 35, 35}, {"a.half", 45, 45}});
}

TEST_CASE("other pending events come before a machine's later ones and may add events themselves") {
  Machine machine;
  Foreign foreign("foreign");
  machine.a.half.set(1);
  machine.a.again = 3;
  foreign.event.notify(cycles(3) + cycles(1) / 4);
  foreign.then = [&] { machine.b.half.set(3); };
  machine.steps.run_ahead(cycles(100).value());
  sc_core::sc_start();
  CHECK(calls == std::vector<Call>{{"a.half", 15, 15}, {"a.half", 25, 15}, {"foreign", 32, 32}, {"a.half", 35, 35},
                                   {"b.half", 35, 35}, {"a.half", 45, 35}});
}

TEST_CASE("other events of the same moment run when the kernel has reached it") {
  Machine machine;
  Foreign foreign("foreign");
  machine.a.half.set(1);
  machine.a.again = 2;
  foreign.event.notify(cycles(2) + cycles(1) / 2);
  machine.steps.run_ahead(cycles(100).value());
  sc_core::sc_start();
  REQUIRE(calls.size() == 4);
  for (const Call& call : calls) {
    if (call.name == "foreign") CHECK(call.kernel == 25);
    if (call.at == 25) CHECK(call.kernel == 25);
  }
}

namespace {

// Notifies itself and others of its kind at random; both kinds use the same random numbers.
struct Crowd {
  static constexpr unsigned kMembers = 12, kCalls = 3000;
  explicit Crowd(Cycle begin) : begin(begin) {}
  Cycle begin;
  test::Random random{7};
  std::vector<unsigned> called;
  std::function<void(unsigned member, Cycle at)> notify;
  void start() {
    for (unsigned i = 0; i < kMembers; ++i) notify(i, begin + 1 + random.below(3));
  }
  void call(unsigned member) {
    called.push_back(member);
    if (called.size() > kCalls) return;
    for (std::uint64_t more = random.below(4); more != 0; --more) {
      const std::uint64_t ahead = random.below(4);
      notify(static_cast<unsigned>(random.below(kMembers)), current_cycle() + ahead);
    }
    if (called.size() % 3 == 0) notify(member, current_cycle() + 1);
  }
};

struct ByEvent : sc_core::sc_module {
  ByEvent(const sc_core::sc_module_name& name, Crowd& crowd, unsigned number)
      : sc_module(name), crowd(crowd), number(number), event("event") {
    SC_HAS_PROCESS(ByEvent);
    SC_METHOD(called);
    sensitive << event;
    dont_initialize();
  }
  void called() { crowd.call(number); }
  Crowd& crowd;
  unsigned number;
  sc_core::sc_event event;
};

struct ByStep : sc_core::sc_module {
  ByStep(const sc_core::sc_module_name& name, Crowd& crowd, unsigned number)
      : sc_module(name), crowd(crowd), number(number), event("event", this, StepEvent::At::kWhole) {
    SC_HAS_PROCESS(ByStep);
    SC_METHOD(called);
    sensitive << event.calls<&ByStep::called>();
    dont_initialize();
  }
  void called() { crowd.call(number); }
  Crowd& crowd;
  unsigned number;
  StepEvent event;
};

}  // namespace

TEST_CASE("calls at one moment are in the order of the kernel's events") {
  Crowd events(0), steps(100000);
  std::vector<std::unique_ptr<ByEvent>> by_event;
  std::vector<std::unique_ptr<ByStep>> by_step;
  Steps machine("steps");
  for (unsigned i = 0; i < Crowd::kMembers; ++i) {
    by_event.push_back(std::make_unique<ByEvent>(("event" + std::to_string(i)).c_str(), events, i));
    by_step.push_back(std::make_unique<ByStep>(("step" + std::to_string(i)).c_str(), steps, i));
  }
  machine.built();
  machine.run_ahead(cycles(1000000).value());
  events.notify = [&](unsigned i, Cycle at) { by_event[i]->event.notify(until(at)); };
  steps.notify = [&](unsigned i, Cycle at) { by_step[i]->event.notify(at); };
  events.start();
  sc_core::sc_start(cycles(100000));
  steps.start();
  sc_core::sc_start();
  CHECK(events.called.size() > Crowd::kCalls);
  CHECK(steps.called == events.called);
}
