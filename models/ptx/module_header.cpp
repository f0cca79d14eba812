#include "ptx/module_header.h"

#include <algorithm>
#include <string_view>

namespace unibank::ptx {
namespace {

// Minor versions of PTX have one digit. Instructions of a version that this parser does not know are refused by name.
bool is_version(std::string_view text) {
  return text.size() == 3 && text[0] >= '1' && text[0] <= '9' && text[1] == '.' && text[2] >= '0' && text[2] <= '9';
}

// The families sm_1x to sm_12x. 'a': architecture-specific, since sm_90; 'f': family-specific, since sm_100.
bool is_target(std::string_view text) {
  if (text.substr(0, 3) != "sm_") return false;
  text.remove_prefix(3);
  const char suffix = text.empty() || (text.back() != 'a' && text.back() != 'f') ? '\0' : text.back();
  if (suffix != '\0') text.remove_suffix(1);
  if (text.size() < 2 || text.size() > 3 || text.find_first_not_of("0123456789") != text.npos || text[0] == '0')
    return false;
  const int number = std::stoi(std::string(text));
  return number <= 129 && number >= (suffix == 'f' ? 100 : suffix == 'a' ? 90 : 10);
}

}  // namespace

std::string parse_version(Cursor& cursor) {
  const Token& token = cursor.look();
  if (token.kind != Token::Kind::kFloat64 || !is_version(token.text))
    cursor.fail_expected("a version of PTX, 1.0 to 9.9");
  return std::string(cursor.take().text);
}

std::string parse_target(Cursor& cursor) {
  if (!is_target(cursor.look().text))
    cursor.fail_expected("sm_10 to sm_129, from sm_90 on also with 'a', and from sm_100 on with 'f'");
  std::string target(cursor.take().text);
  while (cursor.accept(",")) {
    static constexpr std::string_view kOptions[] = {"texmode_unified", "texmode_independent", "debug",
                                                    "map_f64_to_f32"};
    const std::string_view text = cursor.look().text;
    if (!is_target(text) && std::find(std::begin(kOptions), std::end(kOptions), text) == std::end(kOptions))
      cursor.fail_expected("texmode_unified, texmode_independent, debug or map_f64_to_f32");
    cursor.take();
  }
  return target;
}

unsigned parse_address_size(Cursor& cursor) {
  const Token& token = cursor.look();
  if (token.kind != Token::Kind::kInteger || (token.value != 32 && token.value != 64))
    cursor.fail_expected("32 or 64 bits of address");
  return static_cast<unsigned>(cursor.take().value);
}

}  // namespace unibank::ptx
