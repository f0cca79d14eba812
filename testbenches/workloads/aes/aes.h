// The input, the tables and the CPU reference of aes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::aes {

using Block = std::array<std::uint8_t, 16>;  // byte i is row i mod 4, column i / 4, as in FIPS 197

constexpr std::size_t kRounds = 10;

// The 11 round keys of a 128-bit key.
std::array<Block, kRounds + 1> expand_key(const Block& key);

// Follows FIPS 197, section 5.1, step by step.
Block encrypt(const Block& plain, const std::array<Block, kRounds + 1>& keys);

// aes.cu's four tables of 256 words. Row 0 of a column is the lowest byte of its word.
std::vector<std::uint32_t> t_tables();

// Random bytes that vary smoothly, as in a picture: each byte is near the previous one.
std::vector<std::uint8_t> random_picture(std::size_t bytes, std::uint32_t seed);

}  // namespace unibank::aes
