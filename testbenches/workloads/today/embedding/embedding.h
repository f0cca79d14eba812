// Input and CPU reference of embedding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::embedding {

struct Bags {
  std::vector<std::int32_t> offsets;  // each bag's first index, and the end of the last bag
  std::vector<std::int32_t> indices;  // rows of the table
};

// Bags of 0 to 2 `length` indices. A few rows are read often: a row's number is `rows` times the cube of a uniform
// number.
Bags random_bags(std::size_t bags, std::size_t length, std::size_t rows, std::uint32_t seed);
// For each bag, the sum of its rows of `columns` values.
std::vector<float> sums(const std::vector<float>& table, const Bags& bags, std::size_t columns);

}  // namespace unibank::embedding
