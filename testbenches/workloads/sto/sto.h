// The input and the CPU reference of sto.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::sto {

std::vector<std::uint8_t> random_bytes(std::size_t count, std::uint32_t seed);

// The five words of SHA-1 (FIPS 180-4) of `count` bytes.
std::array<std::uint32_t, 5> sha1(const std::uint8_t* bytes, std::size_t count);

}  // namespace unibank::sto
