// The driver's interface: arrays, copies of two and three dimensions, texture and surface objects. Each structure is
// translated into the runtime's.
#include <cstdint>
#include <cstring>

#include "exec/runtime/arrays.h"
#include "exec/runtime/connection.h"
#include "exec/runtime/streams.h"

using namespace unibank::exec;
using Address = std::uint64_t;

extern "C" {
CudaError cudaCreateTextureObject(unsigned long long* object, const ResourceDescription* resource,
                                  const TextureDescription* texture, const ViewDescription* view);
CudaError cudaCreateSurfaceObject(unsigned long long* object, const ResourceDescription* resource);
CudaError cudaDestroyTextureObject(unsigned long long object);
CudaError cudaDestroySurfaceObject(unsigned long long object);
}

namespace {

struct DriverArray {  // CUDA_ARRAY_DESCRIPTOR
  std::size_t width = 0, height = 0;
  int format = 0;
  unsigned channels = 0;
};
struct DriverArray3D {  // CUDA_ARRAY3D_DESCRIPTOR
  std::size_t width = 0, height = 0, depth = 0;
  int format = 0;
  unsigned channels = 0, flags = 0;
};

enum class MemoryType : int { kHost = 1, kDevice = 2, kArray = 3, kUnified = 4 };
struct Place2D {
  std::size_t x_bytes = 0, y = 0;
  MemoryType type = MemoryType::kHost;
  void* host = nullptr;
  Address device = 0;
  Array* array = nullptr;
  std::size_t pitch = 0;
};
struct Copy2D {  // CUDA_MEMCPY2D
  Place2D from, to;
  std::size_t row_bytes = 0, rows = 0;
};
struct Place3D {
  std::size_t x_bytes = 0, y = 0, z = 0, level = 0;
  MemoryType type = MemoryType::kHost;
  void* host = nullptr;
  Address device = 0;
  Array* array = nullptr;
  void* reserved = nullptr;
  std::size_t pitch = 0, height = 0;
};
struct DriverCopy3D {  // CUDA_MEMCPY3D
  Place3D from, to;
  std::size_t row_bytes = 0, rows = 0, slices = 0;
};

struct DriverResource {  // CUDA_RESOURCE_DESC
  int kind = 0;
  union {
    Array* array;
    struct {
      Address address;
      int format;
      unsigned channels;
      std::size_t bytes;
    } linear;
    struct {
      Address address;
      int format;
      unsigned channels;
      std::size_t width, height, pitch;
    } pitched;
    int reserved[32];
  };
  unsigned flags = 0;
};
struct DriverTexture {  // CUDA_TEXTURE_DESC
  int outside[3] = {}, filter = 0;
  unsigned flags = 0, anisotropy = 0;
  int mipmap_filter = 0;
  float mipmap_bias = 0, mipmap_least = 0, mipmap_most = 0, border[4] = {};
  int reserved[12] = {};
};
constexpr unsigned kReadAsInteger = 1, kNormalizedCoordinates = 2, kSrgb = 0x10;  // flags of a texture

static_assert(sizeof(DriverArray) == 24 && sizeof(DriverArray3D) == 40 && sizeof(Copy2D) == 128);
static_assert(sizeof(DriverCopy3D) == 200 && sizeof(DriverResource) == 144 && sizeof(DriverTexture) == 104);

// 0 bits: no such format. CUarray_format: integers of 8, 16 and 32 bits, half and single precision.
ChannelFormat format_of(int format, unsigned channels) {
  struct Row {
    int format, bits, kind;
  };
  constexpr Row kRows[] = {{1, 8, 1}, {2, 16, 1},  {3, 32, 1},  {8, 8, 0},
                           {9, 16, 0}, {10, 32, 0}, {16, 16, 2}, {32, 32, 2}};
  ChannelFormat made;
  if (channels != 1 && channels != 2 && channels != 4) return made;
  for (const Row& row : kRows) {
    if (row.format != format) continue;
    made = {row.bits, channels > 1 ? row.bits : 0, channels > 2 ? row.bits : 0, channels > 2 ? row.bits : 0, row.kind};
  }
  return made;
}

int driver_format(const ChannelFormat& format) {
  constexpr int kSigned[] = {8, 9, 10}, kUnsigned[] = {1, 2, 3};
  if (format.kind == 2) return format.x == 16 ? 16 : 32;
  const int place = format.x == 8 ? 0 : format.x == 16 ? 1 : 2;
  return (format.kind == 0 ? kSigned : kUnsigned)[place];
}
unsigned channels_of(const ChannelFormat& format) { return format.w != 0 ? 4u : format.y != 0 ? 2u : 1u; }

// The first byte, for a copy of rows.
template <typename Place>
char* start_of(const Place& place) {
  if (place.type == MemoryType::kHost) return static_cast<char*>(place.host);
  return reinterpret_cast<char*>(place.device);
}

CudaError copy_rows(const Copy2D& asked) {
  for (const Place2D* const place : {&asked.from, &asked.to})
    if (place->type == MemoryType::kArray && !exists(place->array)) return CudaError::kInvalidResourceHandle;
  // A copy of slices counts the rows of all slices.
  const auto outside = [&asked](const Place2D& place) {
    if (place.type != MemoryType::kArray) return false;
    const std::size_t all_rows = product(place.array->rows(), place.array->slices());
    return !place.array->holds(place.x_bytes, asked.row_bytes, place.y, asked.rows, all_rows);
  };
  if (outside(asked.from) || outside(asked.to)) return CudaError::kInvalidValue;
  const auto first = [](const Place2D& place) {
    if (place.type == MemoryType::kArray) return place.array->at(place.x_bytes, place.y);
    return start_of(place) + place.y * place.pitch + place.x_bytes;
  };
  const auto pitch = [&asked](const Place2D& place) {
    if (place.type == MemoryType::kArray) return place.array->row_bytes();
    return place.pitch != 0 ? place.pitch : asked.row_bytes;
  };
  return copy(
      Rows{first(asked.to), pitch(asked.to), first(asked.from), pitch(asked.from), asked.row_bytes, asked.rows});
}

CudaError copy_slices(const DriverCopy3D& asked) {
  for (const Place3D* const place : {&asked.from, &asked.to}) {
    if (place->type != MemoryType::kArray) continue;
    if (!exists(place->array)) return CudaError::kInvalidResourceHandle;
    const bool rows_fit = sum(place->y, asked.rows) <= place->array->rows();
    if (!rows_fit || sum(place->z, asked.slices) > place->array->slices()) return CudaError::kInvalidValue;
  }
  for (std::size_t slice = 0; slice < asked.slices; ++slice) {
    Copy2D one;
    one.row_bytes = asked.row_bytes;
    one.rows = asked.rows;
    const auto place = [slice](Place2D& flat, const Place3D& deep) {
      flat = {deep.x_bytes, deep.y, deep.type, deep.host, deep.device, deep.array, deep.pitch};
      const std::size_t z = deep.z + slice;
      if (deep.type == MemoryType::kArray) {
        flat.y += z * deep.array->rows();
      } else {
        flat.y += z * deep.height;
      }
    };
    place(one.from, asked.from);
    place(one.to, asked.to);
    if (const CudaError error = copy_rows(one); error != CudaError::kSuccess) return error;
  }
  return CudaError::kSuccess;
}

CudaError make(Array** array, const DriverArray3D& asked) {
  const ChannelFormat format = format_of(asked.format, asked.channels);
  if (!array || format.x == 0) return CudaError::kInvalidValue;
  return make_array(*array, format, {asked.width, asked.height, asked.depth}, asked.flags);
}

ResourceDescription translated(const DriverResource& resource) {
  ResourceDescription made;
  made.kind = resource.kind;
  const auto pointer = [](Address address) { return reinterpret_cast<void*>(address); };
  switch (resource.kind) {
    case 2:
      made.linear = {pointer(resource.linear.address), format_of(resource.linear.format, resource.linear.channels),
                     resource.linear.bytes};
      break;
    case 3:
      made.pitched = {pointer(resource.pitched.address), format_of(resource.pitched.format, resource.pitched.channels),
                      resource.pitched.width, resource.pitched.height, resource.pitched.pitch};
      break;
    default: made.array = resource.array;
  }
  return made;
}

// Integers of up to 16 bits are read as normalized numbers, unless a flag says otherwise.
bool normalizes(const ResourceDescription& resource, unsigned flags) {
  const ChannelFormat& format = resource.kind == 2   ? resource.linear.format
                                : resource.kind == 3 ? resource.pitched.format
                                                     : resource.array->format;
  return (flags & kReadAsInteger) == 0 && format.kind != 2 && format.x < 32;
}

}  // namespace

UNIBANK_EXPORTED CudaError cuArrayCreate_v2(Array** array, const DriverArray* asked) {
  if (!asked) return CudaError::kInvalidValue;
  return make(array, {asked->width, asked->height, 0, asked->format, asked->channels, 0});
}
UNIBANK_EXPORTED CudaError cuArray3DCreate_v2(Array** array, const DriverArray3D* asked) {
  return asked ? make(array, *asked) : CudaError::kInvalidValue;
}
UNIBANK_EXPORTED CudaError cuArray3DGetDescriptor_v2(DriverArray3D* made, const Array* array) {
  if (!made) return CudaError::kInvalidValue;
  if (!exists(array)) return CudaError::kInvalidResourceHandle;
  *made = {array->extent.width,         array->extent.height,       array->extent.depth,
           driver_format(array->format), channels_of(array->format), array->flags};
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cuArrayGetDescriptor_v2(DriverArray* made, const Array* array) {
  if (!made) return CudaError::kInvalidValue;
  if (!exists(array)) return CudaError::kInvalidResourceHandle;
  *made = {array->extent.width, array->extent.height, driver_format(array->format), channels_of(array->format)};
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cuArrayDestroy(Array* array) {
  return exists(array) ? release_array(array) : CudaError::kInvalidResourceHandle;
}

UNIBANK_EXPORTED CudaError cuMemcpy2D_v2(const Copy2D* asked) {
  return asked ? copy_rows(*asked) : CudaError::kInvalidValue;
}
UNIBANK_EXPORTED CudaError cuMemcpy2DUnaligned_v2(const Copy2D* asked) { return cuMemcpy2D_v2(asked); }
UNIBANK_EXPORTED CudaError cuMemcpy2DAsync_v2(const Copy2D* asked, void* stream) {
  if (!asked) return CudaError::kInvalidValue;
  return submit(stream, [own = *asked] { return copy_rows(own); }, GraphNode::Kind::kMemcpy);
}
UNIBANK_EXPORTED CudaError cuMemcpy3D_v2(const DriverCopy3D* asked) {
  return asked ? copy_slices(*asked) : CudaError::kInvalidValue;
}
UNIBANK_EXPORTED CudaError cuMemcpy3DAsync_v2(const DriverCopy3D* asked, void* stream) {
  if (!asked) return CudaError::kInvalidValue;
  return submit(stream, [own = *asked] { return copy_slices(own); }, GraphNode::Kind::kMemcpy);
}
UNIBANK_EXPORTED CudaError cuMemcpyHtoA_v2(Array* to, std::size_t offset, const void* from, std::size_t bytes) {
  return exists(to) ? copy(to->memory + offset, from, bytes) : CudaError::kInvalidResourceHandle;
}
UNIBANK_EXPORTED CudaError cuMemcpyAtoH_v2(void* to, const Array* from, std::size_t offset, std::size_t bytes) {
  return exists(from) ? copy(to, from->memory + offset, bytes) : CudaError::kInvalidResourceHandle;
}
UNIBANK_EXPORTED CudaError cuMemcpyDtoA_v2(Array* to, std::size_t offset, Address from, std::size_t bytes) {
  return cuMemcpyHtoA_v2(to, offset, reinterpret_cast<const void*>(from), bytes);
}
UNIBANK_EXPORTED CudaError cuMemcpyAtoD_v2(Address to, const Array* from, std::size_t offset, std::size_t bytes) {
  return cuMemcpyAtoH_v2(reinterpret_cast<void*>(to), from, offset, bytes);
}

UNIBANK_EXPORTED CudaError cuTexObjectCreate(unsigned long long* object, const DriverResource* resource,
                                             const DriverTexture* texture, const ViewDescription* view) {
  if (!object || !resource || !texture) return CudaError::kInvalidValue;
  if (resource->kind == 0 && !exists(resource->array)) return CudaError::kInvalidResourceHandle;
  if (resource->kind == 1) return CudaError::kNotSupported;  // mipmaps
  const ResourceDescription own = translated(*resource);
  TextureDescription reading;
  std::memcpy(reading.outside, texture->outside, sizeof reading.outside);
  std::memcpy(reading.border, texture->border, sizeof reading.border);
  reading.filter = texture->filter;
  reading.read_as = normalizes(own, texture->flags) ? 1 : 0;
  reading.srgb = (texture->flags & kSrgb) != 0 ? 1 : 0;
  reading.normalized_coordinates = (texture->flags & kNormalizedCoordinates) != 0 ? 1 : 0;
  return cudaCreateTextureObject(object, &own, &reading, view);
}
UNIBANK_EXPORTED CudaError cuTexObjectDestroy(unsigned long long object) { return cudaDestroyTextureObject(object); }
UNIBANK_EXPORTED CudaError cuSurfObjectCreate(unsigned long long* object, const DriverResource* resource) {
  if (!object || !resource || resource->kind != 0) return CudaError::kInvalidValue;
  const ResourceDescription own = translated(*resource);
  return cudaCreateSurfaceObject(object, &own);
}
UNIBANK_EXPORTED CudaError cuSurfObjectDestroy(unsigned long long object) { return cudaDestroySurfaceObject(object); }
