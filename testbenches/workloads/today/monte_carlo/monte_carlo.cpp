#include "workloads/today/monte_carlo/monte_carlo.h"

#include <set>

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace monte_carlo {

Walk walk(std::uint32_t number, std::int32_t steps, std::uint32_t seed) {
  using Point = std::pair<std::int32_t, std::int32_t>;
  constexpr Point kDirections[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  std::uint32_t state = ((number + 1) * 2654435761u) ^ seed, direction = 0;
  if (state == 0) state = 1;
  Point at{0, 0};
  std::set<Point> been{at};
  Walk made;
  for (; made.made < steps; ++made.made) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    direction = (direction + 3 + (state >> 8) % 3) % 4;
    const Point to{at.first + kDirections[direction].first, at.second + kDirections[direction].second};
    if (!been.insert(to).second) break;
    at = to;
  }
  made.square = at.first * at.first + at.second * at.second;
  return made;
}

}  // namespace monte_carlo

namespace {

constexpr unsigned kThreads = 128;  // monte_carlo.cu's
constexpr std::uint32_t kSeed = 12345;

class MonteCarlo : public Workload {
 public:
  std::string name() const override { return "monte_carlo"; }
  std::string description() const override {
    return "self-avoiding walks by Monte Carlo, one thread per walk, whose points lie in local memory";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"walks", "walks", 1, 1 << 22, 150, 4096, 1 << 16, {}},
            {"steps", "steps of a walk", 1, 64, 16, 32, 64, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto walks = static_cast<unsigned>(arguments.at("walks"));
    const auto steps = static_cast<std::int32_t>(arguments.at("steps"));
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"monte_carlo", block}});
    std::vector<std::int32_t> expected;
    for (std::uint32_t i = 0; i < walks; ++i) {
      const monte_carlo::Walk walk = monte_carlo::walk(i, steps, kSeed);
      expected.insert(expected.end(), {walk.made, walk.square});
    }
    const std::uint64_t results = device.upload(std::vector<std::int32_t>(expected.size(), -1), "results");
    device.launch("monte_carlo", {(walks + kThreads - 1) / kThreads, 1, 1}, block,
                  Arguments(results, static_cast<std::int32_t>(walks), steps, kSeed));
    return compare(device.download<std::int32_t>(results, expected.size()), expected, "number", 2);
  }
};

}  // namespace

std::unique_ptr<Workload> make_monte_carlo() { return std::make_unique<MonteCarlo>(); }

}  // namespace unibank
