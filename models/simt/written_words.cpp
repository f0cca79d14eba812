#include "simt/written_words.h"

namespace unibank::simt {
namespace {

// The bytes within a word of an access of less than 4 bytes.
std::uint8_t part(std::uint64_t address, std::uint32_t bytes) {
  return static_cast<std::uint8_t>(((1u << bytes) - 1) << (address & 3));
}

}  // namespace

void WrittenWords::look_if_complete() {
  while (whole_ < words_.size() && words_[whole_] == kWhole) ++whole_;
  complete_ = whole_ == words_.size();
}

void WrittenWords::write(const std::array<std::uint64_t, kWarpSize>& address, LaneMask lanes, std::uint32_t bytes) {
  if (bytes == 4 && lanes == ~LaneMask{0}) {
    std::uint8_t* const words = words_.data();
    for (const std::uint64_t at : address) words[at / 4] = kWhole;
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
  if (bytes == 4) {
    const std::uint8_t* const words = words_.data();
    unsigned all = kWhole;
    for (LaneMask left = lanes; left != 0; left &= left - 1) {
      all &= words[address[static_cast<unsigned>(__builtin_ctz(left))] / 4];
    }
    if (all == kWhole) return 0;
  }
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
