#include "tlm/steps.h"

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/forked.h"
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

TEST_CASE("blocks that are made after a machine has been built have events of their own") {
  Machine machine;
  Block alone("alone");
  alone.whole.set(4);
  machine.a.whole.set(4);
  machine.steps.run_ahead(100 * Steps::kPerCycle);
  sc_core::sc_start();
  CHECK(calls.size() == 2);
  CHECK(sc_core::sc_time_stamp() == cycles(4));
}

TEST_CASE("a machine runs ahead of the kernel whose time then follows") {
  Machine machine;
  machine.a.half.set(1);
  machine.a.again = 2;
  machine.b.whole.set(3);
  machine.steps.run_ahead(100 * Steps::kPerCycle);
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
  machine.steps.run_ahead(3 * Steps::kPerCycle);
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
  machine.steps.run_ahead(100 * Steps::kPerCycle);
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
  machine.steps.run_ahead(100 * Steps::kPerCycle);
  sc_core::sc_start();
  REQUIRE(calls.size() == 4);
  for (const Call& call : calls) {
    if (call.name == "foreign") CHECK(call.kernel == 25);
    if (call.at == 25) CHECK(call.kernel == 25);
  }
}

namespace {

// Blocks that notify themselves and others at random, up to `kFarthest` cycles ahead; some notifications come before
// the one that is pending. More blocks than a word of the calendar has bits, and times beyond its end.
struct Crowd {
  static constexpr unsigned kMembers = 100, kCalls = 30000, kFarthest = 700;
  using Notify = std::function<void(unsigned member, Cycle at)>;
  test::Random random{7};
  std::vector<std::pair<unsigned, Cycle>> called;
  Notify notify;
  void start(Cycle begin) {
    for (unsigned i = 0; i < kMembers; ++i) notify(i, begin + 1 + random.below(3));
  }
  void call(unsigned member, Cycle now) {
    called.emplace_back(member, now);
    if (called.size() > kCalls) return;
    for (std::uint64_t more = random.below(4); more != 0; --more) {
      const std::uint64_t ahead = random.below(random.below(8) == 0 ? kFarthest : 4);
      notify(static_cast<unsigned>(random.below(kMembers)), now + ahead);
    }
    if (called.size() % 3 == 0) notify(member, now + 1);
  }
};

// The order that Steps promises, from a sorted set of times and numbers.
struct Promised {
  Crowd crowd;
  std::set<std::pair<Cycle, unsigned>> due;
  std::set<unsigned> again;  // for the present moment
  std::map<unsigned, Cycle> at;
  Cycle now = 0;
  void enter(unsigned member, Cycle cycle) {
    const auto pending = at.find(member);
    if (pending != at.end() && pending->second <= cycle) return;
    if (pending != at.end()) due.erase({pending->second, member});
    at[member] = cycle;
    if (cycle <= now) {
      again.insert(member);
    } else {
      due.insert({cycle, member});
    }
  }
  void call_all(const std::set<unsigned>& members) {
    for (const unsigned member : members) at.erase(member);
    for (const unsigned member : members) crowd.call(member, now);
  }
  void run() {
    crowd.notify = [this](unsigned member, Cycle cycle) { enter(member, cycle); };
    crowd.start(now);
    while (!due.empty()) {
      now = due.begin()->first;
      std::set<unsigned> members;
      for (; !due.empty() && due.begin()->first == now; due.erase(due.begin())) members.insert(due.begin()->second);
      call_all(members);
      while (!again.empty()) {
        members.clear();
        members.swap(again);
        call_all(members);
      }
    }
  }
};

struct ByStep : sc_core::sc_module {
  ByStep(const sc_core::sc_module_name& name, Crowd& crowd, unsigned number)
      : sc_module(name), crowd(crowd), number(number), event("event", this, StepEvent::At::kWhole) {
    SC_HAS_PROCESS(ByStep);
    SC_METHOD(called);
    sensitive << event.calls<&ByStep::called>();
    dont_initialize();
  }
  void called() { crowd.call(number, current_cycle()); }
  Crowd& crowd;
  unsigned number;
  StepEvent event;
};

}  // namespace

TEST_CASE("calls of one moment are in the order in which the blocks were built") {
  Promised promised;
  promised.run();
  for (const bool ahead : {false, true}) {
    const auto calls_made = [&]() -> std::string {
      Crowd crowd;
      std::vector<std::unique_ptr<ByStep>> blocks;
      Steps machine("steps");
      for (unsigned i = 0; i < Crowd::kMembers; ++i)
        blocks.push_back(std::make_unique<ByStep>(("block" + std::to_string(i)).c_str(), crowd, i));
      machine.built();
      if (ahead) machine.run_ahead(Steps::kNone);
      crowd.notify = [&](unsigned i, Cycle at) { blocks[i]->event.notify(at); };
      crowd.start(0);
      sc_core::sc_start();
      const bool same = crowd.called == promised.crowd.called;
      return std::to_string(crowd.called.size()) + (same ? " as promised" : " in another order");
    };
    CHECK(test::forked(calls_made) == std::to_string(promised.crowd.called.size()) + " as promised");
  }
  CHECK(promised.crowd.called.size() > Crowd::kCalls);
}

TEST_CASE("a client that is cancelled is not called and one far ahead may be entered earlier") {
  Machine machine;
  const auto client = [&](const char* name) {
    Steps::Client made;
    made.owner = const_cast<char*>(name);
    made.call = [](void* own) { note(static_cast<const char*>(own)); };
    return made;
  };
  Steps::Client near = client("near"), far = client("far"), gone = client("gone"), far_gone = client("far gone");
  for (Steps::Client* one : {&near, &far, &gone, &far_gone}) machine.steps.add(*one);
  machine.steps.enter(far, 4000);
  machine.steps.enter(far_gone, 3000);
  machine.steps.enter(near, 9);
  machine.steps.enter(gone, 8);
  machine.steps.enter(far, 3600);
  machine.steps.cancel(gone);
  machine.steps.cancel(far_gone);
  machine.steps.run_ahead(Steps::kNone);
  sc_core::sc_start();
  CHECK(calls == std::vector<Call>{{"near", 22, 20}, {"far", 9000, 20}});
  CHECK(sc_core::sc_time_stamp() == cycles(900));
}
