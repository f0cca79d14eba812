// Words and numbers of a trace's lines.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace unibank::trace {

// An error in a line. The caller adds the file and the number of the line.
struct FormatError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n'); }

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

inline bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

// The part of a line that a message shows.
inline std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string result = "'";
  for (const char c : text.substr(0, kMost)) result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > kMost ? "...'" : "'");
}

// Converts the whole of `word` to a number. Returns false when `word` is not a number, or too large for the type.
template <typename Number>
bool to_number(std::string_view word, Number& value, int base = 10) {
  if (base == 16 && word.size() > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X')) word.remove_prefix(2);
  Number found = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), found, base);
  if (word.empty() || error != std::errc() || end != word.data() + word.size()) return false;
  value = found;
  return true;
}

// The words of a line, one after the other. For a missing or invalid word, a FormatError that names `what` is thrown.
class Words {
 public:
  explicit Words(std::string_view line) : left_(line) {}

  bool at_end() {
    while (!left_.empty() && is_blank(left_.front())) left_.remove_prefix(1);
    return left_.empty();
  }
  std::string_view left() const { return left_; }
  std::string_view word(const char* what) {
    if (at_end()) throw FormatError(std::string("found the end of the line; expected ") + what);
    std::size_t length = 1;
    while (length < left_.size() && !is_blank(left_[length])) ++length;
    const std::string_view found = left_.substr(0, length);
    left_.remove_prefix(length);
    return found;
  }
  template <typename Number>
  Number number(const char* what, int base = 10) {
    Number plain = 0;
    if (base == 10 && plain_number(plain)) return plain;
    const std::string_view found = word(what);
    Number value = 0;
    if (!to_number(found, value, base)) throw FormatError("found " + shown(found) + "; expected " + what);
    return value;
  }

 private:
  // Fast path: takes the next word if it is a decimal number of few digits. Otherwise returns false, without any
  // effect. Nearly all words are such numbers, because the addresses of a warp are differences.
  template <typename Number>
  bool plain_number(Number& value) {
    constexpr std::ptrdiff_t kMostDigits = sizeof(Number) >= 8 ? 18 : 9;  // no overflow
    if (at_end()) return false;
    const char *at = left_.data(), *const end = at + left_.size();
    const bool negative = std::is_signed_v<Number> && *at == '-';
    at += negative;
    const char* const first = at;
    const char* const last = first + std::min(end - first, kMostDigits);
    Number found = 0;
    for (; at != last; ++at) {
      const auto digit = static_cast<unsigned char>(*at - '0');
      if (digit > 9) break;
      found = found * 10 + digit;
    }
    if (at == first || (at != end && !is_blank(*at))) return false;
    left_.remove_prefix(static_cast<std::size_t>(at - left_.data()));
    value = negative ? -found : found;
    return true;
  }

  std::string_view left_;
};

}  // namespace unibank::trace
