#include <catch2/catch.hpp>

#include "tlm/notify.h"

using namespace unibank;

namespace {

// Records the times of its events, in tenths of a cycle.
struct Listener : sc_core::sc_module {
  explicit Listener(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(Listener);
    SC_METHOD(came);
    sensitive << whole << half;
    dont_initialize();
  }
  void came() { at.push_back(static_cast<unsigned>(sc_core::sc_time_stamp() / sc_core::sc_time(100, sc_core::SC_PS))); }
  sc_core::sc_event whole, half;
  std::vector<unsigned> at;
};

}  // namespace

TEST_CASE("events come at the whole cycle or at its half") {
  Listener listener("listener");
  notify_at(listener.whole, 3);
  notify_at_half(listener.half, 3);
  sc_core::sc_start();
  CHECK(listener.at == std::vector<unsigned>{30, 35});
}

TEST_CASE("notifications held by a thread do not happen before they are released") {
  Listener listener("listener");
  KeptNotifications kept;
  kept_notifications = &kept;
  notify_at(listener.whole, 3);
  notify_at_half(listener.half, 7);
  kept_notifications = nullptr;
  sc_core::sc_start(cycles(5));
  CHECK(listener.at.empty());
  kept = KeptNotifications();
  kept.keep(listener.whole, 6, false);
  kept.keep(listener.half, 7, true);
  kept.notify();
  kept.notify();  // nothing is left
  sc_core::sc_start();
  CHECK(listener.at == std::vector<unsigned>{60, 75});
}

namespace {

struct Sleeper : sc_core::sc_module {
  Sleeper(const sc_core::sc_module_name& name, Alarm::At when) : sc_module(name), alarm("alarm", this, when) {
    SC_HAS_PROCESS(Sleeper);
    SC_METHOD(wake);
    sensitive << alarm.calls<&Sleeper::wake>();
    dont_initialize();
  }
  void wake() {
    alarm.rang();
    at.push_back(static_cast<unsigned>(sc_core::sc_time_stamp() / sc_core::sc_time(100, sc_core::SC_PS)));
    if (current_cycle() == 3) alarm.set(8);
  }
  Alarm alarm;
  std::vector<unsigned> at;
};

}  // namespace

TEST_CASE("an alarm rings at the earliest cycle that it has been set to and may then be set again") {
  Sleeper whole("whole", Alarm::At::kWhole), half("half", Alarm::At::kHalf);
  for (Sleeper* sleeper : {&whole, &half}) {
    for (const Cycle cycle : {Cycle{5}, Cycle{7}, Cycle{3}, Cycle{3}, kNever}) sleeper->alarm.set(cycle);
  }
  sc_core::sc_start();
  CHECK(whole.at == std::vector<unsigned>{30, 80});
  CHECK(half.at == std::vector<unsigned>{35, 85});
}

TEST_CASE("alarms of a group that is taken over wait for its call") {
  std::vector<Cycle> due;
  AlarmGroup group([&due](Cycle at) { due.push_back(at); });
  Sleeper half("half", Alarm::At::kHalf), whole("whole", Alarm::At::kWhole);
  group.built();
  Sleeper other("other", Alarm::At::kWhole);
  group.take_over(true);
  CHECK(half.alarm.in_group());
  CHECK_FALSE(other.alarm.in_group());
  half.alarm.set(7);
  half.alarm.set(5);
  half.alarm.set(6);  // later than the pending one
  whole.alarm.set(9);
  other.alarm.set(2);
  CHECK(due == std::vector<Cycle>{7, 5, 9});
  sc_core::sc_start(cycles(20));
  CHECK(other.at == std::vector<unsigned>{20});
  CHECK((half.at.empty() && whole.at.empty()));
  CHECK(group.ring(4) == 5);
  CHECK((half.at.empty() && whole.at.empty()));
  CHECK(group.ring(5) == 9);
  CHECK((half.at.size() == 1 && whole.at.empty()));
  CHECK(group.ring(9) == kNever);
  CHECK(whole.at.size() == 1);
}

TEST_CASE("alarms of a group that is not taken over have events of their own") {
  bool told = false;
  AlarmGroup group([&told](Cycle) { told = true; });
  Sleeper half("half", Alarm::At::kHalf);
  group.built();
  half.alarm.set(4);
  sc_core::sc_start();
  CHECK(half.at == std::vector<unsigned>{45});
  CHECK_FALSE(told);
  CHECK_FALSE(half.alarm.in_group());
}
