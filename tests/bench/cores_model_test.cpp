#include "../../testbenches/bench/cores_model.h"

#include <catch2/catch.hpp>

namespace unibank::bench {
namespace {

// Enough instructions on each thread for a period to be shared.
constexpr unsigned kMany = 100;
constexpr double kMeeting = 5;

TickTime tick(unsigned number, double nanoseconds, unsigned issued = kMany) {
  return {number, nanoseconds, 0, false, issued};
}
TickTime turn(unsigned number, double before, double in) { return {number, before, in, true, kMany}; }

// After the first period, whose cycles run one by one, and whose ticks take no time.
CoresModel sharing(unsigned cores, unsigned sms) {
  CoresModel model(cores, sms, kMeeting);
  std::vector<TickTime> busy;
  for (unsigned number = 0; number < sms; ++number) busy.push_back(tick(number, 0));
  for (unsigned cycle = 0; cycle < CoreGain::kFirstCycles; ++cycle) model.cycle(busy);
  REQUIRE(model.nanoseconds() == 0);
  return model;
}

}  // namespace

TEST_CASE("a cycle on several cores takes as long as its busiest thread and the meeting") {
  CoresModel model = sharing(2, 4);
  model.cycle({tick(0, 10), tick(1, 20), tick(2, 30), tick(3, 40)});
  CHECK(model.nanoseconds() == 20 + 40 + kMeeting);
  CHECK(model.meeting() == kMeeting);
  CHECK(model.imbalance() == (20 + 40) - (10 + 20 + 30 + 40) / 2.0);
}

TEST_CASE("a turn begins when the due SMs of lower numbers have ended") {
  CoresModel model = sharing(4, 4);
  // SM 1 waits for SM 0, SM 3 for SM 1; SM 2 waits for none.
  model.cycle({tick(0, 50), turn(1, 10, 20), tick(2, 60), turn(3, 65, 1)});
  CHECK(model.nanoseconds() == 50 + 20 + 1 + kMeeting);
}

TEST_CASE("one core runs all ticks one after the other and never meets") {
  CoresModel model = sharing(1, 3);
  model.cycle({tick(0, 10), turn(1, 20, 5), tick(2, 30)});
  CHECK(model.nanoseconds() == 10 + 20 + 5 + 30);
  CHECK(model.meeting() == 0);
}

TEST_CASE("more cores than SMs are as many as SMs") {
  CoresModel few = sharing(3, 3), many = sharing(16, 3);
  for (CoresModel* model : {&few, &many}) model->cycle({tick(0, 10), tick(1, 20), tick(2, 30)});
  CHECK(many.nanoseconds() == few.nanoseconds());
  CHECK(many.nanoseconds() == 30 + kMeeting);
}

TEST_CASE("a period with too little work for several cores runs on one") {
  CoresModel model = sharing(2, 2);
  for (unsigned cycle = 0; cycle < CoreGain::kCyclesAlike; ++cycle) model.cycle({tick(0, 1, 1), tick(1, 1, 0)});
  const double before = model.nanoseconds();
  CHECK(before == CoreGain::kCyclesAlike * (1 + kMeeting));
  model.cycle({tick(0, 10), tick(1, 20)});
  CHECK(model.nanoseconds() == before + 10 + 20);
}

TEST_CASE("windows take as long as their busiest threads and one meeting each, without turns") {
  WindowsModel model(2, 4, kMeeting, 3);
  model.cycle({tick(0, 10), turn(1, 20, 5)});
  model.cycle({tick(2, 40)});
  CHECK(model.nanoseconds() == 10 + 40);  // so far
  model.cycle({turn(1, 0, 30), tick(3, 1)});
  CHECK(model.nanoseconds() == 20 + 5 + 30 + 1 + kMeeting);
  model.cycle({tick(1, 7)});
  CHECK(model.nanoseconds() == 20 + 5 + 30 + 1 + kMeeting + 7);
}

TEST_CASE("windows on one core have no meetings") {
  WindowsModel model(1, 2, kMeeting, 1);
  model.cycle({tick(0, 10), turn(1, 20, 5)});
  CHECK(model.nanoseconds() == 35);
}

}  // namespace unibank::bench
