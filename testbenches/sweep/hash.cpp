#include "sweep/hash.h"

#include <cstdio>
#include <fstream>
#include <vector>

#include "base/input_error.h"

namespace unibank::sweep {

Hash& Hash::add(std::string_view bytes) {
  constexpr Word kPrime = word(0x0000000001000000u, 0x000000000000013bu);
  for (const char byte : bytes) value_ = (value_ ^ static_cast<unsigned char>(byte)) * kPrime;
  return *this;
}

Hash& Hash::add_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("cannot read '" + path + "'");
  std::vector<char> piece(1 << 20);
  while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0)
    add({piece.data(), static_cast<std::size_t>(file.gcount())});
  return *this;
}

std::string Hash::hex() const {
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(value_ >> 64),
                static_cast<unsigned long long>(value_ & ~std::uint64_t{0}));
  return text;
}

std::string check_digits(std::string_view text) {
  std::uint32_t value = 0x811c9dc5u;  // FNV-1a of 32 bits
  for (const char byte : text) value = (value ^ static_cast<unsigned char>(byte)) * 0x01000193u;
  char digits[9];
  std::snprintf(digits, sizeof digits, "%08x", value);
  return digits;
}

}  // namespace unibank::sweep
