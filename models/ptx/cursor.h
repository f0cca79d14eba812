// A position in the tokens of one file: the input of the parsers of this folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/input_error.h"
#include "ptx/kernel.h"
#include "ptx/lexer.h"

namespace unibank::ptx {

class Cursor {
 public:
  // The text must live as long as the cursor.
  Cursor(std::string_view text, const std::string& file)
      : file_(file), text_(text), tokens_(tokens_of(text, file)) {}

  const Token& look(std::size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : tokens_.back();
  }
  // Returns the current token and advances. Stays at the end of the file.
  const Token& take() {
    const Token& token = look();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  bool at_end() const { return look().kind == Token::Kind::kEnd; }
  bool is(std::string_view text) const { return look().text == text && look().kind != Token::Kind::kEnd; }
  bool is_word() const { return look().kind == Token::Kind::kWord; }
  bool is_directive() const { return is_word() && look().text.front() == '.'; }
  bool accept(std::string_view text) {
    if (!is(text)) return false;
    take();
    return true;
  }
  const Token& expect(std::string_view text, const std::string& where);
  // A name: a word that is neither a directive nor dotted.
  const Token& expect_name(const std::string& what);
  // An integer from `least` to `most`.
  std::uint64_t expect_integer(const std::string& what, std::uint64_t least, std::uint64_t most);

  void skip_line();                              // the rest of the line of the last token
  void skip_past(std::string_view text);         // everything through `text`
  void skip_braces();                            // from '{' through the matching '}'
  std::size_t mark() const { return at_; }
  // Goes to `mark`, a position after a '{', and past the matching '}'; false: there is none.
  bool skip_open_braces(std::size_t mark);

  [[noreturn]] void fail(const Token& token, const std::string& what) const {
    throw InputError(file_, token.line, token.column, what, text_);
  }
  // "found 'x'; expected ..." at the current token
  [[noreturn]] void fail_expected(const std::string& expected) const;

  const std::string& file() const { return file_; }
  std::string_view text() const { return text_; }

 private:
  std::string file_;
  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

// The token in quotes for messages, shortened when long.
std::string quoted(const Token& token);
std::string quoted(std::string_view text);
inline Location location_of(const Token& token) { return {token.line, token.column}; }

}  // namespace unibank::ptx
