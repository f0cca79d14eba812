// Text in lists and columns.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace unibank {

inline std::string joined(const std::vector<std::string>& parts, const char* between = " ") {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

// "1 point", "2 points".
inline std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// The text, filled with spaces up to `width` characters.
inline std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

}  // namespace unibank
