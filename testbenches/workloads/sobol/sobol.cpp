#include "workloads/sobol/sobol.h"

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/sobol/initial_numbers.h"

namespace unibank {
namespace sobol {

namespace {

constexpr unsigned kThreads = 64;  // sobol.cu's

// True if the powers of x take every nonzero remainder before they return to 1. The degree is at most 31.
bool primitive(std::uint32_t polynomial, unsigned degree) {
  const std::uint32_t remainders = (std::uint32_t{1} << degree) - 1;
  std::uint32_t power = 1, order = 0;
  do {
    power <<= 1;
    if (power >> degree & 1) power ^= polynomial;
    ++order;
  } while (power > 1 && order < remainders);
  return power == 1 && order == remainders;
}

unsigned degree_of(std::uint32_t polynomial) {
  unsigned degree = 0;
  while (polynomial >> (degree + 1)) ++degree;
  return degree;
}

// m(k) = 2 a(1) m(k-1) ^ 4 a(2) m(k-2) ^ ... ^ 2^s m(k-s) ^ m(k-s), for a polynomial x^s + a(1) x^(s-1) + ... + 1.
Directions directions_of(std::uint32_t polynomial, const std::uint16_t* initial) {
  const unsigned degree = degree_of(polynomial);
  std::array<std::uint32_t, kBits> m{};
  Directions direction{};
  for (std::size_t k = 0; k < kBits; ++k) {
    if (k < degree) {
      m[k] = initial[k];
    } else {
      m[k] = m[k - degree];
      for (unsigned i = 1; i <= degree; ++i) m[k] ^= (polynomial >> (degree - i) & 1) * (m[k - i] << i);
    }
    direction[k] = m[k] << (kBits - 1 - k);
  }
  return direction;
}

}  // namespace

std::vector<std::uint32_t> primitive_polynomials(std::size_t count) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t candidate = 3; all.size() < count; candidate += 2) {
    if (primitive(candidate, degree_of(candidate))) all.push_back(candidate);
  }
  return all;
}

std::vector<Directions> directions(std::size_t dimensions) {
  const std::vector<std::uint32_t> polynomials = primitive_polynomials(dimensions - 1);
  // The first dimension has no polynomial: every m is 1, which halves the interval repeatedly.
  std::vector<Directions> all(1);
  for (std::size_t k = 0; k < kBits; ++k) all[0][k] = std::uint32_t{1} << (kBits - 1 - k);
  for (std::size_t i = 0; i < polynomials.size(); ++i) {
    all.push_back(directions_of(polynomials[i], kInitialNumbers[i]));
  }
  return all;
}

std::vector<float> points(const std::vector<Directions>& directions, std::size_t vectors) {
  std::vector<float> all;
  all.reserve(directions.size() * vectors);
  for (const Directions& direction : directions) {
    for (std::size_t i = 0; i < vectors; ++i) {
      const std::size_t gray = i ^ (i >> 1);
      std::uint32_t point = 0;
      for (std::size_t bit = 0; bit < kBits; ++bit) {
        if (gray >> bit & 1) point ^= direction[bit];
      }
      all.push_back(static_cast<float>(point) * 0x1p-32f);
    }
  }
  return all;
}

unsigned grid_columns(std::size_t dimensions, std::size_t vectors) {
  constexpr std::size_t kManyDimensions = 96, kColumnsOfSm = 4;
  const std::size_t blocks = (vectors + kThreads - 1) / kThreads;
  unsigned columns = 1;
  while (dimensions < kManyDimensions && columns < kColumnsOfSm && columns < blocks) columns *= 2;
  return columns;
}

}  // namespace sobol

namespace {

class Sobol : public Workload {
 public:
  std::string name() const override { return "sobol"; }
  std::string description() const override {
    return "quasi-random points, one row of the grid per dimension: streaming writes (CUDA samples' SobolQRNG)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"vectors", "points of the sequence", 1, 1 << 22, 800, 4000, 100000, {}},
            {"dimensions", "coordinates of a point", 1, sobol::kPolynomials + 1, 10, 100, 100, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto vectors = static_cast<std::size_t>(arguments.at("vectors"));
    const auto dimensions = static_cast<std::size_t>(arguments.at("dimensions"));
    const Dim3 block{sobol::kThreads, 1, 1};
    const Dim3 grid{sobol::grid_columns(dimensions, vectors), static_cast<unsigned>(dimensions), 1};
    device.plan({{"sobol", block}});
    const std::vector<sobol::Directions> directions = sobol::directions(dimensions);
    const std::uint64_t directions_at = device.upload(directions, "direction numbers");
    const std::uint64_t points = device.allocate(dimensions * vectors * sizeof(float), "points");
    device.launch("sobol", grid, block, Arguments(directions_at, points, static_cast<std::uint32_t>(vectors)));
    return compare(device.download<float>(points, dimensions * vectors), sobol::points(directions, vectors),
                   "coordinate", vectors);
  }
};

}  // namespace

std::unique_ptr<Workload> make_sobol() { return std::make_unique<Sobol>(); }

}  // namespace unibank
