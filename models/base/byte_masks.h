// Converts a bit mask to byte enables (0xff or 0) of a payload, and back, eight bytes at a time.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

namespace unibank {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);

// Bit i: whether byte i of these eight is not 0.
inline std::uint8_t bits_of_bytes(const unsigned char* bytes) {
  constexpr std::uint64_t kLow = 0x7f7f7f7f7f7f7f7f, kGather = 0x0102040810204080;
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  const std::uint64_t high = (((word & kLow) + kLow) | word) & ~kLow;  // the top bit of each byte that is not 0
  return static_cast<std::uint8_t>((high >> 7) * kGather >> 56);
}

// Byte i of the eight: 0xff where bit i is set, else 0.
inline std::uint64_t bytes_of_bits(std::uint8_t bits) {
  static constexpr auto kMasks = [] {
    std::array<std::uint64_t, 256> masks{};
    for (unsigned set = 0; set < masks.size(); ++set) {
      for (unsigned bit = 0; bit < 8; ++bit) masks[set] |= std::uint64_t{set >> bit & 1 ? 0xffu : 0u} << 8 * bit;
    }
    return masks;
  }();
  return kMasks[bits];
}

// bits_of_bytes() for 32 bytes; put_32_bytes() is the reverse.
inline std::uint32_t bits_of_32_bytes(const unsigned char* bytes) {
  std::uint32_t bits = 0;
  for (unsigned eight = 0; eight < 4; ++eight) bits |= std::uint32_t{bits_of_bytes(bytes + 8 * eight)} << 8 * eight;
  return bits;
}
inline void put_32_bytes(unsigned char* bytes, std::uint32_t bits) {
  for (unsigned eight = 0; eight < 4; ++eight) {
    const std::uint64_t word = bytes_of_bits(static_cast<std::uint8_t>(bits >> 8 * eight));
    std::memcpy(bytes + 8 * eight, &word, sizeof word);
  }
}

}  // namespace unibank
