// Textures and surfaces of a manifest as arrays of the GPU.
#pragma once

#include <string>
#include <vector>

#include "judge/driver.h"
#include "manifest/manifest.h"

namespace unibank {

// A texture reads the content that its buffer had before the first launch, or, in linear memory, the buffer itself.
// Textures and surfaces with the same buffer and shape share an array. At the end, data that surfaces stored become the
// content of the buffer.
class GpuTextures {
 public:
  GpuTextures(const Manifest& manifest, const cuda::Driver& driver) : manifest_(manifest), driver_(driver) {}

  // Creates the array, unless the texture is in linear memory, and binds it. `buffer`: the device address of its
  // buffer. Returns the handle, or 0 if the texture is bound by name.
  cuda::Object bind(const ManifestTexture& texture, cuda::Module module, cuda::Pointer buffer);
  // Copies the data that surfaces over this buffer stored into the buffer's final bytes.
  void read_surfaces(const std::string& buffer, std::vector<std::uint8_t>& bytes) const;

 private:
  struct Bound {
    const ManifestTexture* first;  // the shape of the array
    cuda::Array array;
  };
  bool has_surface(const ManifestTexture& texture) const;
  cuda::Object in_linear_memory(const ManifestTexture& texture, cuda::Pointer buffer) const;
  cuda::Array array_of(const ManifestTexture& texture);
  void copy(const ManifestTexture& shape, cuda::Array array, std::uint8_t* bytes, bool to_array) const;
  void bind_by_name(const ManifestTexture& texture, cuda::Module module, cuda::Array array) const;

  const Manifest& manifest_;
  const cuda::Driver& driver_;
  std::vector<Bound> arrays_;
};

}  // namespace unibank
