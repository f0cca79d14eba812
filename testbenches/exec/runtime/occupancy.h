// How many blocks of a kernel an SM holds, by the model's own calculator.
#pragma once

#include <cstdint>
#include <functional>

#include "exec/cuda_errors.h"

namespace unibank::exec {

CudaError resident_blocks(const void* key, unsigned threads, std::uint64_t dynamic_bytes, int& blocks);
// Threads of the largest block that an SM holds: `limit`, or a smaller multiple of 32. `limit` when it holds none.
unsigned most_threads_of(const void* key, unsigned limit);
// The block, a multiple of 32 threads, with most resident threads; of several the largest. `dynamic_bytes`: of a block
// of so many threads.
using DynamicBytes = std::function<std::uint64_t(int threads)>;
CudaError best_block(const void* key, const DynamicBytes& dynamic_bytes, unsigned most_threads, int& grid, int& block);

}  // namespace unibank::exec
