#include "simt/written_words.h"

#include <algorithm>

namespace unibank::simt {
namespace {

// The bytes of its word that an access of less than 4 bytes touches.
std::uint8_t part(std::uint64_t address, std::uint32_t bytes) {
  return static_cast<std::uint8_t>(((1u << bytes) - 1) << (address & 3));
}

}  // namespace

void WrittenWords::look_if_complete() {
  if (!complete_) complete_ = std::all_of(words_.begin(), words_.end(), [](std::uint8_t word) { return word == kWhole; });
}

void WrittenWords::write(const std::array<std::uint64_t, kWarpSize>& address, LaneMask lanes, std::uint32_t bytes) {
  if (bytes == 4 && lanes == ~LaneMask{0}) {
    for (const std::uint64_t at : address) words_[at / 4] = kWhole;
    return;
  }
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const std::uint64_t at = address[static_cast<unsigned>(__builtin_ctz(left))];
    if (bytes < 4) words_[at / 4] |= part(at, bytes);
    else for (std::uint32_t byte = 0; byte < bytes; byte += 4) words_[(at + byte) / 4] = kWhole;
  }
}

LaneMask WrittenWords::unwritten(const std::array<std::uint64_t, kWarpSize>& address, LaneMask lanes,
                                 std::uint32_t bytes) const {
  LaneMask found = 0;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const LaneMask lane = left & (~left + 1);
    const std::uint64_t at = address[static_cast<unsigned>(__builtin_ctz(left))];
    const std::uint8_t wanted = bytes < 4 ? part(at, bytes) : kWhole;
    for (std::uint32_t byte = 0; byte < bytes; byte += 4) {
      if ((words_[(at + byte) / 4] & wanted) != wanted) found |= lane;
    }
  }
  return found;
}

}  // namespace unibank::simt
