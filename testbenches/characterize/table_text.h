// Common parts of the tables of rows: the text of figures.
#pragma once

#include <charconv>
#include <string>

#include "characterize/row.h"
#include "report/human.h"

namespace unibank::characterize {

inline std::string padded(const std::string& text, std::size_t width, bool right = false) {
  const std::string blanks(width > text.size() ? width - text.size() : 0, ' ');
  return right ? blanks + text : text + blanks;
}

inline std::string figure(const Row& row, double value) {
  if (row.is == Row::Is::kBytes) return with_commas(static_cast<std::uint64_t>(value));
  std::string text = fixed(value, 3);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

inline bool has_figures(const Row& row) { return row.absent.empty() && row.refused.empty(); }

inline std::string number(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return error == std::errc() ? std::string(text, end) : "";
}

inline std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

}  // namespace unibank::characterize
