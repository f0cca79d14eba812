// Structures of copies in three dimensions, as CUDA has them.
#pragma once

#include <cstddef>

struct Extent {
  std::size_t width, height, depth;
};
struct Pitched {
  void* pointer;
  std::size_t pitch, row_bytes, rows;
};
struct Position {
  std::size_t x, y, z;
};
struct Copy3D {
  void* from_array;
  Position from;
  Pitched from_memory;
  void* to_array;
  Position to;
  Pitched to_memory;
  Extent extent;
  int kind;
};
static_assert(sizeof(Copy3D) == 160, "as CUDA has it");
