// lps: the CPU's sweep on harmonic functions; the kernel on boxes that the blocks do not fill.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "run_workload.h"
#include "workloads/lps/lps.h"

using namespace unibank;
using lps::Box;

namespace {

template <typename Function>
Box filled(std::size_t width, std::size_t height, std::size_t depth, Function value) {
  Box box = lps::random_box(width, height, depth, 1);
  for (std::size_t z = 0; z < depth; ++z) {
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x) {
        const auto place = [](std::size_t i) { return static_cast<double>(i); };
        box.at(x, y, z) = static_cast<float>(value(place(x), place(y), place(z)));
      }
    }
  }
  return box;
}

double most_apart(const Box& a, const Box& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    most = std::max(most, std::abs(double{a.values[i]} - b.values[i]));
  }
  return most;
}

}  // namespace

TEST_CASE("lps: solutions of Laplace's equation stay as they are") {
  const auto solution = [](double x, double y, double z) { return 3 * x - 2 * y + z + x * y + x * x - z * z; };
  const Box box = filled(7, 9, 6, solution);
  CHECK(most_apart(lps::sweep(box), box) < 1e-4);
  const Box bowl = filled(7, 9, 6, [](double x, double y, double z) { return x * x + y * y + z * z; });
  CHECK(lps::sweep(bowl).at(3, 4, 2) == Approx(bowl.at(3, 4, 2) + 1));  // a sixth of its Laplacian, which is 6
}

TEST_CASE("lps: a single value inside goes to its six neighbours in equal parts") {
  Box box = filled(5, 6, 7, [](double, double, double) { return 0; });
  box.at(2, 3, 4) = 6;
  const Box after = lps::sweep(box);
  Box expected = filled(5, 6, 7, [](double x, double y, double z) {
    return std::abs(x - 2) + std::abs(y - 3) + std::abs(z - 4) == 1 ? 1 : 0;
  });
  CHECK(most_apart(after, expected) < 1e-6);
  box.at(2, 3, 4) = 0;
  box.at(0, 3, 4) = 6;  // on the surface: unchanged, with one neighbour inside
  expected = filled(5, 6, 7, [](double x, double y, double z) {
    return y != 3 || z != 4 ? 0 : x == 0 ? 6 : x == 1 ? 1 : 0;
  });
  CHECK(most_apart(lps::sweep(box), expected) < 1e-6);
}

TEST_CASE("lps: many sweeps carry the values of the surface inside") {
  const auto solution = [](double x, double y, double z) { return x + 2 * y - z; };
  const Box expected = filled(6, 5, 7, solution);
  Box box = expected;
  for (std::size_t z = 1; z < 6; ++z) {
    for (std::size_t y = 1; y < 4; ++y) {
      for (std::size_t x = 1; x < 5; ++x) box.at(x, y, z) = 0;
    }
  }
  for (int i = 0; i < 200; ++i) box = lps::sweep(box);
  CHECK(most_apart(box, expected) < 1e-4);
}

TEST_CASE("lps: the kernel agrees to the last bit on boxes that the blocks do not fill") {
  const auto agrees = [](const char* width, const char* height, const char* depth) {
    const Outcome outcome =
        run_functionally("lps", Size::kTiny, {{"width", width}, {"height", height}, {"depth", depth}});
    INFO(width << " x " << height << " x " << depth << ": " << outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.verdict.text.find(" equal") != std::string::npos);
  };
  agrees("1", "1", "1");
  agrees("32", "4", "3");
  agrees("33", "5", "4");
  agrees("3", "3", "3");
  agrees("31", "3", "2");
  agrees("65", "9", "7");
  agrees("2", "30", "20");
}

TEST_CASE("lps: every sweep is a launch and starts from the last") {
  const Outcome outcome = run_functionally("lps", Size::kTiny, {{"sweeps", "3"}});
  INFO(outcome.verdict.text);
  CHECK(outcome.verdict.right);
  CHECK(outcome.counts.launches == 3);
}

TEST_CASE("lps: three planes of 34 x 6 floats in the scratchpad") {
  CHECK(scratchpad_bytes("lps", "lps") == 2448);
  CHECK(run_functionally("lps", Size::kTiny, {{"width", "100"}, {"height", "10"}}).counts.blocks == 4 * 3);
}
