// Reads little-endian numbers from untrusted bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace unibank::exec {

// The number at `offset`; 0 if the number does not lie completely in the bytes.
template <typename Number>
Number number_at(std::string_view bytes, std::uint64_t offset) {
  Number number = 0;
  if (offset <= bytes.size() && bytes.size() - offset >= sizeof number)
    std::memcpy(&number, bytes.data() + offset, sizeof number);
  return number;
}

// `count` bytes from `offset` on, or as many of them as there are.
inline std::string_view part_of(std::string_view bytes, std::uint64_t offset, std::uint64_t count) {
  return offset >= bytes.size() ? std::string_view() : bytes.substr(offset, count);
}

}  // namespace unibank::exec
