// The signal and the CPU reference of dwthaar.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::dwthaar {

// A random walk.
std::vector<float> random_signal(std::size_t samples, std::uint32_t seed);

// The orthonormal Haar transform of a signal whose length is a power of two: the approximation, then the differences of
// 1, 2, 4, ... pairs, the coarsest first.
std::vector<float> transform(const std::vector<float>& signal);

// Scratchpad of a block: two words for each thread, and one word of padding for every 16 words.
unsigned scratchpad_bytes(unsigned threads);

// One launch: a block halves 2 x threads samples `levels` times.
struct Step {
  unsigned blocks, threads, levels;
};
std::vector<Step> steps(std::size_t samples);

}  // namespace unibank::dwthaar
