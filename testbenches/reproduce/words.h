#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace unibank {

// Splits a text at blanks.
inline std::vector<std::string> split_at_blanks(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace unibank
