#include "simt/thread_memory.h"

#include "simt/access.h"

namespace unibank::simt {

// Null if the thread has no memory there.
const std::uint8_t* ThreadMemory::byte(std::uint64_t address) const {
  switch (window_of(address)) {
    case ptx::StateSpace::kShared: {
      const std::uint64_t offset = address - kSharedWindow;
      return offset < scratchpad_.size ? scratchpad_.bytes + offset : nullptr;
    }
    case ptx::StateSpace::kLocal: {
      const std::uint64_t offset = address - kLocalWindow;
      if (offset >= frame_bytes_) return nullptr;
      return memory_.arena() + frame_ + ((offset >> 2) * kWarpSize + lane_) * 4 + (offset & 3);
    }
    default: return memory_.range_of(address).holds(address, 1) ? memory_.arena() + address : nullptr;
  }
}

bool ThreadMemory::read(std::uint64_t address, void* to, std::uint64_t bytes) const {
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const std::uint8_t* const from = byte(address + i);
    if (from == nullptr) return false;
    static_cast<std::uint8_t*>(to)[i] = *from;
  }
  return true;
}

std::optional<std::string> ThreadMemory::text(std::uint64_t address, std::uint64_t most) const {
  std::string text;
  for (; text.size() < most; ++address) {
    const std::uint8_t* const one = byte(address);
    if (one == nullptr) return std::nullopt;
    if (*one == 0) break;
    text += static_cast<char>(*one);
  }
  return text;
}

}  // namespace unibank::simt
