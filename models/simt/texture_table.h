// The textures and surfaces that instructions name by handle.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/texture.h"

namespace unibank {

// The most texels of an axis: CUDA's largest texture, in linear memory.
constexpr std::uint64_t kMostTexelsOfAxis = std::uint64_t{1} << 27;

// The use of a handle by the instructions of a kernel.
enum class TextureUse : std::uint8_t { kTexture, kSurface };

// Handles are 1, 2, ...: never the address of an allocation; 0 is invalid.
class TextureTable {
 public:
  std::uint64_t add(const Texture& texture, TextureUse use) {
    entries_.push_back({texture, use});
    return entries_.size();
  }
  // Null when the handle is invalid, or has the other use.
  const Texture* find(std::uint64_t handle, TextureUse use) const {
    if (handle == 0 || handle > entries_.size() || entries_[handle - 1].use != use) return nullptr;
    return &entries_[handle - 1].texture;
  }

 private:
  struct Entry {
    Texture texture;
    TextureUse use;
  };
  std::vector<Entry> entries_;
};

// Bytes from the first texel to the end of the last.
std::uint64_t texture_bytes(const Texture& texture);

// InputError for properties that no GPU has: 3 channels, rows that overlap, filtered integers. Does not check the
// memory.
void check_texture(const Texture& texture, TextureUse use);

}  // namespace unibank
