// PTX text -> tokens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace unibank::ptx {

struct Token {
  enum class Kind : std::uint8_t {
    kWord,      // names, directives, opcodes with their suffixes: ld.global.v2.f32, %tid.x, .reg, _
    kInteger,   // `value`: 64 bits without sign
    kFloat32,   // 0fXXXXXXXX, `value`: its bits
    kFloat64,   // 0dXXXXXXXXXXXXXXXX or 1.5e3, `value`: its bits
    kString,    // `text` with its quotes
    kPunctuation,
    kEnd,
  };
  Kind kind = Kind::kEnd;
  std::string_view text;  // the characters as written; a view of the parsed text
  std::uint64_t value = 0;
  unsigned line = 1, column = 1;
};

// The last token is kEnd. Throws InputError for characters that start no token, numbers over 64 bits, unterminated
// strings and comments.
std::vector<Token> tokens_of(std::string_view text, const std::string& file);

}  // namespace unibank::ptx
