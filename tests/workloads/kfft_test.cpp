// kfft: the CPU's transform judged by its definition; the plain kernel and its virtual thread blocks.
#include "workloads/kfft/kfft.h"

#include <catch2/catch.hpp>

#include <limits>

#include "scratchpad_shape.h"
#include "run_without.h"
#include "run_workload.h"

using namespace unibank;

namespace {

std::complex<double> turned(std::size_t steps) {
  return std::polar(1.0, -6.283185307179586 * static_cast<double>(steps % kfft::kPoints) / kfft::kPoints);
}

}  // namespace

TEST_CASE("kfft: a single point becomes a wave whose frequency is its place") {
  kfft::Points points(2 * kfft::kPoints);
  points[kfft::kPoints + 3] = 1;  // of the second transform of two
  const kfft::Spectra spectra = kfft::spectra(points);
  for (std::size_t k = 0; k < kfft::kPoints; ++k) {
    CHECK(spectra[k] == 0.0);
    CHECK(std::abs(spectra[kfft::kPoints + k] - turned(3 * k)) < 1e-12);
  }
}

TEST_CASE("kfft: lines are the sums of the definition") {
  kfft::Points points(kfft::kPoints);
  for (std::size_t n = 0; n < points.size(); ++n) {
    points[n] = {static_cast<float>(n * n % 37), static_cast<float>(n % 11) - 5};
  }
  const kfft::Spectra spectra = kfft::spectra(points);
  for (const std::size_t k : {0u, 1u, 15u, 16u, 255u, 256u, 511u, 512u, 1023u}) {
    std::complex<double> sum = 0;
    for (std::size_t n = 0; n < points.size(); ++n) sum += std::complex<double>(points[n]) * turned(n * k);
    CHECK(std::abs(spectra[k] - sum) < 1e-8);
  }
}

TEST_CASE("kfft: a verdict measures a difference by the largest line of its own spectrum") {
  kfft::Points points(2 * kfft::kPoints);
  points[0] = 1000;
  points[kfft::kPoints] = 1;  // every line of the second spectrum is 1
  const kfft::Spectra cpu = kfft::spectra(points);
  kfft::Points device(cpu.size());
  for (std::size_t i = 0; i < cpu.size(); ++i) device[i] = std::complex<float>(cpu[i]);
  device[5] += 0.009f;
  CHECK(kfft::judge(device, cpu).text == "2048 lines within 1e-05 of the largest of their spectrum");
  device[kfft::kPoints + 2] = 1.5f;
  CHECK_FALSE(kfft::judge(device, cpu).right);
  CHECK(kfft::judge(device, cpu).text == "line 2 of spectrum 1 is (1.5,0), the CPU has (1,0)");
  device = kfft::Points(cpu.size(), std::numeric_limits<float>::quiet_NaN());
  CHECK_FALSE(kfft::judge(device, cpu).right);
}

TEST_CASE("kfft is right in all forms, of which VTB merges four blocks and VTB_PIPE two") {
  const unsigned merged[] = {1, 4, 2};
  for (const unsigned form : {0u, 1u, 2u}) {
    for (const unsigned transforms : {4u, 12u}) {
      const Outcome outcome = run_functionally(
          "kfft", Size::kTiny, {{"transforms", std::to_string(transforms)}, {"form", std::to_string(form)}});
      INFO("form " << form << ": " << outcome.verdict.text);
      CHECK(outcome.verdict.right);
      CHECK(outcome.counts.blocks == transforms / merged[form]);
      CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
    }
  }
}

TEST_CASE("kfft: the verdict notices an omitted kernel") { CHECK_FALSE(run_without("kfft", "kfft").right); }

TEST_CASE("kfft: one variable of 8704 bytes and one resident block of 64 threads, 256 or 128 when merged") {
  for (const auto& [kernel, threads] : {std::pair{"kfft", 64u}, {"kfft_vtb", 256u}, {"kfft_vtb_pipe", 128u}}) {
    const ScratchpadShape shape = scratchpad_shape("kfft", kernel, threads);
    CHECK(shape == ScratchpadShape{8 * (1024 + 64), 1, threads});
    CHECK(resident(shape).resident_blocks == 1);
    CHECK(resident(shape).limited_by == "scratchpad");
    CHECK(resident_without_scratchpad(shape).resident_blocks >= 2);
  }
}

TEST_CASE("kfft: numbers of transforms that the merged blocks do not divide are refused") {
  CHECK_THROWS_MATCHES(
      run_functionally("kfft", Size::kTiny, {{"transforms", "6"}}), InputError,
      Catch::Matchers::Message("argument 'transforms' of workload 'kfft' is 6; expected a multiple of 4"));
}
