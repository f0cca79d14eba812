#include "workloads/fft/fft.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include "run_workload.h"

using namespace unibank;

TEST_CASE("fft: the spectrum of one wave is one line") {
  for (const std::size_t line : {0u, 1u, 200u, 511u}) {
    fft::Points points;
    for (std::size_t n = 0; n < fft::kPoints; ++n) {
      const double angle = 6.283185307179586 * static_cast<double>(n * line % fft::kPoints) / fft::kPoints;
      points.emplace_back(static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)));
    }
    const fft::Spectra spectra = fft::spectra(points);
    for (std::size_t k = 0; k < fft::kPoints; ++k) {
      CHECK(std::abs(spectra[k] - (k == line ? 512.0 : 0.0)) < 1e-4);
    }
  }
}

TEST_CASE("fft: a single point becomes a wave whose frequency is its place") {
  // exp(-2 pi i 3 k / 512), in the second transform of two.
  fft::Points points(2 * fft::kPoints);
  points[fft::kPoints + 3] = 1;
  const fft::Spectra spectra = fft::spectra(points);
  for (std::size_t k = 0; k < fft::kPoints; ++k) {
    CHECK(spectra[k] == 0.0);
    const std::complex<double> wanted = std::polar(1.0, -6.283185307179586 * 3 * static_cast<double>(k) / 512);
    CHECK(std::abs(spectra[fft::kPoints + k] - wanted) < 1e-12);
  }
}

TEST_CASE("fft: the transform of random points is the sum of its definition and keeps the energy") {
  const fft::Points points = fft::random_points(fft::kPoints, 7);
  CHECK(points != fft::random_points(fft::kPoints, 8));
  const fft::Spectra spectra = fft::spectra(points);
  double energy = 0, energy_of_spectrum = 0;
  for (std::size_t k = 0; k < fft::kPoints; ++k) {
    std::complex<double> sum = 0;
    for (std::size_t n = 0; n < fft::kPoints; ++n) {
      const double turn = static_cast<double>(n * k % fft::kPoints) / fft::kPoints;
      sum += std::complex<double>(points[n]) * std::polar(1.0, -6.283185307179586 * turn);
    }
    CHECK(std::abs(spectra[k] - sum) < 1e-10);
    energy += std::norm(std::complex<double>(points[k]));
    energy_of_spectrum += std::norm(spectra[k]) / fft::kPoints;
  }
  CHECK(energy_of_spectrum == Approx(energy));
}

TEST_CASE("fft: a verdict measures a difference by the largest value of its own spectrum") {
  fft::Points points(2 * fft::kPoints);
  points[0] = 1000;
  points[fft::kPoints] = 1;  // every line of the second spectrum is 1
  const fft::Spectra cpu = fft::spectra(points);
  fft::Points device(cpu.size());
  for (std::size_t i = 0; i < cpu.size(); ++i) device[i] = std::complex<float>(cpu[i]);
  device[5] += 0.009f;
  CHECK(fft::compare_spectra(device, cpu).text ==
        "1024 values within 1e-05 of the CPU's, relative to their spectrum's largest");
  device[fft::kPoints + 2] = 1.5f;
  device[fft::kPoints + 9] += std::complex<float>(0, 0.009f);
  const Verdict wrong = fft::compare_spectra(device, cpu);
  CHECK_FALSE(wrong.right);
  CHECK(wrong.text == "value (1, 2) is (1.5,0), the CPU has (1,0) (2 of 1024 differ)");
  device = fft::Points(cpu.size(), std::numeric_limits<float>::quiet_NaN());
  CHECK_FALSE(fft::compare_spectra(device, cpu).right);
}

TEST_CASE("fft is right for one transform and for several, a block of 64 threads each") {
  for (const unsigned transforms : {1u, 3u, 20u}) {
    const Outcome outcome = run_functionally("fft", Size::kTiny, {{"transforms", std::to_string(transforms)}});
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.blocks == transforms);
  }
}

TEST_CASE("fft: 2304 bytes of scratchpad a block and 8 MB of points as published") {
  CHECK(scratchpad_bytes("fft", "fft512") == 2304);
  CHECK(complete_arguments(find_workload("fft"), Size::kPaper, {}) == WorkloadArguments{{"transforms", 2048}});
  CHECK(2048 * fft::kPoints * sizeof(std::complex<float>) == 8 << 20);
}

TEST_CASE("fft: no transform at all is refused") {
  CHECK_THROWS_MATCHES(run_functionally("fft", Size::kTiny, {{"transforms", "0"}}), InputError,
                       Catch::Matchers::Message("argument 'transforms' of workload 'fft' is '0'; expected a whole "
                                                "number from 1 to 32768"));
}
