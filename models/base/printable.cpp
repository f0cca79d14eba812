#include "base/printable.h"

#include <cstdint>

namespace unibank {

namespace {

std::string escaped(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  if (bytes == "\n") return "\\n";
  if (bytes == "\t") return "\\t";
  std::string all;
  for (const char byte : bytes) {
    const auto c = static_cast<unsigned char>(byte);
    all += {'\\', 'x', kDigits[c >> 4], kDigits[c & 15]};
  }
  return all;
}

struct Character {
  std::size_t length = 1;     // in bytes
  std::uint32_t point = 0;    // its Unicode number
  bool valid = false;         // false: a byte that is no UTF-8
};

// The first character of a text that is not empty.
Character first_of(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {1, lead, true};
  constexpr std::uint32_t kLeast[] = {0x80, 0x800, 0x10000};  // of two, three and four bytes
  const std::size_t more = lead < 0xc0 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf8 ? 3 : 0;
  if (more == 0 || text.size() <= more) return {};
  std::uint32_t point = lead & (0x3fu >> more);
  for (std::size_t i = 1; i <= more; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80) return {};
    point = point << 6 | (next & 0x3f);
  }
  const bool surrogate = point >= 0xd800 && point < 0xe000;
  if (point < kLeast[more - 1] || surrogate || point > 0x10ffff) return {};
  return {more + 1, point, true};
}

// A terminal may interpret U+009B as ESC [, and a byte 9B that is no UTF-8, too. U+202A to U+202E and U+2066 to U+2069
// show text in another order than it has.
bool is_shown(const Character& one) {
  const std::uint32_t point = one.point;
  const bool control = point < ' ' || (point >= 0x7f && point < 0xa0);
  const bool turns = (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
  return one.valid && !control && !turns;
}

std::string shown(std::string_view text, bool lines) {
  std::string all;
  all.reserve(text.size());
  while (!text.empty()) {
    const Character one = first_of(text);
    const std::string_view bytes = text.substr(0, one.length);
    const bool kept = is_shown(one) || (lines && (bytes == "\n" || bytes == "\t"));
    all += kept ? std::string(bytes) : escaped(bytes);
    text.remove_prefix(one.length);
  }
  return all;
}

}  // namespace

std::string printable(std::string_view text) { return shown(text, false); }
std::string printable_lines(std::string_view text) { return shown(text, true); }

std::size_t printable_length(std::string_view text) {
  if (text.empty()) return 0;
  const Character first = first_of(text);
  return is_shown(first) ? first.length : 0;
}

}  // namespace unibank
