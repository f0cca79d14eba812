// The input, the CPU reference and the comparison of fft.
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

// The forward transform of each 512 points, in double precision: spectrum k is the sum of point n times
// exp(-2 pi i n k / 512).
Spectra spectra(const Points& points);

// Right where no value of a spectrum is further from the CPU's than 1e-5 of the largest of that spectrum: rounding
// errors go with the whole spectrum, and single values may be as small as they like.
Verdict compare_spectra(const Points& device, const Spectra& cpu);

}  // namespace unibank::fft
