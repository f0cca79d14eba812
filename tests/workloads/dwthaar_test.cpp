#include "workloads/dwthaar/dwthaar.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

#include "run_workload.h"

using namespace unibank;

namespace {

// Coefficient k by definition: the signal times a wavelet. For k = 2^j + i the wavelet is +1 on the first half of
// stretch i of 2^j and -1 on the second half, divided by the root of the stretch's length; for k = 0 it is 1 divided by
// the root of the whole length.
double coefficient(const std::vector<float>& signal, std::size_t k) {
  std::size_t stretches = 1;
  while (2 * stretches <= k) stretches *= 2;
  const std::size_t length = signal.size() / stretches, begin = k == 0 ? 0 : (k - stretches) * length;
  double sum = 0;
  for (std::size_t i = 0; i < length; ++i) {
    sum += (k > 0 && i >= length / 2 ? -1 : 1) * double{signal[begin + i]};
  }
  return sum / std::sqrt(static_cast<double>(length));
}

std::vector<double> inverse(const std::vector<float>& result) {
  std::vector<double> sums{result[0]};
  while (sums.size() < result.size()) {
    std::vector<double> finer;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const double difference = result[sums.size() + i];
      finer.push_back((sums[i] + difference) * std::sqrt(0.5));
      finer.push_back((sums[i] - difference) * std::sqrt(0.5));
    }
    sums = finer;
  }
  return sums;
}

}  // namespace

TEST_CASE("dwthaar: four samples by hand") {
  // Sums 10 and 4 divided by root 2, differences -2 and 2 divided by root 2; then 14/2 and 6/2.
  const std::vector<float> result = dwthaar::transform({4, 6, 3, 1});
  const std::vector<double> expected{7, 3, -std::sqrt(2.0), std::sqrt(2.0)};
  for (std::size_t i = 0; i < 4; ++i) CHECK(double{result[i]} == Approx(expected[i]));
}

TEST_CASE("dwthaar: coefficients are products with the wavelets") {
  const std::vector<float> signal = dwthaar::random_signal(64, 1), result = dwthaar::transform(signal);
  for (std::size_t k = 0; k < 64; ++k) CHECK(double{result[k]} == Approx(coefficient(signal, k)).margin(1e-5));
}

TEST_CASE("dwthaar: the transform keeps the energy and its inverse brings the signal back") {
  const std::vector<float> signal = dwthaar::random_signal(4096, 2), result = dwthaar::transform(signal);
  const auto energy = [](const std::vector<float>& values) {
    return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
  };
  CHECK(signal != dwthaar::random_signal(4096, 3));
  CHECK(energy(result) == Approx(energy(signal)).epsilon(1e-5));
  const std::vector<double> again = inverse(result);
  for (std::size_t i = 0; i < signal.size(); ++i) CHECK(again[i] == Approx(signal[i]).margin(1e-3));
}

TEST_CASE("dwthaar: a constant signal has an approximation only") {
  const std::vector<float> result = dwthaar::transform(std::vector<float>(1024, 3.0f));
  CHECK(result[0] == Approx(3 * 32));
  for (std::size_t i = 1; i < 1024; ++i) CHECK(result[i] == 0);
}

TEST_CASE("dwthaar: a step is ten levels of blocks of 512 threads and the rest") {
  const std::vector<dwthaar::Step> steps = dwthaar::steps(1 << 20);
  REQUIRE(steps.size() == 2);
  for (const dwthaar::Step& step : steps) {
    CHECK(step.threads == 512);
    CHECK(step.levels == 10);
  }
  CHECK(steps[0].blocks == 1024);
  CHECK(steps[1].blocks == 1);
  const std::vector<dwthaar::Step> small = dwthaar::steps(1 << 12);
  REQUIRE(small.size() == 2);
  CHECK(small[1].threads == 2);
  CHECK(small[1].levels == 2);
}

TEST_CASE("dwthaar is right for signals of one pair and of one block and of two") {
  for (const unsigned samples : {2u, 4u, 32u, 64u, 1024u, 2048u}) {
    const Outcome outcome = run_functionally("dwthaar", Size::kTiny, {{"samples", std::to_string(samples)}});
    CHECK(outcome.verdict.text == std::to_string(samples) + " coefficients equal");
    CHECK(outcome.counts.launches == (samples > 1024 ? 2 : 1));
  }
}

TEST_CASE("dwthaar: 4352 bytes of scratchpad a block of 512 threads as published") {
  CHECK(dwthaar::scratchpad_bytes(512) == 4352);
  CHECK(scratchpad_bytes("dwthaar", "dwthaar") == 0);  // all of it is dynamic
}

TEST_CASE("dwthaar: a signal that is no power of two is refused") {
  CHECK_THROWS_MATCHES(
      run_functionally("dwthaar", Size::kTiny, {{"samples", "1000"}}), InputError,
      Catch::Matchers::Message("argument 'samples' of workload 'dwthaar' is 1000; expected a power of two"));
}
