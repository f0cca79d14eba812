// softmax, layer_norm, rms_norm and rotary: the CPU's results compared with values by hand; rows of every length that
// fits into registers.
#include <catch2/catch.hpp>

#include "../run_without.h"
#include "../run_workload.h"
#include "workloads/today/layer_norm/layer_norm.h"
#include "workloads/today/rms_norm/rms_norm.h"
#include "workloads/today/rotary/rotary.h"
#include "workloads/today/softmax/softmax.h"

using namespace unibank;
using Catch::Matchers::Message;

TEST_CASE("softmax: rows by hand") {
  const std::vector<double> out = softmax::rows({0, std::log(3.0f), 100, 100}, 2);
  const std::vector<double> expected{0.25, 0.75, 0.5, 0.5};
  for (std::size_t i = 0; i < 4; ++i) CHECK(out[i] == Approx(expected[i]));
}

TEST_CASE("layer_norm: a row has mean 0 and deviation 1 before weight and bias") {
  const std::vector<double> out = layer_norm::rows({1, 3, 1, 3}, {1, 1, 2, 2}, {0, 0, 5, 5});
  const std::vector<double> expected{-1, 1, 3, 7};
  for (std::size_t i = 0; i < 4; ++i) CHECK(out[i] == Approx(expected[i]).epsilon(1e-4));
}

TEST_CASE("rms_norm: a row by hand") {
  const std::vector<double> out = rms_norm::rows({1, 7, 0, 0}, {1, 2, 3, 4});  // the mean square is 12.5
  CHECK(out[0] == Approx(std::sqrt(1 / 12.5)).epsilon(1e-4));
  CHECK(out[1] == Approx(2 * 7 * std::sqrt(1 / 12.5)).epsilon(1e-4));
  CHECK(out[2] == 0);
}

TEST_CASE("rotary: pairs turn by position times a falling frequency") {
  const std::vector<float> angles = rotary::angles(3, 2);
  CHECK(angles.size() == 12);
  CHECK(angles[8] == Approx(std::cos(2.0)));
  CHECK(angles[11] == Approx(std::sin(2 / 100.0)));
  const std::vector<float> out = rotary::turned({1, 0, 0, 2, 9}, {2}, angles, {1, 2, 5});
  const std::vector<double> expected{std::cos(2.0), -2 * std::sin(0.02), std::sin(2.0), 2 * std::cos(0.02), 9};
  for (std::size_t i = 0; i < 5; ++i) CHECK(out[i] == Approx(expected[i]));
}

TEST_CASE("softmax layer_norm and rms_norm are right for rows of every length") {
  for (const std::string name : {"softmax", "layer_norm", "rms_norm"}) {
    for (const char* columns : {"8", "256", "1024", "1032", "2048", "4104", "8192"}) {
      const Outcome outcome = run_functionally(name, Size::kTiny, {{"rows", "2"}, {"columns", columns}});
      INFO(name << ", " << columns << " columns: " << outcome.verdict.text);
      CHECK(outcome.verdict.right);
    }
  }
}

TEST_CASE("rotary is right for every size of heads and a single token") {
  for (const char* size : {"4", "12", "128", "256"})
    CHECK(run_functionally("rotary", Size::kTiny, {{"tokens", "1"}, {"size", size}}).verdict.right);
}

TEST_CASE("rows: the verdict notices omitted kernels and odd columns are refused") {
  CHECK_FALSE(run_without("softmax", "softmax_1").right);
  CHECK_FALSE(run_without("layer_norm", "layer_norm_1").right);
  CHECK_FALSE(run_without("rms_norm", "rms_norm").right);
  CHECK_FALSE(run_without("rotary", "rotary").right);
  for (const std::string name : {"softmax", "layer_norm", "rms_norm"}) {
    CHECK_THROWS_MATCHES(run_functionally(name, Size::kTiny, {{"columns", "12"}}), InputError,
                         Message("argument 'columns' of workload '" + name + "' is 12; expected a multiple of 8"));
  }
}
