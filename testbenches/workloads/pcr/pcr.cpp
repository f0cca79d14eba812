#include "workloads/pcr/pcr.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

// How the kernel reads global memory. Zhang et al. store the systems one after another in five arrays, so a warp's
// accesses are consecutive. If each element were read once, a cache would hardly matter; but Gebhart's table 1 counts
// 2.88 times as many DRAM accesses without a cache as with 256 KB. An interleaved layout would give 8 times (4 bytes
// used of each 32). A first step that reads the equation and both its neighbours from global memory gives (4 arrays x
// (4 + 5 + 5 sectors of 32 bytes) + 4) / (4 x 4 + 4) = 3.0 for a warp. So here the first step is done in registers,
// between global memory and the scratchpad. This is an interpretation, not a certainty: it does not explain the paper's
// 1.29 at 64 KB and its gain from 256 to 512 KB. In the model, a warp's three loads of a sector follow each other so
// closely that the MSHR joins them, without a cache too.

namespace unibank {
namespace pcr {
namespace {

struct Equation {
  float a, b, c, d;
};

// The equation after eliminating its two neighbours' unknowns.
Equation reduce(const Equation& left, const Equation& own, const Equation& right) {
  const float of_left = own.a / left.b, of_right = own.c / right.b;
  return {-left.a * of_left, std::fma(-right.a, of_right, std::fma(-left.c, of_left, own.b)), -right.c * of_right,
          std::fma(-right.d, of_right, std::fma(-left.d, of_left, own.d))};
}

// a b - c d, with c d rounded.
float difference(float a, float b, float c, float d) {
  const float subtrahend = c * d;
  return std::fma(a, b, -subtrahend);
}

void solve_one(std::vector<Equation> equations, float* x) {
  const std::size_t n = equations.size();
  for (std::size_t distance = 1; distance < n / 2; distance *= 2) {
    std::vector<Equation> reduced(n);
    for (std::size_t i = 0; i < n; ++i) {
      reduced[i] = reduce(equations[(i + n - distance) % n], equations[i], equations[(i + distance) % n]);
    }
    equations.swap(reduced);
  }
  for (std::size_t i = 0; i < n / 2; ++i) {
    const Equation &low = equations[i], &high = equations[i + n / 2];
    const float determinant = difference(low.b, high.b, low.c, high.a);
    x[i] = difference(low.d, high.b, low.c, high.d) / determinant;
    x[i + n / 2] = difference(low.b, high.d, low.d, high.a) / determinant;
  }
}

}  // namespace

Systems random_systems(std::size_t systems, std::size_t n, std::uint32_t seed) {
  RandomInput random(seed);
  Systems made{n, {}, {}, {}, {}};
  for (std::size_t i = 0; i < systems * n; ++i) {
    const float a = 2 * random.unit() - 1, c = 2 * random.unit() - 1;
    made.a.push_back(i % n == 0 ? 0 : a);
    made.b.push_back(3 + random.unit());
    made.c.push_back(i % n == n - 1 ? 0 : c);
    made.d.push_back(random.unit());
  }
  return made;
}

std::vector<float> solve(const Systems& systems) {
  std::vector<float> x(systems.a.size());
  for (std::size_t first = 0; first < x.size(); first += systems.n) {
    std::vector<Equation> equations;
    for (std::size_t i = first; i < first + systems.n; ++i) {
      equations.push_back({systems.a[i], systems.b[i], systems.c[i], systems.d[i]});
    }
    solve_one(std::move(equations), &x[first]);
  }
  return x;
}

}  // namespace pcr

namespace {

constexpr unsigned kBytesAnEquation = 5 * sizeof(float);  // scratchpad: a, b, c, d and x

class Pcr : public Workload {
 public:
  std::string name() const override { return "pcr"; }
  std::string description() const override {
    return "parallel cyclic reduction of tridiagonal systems, one system per block (Zhang, Cohen and Owens, PPoPP "
           "2010)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"systems", "systems to solve", 1, 1 << 16, 4, 32, 512, {}},
            {"equations", "equations of a system, threads of a block", 32, 1024, 128, 512, 512,
             {32, 64, 128, 256, 512, 1024}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto count = static_cast<unsigned>(arguments.at("systems"));
    const auto n = static_cast<unsigned>(arguments.at("equations"));
    const pcr::Systems systems = pcr::random_systems(count, n, 1);
    const Dim3 block{n, 1, 1};
    device.plan({{"pcr", block, kBytesAnEquation * n}});
    const std::uint64_t a = device.upload(systems.a, "a"), b = device.upload(systems.b, "b");
    const std::uint64_t c = device.upload(systems.c, "c"), d = device.upload(systems.d, "d");
    const std::uint64_t x = device.allocate(systems.d.size() * sizeof(float), "x");
    device.launch("pcr", {count, 1, 1}, block, Arguments(a, b, c, d, x), kBytesAnEquation * n);
    return compare(device.download<float>(x, systems.d.size()), pcr::solve(systems), "unknown", n);
  }
};

}  // namespace

std::unique_ptr<Workload> make_pcr() { return std::make_unique<Pcr>(); }

}  // namespace unibank
