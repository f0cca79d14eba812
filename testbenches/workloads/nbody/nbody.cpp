#include "workloads/nbody/nbody.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace nbody {
namespace {

// Sum over all bodies of mass (place - own) / (distance^2 + softening^2)^(3/2), rounded where nbody.cu rounds.
Item pull(const std::vector<Item>& places, const Item& own, float softening_squared) {
  Item sum;
  for (const Item& other : places) {
    const float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
    const float squared = std::fma(z, z, std::fma(y, y, std::fma(x, x, softening_squared)));
    const auto near = static_cast<float>(1.0 / std::sqrt(double{squared}));
    const float weight = other.w * (near * near * near);
    sum.x = std::fma(x, weight, sum.x);
    sum.y = std::fma(y, weight, sum.y);
    sum.z = std::fma(z, weight, sum.z);
  }
  return sum;
}

}  // namespace

Bodies random_bodies(std::size_t count, std::uint32_t seed) {
  RandomInput random(seed);
  Bodies bodies;
  const auto within = [&random](float most) { return most * (2 * random.unit() - 1); };
  for (std::size_t i = 0; i < count; ++i) {
    Item place{within(1), within(1), within(1), 0}, velocity{within(0.1f), within(0.1f), within(0.1f), 0};
    place.w = 0.5f + random.unit();
    bodies.places.push_back(place);
    bodies.velocities.push_back(velocity);
  }
  return bodies;
}

Bodies step(const Bodies& bodies, const Motion& motion) {
  Bodies after = bodies;
  for (std::size_t i = 0; i < bodies.places.size(); ++i) {
    const Item sum = pull(bodies.places, bodies.places[i], motion.softening_squared);
    Item& velocity = after.velocities[i];
    velocity.x = std::fma(sum.x, motion.time, velocity.x) * motion.damping;
    velocity.y = std::fma(sum.y, motion.time, velocity.y) * motion.damping;
    velocity.z = std::fma(sum.z, motion.time, velocity.z) * motion.damping;
    Item& place = after.places[i];
    place.x = std::fma(velocity.x, motion.time, place.x);
    place.y = std::fma(velocity.y, motion.time, place.y);
    place.z = std::fma(velocity.z, motion.time, place.z);
  }
  return after;
}

}  // namespace nbody

namespace {

constexpr unsigned kThreads = 256;  // the block size of the SDK

std::vector<float> numbers(const std::vector<nbody::Item>& items) {
  std::vector<float> list;
  for (const nbody::Item& item : items) list.insert(list.end(), {item.x, item.y, item.z, item.w});
  return list;
}

class NBody : public Workload {
 public:
  std::string name() const override { return "nbody"; }
  std::string description() const override {
    return "gravity between all pairs of bodies, each thread reads every body from memory (CUDA SDK's nbody)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"bodies", "bodies, one thread each", 1, 1 << 16, 128, 768, 2048, {}},
            {"steps", "steps of time, a launch each", 1, 100, 1, 1, 1, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto count = static_cast<std::size_t>(arguments.at("bodies"));
    const Dim3 block{kThreads, 1, 1}, grid{static_cast<unsigned>((count + kThreads - 1) / kThreads), 1, 1};
    device.plan({{"nbody", block}});

    const nbody::Motion motion;
    nbody::Bodies cpu = nbody::random_bodies(count, 1);
    std::uint64_t before = device.upload(cpu.places, "places");
    std::uint64_t after = device.allocate(count * sizeof(nbody::Item), "places after the step");
    const std::uint64_t velocities = device.upload(cpu.velocities, "velocities");
    for (std::int64_t left = arguments.at("steps"); left > 0; --left) {
      device.launch("nbody", grid, block,
                    Arguments(after, before, velocities, static_cast<int>(count), motion.softening_squared,
                              motion.time, motion.damping));
      std::swap(before, after);
      cpu = nbody::step(cpu, motion);
    }
    const auto moved = [&](std::uint64_t from) { return numbers(device.download<nbody::Item>(from, count)); };
    const Verdict places = compare(moved(before), numbers(cpu.places), "coordinate", 4);
    return places.right ? compare(moved(velocities), numbers(cpu.velocities), "velocity", 4) : places;
  }
};

}  // namespace

std::unique_ptr<Workload> make_nbody() { return std::make_unique<NBody>(); }

}  // namespace unibank
