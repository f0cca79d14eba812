#include "base/printable.h"

namespace unibank {

namespace {

std::string escaped(unsigned char c) {
  constexpr char kDigits[] = "0123456789abcdef";
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  return {'\\', 'x', kDigits[c >> 4], kDigits[c & 15]};
}

// U+0080 to U+009F: a terminal may interpret U+009B as ESC [.
bool begins_control(std::string_view text) {
  return text.size() > 1 && text[0] == '\xc2' && static_cast<unsigned char>(text[1]) < 0xa0;
}

std::string shown(std::string_view text, bool lines) {
  std::string all;
  all.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (begins_control(text.substr(i))) {
      all += escaped(c) + escaped(static_cast<unsigned char>(text[++i]));
    } else if ((c >= ' ' && c != 0x7f) || (lines && (c == '\n' || c == '\t'))) {
      all += text[i];
    } else {
      all += escaped(c);
    }
  }
  return all;
}

}  // namespace

std::string printable(std::string_view text) { return shown(text, false); }
std::string printable_lines(std::string_view text) { return shown(text, true); }

}  // namespace unibank
