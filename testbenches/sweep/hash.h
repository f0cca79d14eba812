// The key of a point: a hash of 128 bits. The probability that two of 10^9 points have the same key by chance is
// 10^-21; the hash does not protect against deliberate collisions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace unibank::sweep {

// FNV-1a of 128 bits, with the constants of the FNV reference (Fowler, Noll, Vo; RFC 9923).
class Hash {
 public:
  Hash& add(std::string_view bytes);
  // The hash of a file, read in pieces. Throws InputError if it cannot be read.
  Hash& add_file(const std::string& path);
  std::string hex() const;  // 32 digits

 private:
  __extension__ using Word = unsigned __int128;
  static constexpr Word word(std::uint64_t high, std::uint64_t low) {
    return static_cast<Word>(high) << 64 | low;
  }
  Word value_ = word(0x6c62272e07bb0142u, 0x62b821756295c58du);
};

// Eight check digits for the end of a row, so that damage is noticed.
std::string check_digits(std::string_view text);

}  // namespace unibank::sweep
