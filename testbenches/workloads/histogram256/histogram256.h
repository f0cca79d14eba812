// The input and the CPU reference of histogram256.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::histogram256 {

constexpr std::size_t kBins = 384, kThreads = 192;

// Words of four bytes; each byte is uniform in 0 .. 255.
std::vector<std::uint32_t> random_words(std::size_t words, std::uint32_t seed);

// [block][bin]: how often each byte occurs among the words of a block. Thread t of block b has the words b * kThreads +
// t + k * blocks * kThreads for all k.
std::vector<std::uint32_t> partial_histograms(const std::vector<std::uint32_t>& words, std::size_t blocks);

}  // namespace unibank::histogram256
