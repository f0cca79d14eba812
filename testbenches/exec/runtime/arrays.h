// CUDA arrays: texels in device memory, row after row, without gaps.
#pragma once

#include <algorithm>
#include <cstddef>

#include "exec/runtime/cuda_types.h"
#include "exec/runtime/memory.h"

namespace unibank::exec {

struct Array {
  static constexpr unsigned kLayered = 1, kCube = 4;  // CUDA's flags
  char* memory = nullptr;
  Extent extent;                           // as given by the program: 0 for a missing dimension
  ChannelFormat format;
  unsigned flags = 0;

  std::size_t element_bytes() const {
    return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8;
  }
  std::size_t row_bytes() const { return product(extent.width, element_bytes()); }
  std::size_t rows() const { return std::max<std::size_t>(extent.height, 1); }
  std::size_t slices() const { return std::max<std::size_t>(extent.depth, 1); }
  // Whether each of `count` rows from `row` on has these bytes from `first` on; `of`: the rows to be considered.
  bool holds(std::size_t first, std::size_t bytes, std::size_t row, std::size_t count, std::size_t of) const {
    return sum(first, bytes) <= row_bytes() && sum(row, count) <= of;
  }
  bool holds(std::size_t first, std::size_t bytes, std::size_t row, std::size_t count) const {
    return holds(first, bytes, row, count, rows());
  }
  char* at(std::size_t bytes, std::size_t row, std::size_t slice = 0) const {
    return memory + (slice * rows() + row) * row_bytes() + bytes;
  }
};

// Whether the pointer is an array that has been made and not released.
bool exists(const Array* array);
CudaError make_array(Array*& array, const ChannelFormat& format, const Extent& extent, unsigned flags);
CudaError release_array(Array* array);
// Forget all arrays, and all textures and surfaces. The arrays' memory is released with all other memory.
void forget_arrays();
void forget_textures();
CudaError copy(const Copy3D& copy);

}  // namespace unibank::exec
