#include "ptx/lexer.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/input_error.h"

namespace unibank::ptx {
namespace {

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool in_word(char c) { return starts_word(c) || is_digit(c) || c == '.'; }

// 99: not a digit in any base
unsigned digit_of(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 99;
}

class Lexer {
 public:
  Lexer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<Token> run() {
    for (;;) {
      skip_blanks();
      start_ = at_;
      token_ = Token{};
      token_.line = line_;
      token_.column = static_cast<unsigned>(at_ - line_start_ + 1);
      const bool end = at_ == text_.size();
      if (!end) token_.kind = read();
      token_.text = text_.substr(start_, at_ - start_);
      tokens_.push_back(token_);
      if (end) return std::move(tokens_);
    }
  }

 private:
  char look(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool at_end() const { return at_ >= text_.size(); }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(file_, token_.line, token_.column, what, text_);
  }

  void new_line() {
    ++line_;
    line_start_ = at_ + 1;
  }

  void skip_blanks() {
    while (!at_end()) {
      const char c = look();
      if (c == '\n') new_line();
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v') {
        ++at_;
      } else if (c == '/' && look(1) == '/') {
        while (!at_end() && look() != '\n') ++at_;
      } else if (c == '/' && look(1) == '*') {
        skip_comment();
      } else {
        return;
      }
    }
  }

  void skip_comment() {
    token_.line = line_;
    token_.column = static_cast<unsigned>(at_ - line_start_ + 1);
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) fail("the comment that starts here has no end; expected '*/'");
    for (; at_ < end; ++at_)
      if (look() == '\n') new_line();
    at_ += 2;
  }

  Token::Kind read() {
    const char c = look();
    if (starts_word(c) || (c == '.' && starts_word(look(1)))) return read_word();
    if (is_digit(c)) return read_number();
    if (c == '"') return read_string();
    if (c != '\0' && std::strchr("{}[]()<>,;:=+-@!|~*/.&^?", c)) {
      ++at_;
      return Token::Kind::kPunctuation;
    }
    static constexpr char kHex[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    if (std::isprint(byte)) fail(std::string("found '") + c + "', which starts no token in PTX");
    fail(std::string("found the byte 0x") + kHex[byte >> 4] + kHex[byte & 15] + ", which starts no token in PTX");
  }

  // ".reg.b32" is two directives, "add.s32" one opcode.
  Token::Kind read_word() {
    const bool directive = look() == '.';
    for (;;) {
      if (directive && look() == '.' && at_ != start_) return Token::Kind::kWord;
      if (in_word(look())) {
        ++at_;
      } else if (look() == ':' && look(1) == ':' && in_word(look(2))) {
        at_ += 2;  // ld.global.L2::128B
      } else {
        return Token::Kind::kWord;
      }
    }
  }

  Token::Kind read_string() {
    do {
      if (look() == '\\') ++at_;
      ++at_;
      if (at_end() || look() == '\n') fail("the string that starts here has no end; expected '\"' on the same line");
    } while (look() != '"');
    ++at_;
    return Token::Kind::kString;
  }

  Token::Kind read_number() {
    if (look() == '0' && (look(1) == 'f' || look(1) == 'F')) return read_bits(8, Token::Kind::kFloat32);
    if (look() == '0' && (look(1) == 'd' || look(1) == 'D')) return read_bits(16, Token::Kind::kFloat64);
    while (std::isalnum(static_cast<unsigned char>(look())) || look() == '.') {
      const bool exponent = (look() == 'e' || look() == 'E') && (look(1) == '-' || look(1) == '+') && !is_hexadecimal();
      at_ += exponent ? 2 : 1;
    }
    const std::string_view written = text_.substr(start_, at_ - start_);
    if (!is_hexadecimal() && written.find_first_of(".eE") != std::string_view::npos) return read_decimal(written);
    read_integer(written);
    return Token::Kind::kInteger;
  }

  bool is_hexadecimal() const {
    return text_[start_] == '0' && start_ + 1 < text_.size() && (text_[start_ + 1] == 'x' || text_[start_ + 1] == 'X');
  }

  Token::Kind read_bits(unsigned digits, Token::Kind kind) {
    at_ += 2;
    while (std::isalnum(static_cast<unsigned char>(look()))) ++at_;
    const std::string_view written = text_.substr(start_ + 2, at_ - start_ - 2);
    if (written.size() != digits || !add_digits(written, 16))
      fail("found the number '" + std::string(text_.substr(start_, at_ - start_)) + "'; expected " +
           std::to_string(digits) + " hexadecimal digits");
    return kind;
  }

  Token::Kind read_decimal(std::string_view written) {
    const std::string copy(written.substr(0, 64));
    char* end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    if (written.size() > 64 || *end != '\0')
      fail("found the number '" + copy + "'; expected a decimal float of at most 64 characters");
    if (std::isinf(value)) fail("found the number '" + copy + "'; expected a decimal float below 1.8e308");
    std::memcpy(&token_.value, &value, sizeof value);
    return Token::Kind::kFloat64;
  }

  void read_integer(std::string_view written) {
    std::string_view digits = written;
    if (digits.back() == 'U' || digits.back() == 'u') digits.remove_suffix(1);
    unsigned base = 10;
    if (digits.size() > 1 && digits[0] == '0') {
      const char mark = digits[1];
      base = mark == 'x' || mark == 'X' ? 16 : mark == 'b' || mark == 'B' ? 2 : 8;
      digits.remove_prefix(base == 8 ? 1 : 2);
    }
    if (digits.empty() || !add_digits(digits, base))
      fail("found the number '" + std::string(written.substr(0, 80)) +
           "'; expected an integer of at most 64 bits (decimal, 0x hexadecimal, 0 octal or 0b binary)");
  }

  bool add_digits(std::string_view digits, unsigned base) {
    token_.value = 0;
    for (const char c : digits) {
      const unsigned digit = digit_of(c);
      if (digit >= base || token_.value > (~std::uint64_t{0} - digit) / base) return false;
      token_.value = token_.value * base + digit;
    }
    return true;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0, start_ = 0, line_start_ = 0;
  unsigned line_ = 1;
  Token token_;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text, const std::string& file) { return Lexer(text, file).run(); }

}  // namespace unibank::ptx
