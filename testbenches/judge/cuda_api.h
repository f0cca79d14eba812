// Types and numbers for the few entry points of the CUDA driver that the judge, `unibank characterize --gpu` and
// `unibank correlate` call. They are declared here so that no CUDA toolkit is needed: names, numbers and layouts are
// the driver's ABI (CUDA 11 and later, 64 bits).
#pragma once

#include <cstddef>
#include <cstdint>

namespace unibank::cuda {

using Result = int;  // 0: success
using DeviceNumber = int;
using Pointer = std::uint64_t;       // of device memory
using Object = std::uint64_t;        // a texture or surface
struct Opaque;
using Context = Opaque*;
using Module = Opaque*;
using Function = Opaque*;
using Array = Opaque*;
using TextureReference = Opaque*;
using SurfaceReference = Opaque*;
using Stream = Opaque*;
using Event = Opaque*;

constexpr int kComputeCapabilityMajor = 75, kComputeCapabilityMinor = 76;  // cuDeviceGetAttribute
constexpr int kClockKilohertz = 13, kSms = 16, kL2Bytes = 38;
constexpr int kJitErrorLog = 5, kJitErrorLogBytes = 6, kJitOptimization = 7;  // cuModuleLoadDataEx
constexpr Result kNotReady = 600;                                          // cuStreamQuery
constexpr int kLimitStackBytes = 0;                                        // cuCtxSetLimit
constexpr int kMaxDynamicScratchpadBytes = 8;                              // cuFuncSetAttribute
constexpr std::uintptr_t kLaunchEnd = 0, kLaunchBuffer = 1, kLaunchBufferBytes = 2;  // cuLaunchKernel's `extra`
constexpr unsigned kArrayLayered = 1, kArraySurface = 2;                   // ArrayShape::flags
constexpr unsigned kReadAsInteger = 1, kNormalizedCoordinates = 2;         // Sampling::flags
constexpr unsigned kOverrideFormat = 1;                                    // cuTexRefSetArray
constexpr unsigned kHost = 1, kDevice = 2, kArray = 3;                     // kinds of memory in Copy
constexpr unsigned kArrayResource = 0, kLinearResource = 2;                // Resource::type

struct ArrayShape {  // CUDA_ARRAY3D_DESCRIPTOR
  std::size_t width, height, depth;
  unsigned format, channels, flags;
};

struct CopyEnd {
  std::size_t x_bytes, y, z, level;
  unsigned kind;
  void* host;
  Pointer device;
  Array array;
  void* reserved;
  std::size_t pitch, height;
};
struct Copy {  // CUDA_MEMCPY3D
  CopyEnd from, to;
  std::size_t width_bytes, height, depth;
};

struct Resource {  // CUDA_RESOURCE_DESC
  unsigned type;
  union {
    struct {
      Array array;
    } array;
    struct {
      Pointer address;
      unsigned format, channels;
      std::size_t bytes;
    } linear;
    int reserved[32];
  };
  unsigned flags;
};

struct Sampling {  // CUDA_TEXTURE_DESC
  unsigned address[3];
  unsigned filter, flags, anisotropy, level_filter;
  float level_bias, least_level, greatest_level;
  float border[4];
  int reserved[12];
};

static_assert(sizeof(Copy) == 200 && sizeof(Resource) == 144 && sizeof(Sampling) == 104 && sizeof(ArrayShape) == 40,
              "the driver's layouts");

}  // namespace unibank::cuda
