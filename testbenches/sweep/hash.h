// The key of a point: a hash of 128 bits. The probability that two of 10^9 points have the same one by chance is
// 10^-21; it is no protection against deliberate collisions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace unibank::sweep {

// FNV-1a of 128 bits, by the constants of the FNV reference (Fowler, Noll, Vo; RFC 9923).
class Hash {
 public:
  Hash& add(std::string_view bytes);
  // Of a file, read in pieces. Throws InputError when it cannot be read.
  Hash& add_file(const std::string& path);
  std::string hex() const;  // 32 digits

 private:
  __extension__ using Word = unsigned __int128;
  static constexpr Word word(std::uint64_t high, std::uint64_t low) {
    return static_cast<Word>(high) << 64 | low;
  }
  Word value_ = word(0x6c62272e07bb0142u, 0x62b821756295c58du);
};

// Eight digits at the end of a row, so that a damaged one is noticed.
std::string check_digits(std::string_view text);

}  // namespace unibank::sweep
