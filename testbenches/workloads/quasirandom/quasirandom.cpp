#include "workloads/quasirandom/quasirandom.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"

namespace unibank {
namespace quasirandom {

namespace {

constexpr std::array<std::uint64_t, kDimensions> kPolynomials{2, 3, 7};  // of degrees 1, 1 and 2

unsigned degree_of(std::uint64_t polynomial) {
  unsigned degree = 0;
  while (polynomial >> (degree + 1)) ++degree;
  return degree;
}

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  for (; b != 0; b >>= 1, a <<= 1) result ^= b & 1 ? a : 0;
  return result;
}

}  // namespace

std::vector<bool> reciprocal(std::uint64_t polynomial, std::size_t count) {
  const unsigned degree = degree_of(polynomial);
  std::vector<bool> series(count);
  for (std::size_t w = 0; w < count; ++w) {
    // Every coefficient of polynomial times series is 0, except the 1.
    bool coefficient = w + 1 == degree;
    for (unsigned i = 1; i <= degree && i <= w; ++i) {
      coefficient ^= (polynomial >> (degree - i) & 1) != 0 && series[w - i];
    }
    series[w] = coefficient;
  }
  return series;
}

// Digit j of a point depends on bit r of the index if x^-(r+1) occurs in x^u / p(x)^(q+1), where j = q * degree + u (H.
// Niederreiter, "Low-discrepancy and low-dispersion sequences", J. Number Theory 30, 1988).
Generators generators() {
  Generators all{};
  for (std::size_t dimension = 0; dimension < kDimensions; ++dimension) {
    const unsigned degree = degree_of(kPolynomials[dimension]);
    std::uint64_t power = 1;
    for (std::size_t digit = 0; digit < kBits; ++digit) {
      if (digit % degree == 0) power = product(power, kPolynomials[dimension]);
      const std::vector<bool> series = reciprocal(power, kBits + degree);
      for (std::size_t bit = 0; bit < kBits; ++bit) {
        all[dimension][bit] |= std::uint32_t{series[bit + digit % degree]} << (kBits - 1 - digit);
      }
    }
  }
  return all;
}

std::vector<float> points(const Generators& generators, std::uint32_t seed, std::size_t count) {
  std::vector<float> all;
  all.reserve(kDimensions * count);
  for (const auto& of_dimension : generators) {
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t point = 0;
      for (std::size_t bit = 0; bit < kBits; ++bit) {
        if ((seed + i) >> bit & 1) point ^= of_dimension[bit];
      }
      all.push_back(static_cast<float>(point + 1) * 0x1p-31f);
    }
  }
  return all;
}

std::vector<float> equal_steps(std::size_t count) {
  std::vector<float> all(count);
  const float step = 1.0f / static_cast<float>(count + 1);
  for (std::size_t i = 0; i < count; ++i) all[i] = static_cast<float>(i + 1) * step;
  return all;
}

float quantile(float probability) {
  // Horner's scheme, the highest power first.
  const auto polynomial = [](std::initializer_list<float> coefficients, float z) {
    float sum = *coefficients.begin();
    for (const float* next = coefficients.begin() + 1; next != coefficients.end(); ++next) {
      sum = std::fma(sum, z, *next);
    }
    return sum;
  };
  const float y = probability - 0.5f;
  if (std::abs(y) < 0.42f) {
    const float z = y * y;
    return y * polynomial({-25.44106049637f, 41.39119773534f, -18.61500062529f, 2.50662823884f}, z) /
           polynomial({3.13082909833f, -21.06224101826f, 23.08336743743f, -8.47351093090f, 1.0f}, z);
  }
  const float tail = y > 0 ? 1.0f - probability : probability;
  const auto z = static_cast<float>(std::log(-std::log(double{tail})));
  const float x = polynomial({0.0000003960315187f, 0.0000002888167364f, 0.0000321767881768f, 0.0003951896511919f,
                              0.0038405729373609f, 0.0276438810333863f, 0.1607979714918209f, 0.9761690190917186f,
                              0.3374754822726147f},
                             z);
  return y > 0 ? x : -x;
}

}  // namespace quasirandom

namespace {

constexpr unsigned kThreads = 128;      // quasirandom.cu's
constexpr unsigned kMostBlocks = 128;   // as in the CUDA samples; a thread takes further points in later turns
constexpr double kTolerance = 1e-5;     // the device's logarithms are approximate

unsigned blocks_for(std::size_t count) {
  return static_cast<unsigned>(std::min<std::size_t>(kMostBlocks, (count + kThreads - 1) / kThreads));
}

class Quasirandom : public Workload {
 public:
  std::string name() const override { return "quasirandom"; }
  std::string description() const override {
    return "points of Niederreiter's sequence, and normal quantiles: streaming writes (CUDA samples' "
           "quasirandomGenerator)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"points", "points in three dimensions", 1, 1 << 21, 512, 1 << 15, 1 << 20, {}},
            {"of_points", "quantiles of equal steps (0, as in the samples) or of the points' coordinates (1)", 0, 1, 0,
             0, 0, {0, 1}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto count = static_cast<std::uint32_t>(arguments.at("points"));
    const bool of_points = arguments.at("of_points") != 0;
    const std::uint32_t coordinates = count * quasirandom::kDimensions, seed = 0;
    const Dim3 points_block{kThreads, quasirandom::kDimensions, 1}, quantiles_block{kThreads, 1, 1};
    device.plan({{"quasirandom_points", points_block}, {"quasirandom_quantiles", quantiles_block}});
    const quasirandom::Generators generators = quasirandom::generators();
    device.write(device.symbol("generators"), &generators, sizeof generators);
    const std::uint64_t points = device.allocate(coordinates * sizeof(float), "points");
    const std::uint64_t quantiles = device.allocate(coordinates * sizeof(float), "quantiles");
    device.launch("quasirandom_points", {blocks_for(count), 1, 1}, points_block, Arguments(points, seed, count));
    device.launch("quasirandom_quantiles", {blocks_for(coordinates), 1, 1}, quantiles_block,
                  Arguments(quantiles, of_points ? points : std::uint64_t{0}, coordinates));

    const std::vector<float> cpu_points = quasirandom::points(generators, seed, count);
    Verdict verdict = compare(device.download<float>(points, coordinates), cpu_points, "coordinate", count);
    if (!verdict.right) return verdict;
    std::vector<float> expected = of_points ? cpu_points : quasirandom::equal_steps(coordinates);
    for (float& value : expected) value = quasirandom::quantile(value);
    const Verdict judged =
        compare(device.download<float>(quantiles, coordinates), expected, "quantile", 0, kTolerance);
    return {judged.right, judged.right ? verdict.text + ", " + judged.text : judged.text};
  }
};

}  // namespace

std::unique_ptr<Workload> make_quasirandom() { return std::make_unique<Quasirandom>(); }

}  // namespace unibank
