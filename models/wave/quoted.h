#pragma once

#include <string>

namespace unibank::wave {

// A string of JSON or RON; names have no control characters.
inline std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

}  // namespace unibank::wave
