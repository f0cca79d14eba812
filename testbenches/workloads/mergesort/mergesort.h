// The input, the launches and the CPU reference of mergesort.
#pragma once

#include <cstdint>
#include <vector>

namespace unibank::mergesort {

struct Pairs {
  std::vector<std::uint32_t> keys, values;
};

// Keys below 65,536, so that some are equal where there are many; a pair's value is its index.
Pairs random_pairs(std::size_t count, std::uint32_t seed);

// By key, ascending; equal keys stay in the order in which they came.
Pairs sorted(const Pairs& pairs);

// Runs of this many pairs are merged two by two: tile, 2 tile, ..., half of all. Both are powers of two.
std::vector<std::uint32_t> strides(std::uint32_t count, std::uint32_t tile);

}  // namespace unibank::mergesort
