// The input, the CPU reference and the comparison of fft and, with 256 points, of fft_parboil.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "workloads/workload.h"

namespace unibank::fft {

constexpr std::size_t kPoints = 512;

using Points = std::vector<std::complex<float>>;
using Spectra = std::vector<std::complex<double>>;

// Real and imaginary parts between -1 and 1.
Points random_points(std::size_t count, std::uint32_t seed);

// The forward transform of each group of `length` points, a power of two, in double precision: line k of a spectrum is
// the sum of point n times exp(-2 pi i n k / length).
Spectra spectra(const Points& points, std::size_t length = kPoints);

// The verdict is right if no value of a spectrum differs from the CPU's by more than 1e-5 of that spectrum's largest
// value. Rounding errors grow with the whole spectrum, and single values may be arbitrarily small.
Verdict compare_spectra(const Points& device, const Spectra& cpu, std::size_t length = kPoints);

}  // namespace unibank::fft
