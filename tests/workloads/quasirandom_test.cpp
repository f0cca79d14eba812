#include "workloads/quasirandom/quasirandom.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>

#include "run_workload.h"

using namespace unibank;

namespace {

// The number of the first 2^m points in each box of 2^-a by 2^-b by 2^-c; empty boxes are not listed.
std::map<unsigned, unsigned> boxes(const std::vector<float>& points, std::size_t count, const unsigned (&bits)[3]) {
  std::map<unsigned, unsigned> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    unsigned box = 0;
    for (std::size_t dimension = 0; dimension < 3; ++dimension) {
      const float scaled = std::ldexp(points[dimension * count + i], static_cast<int>(bits[dimension]));
      // A coordinate is one unit of 2^-31 above its digits, which is invisible at 8 digits and fewer.
      box = (box << bits[dimension]) + static_cast<unsigned>(scaled);
    }
    ++boxes[box];
  }
  return boxes;
}

}  // namespace

TEST_CASE("quasirandom: reciprocals of polynomials over GF(2)") {
  using Bits = std::vector<bool>;
  // 1/x is x^-1; 1/(x+1) is x^-1 + x^-2 + ...; the series 0 1 1 0 1 1 ... times x^2 + x + 1 is 1.
  CHECK(quasirandom::reciprocal(2, 5) == Bits{true, false, false, false, false});
  CHECK(quasirandom::reciprocal(3, 5) == Bits{true, true, true, true, true});
  CHECK(quasirandom::reciprocal(7, 8) == Bits{false, true, true, false, true, true, false, true});
  CHECK(quasirandom::reciprocal(4, 4) == Bits{false, true, false, false});
}

TEST_CASE("quasirandom: the first points in three dimensions by hand") {
  // Dimension 1 reverses the bits of the index; dimension 2 uses Pascal's triangle modulo 2. In dimension 3 the digits
  // of bit 0 are 0 and 1 (1/p is x^-2 + x^-3 + x^-5 ...; times x it begins with x^-1), those of bit 1 are 1 and 1.
  const std::vector<float> points = quasirandom::points(quasirandom::generators(), 0, 4);
  const std::vector<float> expected{0, 0.5f, 0.25f, 0.75f, 0, 0.5f, 0.75f, 0.25f};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(points[i] == Approx(expected[i]).margin(1e-8));
  for (const std::size_t i : {9u, 10u, 11u}) {
    CHECK(static_cast<int>(points[i] * 4) == std::vector<int>{1, 3, 2}[i - 9]);
  }
}

TEST_CASE("quasirandom: of 256 points one falls into each box of 1/256 in two dimensions and two into 1/128 in three") {
  const std::vector<float> points = quasirandom::points(quasirandom::generators(), 0, 256);
  for (unsigned a = 0; a <= 8; ++a) {
    const std::map<unsigned, unsigned> of_two = boxes(points, 256, {a, 8 - a, 0});
    CHECK(of_two.size() == 256);
    for (unsigned b = 0; a + b <= 7; ++b) {
      const std::map<unsigned, unsigned> of_three = boxes(points, 256, {a, b, 7 - a - b});
      CHECK(of_three.size() == 128);
      CHECK(std::all_of(of_three.begin(), of_three.end(), [](const auto& box) { return box.second == 2; }));
    }
  }
}

TEST_CASE("quasirandom: no point of the largest run has a coordinate of 0 or 1 and the seed is the first index") {
  const quasirandom::Generators generators = quasirandom::generators();
  const std::vector<float> points = quasirandom::points(generators, 0, 1 << 21);
  const auto [least, most] = std::minmax_element(points.begin(), points.end());
  CHECK(*least > 0);
  CHECK(*most < 1);
  const std::vector<float> later = quasirandom::points(generators, 1000, 2);
  for (std::size_t dimension = 0; dimension < 3; ++dimension) {
    CHECK(later[dimension * 2 + 1] == points[dimension * (1 << 21) + 1001]);
  }
}

TEST_CASE("quasirandom: quantiles undo the normal distribution") {
  CHECK(quasirandom::quantile(0.5f) == 0);
  for (const double x : {-4.5, -3.0, -1.5, -1.4, -0.5, 0.25, 1.0, 1.41, 2.5, 3.5}) {
    const auto probability = static_cast<float>(std::erfc(-x / std::sqrt(2.0)) / 2);
    CHECK(double{quasirandom::quantile(probability)} == Approx(x).epsilon(1e-5));
  }
}

TEST_CASE("quasirandom: equal steps lie between 0 and 1 and are symmetric") {
  CHECK(quasirandom::equal_steps(3) == std::vector<float>{0.25f, 0.5f, 0.75f});
  const std::vector<float> steps = quasirandom::equal_steps(3 << 21);
  CHECK(steps.front() > 0);
  CHECK(steps.back() < 1);
  CHECK(std::is_sorted(steps.begin(), steps.end()));
}

TEST_CASE("quasirandom is right for points that do not fill a block and for more than 128 blocks") {
  for (const std::uint32_t points : {1u, 127u, 129u, 128u * 128u + 1}) {
    const Outcome outcome = run_functionally("quasirandom", Size::kTiny, {{"points", std::to_string(points)}});
    const std::string values = std::to_string(3 * points);
    CHECK(outcome.verdict.text == values + " coordinates equal, " + values +
                                      " quantiles within 1e-05 of the CPU's, relative");
    CHECK(outcome.counts.blocks == std::min((points + 127) / 128, 128u) + std::min((3 * points + 127) / 128, 128u));
  }
}

TEST_CASE("quasirandom is right where the quantiles are those of the points") {
  CHECK(run_functionally("quasirandom", Size::kTiny, {{"of_points", "1"}, {"points", "3000"}}).verdict.right);
}

TEST_CASE("quasirandom: no scratchpad and 1048576 points as published") {
  CHECK(scratchpad_bytes("quasirandom", "quasirandom_points") == 0);
  CHECK(scratchpad_bytes("quasirandom", "quasirandom_quantiles") == 0);
  CHECK(complete_arguments(find_workload("quasirandom"), Size::kPaper, {}) ==
        WorkloadArguments{{"points", 1 << 20}, {"of_points", 0}});
}

TEST_CASE("quasirandom: more points than the largest run has are refused") {
  CHECK_THROWS_MATCHES(run_functionally("quasirandom", Size::kTiny, {{"points", "2097153"}}), InputError,
                       Catch::Matchers::Message("argument 'points' of workload 'quasirandom' is '2097153'; expected a "
                                                "whole number from 1 to 2097152"));
}
