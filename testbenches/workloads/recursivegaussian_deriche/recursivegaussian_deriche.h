// The CPU reference of recursivegaussian_deriche.
#pragma once

#include "workloads/recursivegaussian/recursivegaussian.h"

namespace unibank::recursivegaussian_deriche {

struct Coefficients {  // recursivegaussian_deriche.cu's
  float a0 = 0, a1 = 0, a2 = 0, a3 = 0, b1 = 0, b2 = 0, first_down = 0, first_up = 0;
};

// R. Deriche, "Fast algorithms for low-level vision", IEEE PAMI 12(1), 1990: the smoothing filter
// k (alpha |n| + 1) exp(-alpha |n|), whose sum over all n is 1; alpha is 1.695 / sigma, as in the CUDA samples.
Coefficients coefficients(float sigma);

// The image filtered along its columns and then along its rows, with the kernel's operations in the kernel's order.
recursivegaussian::Image blur(const recursivegaussian::Image& image, const Coefficients& k);

}  // namespace unibank::recursivegaussian_deriche
