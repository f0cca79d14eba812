// Device memory and copies, for both interfaces. Device memory has the same addresses on the host and on the device.
#pragma once

#include <cstddef>
#include <string>

#include "exec/runtime/cuda_types.h"

namespace unibank::exec {

// Sizes of a program, which may be any numbers. A result of more than 64 bits becomes the largest number, and no memory
// has so many bytes.
inline std::size_t product(std::size_t a, std::size_t b) {
  std::size_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? ~std::size_t{0} : result;
}
inline std::size_t sum(std::size_t a, std::size_t b) {
  std::size_t result = 0;
  return __builtin_add_overflow(a, b, &result) ? ~std::size_t{0} : result;
}

// `name`: for messages; may be empty.
CudaError allocate(std::size_t bytes, const std::string& name, void*& pointer);
// Some memory is also the host's: from now on a launch may find what the host has written since the last one, so the
// caches are emptied before it.
void share_with_host();
CudaError release(void* pointer);  // no effect if null
// Releases all that allocate() has given, except what is to be kept.
CudaError release_all();
void keep_at_reset(void* pointer);
// Forgets which allocations are memory for the host.
void forget_host_memory();
bool is_allocated(const void* pointer);
// Checks that the bytes at `pointer`, if they are device memory, lie in one allocation. `writes`: the program writes
// the bytes.
CudaError check(const void* pointer, std::size_t bytes, bool writes);
// A copy of rows of bytes.
struct Rows {
  void* to = nullptr;
  std::size_t to_pitch = 0;
  const void* from = nullptr;
  std::size_t from_pitch = 0;
  std::size_t bytes = 0, rows = 1;  // bytes of each row
};
CudaError copy(const Rows& rows, CopyKind kind = CopyKind::kDefault);
CudaError copy(void* to, const void* from, std::size_t bytes, CopyKind kind = CopyKind::kDefault);
// As cudaMemcpy2D(): a row may not be longer than a pitch, even if there is only one.
CudaError copy_pitched(const Rows& rows, CopyKind kind);
// Fills `count` elements of 1, 2 or 4 bytes in each of `rows` rows. kInvalidValue for memory that is only the host's.
CudaError fill(void* to, std::size_t pitch, unsigned value, unsigned element_bytes, std::size_t count,
               std::size_t rows);

// Bytes of device memory in all and those that are not allocated.
CudaError memory_info(std::size_t& free, std::size_t& total);

}  // namespace unibank::exec
