// Textures and surfaces of a manifest as arrays of the GPU.
#pragma once

#include <string>
#include <vector>

#include "judge/driver.h"
#include "manifest/manifest.h"

namespace unibank {

// A texture sees what its buffer held before the first launch. Textures and surfaces of one buffer and shape share an
// array; what surfaces stored is the buffer's at the end.
class GpuTextures {
 public:
  GpuTextures(const Manifest& manifest, const cuda::Driver& driver) : manifest_(manifest), driver_(driver) {}

  // Makes the array and binds it. The handle; 0 for one bound by name.
  cuda::Object bind(const ManifestTexture& texture, cuda::Module module);
  // Brings what surfaces over this buffer stored into its final bytes.
  void read_surfaces(const std::string& buffer, std::vector<std::uint8_t>& bytes) const;

 private:
  struct Bound {
    const ManifestTexture* first;  // the shape of the array
    cuda::Array array;
  };
  cuda::Array array_of(const ManifestTexture& texture);
  void copy(const ManifestTexture& shape, cuda::Array array, std::uint8_t* bytes, bool to_array) const;
  void bind_by_name(const ManifestTexture& texture, cuda::Module module, cuda::Array array) const;

  const Manifest& manifest_;
  const cuda::Driver& driver_;
  std::vector<Bound> arrays_;
};

}  // namespace unibank
