#include "workloads/particles/particles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace particles {
namespace {

float dot(const std::array<float, 3>& a, const std::array<float, 3>& b) {
  return std::fma(a[2], b[2], std::fma(a[1], b[1], a[0] * b[0]));
}

std::array<float, 3> difference(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

std::int32_t cell_along(const World& world, float place) {
  return static_cast<std::int32_t>(std::floor((place + 1.0f) * world.cells_per_unit));
}

using Cell = std::array<std::int32_t, 3>;

// The box is periodic for cells: a cell beyond one side is the one at the other side.
std::uint32_t number_of(const World& world, const Cell& cell) {
  const auto wrapped = [&world](std::int32_t along) { return static_cast<std::uint32_t>(along & (world.side - 1)); };
  const auto side = static_cast<std::uint32_t>(world.side);
  return (wrapped(cell[2]) * side + wrapped(cell[1])) * side + wrapped(cell[0]);
}

Cell cell_at(const World& world, const Vector& place) {
  return {cell_along(world, place[0]), cell_along(world, place[1]), cell_along(world, place[2])};
}

void fall(Vector& place, Vector& speed, const World& world) {
  const float most = 1.0f - world.radius;
  for (std::size_t d = 0; d < 3; ++d) {
    if (d == 1) speed[d] = std::fma(world.gravity, world.time, speed[d]);
    speed[d] *= world.drag;
    place[d] = std::fma(speed[d], world.time, place[d]);
    if (std::abs(place[d]) <= most) continue;
    place[d] = place[d] > 0 ? most : -most;
    speed[d] *= world.bounce;
  }
}

std::array<float, 3> sum(const std::array<float, 3>& a, const std::array<float, 3>& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

// Adds to the forces so far, so that sums are rounded in the kernel's order.
void collide(std::array<float, 3>& force, const World& world, const Vector& place, const Vector& speed,
             const Vector& other_place, const Vector& other_speed, float reach) {
  const std::array<float, 3> way = difference(other_place, place), relative = difference(other_speed, speed);
  const float distance = std::sqrt(dot(way, way));
  if (distance >= reach) return;
  const float approach = dot(relative, way) / distance;
  const float pushed = std::fma(-world.spring, reach - distance, -(world.shear * approach));
  const float push = pushed / distance + world.attraction, along_speed = world.damping + world.shear;
  for (std::size_t d = 0; d < 3; ++d) {
    force[d] = std::fma(along_speed, relative[d], std::fma(push, way[d], force[d]));
  }
}

}  // namespace

World world_of(std::size_t side) {
  World world;
  world.side = static_cast<std::int32_t>(side);
  world.cells_per_unit = 0.5f * static_cast<float>(side);
  world.radius = 1.0f / static_cast<float>(side);
  return world;
}

Balls random_balls(std::size_t count, const World& world, std::uint32_t seed) {
  RandomInput random(seed);
  std::size_t across = 1;
  while (across * across * across < count) ++across;
  Balls balls;
  for (std::size_t i = 0; i < count; ++i) {
    Vector place{}, speed{};
    const std::array<std::size_t, 3> at{i % across, i / across % across, i / across / across};
    for (std::size_t d = 0; d < 3; ++d) {
      place[d] = world.radius * (static_cast<float>(2 * at[d] + 1) + random.unit()) - 1.0f;
      speed[d] = 0.02f * (random.unit() - 0.5f);
    }
    balls.places.push_back(place);
    balls.speeds.push_back(speed);
  }
  for (std::size_t left = count; left > 1; --left) {
    std::swap(balls.places[left - 1], balls.places[random.below(static_cast<std::uint32_t>(left))]);
  }
  return balls;
}

std::uint32_t cell_of(const World& world, const Vector& place) { return number_of(world, cell_at(world, place)); }

std::array<float, 3> collision(const World& world, const Vector& place, const Vector& speed, const Vector& other_place,
                               const Vector& other_speed, float reach) {
  std::array<float, 3> force{};
  collide(force, world, place, speed, other_place, other_speed, reach);
  return force;
}

Balls stepped(const Balls& balls, const World& world) {
  Balls after = balls;
  std::map<std::uint32_t, std::vector<std::size_t>> cells;  // balls in ascending order
  for (std::size_t i = 0; i < after.places.size(); ++i) {
    fall(after.places[i], after.speeds[i], world);
    cells[cell_of(world, after.places[i])].push_back(i);
  }
  std::vector<Vector> speeds = after.speeds;
  for (std::size_t i = 0; i < after.places.size(); ++i) {
    const Vector& place = after.places[i];
    const Cell own = cell_at(world, place);
    std::array<float, 3> force{};
    for (std::int32_t n = 0; n < 27; ++n) {
      const auto cell = cells.find(number_of(world, {own[0] + n % 3 - 1, own[1] + n / 3 % 3 - 1, own[2] + n / 9 - 1}));
      if (cell == cells.end()) continue;
      std::array<float, 3> of_cell{};
      for (const std::size_t other : cell->second) {
        if (other == i) continue;
        collide(of_cell, world, place, after.speeds[i], after.places[other], after.speeds[other], 2.0f * world.radius);
      }
      force = sum(force, of_cell);
    }
    const Vector obstacle{world.obstacle[0], world.obstacle[1], world.obstacle[2], 0};
    collide(force, world, place, after.speeds[i], obstacle, {}, world.radius + world.obstacle_radius);
    for (std::size_t d = 0; d < 3; ++d) speeds[i][d] += force[d];
  }
  after.speeds = speeds;
  return after;
}

}  // namespace particles

namespace {

constexpr unsigned kThreads = 256;  // particles.cu's

unsigned blocks(std::uint32_t count, unsigned threads) { return (count + threads - 1) / threads; }

// The device arrays of a step.
struct DeviceBalls {
  std::uint64_t places, speeds, sorted_places, sorted_speeds, cells, balls, begins, ends;
  std::size_t cell_bytes;
};

class Particles : public Workload {
 public:
  std::string name() const override { return "particles"; }
  std::string description() const override {
    return "balls in a box, sorted by cell, that push each other (CUDA samples' particles)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"balls", "a power of two, at most side x side x side", 64, 1 << 20, 128, 2048, 16384, {}},
            {"side", "cells along each side of the box, a power of two", 4, 128, 8, 16, 64, {4, 8, 16, 32, 64, 128}},
            {"steps", "steps of time", 1, 1000, 1, 1, 2, {}},
            {"threads", "threads of a block of collide", 64, 256, 64, 64, 64, {64, 128, 192, 256}},
            {"calls", "1: the force of two balls is called, 2: also that of a cell, 0: neither", 0, 2, 1, 1, 1, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto count = static_cast<std::uint32_t>(arguments.at("balls"));
    const auto side = static_cast<std::size_t>(arguments.at("side"));
    if ((count & (count - 1)) != 0) refuse(arguments, "balls", "a power of two");
    if (count > side * side * side)
      refuse(arguments, "balls", "at most side x side x side = " + std::to_string(side * side * side));
    static constexpr const char* kSuffixes[] = {"", "_spheres", "_cell"};
    const PlannedKernel collide{std::string("particles_collide") + kSuffixes[arguments.at("calls")],
                                {static_cast<unsigned>(arguments.at("threads")), 1, 1}};
    const Dim3 sorting{std::min(kThreads, count / 2), 1, 1}, block{kThreads, 1, 1};
    device.plan({{"particles_integrate", block}, {"particles_hash", block}, {"particles_sort_tile", sorting},
                 {"particles_sort_far", sorting}, {"particles_reorder", block}, collide});
    const particles::World world = particles::world_of(side);
    device.write(device.symbol("world"), &world, sizeof(world));
    particles::Balls balls = particles::random_balls(count, world, 1);
    const DeviceBalls on = upload(device, balls, side);
    for (std::int64_t step = 0; step < arguments.at("steps"); ++step) {
      advance(device, on, count, collide);
      balls = particles::stepped(balls, world);
    }
    const Verdict places = compare(values(device, on.places, count), flat(balls.places), "coordinate", 4);
    if (!places.right) return places;
    return compare(values(device, on.speeds, count), flat(balls.speeds), "speed", 4);
  }

 private:
  static std::vector<float> flat(const std::vector<particles::Vector>& vectors) {
    std::vector<float> values;
    for (const particles::Vector& vector : vectors) values.insert(values.end(), vector.begin(), vector.end());
    return values;
  }

  static std::vector<float> values(Device& device, std::uint64_t address, std::size_t count) {
    return device.download<float>(address, 4 * count);
  }

  static DeviceBalls upload(Device& device, const particles::Balls& balls, std::size_t side) {
    const std::size_t count = balls.places.size(), bytes = count * sizeof(particles::Vector);
    DeviceBalls on{};
    on.cell_bytes = side * side * side * sizeof(std::int32_t);
    on.places = device.upload(balls.places, "places");
    on.speeds = device.upload(balls.speeds, "speeds");
    on.sorted_places = device.allocate(bytes, "sorted places");
    on.sorted_speeds = device.allocate(bytes, "sorted speeds");
    on.cells = device.allocate(count * sizeof(std::uint32_t), "cells");
    on.balls = device.allocate(count * sizeof(std::uint32_t), "balls");
    on.begins = device.allocate(on.cell_bytes, "begins of cells");
    on.ends = device.allocate(on.cell_bytes, "ends of cells");
    return on;
  }

  static void advance(Device& device, const DeviceBalls& on, std::uint32_t count, const PlannedKernel& collide) {
    const Dim3 grid{blocks(count, kThreads), 1, 1}, block{kThreads, 1, 1};
    device.launch("particles_integrate", grid, block, Arguments(on.places, on.speeds, count));
    device.launch("particles_hash", grid, block, Arguments(on.cells, on.balls, on.places, count));
    sort(device, on, count);
    device.fill(on.begins, 0xff, on.cell_bytes);  // -1: the cell is empty
    device.launch("particles_reorder", grid, block,
                  Arguments(on.begins, on.ends, on.sorted_places, on.sorted_speeds, on.cells, on.balls, on.places,
                            on.speeds, count));
    device.launch(collide.kernel, {blocks(count, collide.block.x), 1, 1}, collide.block,
                  Arguments(on.speeds, on.sorted_places, on.sorted_speeds, on.balls, on.begins, on.ends, count));
  }

  // Sorts whole tiles first. Then each round sorts twice as many pairs; distances of a tile or more take launches of
  // their own.
  static void sort(Device& device, const DeviceBalls& on, std::uint32_t count) {
    const std::uint32_t threads = std::min<std::uint32_t>(kThreads, count / 2), tile = 2 * threads;
    const Dim3 grid{count / tile, 1, 1}, block{threads, 1, 1};
    device.launch("particles_sort_tile", grid, block, Arguments(on.cells, on.balls, 2u, tile));
    for (std::uint32_t size = 2 * tile; size <= count; size *= 2) {
      for (std::uint32_t stride = size / 2; stride >= tile; stride /= 2) {
        device.launch("particles_sort_far", grid, block, Arguments(on.cells, on.balls, size, stride));
      }
      device.launch("particles_sort_tile", grid, block, Arguments(on.cells, on.balls, size, size));
    }
  }
};

}  // namespace

std::unique_ptr<Workload> make_particles() { return std::make_unique<Particles>(); }

}  // namespace unibank
