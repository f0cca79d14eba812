// nbody: the CPU's step compared with Newton's laws in double precision; the kernel on blocks that are not full.
#include <catch2/catch.hpp>

#include <cmath>

#include "run_workload.h"
#include "workloads/nbody/nbody.h"

using namespace unibank;
using nbody::Bodies;
using nbody::Item;
using nbody::Motion;

namespace {

// With a step of 1 and no damping, a velocity after a step from rest equals the pull.
Motion plain(float softening_squared) { return {softening_squared, 1, 1}; }

Bodies at_rest(std::vector<Item> places) {
  const std::size_t count = places.size();
  return {std::move(places), std::vector<Item>(count)};
}

// The expected velocity along one axis after a step from rest.
double speed(const Bodies& bodies, std::size_t own, float Item::*axis, double softening_squared) {
  double sum = 0;
  for (const Item& other : bodies.places) {
    double squared = softening_squared;
    for (float Item::*a : {&Item::x, &Item::y, &Item::z}) {
      squared += std::pow(double{other.*a} - double{bodies.places[own].*a}, 2);
    }
    sum += double{other.w} * (double{other.*axis} - double{bodies.places[own].*axis}) / std::pow(squared, 1.5);
  }
  return sum;
}

}  // namespace

TEST_CASE("nbody: two bodies fall towards each other by the inverse square of their distance") {
  const Bodies after = nbody::step(at_rest({{0, 0, 0, 3}, {2, 0, 0, 8}}), plain(0));
  // Without softening, a body's pull on itself is 0 times infinity.
  CHECK(std::isnan(after.places[0].x));
  const Bodies softened = nbody::step(at_rest({{0, 0, 0, 3}, {2, 0, 0, 8}}), plain(1e-12f));
  CHECK(softened.velocities[0].x == Approx(8.0 / 4));
  CHECK(softened.velocities[1].x == Approx(-3.0 / 4));
  CHECK(softened.places[0].x == Approx(2));
  CHECK(softened.places[1].x == Approx(2 - 0.75));
  CHECK(softened.places[0].y == 0);
  CHECK(softened.places[1].w == 8);
}

TEST_CASE("nbody: softening weakens the pull of near bodies and removes a body's pull on itself") {
  const Bodies one = nbody::step(at_rest({{0.25f, -1, 4, 1000}}), plain(0.01f));
  CHECK(one.velocities[0].x == 0);
  CHECK(one.places[0].z == 4);
  const Bodies two = nbody::step(at_rest({{0, 0, 0, 1}, {0, 3, 0, 5}}), plain(16));
  CHECK(two.velocities[0].y == Approx(5 * 3 / std::pow(9 + 16, 1.5)));
}

TEST_CASE("nbody: pulls equal the law in double precision") {
  Bodies bodies = nbody::random_bodies(57, 4);
  bodies = at_rest(bodies.places);
  const Bodies after = nbody::step(bodies, plain(0.01f));
  for (std::size_t i = 0; i < 57; ++i) {
    for (float Item::*axis : {&Item::x, &Item::y, &Item::z}) {
      // Pulls from all sides cancel, so the error is relative to the largest summands.
      CHECK(after.velocities[i].*axis == Approx(speed(bodies, i, axis, 0.01)).epsilon(1e-5).margin(1e-3));
    }
  }
}

TEST_CASE("nbody: momentum is conserved except for damping") {
  const Bodies before = nbody::random_bodies(200, 2);
  const Bodies after = nbody::step(before, {0.01f, 0.016f, 0.5f});
  for (float Item::*axis : {&Item::x, &Item::y, &Item::z}) {
    double was = 0, is = 0;
    for (std::size_t i = 0; i < 200; ++i) {
      const double mass = before.places[i].w;
      was += mass * before.velocities[i].*axis;
      is += mass * after.velocities[i].*axis;
      const double moved = double{after.places[i].*axis} - before.places[i].*axis;
      CHECK(moved == Approx(0.016 * after.velocities[i].*axis).margin(1e-6));
    }
    CHECK(is == Approx(0.5 * was).margin(1e-3));
  }
}

TEST_CASE("nbody: bodies lie in their cube and have their masses") {
  const Bodies bodies = nbody::random_bodies(1000, 1);
  for (const Item& place : bodies.places) {
    for (float Item::*axis : {&Item::x, &Item::y, &Item::z}) CHECK(std::abs(place.*axis) <= 1);
    CHECK((place.w >= 0.5f && place.w < 1.5f));
  }
}

TEST_CASE("nbody: the kernel agrees to the last bit where blocks and the unrolled loop are not full") {
  for (const char* bodies : {"1", "3", "31", "255", "256", "257", "301"}) {
    const Outcome outcome = run_functionally("nbody", Size::kTiny, {{"bodies", bodies}});
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.verdict.text.find(" equal") != std::string::npos);
  }
}

TEST_CASE("nbody: every step is a launch and starts from the places of the last") {
  const Outcome outcome = run_functionally("nbody", Size::kTiny, {{"bodies", "40"}, {"steps", "3"}});
  INFO(outcome.verdict.text);
  CHECK(outcome.verdict.right);
  CHECK(outcome.counts.launches == 3);
  CHECK(scratchpad_bytes("nbody", "nbody") == 0);
}
