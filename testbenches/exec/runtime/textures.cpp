// Texture and surface objects.
#include <cstring>
#include <map>
#include <mutex>

#include "exec/runtime/arrays.h"
#include "exec/runtime/connection.h"

using namespace unibank::exec;

namespace {

// Up to CUDA 12 a program's structure ends here.
constexpr std::size_t kDescribedBytes = 64;

// The descriptions of an object, which a program may query.
struct KnownTexture {
  ResourceDescription resource;
  TextureDescription texture;
};
std::mutex mutex;
std::map<unsigned long long, KnownTexture>& known_textures() {
  static std::map<unsigned long long, KnownTexture>& all = *new std::map<unsigned long long, KnownTexture>;
  return all;
}

// False: no such texels. All channels have the same size.
bool set_format(TextureRequest& request, const ChannelFormat& format) {
  const int bits[] = {format.x, format.y, format.z, format.w};
  request.channels = 0;
  if (format.x <= 0) return false;
  for (const int one : bits) {
    if (one != 0 && one != format.x) return false;
    request.channels = static_cast<std::uint8_t>(request.channels + (one != 0));
  }
  request.channel_bits = static_cast<std::uint8_t>(format.x);
  constexpr std::uint8_t kKinds[] = {1, 0, 2};  // CUDA: signed, unsigned, float
  if (format.kind < 0 || format.kind > 2) return false;
  request.channel = kKinds[format.kind];
  return request.channels == 1 || request.channels == 2 || request.channels == 4;
}

void set_array(TextureRequest& request, const Array& array) {
  const bool layered = (array.flags & Array::kLayered) != 0;
  request.address = reinterpret_cast<std::uint64_t>(array.memory);
  request.width = array.extent.width;
  request.height = array.rows();
  request.depth = array.slices();
  request.cube = (array.flags & Array::kCube) != 0 ? 1 : 0;
  const bool plane = array.extent.depth == 0 || layered || request.cube != 0;
  request.dimensions = array.extent.height == 0 ? 1 : plane ? 2 : 3;
}

CudaError set_resource(TextureRequest& request, const ResourceDescription& resource) {
  constexpr std::uint8_t kBorder = 3;
  switch (resource.kind) {
    case 0:
      if (!exists(resource.array) || !set_format(request, resource.array->format)) return CudaError::kInvalidValue;
      set_array(request, *resource.array);
      return CudaError::kSuccess;
    case 2:
      if (!set_format(request, resource.linear.format)) return CudaError::kInvalidChannelDescriptor;
      request.address = reinterpret_cast<std::uint64_t>(resource.linear.pointer);
      request.dimensions = 1;
      request.width = resource.linear.bytes / (request.channels * request.channel_bits / 8u);
      request.outside[0] = kBorder;  // a fetch outside of linear memory returns 0
      return CudaError::kSuccess;
    case 3:
      if (!set_format(request, resource.pitched.format)) return CudaError::kInvalidChannelDescriptor;
      request.address = reinterpret_cast<std::uint64_t>(resource.pitched.pointer);
      request.width = resource.pitched.width;
      request.height = resource.pitched.height;
      request.pitch = resource.pitched.pitch;
      return CudaError::kSuccess;
    default: return CudaError::kNotSupported;  // mipmaps
  }
}

void set_reading(TextureRequest& request, const TextureDescription& texture) {
  for (unsigned axis = 0; axis < 3; ++axis) request.outside[axis] = static_cast<std::uint8_t>(texture.outside[axis]);
  for (unsigned channel = 0; channel < 4; ++channel) request.border[channel] = texture.border[channel];
  request.filter = static_cast<std::uint8_t>(texture.filter);
  request.normalized_values = static_cast<std::uint8_t>(texture.read_as != 0 && request.channel != 2);
  request.normalized_coordinates = static_cast<std::uint8_t>(texture.normalized_coordinates != 0);
}

// Reads whose values would be wrong.
CudaError refused(const TextureRequest& request, const TextureDescription& texture, const ViewDescription* view) {
  if (texture.srgb != 0 && request.normalized_values != 0 && request.channel_bits == 8) {
    complain("a texture of sRGB values is not supported by 'unibank exec'; expected values to be read as they are");
    return CudaError::kNotSupported;
  }
  const bool whole = !view || (view->format == 0 && view->first_layer == 0 && view->last_layer == 0);
  if (whole) return CudaError::kSuccess;
  complain("a resource view of a texture is not supported by 'unibank exec'; expected the format and the layers of its "
           "array");
  return CudaError::kNotSupported;
}

CudaError create(unsigned long long* object, const ResourceDescription* resource, const TextureDescription* texture,
                 const ViewDescription* view = nullptr) {
  if (!object || !resource) return CudaError::kInvalidValue;
  if (!texture && resource->kind != 0) return CudaError::kInvalidValue;  // a surface is of an array
  TextureRequest request;
  request.surface = texture ? 0 : 1;
  const CudaError wrong = set_resource(request, *resource);
  if (wrong != CudaError::kSuccess) return wrong;
  if (texture) {
    const std::uint8_t outside = request.outside[0];
    set_reading(request, *texture);
    if (resource->kind == 2) request.outside[0] = outside;
    const CudaError error = refused(request, *texture, view);
    if (error != CudaError::kSuccess) return error;
  }
  Packed packed;
  packed.put(Call::kTexture).put(request).text("");
  std::string values;
  const CudaError error = Connection::get().call(packed, &values);
  if (error != CudaError::kSuccess) return error;
  *object = Unpacked(values).get<std::uint64_t>();
  const std::lock_guard<std::mutex> lock(mutex);
  KnownTexture known{ResourceDescription(), texture ? *texture : TextureDescription()};
  std::memcpy(static_cast<void*>(&known.resource), resource, kDescribedBytes);
  known_textures().insert_or_assign(*object, known);
  return CudaError::kSuccess;
}

CudaError destroy(unsigned long long object) {
  const std::lock_guard<std::mutex> lock(mutex);
  return known_textures().erase(object) != 0 || object == 0 ? CudaError::kSuccess : CudaError::kInvalidValue;
}

// `part`: what the program has described the texture by.
template <class Description>
CudaError description_of(unsigned long long object, Description KnownTexture::*part, Description* description) {
  const std::lock_guard<std::mutex> lock(mutex);
  const auto one = known_textures().find(object);
  if (one == known_textures().end()) return CudaError::kInvalidValue;
  *description = one->second.*part;
  return CudaError::kSuccess;
}

}  // namespace

void unibank::exec::forget_textures() {
  const std::lock_guard<std::mutex> lock(mutex);
  known_textures().clear();
}

UNIBANK_EXPORTED CudaError cudaCreateTextureObject(unsigned long long* object, const ResourceDescription* resource,
                                                   const TextureDescription* texture,
                                                   const ViewDescription* view) {
  return remember(texture ? create(object, resource, texture, view) : CudaError::kInvalidValue);
}
UNIBANK_EXPORTED CudaError cudaCreateSurfaceObject(unsigned long long* object, const ResourceDescription* resource) {
  return remember(create(object, resource, nullptr));
}
UNIBANK_EXPORTED CudaError cudaDestroyTextureObject(unsigned long long object) { return remember(destroy(object)); }
UNIBANK_EXPORTED CudaError cudaDestroySurfaceObject(unsigned long long object) { return remember(destroy(object)); }

UNIBANK_EXPORTED CudaError cudaGetTextureObjectResourceDesc(ResourceDescription* resource, unsigned long long object) {
  return remember(description_of(object, &KnownTexture::resource, resource));
}
UNIBANK_EXPORTED CudaError cudaGetSurfaceObjectResourceDesc(ResourceDescription* resource, unsigned long long object) {
  return cudaGetTextureObjectResourceDesc(resource, object);
}
UNIBANK_EXPORTED CudaError cudaGetTextureObjectTextureDesc(TextureDescription* texture, unsigned long long object) {
  return remember(description_of(object, &KnownTexture::texture, texture));
}
UNIBANK_EXPORTED CudaError cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* width, const ChannelFormat*, int) {
  *width = std::size_t{1} << 27;
  return remember(Connection::get().ready());
}
