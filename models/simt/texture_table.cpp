#include "simt/texture_table.h"

#include <string>

#include "base/input_error.h"

namespace unibank {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;  // more than any memory; offsets stay within 64 bits

[[noreturn]] void refuse(TextureUse use, const std::string& what) {
  throw InputError((use == TextureUse::kTexture ? "texture: " : "surface: ") + what);
}

void check_shape(const Texture& t, TextureUse use) {
  if (t.dimensions < 1 || t.dimensions > 3)
    refuse(use, "found " + std::to_string(t.dimensions) + " dimensions; expected 1, 2 or 3");
  for (const std::uint64_t texels : {t.width, t.height, t.depth}) {
    if (texels >= 1 && texels <= kMostTexelsOfAxis) continue;
    refuse(use, "found an axis of " + std::to_string(texels) + " texels; expected 1 to " +
                    std::to_string(kMostTexelsOfAxis));
  }
  if (t.cube && (use == TextureUse::kSurface || t.dimensions != 2 || t.width != t.height || t.depth % 6 != 0))
    refuse(use, "found a cube of " + std::to_string(t.depth) + " faces of " + std::to_string(t.width) + " x " +
                    std::to_string(t.height) + " texels in " + std::to_string(t.dimensions) + " dimensions; expected " +
                    (use == TextureUse::kSurface ? "none" : "six square faces a cube in 2 dimensions"));
  if (t.dimensions == 1 && t.height != 1)
    refuse(use, "found a height of " + std::to_string(t.height) + " in one dimension; expected 1");
}

void check_format(const Texture& t, TextureUse use) {
  if (t.channels != 1 && t.channels != 2 && t.channels != 4)
    refuse(use, "found " + std::to_string(t.channels) + " channels; expected 1, 2 or 4");
  const bool is_float = t.channel == Texture::Channel::kFloat;
  if ((t.channel_bits != 8 || is_float) && t.channel_bits != 16 && t.channel_bits != 32) {
    refuse(use, "found channels of " + std::to_string(t.channel_bits) + " bits; expected " +
                    (is_float ? "16 or 32, they are floats" : "8, 16 or 32"));
  }
  if (t.normalized_values && !is_float && t.channel_bits == 32)
    refuse(use, "found integers of 32 bits to be read as normalized floats; expected 8 or 16 bits");
  if (t.filter == Texture::Filter::kLinear && !is_float && !t.normalized_values)
    refuse(use, "found a linear filter on integers; expected floats, or integers that are read as normalized floats");
}

}  // namespace

std::uint64_t texture_bytes(const Texture& t) {
  return ((t.depth - 1) * t.height + t.height - 1) * t.row_bytes() + t.width * t.texel_bytes();
}

void check_texture(const Texture& t, TextureUse use) {
  check_shape(t, use);
  check_format(t, use);
  if (t.address % 16 != 0)
    refuse(use, "found the address " + std::to_string(t.address) + "; expected a multiple of 16, as PTX requires");
  if (t.row_bytes() < t.width * t.texel_bytes() || t.row_bytes() % t.texel_bytes() != 0) {
    refuse(use, "found a pitch of " + std::to_string(t.pitch) + " bytes; expected a multiple of the texel's " +
                    std::to_string(t.texel_bytes()) + ", at least " + std::to_string(t.width * t.texel_bytes()));
  }
  const std::uint64_t rows = t.height * t.depth;
  if (t.row_bytes() > kMostBytes || rows > kMostBytes / t.row_bytes()) {
    refuse(use, "found " + std::to_string(rows) + " rows of " + std::to_string(t.row_bytes()) +
                    " bytes; expected at most " + std::to_string(kMostBytes) + " bytes in all");
  }
}

}  // namespace unibank
