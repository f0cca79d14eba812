// The number of blocks of a kernel that are resident on an SM at once, from the model's occupancy calculator.
#pragma once

#include <cstdint>
#include <functional>

#include "exec/cuda_errors.h"

namespace unibank::exec {

CudaError resident_blocks(const void* key, unsigned threads, std::uint64_t dynamic_bytes, int& blocks);
// None if a launch with so much dynamic scratchpad is refused, because the program has not asked for it.
CudaError launchable_blocks(const void* key, unsigned threads, std::uint64_t dynamic_bytes, int& blocks);
// Threads of the largest block that fits an SM: `limit`, or a smaller multiple of 32. Returns `limit` if no block fits.
unsigned most_threads_of(const void* key, unsigned limit);
// Finds the size of a block, a multiple of 32 threads, that gives the most resident threads on an SM; of several sizes,
// the largest. `dynamic_bytes`: returns the dynamic scratchpad, in bytes, of a block with this number of threads.
using DynamicBytes = std::function<std::uint64_t(int threads)>;
CudaError best_block(const void* key, const DynamicBytes& dynamic_bytes, unsigned most_threads, int& grid, int& block);

}  // namespace unibank::exec
