#include "simt/texture_access.h"

#include <sstream>

#include "ptx/instruction_table.h"

namespace unibank::simt {
namespace {

using ptx::Geometry;

Geometry geometry_of(const ptx::Instruction& i) { return static_cast<Geometry>(i.variant & 7); }

const char* name_of(TextureUse use) { return use == TextureUse::kTexture ? "texture" : "surface"; }

}  // namespace

bool is_layered(const ptx::Instruction& i) {
  return geometry_of(i) == Geometry::kA1d || geometry_of(i) == Geometry::kA2d || geometry_of(i) == Geometry::kACube;
}

bool is_cube(const ptx::Instruction& i) {
  return geometry_of(i) == Geometry::kCube || geometry_of(i) == Geometry::kACube;
}

unsigned dimensions_of(const ptx::Instruction& i) {
  switch (geometry_of(i)) {
    case Geometry::k1d: case Geometry::kA1d: return 1;
    case Geometry::k2d: case Geometry::kA2d: case Geometry::kCube: case Geometry::kACube: return 2;
    case Geometry::k3d: break;
  }
  return 3;
}

const Texture& TextureLanes::shaped(unsigned lane) {
  const Texture& texture = of(lane);
  const unsigned expected = dimensions_of(*decoded_.instruction);
  const bool cube = is_cube(*decoded_.instruction);
  if (texture.dimensions == expected && texture.cube == cube) return texture;
  const auto shape = [](bool faces, unsigned dimensions) {
    return faces ? std::string("a cube") : std::to_string(dimensions) + " dimensions";
  };
  throw LaneFault{LaneMask{1} << lane, std::string("found a ") + name_of(use_) + " of " +
                                           shape(texture.cube, texture.dimensions) + "; expected " +
                                           shape(cube, expected)};
}

void TextureLanes::look_up(std::uint64_t given, unsigned lane) {
  DeviceMemory& memory = *frame_.device;
  std::uint64_t handle = given;
  const bool variable = memory.range_of(given).holds(given, sizeof handle);
  if (variable) std::memcpy(&handle, memory.arena() + given, sizeof handle);
  std::ostringstream what;
  texture_ = memory.textures().find(handle, use_);
  given_ = given;
  if (texture_ == nullptr) {
    what << "found 0x" << std::hex << handle << std::dec << " as a handle";
    if (variable) what << " in the variable " << memory.describe(given);
    what << "; expected the handle of a " << name_of(use_) << " that the host has created"
         << (variable ? " and bound" : "");
  } else if (!memory.range_of(texture_->address).holds(texture_->address, texture_bytes(*texture_))) {
    what << "the " << name_of(use_) << "'s " << texture_bytes(*texture_) << " bytes at 0x" << std::hex
         << texture_->address << std::dec << " are no longer in an allocation: " << memory.describe(texture_->address);
  } else {
    return;
  }
  throw LaneFault{LaneMask{1} << lane, what.str()};
}

}  // namespace unibank::simt
