// Input and CPU reference of spmv.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::spmv {

struct Matrix {  // CSR, square
  std::vector<std::int32_t> starts, columns;
  std::vector<float> values;
};
struct Ell {  // entry i of row r at i * rows + r; short rows are padded with columns of -1
  std::size_t width = 0;
  std::vector<std::int32_t> columns;
  std::vector<float> values;
};

// Rows of 0 to 2 `entries` entries; half of the entries are near the diagonal, as in meshes, and half are at random
// places of the row.
Matrix random_matrix(std::size_t rows, std::size_t entries, std::uint32_t seed);
Ell ell_of(const Matrix& matrix);
std::vector<float> multiply(const Matrix& matrix, const std::vector<float>& x);

}  // namespace unibank::spmv
