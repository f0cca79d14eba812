#include "judge/gpu_textures.h"

#include <algorithm>

namespace unibank {
namespace {

unsigned format_of(const Texture& texture) {
  const unsigned width = texture.channel_bits == 8 ? 0 : texture.channel_bits == 16 ? 1 : 2;
  switch (texture.channel) {
    case Texture::Channel::kUnsigned: return 0x01 + width;
    case Texture::Channel::kSigned: return 0x08 + width;
    case Texture::Channel::kFloat: break;
  }
  return width == 1 ? 0x10 : 0x20;
}

bool same_shape(const Texture& a, const Texture& b) {
  return a.dimensions == b.dimensions && a.width == b.width && a.height == b.height && a.depth == b.depth &&
         a.row_bytes() == b.row_bytes() && a.channels == b.channels && format_of(a) == format_of(b);
}

unsigned flags_of(const Texture& texture) {
  const bool integers = texture.channel != Texture::Channel::kFloat && !texture.normalized_values;
  return (integers ? cuda::kReadAsInteger : 0) | (texture.normalized_coordinates ? cuda::kNormalizedCoordinates : 0);
}

// The slices of a texture of fewer than three dimensions are layers.
bool is_layered(const Texture& texture) { return texture.dimensions < 3 && texture.depth > 1; }

cuda::Sampling sampling_of(const Texture& texture) {
  cuda::Sampling sampling{};
  for (unsigned i = 0; i < 3; ++i) sampling.address[i] = static_cast<unsigned>(texture.outside[i]);
  sampling.filter = texture.filter == Texture::Filter::kLinear ? 1 : 0;
  sampling.flags = flags_of(texture);
  std::copy(texture.border.begin(), texture.border.end(), sampling.border);
  return sampling;
}

}  // namespace

// An integer coordinate, as tex1Dfetch has it, reads zeros from an array (seen on an H200).
cuda::Object GpuTextures::in_linear_memory(const ManifestTexture& texture, cuda::Pointer buffer) const {
  if (!texture.symbol.empty())
    throw cuda::DriverError("textures in linear memory are not bound by name (" + texture.symbol + ")");
  cuda::Resource resource{};
  resource.type = cuda::kLinearResource;
  resource.linear = {buffer, format_of(texture.texture), texture.texture.channels,
                     texture.texture.width * texture.texture.texel_bytes()};
  const cuda::Sampling sampling = sampling_of(texture.texture);
  cuda::Object object = 0;
  driver_.check(driver_.cuTexObjectCreate(&object, &resource, &sampling, nullptr), "cuTexObjectCreate", texture.name);
  return object;
}

cuda::Object GpuTextures::bind(const ManifestTexture& texture, cuda::Module module, cuda::Pointer buffer) {
  if (texture.linear_memory) return in_linear_memory(texture, buffer);
  const cuda::Array array = array_of(texture);
  if (!texture.symbol.empty()) {
    bind_by_name(texture, module, array);
    return 0;
  }
  cuda::Resource resource{};
  resource.type = cuda::kArrayResource;
  resource.array.array = array;
  cuda::Object object = 0;
  if (texture.surface) {
    driver_.check(driver_.cuSurfObjectCreate(&object, &resource), "cuSurfObjectCreate", texture.name);
  } else {
    const cuda::Sampling sampling = sampling_of(texture.texture);
    driver_.check(driver_.cuTexObjectCreate(&object, &resource, &sampling, nullptr), "cuTexObjectCreate", texture.name);
  }
  return object;
}

// Arrays for surfaces are smaller: of one dimension, at most 32768 texels.
bool GpuTextures::has_surface(const ManifestTexture& texture) const {
  return std::any_of(manifest_.textures.begin(), manifest_.textures.end(), [&texture](const ManifestTexture& one) {
    return one.surface && one.buffer == texture.buffer && same_shape(one.texture, texture.texture);
  });
}

cuda::Array GpuTextures::array_of(const ManifestTexture& texture) {
  for (const Bound& bound : arrays_)
    if (bound.first->buffer == texture.buffer && same_shape(bound.first->texture, texture.texture)) return bound.array;
  const Texture& shape = texture.texture;
  const bool layered = is_layered(shape);
  const cuda::ArrayShape wanted{shape.width, shape.dimensions >= 2 ? shape.height : 0,
                                shape.dimensions == 3 || layered ? shape.depth : 0, format_of(shape), shape.channels,
                                (has_surface(texture) ? cuda::kArraySurface : 0) | (layered ? cuda::kArrayLayered : 0)};
  cuda::Array array = nullptr;
  driver_.check(driver_.cuArray3DCreate(&array, &wanted), "cuArray3DCreate", texture.buffer);
  std::vector<std::uint8_t> bytes = manifest_.find_buffer(texture.buffer)->bytes;
  copy(texture, array, bytes.data(), true);
  arrays_.push_back({&texture, array});
  return array;
}

void GpuTextures::copy(const ManifestTexture& texture, cuda::Array array, std::uint8_t* bytes, bool to_array) const {
  const Texture& shape = texture.texture;
  cuda::CopyEnd host{}, device{};
  host.kind = cuda::kHost;
  host.host = bytes;
  host.pitch = shape.row_bytes();
  host.height = shape.height;
  device.kind = cuda::kArray;
  device.array = array;
  const cuda::Copy copy{to_array ? host : device, to_array ? device : host, shape.width * shape.texel_bytes(),
                        shape.height, shape.depth};
  driver_.check(driver_.cuMemcpy3D(&copy), "cuMemcpy3D", texture.buffer);
}

void GpuTextures::bind_by_name(const ManifestTexture& texture, cuda::Module module, cuda::Array array) const {
  const char* name = texture.symbol.c_str();
  if (!driver_.cuModuleGetTexRef || !driver_.cuModuleGetSurfRef || !driver_.cuTexRefSetArray ||
      !driver_.cuTexRefSetAddressMode || !driver_.cuTexRefSetFilterMode || !driver_.cuTexRefSetFlags ||
      !driver_.cuTexRefSetBorderColor || !driver_.cuSurfRefSetArray)
    throw cuda::DriverError("this driver binds no textures by name (" + texture.symbol + ")");
  if (texture.surface) {
    cuda::SurfaceReference reference = nullptr;
    driver_.check(driver_.cuModuleGetSurfRef(&reference, module, name), "cuModuleGetSurfRef", name);
    driver_.check(driver_.cuSurfRefSetArray(reference, array, 0), "cuSurfRefSetArray", name);
    return;
  }
  cuda::Sampling sampling = sampling_of(texture.texture);
  cuda::TextureReference reference = nullptr;
  driver_.check(driver_.cuModuleGetTexRef(&reference, module, name), "cuModuleGetTexRef", name);
  driver_.check(driver_.cuTexRefSetArray(reference, array, cuda::kOverrideFormat), "cuTexRefSetArray", name);
  for (int i = 0; i < 3; ++i)
    driver_.check(driver_.cuTexRefSetAddressMode(reference, i, sampling.address[i]), "cuTexRefSetAddressMode", name);
  driver_.check(driver_.cuTexRefSetFilterMode(reference, sampling.filter), "cuTexRefSetFilterMode", name);
  driver_.check(driver_.cuTexRefSetFlags(reference, sampling.flags), "cuTexRefSetFlags", name);
  driver_.check(driver_.cuTexRefSetBorderColor(reference, sampling.border), "cuTexRefSetBorderColor", name);
}

void GpuTextures::read_surfaces(const std::string& buffer, std::vector<std::uint8_t>& bytes) const {
  for (const ManifestTexture& texture : manifest_.textures) {
    if (!texture.surface || texture.buffer != buffer) continue;
    for (const Bound& bound : arrays_)
      if (bound.first->buffer == buffer && same_shape(bound.first->texture, texture.texture))
        copy(texture, bound.array, bytes.data(), false);
  }
}

}  // namespace unibank
