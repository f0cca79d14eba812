// Common code of the handlers of texture and surface instructions: the handle and the coordinates of a lane.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "simt/device_memory.h"
#include "simt/lane_fault.h"
#include "simt/lanes.h"
#include "simt/texture_table.h"

namespace unibank::simt {

// The textures (or surfaces) of a warp's lanes, mostly the same for all.
class TextureLanes {
 public:
  TextureLanes(const Frame& frame, const Decoded& decoded, TextureUse use)
      : frame_(frame), decoded_(decoded), use_(use) {}

  // A handle is a value, or the address of the variable that holds it. LaneFault when it is invalid, or when the
  // memory of the texture has been released.
  const Texture& of(unsigned lane) {
    const std::uint64_t given = handle(lane);
    if (texture_ == nullptr || given != given_) look_up(given, lane);
    return *texture_;
  }
  // Returns the texture of a lane. Throws LaneFault if the instruction's shape is not that of the texture.
  const Texture& shaped(unsigned lane);

 private:
  std::uint64_t handle(unsigned lane) const {
    const Ref& ref = decoded_.source[0];
    std::uint64_t value = ref.wide ? row<std::uint64_t>(frame_, ref)[lane] : row<std::uint32_t>(frame_, ref)[lane];
    if (decoded_.handle_is_parameter) std::memcpy(&value, frame_.parameters + value, sizeof value);
    return value;
  }
  void look_up(std::uint64_t given, unsigned lane);

  const Frame& frame_;
  const Decoded& decoded_;
  TextureUse use_;
  std::uint64_t given_ = 0;
  const Texture* texture_ = nullptr;
};

// Coordinate n of a lane, as in the register.
inline std::uint32_t coordinate(const Frame& frame, const Decoded& decoded, unsigned n, unsigned lane) {
  return row<std::uint32_t>(frame, decoded.source[1 + n])[lane];
}

bool is_layered(const ptx::Instruction& instruction);           // a1d, a2d, acube: the layer is the first coordinate
bool is_cube(const ptx::Instruction& instruction);
unsigned dimensions_of(const ptx::Instruction& instruction);    // without the layer

}  // namespace unibank::simt
