// Comma-separated values.
#include <algorithm>
#include <charconv>

#include "base/input_error.h"
#include "manifest/values.h"

namespace unibank::manifest_values {
namespace {

using ptx::Type;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// The whole of the word, or nothing.
template <typename Value>
bool read(std::string_view word, Value& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

bool append_word(Bytes& bytes, std::string_view word, Type type) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  if (type == Type::kF32) {  // directly to a float: through a double it would be rounded twice
    float value = 0;
    if (!read(word, value)) return false;
    append_real(bytes, value, type);
    return true;
  }
  ManifestNumber number;
  number.is_float = is_float(type);
  if (number.is_float) return read(word, number.real) && append(bytes, number, type);
  if (type == Type::kU64) {
    std::uint64_t value = 0;
    if (!read(word, value)) return false;
    append_integer(bytes, value, type);
    return true;
  }
  return read(word, number.integer) && append(bytes, number, type);
}

class Reader {
 public:
  Reader(const std::string& text, const std::string& file, Type type) : text_(text), file_(file), type_(type) {}

  Bytes run() {
    while (at_ < text_.size()) line();
    return std::move(bytes_);
  }

 private:
  // Values separated by a comma or blanks; a comma may end the line.
  void line() {
    ++line_;
    const std::size_t begin = at_;
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    bool value_before = false;
    for (at_ = begin; at_ < end;) {
      if (is_blank(text_[at_])) {
        ++at_;
      } else if (text_[at_] == ',') {
        if (!value_before) fail(begin, ",");
        value_before = false;
        ++at_;
      } else {
        const std::size_t from = at_;
        while (at_ < end && !is_blank(text_[at_]) && text_[at_] != ',') ++at_;
        const std::string_view word = std::string_view(text_).substr(from, at_ - from);
        if (!append_word(bytes_, word, type_)) {
          at_ = from;
          fail(begin, word);
        }
        value_before = true;
      }
    }
    at_ = end + 1;
  }

  [[noreturn]] void fail(std::size_t begin, std::string_view word) const {
    constexpr std::size_t kMostShown = 40;
    throw InputError(file_, line_, static_cast<unsigned>(at_ - begin + 1),
                     "found '" + std::string(word.substr(0, kMostShown)) + "'; expected " +
                         (type_ == Type::kU64 ? "an integer from 0 to 18446744073709551615" : expected_text(type_)) +
                         " (" + type_name(type_) + ")",
                     text_);
  }

  const std::string& text_;
  const std::string& file_;
  Type type_;
  Bytes bytes_;
  std::size_t at_ = 0;
  unsigned line_ = 0;
};

}  // namespace

Bytes parse_csv(const std::string& text, const std::string& file, Type type) { return Reader(text, file, type).run(); }

std::string print_csv(const Bytes& bytes, Type type) {
  std::string text;
  for (std::uint64_t i = 0; i < bytes.size() / ptx::bytes_of(type); ++i) text += text_at(bytes, i, type) + "\n";
  return text;
}

}  // namespace unibank::manifest_values
