// The types that programs pass over the CUDA runtime's binary interface, with their layouts. The names are our own; the
// numbers are those of CUDA's headers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exec/cuda_errors.h"

// Marks a function that the library exports to programs.
#define UNIBANK_EXPORTED extern "C" __attribute__((visibility("default")))

namespace unibank::exec {

struct Shape {  // dim3
  unsigned x = 1, y = 1, z = 1;
};

enum class CopyKind : int { kHostToHost, kHostToDevice, kDeviceToHost, kDeviceToDevice, kDefault };

struct ChannelFormat {  // cudaChannelFormatDesc
  int x = 0, y = 0, z = 0, w = 0;
  int kind = 0;         // 0 signed, 1 unsigned, 2 float
};

struct Extent {
  std::size_t width = 0, height = 0, depth = 0;
};
struct Position {
  std::size_t x = 0, y = 0, z = 0;
};
struct PitchedPointer {
  void* pointer = nullptr;
  std::size_t pitch = 0, row_bytes = 0, rows = 0;
};

struct Array;
struct Copy3D {  // cudaMemcpy3DParms
  Array* from_array = nullptr;
  Position from;
  PitchedPointer from_memory;
  Array* to_array = nullptr;
  Position to;
  PitchedPointer to_memory;
  Extent extent;
  CopyKind kind = CopyKind::kDefault;
};

struct PointerAttributes {
  int type = 0;    // 0 unregistered, 1 host, 2 device, 3 managed
  int device = 0;
  void *device_pointer = nullptr, *host_pointer = nullptr;
  // In CUDA 13 unused bytes follow. They are never written, because programs of CUDA 11 and 12 have none.
};

struct FunctionAttributes {  // cudaFuncAttributes
  std::size_t shared_bytes = 0, constant_bytes = 0, local_bytes = 0;
  int most_threads = 0, registers = 0, ptx_version = 0, binary_version = 0, cache_mode = 0;
  int most_dynamic_bytes = 0, carve_out = 0, cluster[4] = {}, cluster_policy = 0, any_cluster = 0;
  int reserved[16] = {};
};

struct LaunchConfiguration {  // cudaLaunchConfig_t
  Shape grid, block;
  std::size_t dynamic_bytes = 0;
  void* stream = nullptr;
  struct Attribute {
    int id = 0;
    char pad[4] = {};
    union {
      char bytes[64];
      int number;
      Shape shape;
      struct {
        void* event;
        int flags;
      } record;
    } value = {};
  }* attributes = nullptr;
  unsigned attribute_count = 0;
};

struct ResourceDescription {  // cudaResourceDesc
  ResourceDescription() : reserved{} {}
  int kind = 0;               // 0 array, 1 mipmapped array, 2 linear memory, 3 pitched memory
  union {
    Array* array;
    struct {
      void* pointer;
      ChannelFormat format;
      std::size_t bytes;
    } linear;
    struct {
      void* pointer;
      ChannelFormat format;
      std::size_t width, height, pitch;
    } pitched;
    int reserved[32];
  };
  unsigned flags = 0;
};

struct TextureDescription {  // cudaTextureDesc
  int outside[3] = {};       // 0 wrap, 1 clamp, 2 mirror, 3 border
  int filter = 0;            // 0 point, 1 linear
  int read_as = 0;           // 0 the element, 1 a normalized float
  int srgb = 0;
  float border[4] = {};
  int normalized_coordinates = 0;
  unsigned anisotropy = 0;
  int mipmap_filter = 0;
  float mipmap_bias = 0, mipmap_least = 0, mipmap_most = 0;
  int no_trilinear = 0, seamless_cube = 0;
};

struct ViewDescription {  // cudaResourceViewDesc
  int format = 0;           // 0: that of the resource
  std::size_t width = 0, height = 0, depth = 0;
  unsigned first_level = 0, last_level = 0, first_layer = 0, last_layer = 0;
  unsigned reserved[16] = {};
};

static_assert(sizeof(Copy3D) == 160 && sizeof(PointerAttributes) == 24 && sizeof(FunctionAttributes) == 144);
static_assert(sizeof(ResourceDescription) == 144 && sizeof(TextureDescription) == 72);
static_assert(sizeof(LaunchConfiguration) == 56 && sizeof(LaunchConfiguration::Attribute) == 72);

using Callback = void (*)(void*);
using StreamCallback = void (*)(void* stream, CudaError status, void* data);

}  // namespace unibank::exec
