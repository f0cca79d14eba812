// The textures and surfaces of a program.
#include <sstream>

#include "base/input_error.h"
#include "host/device.h"
#include "simt/device_memory.h"

namespace unibank {
namespace {

const char* name_of(TextureUse use) { return use == TextureUse::kTexture ? "texture" : "surface"; }

std::uint64_t add(DeviceMemory& memory, const Texture& texture, TextureUse use) {
  check_texture(texture, use);
  const std::uint64_t bytes = texture_bytes(texture);
  if (!memory.range_of(texture.address).holds(texture.address, bytes)) {
    std::ostringstream what;
    what << name_of(use) << ": found " << bytes << " bytes at 0x" << std::hex << texture.address << std::dec
         << "; expected them in one allocation: " << memory.describe(texture.address);
    throw InputError(what.str());
  }
  return memory.textures().add(texture, use);
}

}  // namespace

std::uint64_t Device::create_texture(const Texture& texture) { return add(memory_, texture, TextureUse::kTexture); }
std::uint64_t Device::create_surface(const Texture& surface) { return add(memory_, surface, TextureUse::kSurface); }

void Device::bind_texture(const std::string& symbol, const Texture& texture) {
  bind(symbol, create_texture(texture), TextureUse::kTexture);
}
void Device::bind_surface(const std::string& symbol, const Texture& surface) {
  bind(symbol, create_surface(surface), TextureUse::kSurface);
}

void Device::bind(const std::string& symbol, std::uint64_t handle, TextureUse use) {
  using Object = ptx::Variable::Object;
  const auto is_texture = [](const ptx::Variable& variable) { return variable.object == Object::kTexture; };
  const auto is_surface = [](const ptx::Variable& variable) { return variable.object == Object::kSurface; };
  const ptx::Variable& variable = use == TextureUse::kTexture ? find_variable(name_of(use), symbol, is_texture)
                                                              : find_variable(name_of(use), symbol, is_surface);
  memory_.write(variable.offset, &handle, sizeof handle);
}

}  // namespace unibank
