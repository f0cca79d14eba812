// fft_parboil: the CPU's transform of 256 points compared with its definition; the kernel's answers and its shape.
#include <catch2/catch.hpp>

#include "run_without.h"
#include "run_workload.h"
#include "thread_needs.h"
#include "workloads/fft/fft.h"

using namespace unibank;

namespace {
constexpr std::size_t kPoints = 256;
}

TEST_CASE("fft_parboil: lines of 256 points are the sums of the definition") {
  const fft::Points points = fft::random_points(2 * kPoints, 3);
  const fft::Spectra spectra = fft::spectra(points, kPoints);
  for (std::size_t first : {std::size_t{0}, kPoints}) {
    for (std::size_t k = 0; k < kPoints; ++k) {
      std::complex<double> sum = 0;
      for (std::size_t n = 0; n < kPoints; ++n) {
        const double turn = static_cast<double>(n * k % kPoints) / kPoints;
        sum += std::complex<double>(points[first + n]) * std::polar(1.0, -6.283185307179586 * turn);
      }
      CHECK(std::abs(spectra[first + k] - sum) < 1e-10);
    }
  }
}

TEST_CASE("fft_parboil: a verdict measures a difference by the largest value of its own 256 lines") {
  fft::Points points(2 * kPoints);
  points[0] = 1000;
  points[kPoints] = 1;  // every line of the second spectrum is 1
  const fft::Spectra cpu = fft::spectra(points, kPoints);
  fft::Points device(cpu.size());
  for (std::size_t i = 0; i < cpu.size(); ++i) device[i] = std::complex<float>(cpu[i]);
  device[5] += 0.009f;
  CHECK(fft::compare_spectra(device, cpu, kPoints).right);
  device[kPoints + 2] += 0.009f;
  CHECK(fft::compare_spectra(device, cpu, kPoints).text ==
        "value (1, 2) is (1.009,0), the CPU has (1,0) (1 of 512 differ)");
}

TEST_CASE("fft_parboil is right for one transform and for several by a block of 128 threads each") {
  for (const unsigned transforms : {1u, 3u, 20u}) {
    const Outcome outcome = run_functionally("fft_parboil", Size::kTiny, {{"transforms", std::to_string(transforms)}});
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.blocks == transforms);
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
  }
}

TEST_CASE("fft_parboil: the verdict notices an omitted kernel") {
  CHECK_FALSE(run_without("fft_parboil", "fft_parboil").right);
}

TEST_CASE("fft_parboil: 2048 bytes of scratchpad a block and 1024 transforms as published") {
  CHECK(scratchpad_bytes("fft_parboil", "fft_parboil") == 2048);
  CHECK(complete_arguments(find_workload("fft_parboil"), Size::kPaper, {}) == WorkloadArguments{{"transforms", 1024}});
  CHECK(thread_needs("fft_parboil", "fft_parboil").registers == 30);  // the suite's: 36
}
