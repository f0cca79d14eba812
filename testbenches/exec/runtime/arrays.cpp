#include "exec/runtime/arrays.h"

#include <map>
#include <memory>
#include <mutex>

#include "exec/runtime/connection.h"
#include "exec/runtime/streams.h"

namespace unibank::exec {
namespace {

struct Arrays {
  std::mutex mutex;
  std::map<const Array*, std::unique_ptr<Array>> all;
};
Arrays& arrays() {
  static Arrays& one = *new Arrays;
  return one;
}

// One end of a copy: a slice's rows.
struct End {
  char* first = nullptr;
  std::size_t pitch = 0, slice_bytes = 0, element_bytes = 1;
};

End end_of(const Array* array, const Position& position, const PitchedPointer& memory) {
  if (array) {
    return {array->at(position.x * array->element_bytes(), position.y, position.z), array->row_bytes(),
            array->row_bytes() * array->rows(), array->element_bytes()};
  }
  const std::size_t slice = memory.pitch * memory.rows;
  return {static_cast<char*>(memory.pointer) + position.z * slice + position.y * memory.pitch + position.x,
          memory.pitch, slice, 1};
}

}  // namespace

bool exists(const Array* array) {
  const std::lock_guard<std::mutex> lock(arrays().mutex);
  return arrays().all.count(array) != 0;
}

CudaError make_array(Array*& array, const ChannelFormat& format, const Extent& extent, unsigned flags) {
  Array made;
  made.format = format;
  made.extent = extent;
  made.flags = flags;
  if (made.element_bytes() == 0 || extent.width == 0) return CudaError::kInvalidValue;
  constexpr std::size_t kFaces = 6;
  const bool layered = (flags & Array::kLayered) != 0;
  const bool faces = layered ? extent.depth != 0 && extent.depth % kFaces == 0 : extent.depth == kFaces;
  if ((flags & Array::kCube) != 0 && (extent.width != extent.height || !faces)) return CudaError::kInvalidValue;
  void* memory = nullptr;
  const CudaError error = allocate(product(product(made.row_bytes(), made.rows()), made.slices()), "", memory);
  if (error != CudaError::kSuccess) return error;
  made.memory = static_cast<char*>(memory);
  auto own = std::make_unique<Array>(made);
  array = own.get();
  const std::lock_guard<std::mutex> lock(arrays().mutex);
  arrays().all[array] = std::move(own);
  return CudaError::kSuccess;
}

CudaError release_array(Array* array) {
  if (!array) return CudaError::kSuccess;
  const std::lock_guard<std::mutex> lock(arrays().mutex);
  const auto known = arrays().all.find(array);
  if (known == arrays().all.end()) return CudaError::kInvalidValue;
  const CudaError error = release(known->second->memory);
  arrays().all.erase(known);
  return error;
}

void forget_arrays() {
  const std::lock_guard<std::mutex> lock(arrays().mutex);
  arrays().all.clear();
}

namespace {

// The part of the array that a copy reads or writes.
bool holds(const Array* array, const Position& from, const Extent& extent) {
  if (!array) return true;
  const std::size_t texel = array->element_bytes();
  return array->holds(product(from.x, texel), product(extent.width, texel), from.y, extent.height) &&
         sum(from.z, extent.depth) <= array->slices();
}

// Each side is an array or memory, and two arrays have texels of the same size.
bool possible(const Copy3D& asked) {
  const auto one = [](const Array* array, const PitchedPointer& memory) {
    return (array != nullptr) != (memory.pointer != nullptr);
  };
  if (!one(asked.from_array, asked.from_memory) || !one(asked.to_array, asked.to_memory)) return false;
  const bool arrays = asked.from_array && asked.to_array;
  if (arrays && asked.from_array->element_bytes() != asked.to_array->element_bytes()) return false;
  return holds(asked.from_array, asked.from, asked.extent) && holds(asked.to_array, asked.to, asked.extent);
}

}  // namespace

CudaError copy(const Copy3D& asked) {
  for (const Array* const array : {asked.from_array, asked.to_array})
    if (array && !exists(array)) return CudaError::kInvalidResourceHandle;
  const bool some = asked.extent.width != 0 && asked.extent.height != 0 && asked.extent.depth != 0;
  if (some && !possible(asked)) return CudaError::kInvalidValue;
  const End from = end_of(asked.from_array, asked.from, asked.from_memory);
  const End to = end_of(asked.to_array, asked.to, asked.to_memory);
  const std::size_t bytes = product(asked.extent.width, std::max(from.element_bytes, to.element_bytes));
  for (std::size_t slice = 0; slice < asked.extent.depth; ++slice) {
    const Rows rows{to.first + slice * to.slice_bytes, to.pitch, from.first + slice * from.slice_bytes, from.pitch,
                    bytes, asked.extent.height};
    const CudaError error = copy(rows, asked.kind);
    if (error != CudaError::kSuccess) return error;
  }
  return CudaError::kSuccess;
}

}  // namespace unibank::exec

using namespace unibank::exec;

UNIBANK_EXPORTED ChannelFormat cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
  return {x, y, z, w, kind};
}
UNIBANK_EXPORTED CudaError cudaGetChannelDesc(ChannelFormat* format, const Array* array) {
  if (!exists(array)) return remember(CudaError::kInvalidResourceHandle);
  *format = array->format;
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cudaArrayGetInfo(ChannelFormat* format, Extent* extent, unsigned* flags,
                                            const Array* array) {
  if (!exists(array)) return remember(CudaError::kInvalidResourceHandle);
  if (format) *format = array->format;
  if (extent) *extent = array->extent;
  if (flags) *flags = array->flags;
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cudaMalloc3DArray(Array** array, const ChannelFormat* format, Extent extent,
                                             unsigned flags) {
  return remember(array && format ? make_array(*array, *format, extent, flags) : CudaError::kInvalidValue);
}
UNIBANK_EXPORTED CudaError cudaMallocArray(Array** array, const ChannelFormat* format, std::size_t width,
                                           std::size_t height, unsigned flags) {
  return cudaMalloc3DArray(array, format, {width, height, 0}, flags);
}
UNIBANK_EXPORTED CudaError cudaFreeArray(Array* array) { return remember(release_array(array)); }

UNIBANK_EXPORTED CudaError cudaMemcpy3D(const Copy3D* asked) {
  return remember(asked ? copy(*asked) : CudaError::kInvalidValue);
}
UNIBANK_EXPORTED CudaError cudaMemcpy3DAsync(const Copy3D* asked, void* stream) {
  if (!asked) return remember(CudaError::kInvalidValue);
  const Copy3D own = *asked;
  return remember(submit(stream, [own] { return copy(own); }, GraphNode::Kind::kMemcpy));
}
UNIBANK_EXPORTED CudaError cudaMemset3DAsync(PitchedPointer to, int value, Extent extent, void* stream) {
  const auto work = [=] {
    const auto with = static_cast<unsigned>(value);
    CudaError error = CudaError::kSuccess;
    for (std::size_t z = 0; z < extent.depth && error == CudaError::kSuccess; ++z)
      error = fill(static_cast<char*>(to.pointer) + z * to.pitch * to.rows, to.pitch, with, 1, extent.width,
                   extent.height);
    return error;
  };
  return remember(submit(stream, work, GraphNode::Kind::kMemset));
}

UNIBANK_EXPORTED CudaError cudaMemcpy2DToArrayAsync(Array* to, std::size_t x, std::size_t y, const void* from,
                                                    std::size_t pitch, std::size_t bytes, std::size_t rows,
                                                    CopyKind kind, void* stream) {
  if (!exists(to)) return remember(CudaError::kInvalidResourceHandle);
  if (!to->holds(x, bytes, y, rows)) return remember(CudaError::kInvalidValue);
  const Rows all{to->at(x, y), to->row_bytes(), from, pitch, bytes, rows};
  return remember(submit(stream, [=] { return copy_pitched(all, kind); }, GraphNode::Kind::kMemcpy));
}
UNIBANK_EXPORTED CudaError cudaMemcpy2DToArray(Array* to, std::size_t x, std::size_t y, const void* from,
                                               std::size_t pitch, std::size_t bytes, std::size_t rows, CopyKind kind) {
  return cudaMemcpy2DToArrayAsync(to, x, y, from, pitch, bytes, rows, kind, nullptr);
}
UNIBANK_EXPORTED CudaError cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, const Array* from, std::size_t x,
                                                      std::size_t y, std::size_t bytes, std::size_t rows,
                                                      CopyKind kind, void* stream) {
  if (!exists(from)) return remember(CudaError::kInvalidResourceHandle);
  if (!from->holds(x, bytes, y, rows)) return remember(CudaError::kInvalidValue);
  const Rows all{to, pitch, from->at(x, y), from->row_bytes(), bytes, rows};
  return remember(submit(stream, [=] { return copy_pitched(all, kind); }, GraphNode::Kind::kMemcpy));
}
UNIBANK_EXPORTED CudaError cudaMemcpy2DFromArray(void* to, std::size_t pitch, const Array* from, std::size_t x,
                                                 std::size_t y, std::size_t bytes, std::size_t rows, CopyKind kind) {
  return cudaMemcpy2DFromArrayAsync(to, pitch, from, x, y, bytes, rows, kind, nullptr);
}
UNIBANK_EXPORTED CudaError cudaMemcpy2DArrayToArray(Array* to, std::size_t to_x, std::size_t to_y, const Array* from,
                                                    std::size_t x, std::size_t y, std::size_t bytes, std::size_t rows,
                                                    CopyKind kind) {
  if (!exists(to) || !exists(from)) return remember(CudaError::kInvalidResourceHandle);
  if (!to->holds(to_x, bytes, to_y, rows) || !from->holds(x, bytes, y, rows)) return remember(CudaError::kInvalidValue);
  return remember(
      copy(Rows{to->at(to_x, to_y), to->row_bytes(), from->at(x, y), from->row_bytes(), bytes, rows}, kind));
}
UNIBANK_EXPORTED CudaError cudaMemcpyToArrayAsync(Array* to, std::size_t x, std::size_t y, const void* from,
                                                  std::size_t bytes, CopyKind kind, void* stream) {
  if (!exists(to)) return remember(CudaError::kInvalidResourceHandle);
  char* const at = to->at(x, y);
  return remember(submit(stream, [=] { return copy(at, from, bytes, kind); }, GraphNode::Kind::kMemcpy));
}
UNIBANK_EXPORTED CudaError cudaMemcpyToArray(Array* to, std::size_t x, std::size_t y, const void* from,
                                             std::size_t bytes, CopyKind kind) {
  return cudaMemcpyToArrayAsync(to, x, y, from, bytes, kind, nullptr);
}
UNIBANK_EXPORTED CudaError cudaMemcpyFromArrayAsync(void* to, const Array* from, std::size_t x, std::size_t y,
                                                    std::size_t bytes, CopyKind kind, void* stream) {
  if (!exists(from)) return remember(CudaError::kInvalidResourceHandle);
  const char* const at = from->at(x, y);
  return remember(submit(stream, [=] { return copy(to, at, bytes, kind); }, GraphNode::Kind::kMemcpy));
}
UNIBANK_EXPORTED CudaError cudaMemcpyFromArray(void* to, const Array* from, std::size_t x, std::size_t y,
                                               std::size_t bytes, CopyKind kind) {
  return cudaMemcpyFromArrayAsync(to, from, x, y, bytes, kind, nullptr);
}
UNIBANK_EXPORTED CudaError cudaMemcpyArrayToArray(Array* to, std::size_t to_x, std::size_t to_y, const Array* from,
                                                  std::size_t x, std::size_t y, std::size_t bytes, CopyKind kind) {
  if (!exists(to) || !exists(from)) return remember(CudaError::kInvalidResourceHandle);
  return remember(copy(to->at(to_x, to_y), from->at(x, y), bytes, kind));
}
