// Input and CPU reference of embedding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::embedding {

struct Bags {
  std::vector<std::int32_t> offsets;  // of each bag's first index, and behind the last one
  std::vector<std::int32_t> indices;  // rows of the table
};

// Bags of 0 to 2 `length` indices. Few rows are asked for often: a row is `rows` times the cube of a uniform number.
Bags random_bags(std::size_t bags, std::size_t length, std::size_t rows, std::uint32_t seed);
// Of each bag the sum of its rows of `columns` values.
std::vector<float> sums(const std::vector<float>& table, const Bags& bags, std::size_t columns);

}  // namespace unibank::embedding
