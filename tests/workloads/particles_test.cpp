// particles: the CPU's step checked by conservation laws; the kernels with their kinds of calls, and the resources that
// their threads need.
#include "workloads/particles/particles.h"

#include <catch2/catch.hpp>

#include <cmath>

#include "run_without.h"
#include "scratchpad_shape.h"
#include "thread_needs.h"

using namespace unibank;
using particles::Balls;
using particles::World;

namespace {

// No force except between balls.
World calm_world() {
  World world = particles::world_of(8);
  world.gravity = 0;
  world.time = 0;
  return world;
}

Balls one_ball(const particles::Vector& place, const particles::Vector& speed) {
  Balls ball;
  ball.places.push_back(place);
  ball.speeds.push_back(speed);
  return ball;
}

}  // namespace

TEST_CASE("particles: a cell is as wide as a ball and the grid fills the box") {
  const World world = particles::world_of(64);
  CHECK(world.cells_per_unit * 2 * world.radius == 1);
  CHECK(world.side == 64);
  CHECK(particles::cell_of(world, {-1, -1, -1, 0}) == 0);
  CHECK(particles::cell_of(world, {-1 + 2.5f / 32, -1, -1, 0}) == 2);
  CHECK(particles::cell_of(world, {-1, -1 + 1.5f / 32, -1, 0}) == 64);
  CHECK(particles::cell_of(world, {-1, -1, 1 - 0.5f / 32, 0}) == 63 * 64 * 64);
  CHECK(particles::cell_of(world, {-1 - 0.5f / 32, -1, -1, 0}) == 63);  // at the other side
}

TEST_CASE("particles: balls that touch are pushed apart and those that do not are left alone") {
  World world = calm_world();
  const float reach = 2 * world.radius, near = 0.75f * reach;
  const auto force = particles::collision(world, {0, 0, 0, 0}, {}, {near, 0, 0, 0}, {}, reach);
  CHECK(force[0] == Approx(-0.5 * 0.25 * reach));  // the spring times the overlap
  CHECK(force[1] == 0);
  const auto none = particles::collision(world, {0, 0, 0, 0}, {1, 1, 1, 0}, {reach, 0, 0, 0}, {}, reach);
  CHECK((none[0] == 0 && none[1] == 0 && none[2] == 0));
}

TEST_CASE("particles: shear acts across the line between two balls and damping along it too") {
  World world = calm_world();
  world.spring = 0;
  const float reach = 2 * world.radius, near = 0.5f * reach;
  const auto along = particles::collision(world, {}, {}, {near, 0, 0, 0}, {0.5f, 0, 0, 0}, reach);
  CHECK(along[0] == Approx(0.02 * 0.5));
  const auto across = particles::collision(world, {}, {}, {near, 0, 0, 0}, {0, 0.5f, 0, 0}, reach);
  CHECK(across[0] == Approx(0).margin(1e-9));
  CHECK(across[1] == Approx((0.02 + 0.1) * 0.5));
}

TEST_CASE("particles: the momentum that one ball gains another loses") {
  World world = calm_world();
  world.obstacle = {9, 9, 9};
  const Balls before = particles::random_balls(200, world, 5), after = particles::stepped(before, world);
  CHECK(after.places == before.places);
  bool changed = false;
  for (std::size_t d = 0; d < 3; ++d) {
    double was = 0, is = 0;
    for (std::size_t i = 0; i < 200; ++i) {
      was += static_cast<double>(before.speeds[i][d]);
      is += static_cast<double>(after.speeds[i][d]);
      changed |= std::abs(after.speeds[i][d] - before.speeds[i][d]) > 1e-3f;
    }
    CHECK(is == Approx(was).margin(1e-5));
  }
  CHECK(changed);
}

TEST_CASE("particles: a step finds the same pairs as a search of all pairs") {
  const World world = calm_world();
  const Balls before = particles::random_balls(150, world, 7), after = particles::stepped(before, world);
  for (std::size_t i = 0; i < 150; ++i) {
    std::array<double, 3> force{};
    const auto add = [&](const std::array<float, 3>& more) {
      for (std::size_t d = 0; d < 3; ++d) force[d] += static_cast<double>(more[d]);
    };
    for (std::size_t other = 0; other < 150; ++other) {
      if (other == i) continue;
      add(particles::collision(world, before.places[i], before.speeds[i], before.places[other], before.speeds[other],
                               2 * world.radius));
    }
    const particles::Vector obstacle{world.obstacle[0], world.obstacle[1], world.obstacle[2], 0};
    add(particles::collision(world, before.places[i], before.speeds[i], obstacle, {},
                             world.radius + world.obstacle_radius));
    for (std::size_t d = 0; d < 3; ++d) {
      CHECK(after.speeds[i][d] == Approx(static_cast<double>(before.speeds[i][d]) + force[d]).margin(1e-6));
    }
  }
}

TEST_CASE("particles: a ball falls and bounces off the floor at half of its speed") {
  World world = particles::world_of(8);
  Balls ball = particles::stepped(one_ball({}, {0.1f, 0, 0, 0}), world);
  CHECK(ball.places[0][0] == 0.5f * 0.1f);
  CHECK(ball.speeds[0][1] == -0.0003f * 0.5f);
  world.gravity = 0;
  ball = particles::stepped(one_ball({0, -0.87f, 0, 0}, {0, -0.2f, 0, 0}), world);
  CHECK(ball.places[0][1] == -0.875f);  // 1 less a radius of an eighth
  CHECK(ball.speeds[0][1] == 0.1f);
}

TEST_CASE("particles: the kernels agree to the last bit with every kind of calls and several steps") {
  for (const char* calls : {"0", "1", "2"}) {
    for (const char* balls : {"64", "512", "1024"}) {
      const Outcome outcome = run_functionally(
          "particles", Size::kTiny, {{"balls", balls}, {"side", "16"}, {"steps", "3"}, {"calls", calls}});
      INFO(calls << ", " << balls << ": " << outcome.verdict.text);
      CHECK(outcome.verdict.right);
      CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
    }
  }
}

TEST_CASE("particles: larger blocks collide alike") {
  for (const char* threads : {"128", "192", "256"}) {
    const Given given{{"balls", "512"}, {"threads", threads}};
    CHECK(run_functionally("particles", Size::kTiny, given).verdict.right);
    CHECK(std::to_string(scratchpad_shapes("particles", given).at("particles_collide_spheres").threads) == threads);
  }
}

TEST_CASE("particles: a sort of eight tiles takes six long steps and three final ones in the scratchpad") {
  const auto counts = run_functionally("particles", Size::kTiny, {{"balls", "4096"}, {"side", "16"}}).counts;
  CHECK(counts.launches == 2 + (1 + 1 + 2 + 3 + 3) + 2);
}

TEST_CASE("particles: the verdict notices an omitted kernel") {
  for (const char* kernel : {"particles_integrate", "particles_hash", "particles_sort_tile", "particles_reorder",
                             "particles_collide_spheres"}) {
    INFO(kernel);
    CHECK_FALSE(run_without("particles", kernel).right);
  }
}

TEST_CASE("particles: no scratchpad in collide and 257 words of it in reorder") {
  const auto shapes = scratchpad_shapes("particles");
  CHECK(shapes.at("particles_collide_spheres") == ScratchpadShape{0, 0, 64});
  CHECK(shapes.at("particles_reorder") == ScratchpadShape{4 * 257, 1, 256});
  const ThreadNeeds inlined = thread_needs("particles", "particles_collide");
  const ThreadNeeds spheres = thread_needs("particles", "particles_collide_spheres");
  const ThreadNeeds cell = thread_needs("particles", "particles_collide_cell");
  CHECK(inlined.registers == 55);  // Hayes and Zhang, table 1: 50 and 52
  CHECK(spheres.registers == 57);
  CHECK(cell.registers == 67);
  CHECK(inlined.functions == 0);
  CHECK(spheres.functions == 1);
  CHECK(cell.functions == 2);
  CHECK(spheres.local_bytes == 0);
  CHECK(cell.local_bytes == 16);  // three results, aligned
}

TEST_CASE("particles: numbers of balls that the sort or the box cannot take are refused") {
  const auto refused = [](const Given& given, const std::string& message) {
    CHECK_THROWS_MATCHES(run_functionally("particles", Size::kTiny, given), InputError,
                         Catch::Matchers::Message("argument 'balls' of workload 'particles' is " + message));
  };
  refused({{"balls", "100"}}, "100; expected a power of two");
  refused({{"balls", "128"}, {"side", "4"}}, "128; expected at most side x side x side = 64");
}
