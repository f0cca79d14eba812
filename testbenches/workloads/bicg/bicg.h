// The CPU reference of bicg.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::bicg {

struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<float> elements;  // row-major
};

// A^T r, with `columns` elements, and A p, with `rows`. Each element is one chain of fused multiply-adds that begins at
// 0 and goes down the column or along the row, as the kernels sum it.
std::vector<float> transposed_product(const Matrix& a, const std::vector<float>& r);
std::vector<float> product(const Matrix& a, const std::vector<float>& p);

}  // namespace unibank::bicg
