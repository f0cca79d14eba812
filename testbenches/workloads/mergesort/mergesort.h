// The input, the launches and the CPU reference of mergesort.
#pragma once

#include <cstdint>
#include <vector>

namespace unibank::mergesort {

struct Pairs {
  std::vector<std::uint32_t> keys, values;
};

// Keys are below 65,536, so that large inputs contain equal keys; a pair's value is its index.
Pairs random_pairs(std::size_t count, std::uint32_t seed);

// Sorts by key, ascending; pairs with equal keys keep their order.
Pairs sorted(const Pairs& pairs);

// The lengths of the runs that are merged two by two: tile, 2 tile, ..., half of all pairs. Both arguments are powers
// of two.
std::vector<std::uint32_t> strides(std::uint32_t count, std::uint32_t tile);

}  // namespace unibank::mergesort
