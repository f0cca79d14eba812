#include "ptx/cursor.h"

namespace unibank::ptx {

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string result = "'";
  result.append(text.substr(0, kLongest));
  return result + (text.size() > kLongest ? "...'" : "'");
}

std::string quoted(const Token& token) {
  return token.kind == Token::Kind::kEnd ? "the end of the file" : quoted(token.text);
}

void Cursor::fail_expected(const std::string& expected) const {
  fail(look(), "found " + quoted(look()) + "; expected " + expected);
}

const Token& Cursor::expect(std::string_view text, const std::string& where) {
  if (!is(text)) fail_expected("'" + std::string(text) + "' " + where);
  return take();
}

const Token& Cursor::expect_name(const std::string& what) {
  if (!is_word() || look().text.find('.') != std::string_view::npos) fail_expected(what);
  return take();
}

std::uint64_t Cursor::expect_integer(const std::string& what, std::uint64_t least, std::uint64_t most) {
  if (look().kind != Token::Kind::kInteger || look().value < least || look().value > most)
    fail_expected(what + ", " + std::to_string(least) + " to " + std::to_string(most));
  return take().value;
}

void Cursor::skip_line() {
  const unsigned line = at_ == 0 ? 0 : tokens_[at_ - 1].line;
  while (!at_end() && look().line == line) take();
}

void Cursor::skip_past(std::string_view text) {
  const Token& start = look();
  while (!is(text)) {
    if (at_end()) fail(start, "found the end of the file; expected '" + std::string(text) + "' after this");
    take();
  }
  take();
}

bool Cursor::skip_open_braces(std::size_t mark) {
  at_ = mark;
  for (std::size_t depth = 1; depth != 0; take()) {
    if (at_end()) return false;
    if (is("{")) ++depth;
    if (is("}")) --depth;
  }
  return true;
}

void Cursor::skip_braces() {
  const Token& start = expect("{", "here");
  if (!skip_open_braces(at_)) fail(start, "found the end of the file; expected the '}' of this '{'");
}

}  // namespace unibank::ptx
