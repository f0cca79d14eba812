// The input, the CPU reference and the comparison of kfft.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "workloads/workload.h"

namespace unibank::kfft {

constexpr std::size_t kPoints = 1024;  // of a transform

using Points = std::vector<std::complex<float>>;
using Spectra = std::vector<std::complex<double>>;

// The forward transform of every 1,024 points in double precision: line k is the sum of point n times exp(-2 pi i n k /
// 1024).
Spectra spectra(const Points& points);

// The verdict is right if no line differs by more than 1e-5 of the largest line of its spectrum. The device rounds sums
// of 1,024 values to single precision, and its sines and cosines are approximate.
Verdict judge(const Points& device, const Spectra& cpu);

}  // namespace unibank::kfft
