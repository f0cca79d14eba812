// Bits for bytes and back.
#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "base/byte_masks.h"

using namespace unibank;

TEST_CASE("bits of 32 bytes say which bytes are not 0 and give their enables back") {
  std::mt19937 random(1);
  for (unsigned trial = 0; trial < 10'000; ++trial) {
    const auto bits = static_cast<std::uint32_t>(random());
    std::array<unsigned char, 32> enables{};
    put_32_bytes(enables.data(), bits);
    for (unsigned byte = 0; byte < 32; ++byte) REQUIRE(enables[byte] == (bits >> byte & 1 ? 0xff : 0));
    REQUIRE(bits_of_32_bytes(enables.data()) == bits);
    std::array<unsigned char, 32> any{};
    for (unsigned byte = 0; byte < 32; ++byte)
      any[byte] = bits >> byte & 1 ? static_cast<unsigned char>(1 + random() % 255) : 0;
    REQUIRE(bits_of_32_bytes(any.data()) == bits);
  }
}
