#include "base/input_error.h"

#include <algorithm>

#include "base/nearest_name.h"
#include "base/printable.h"

namespace unibank {

namespace {

std::string place(const std::string& file, unsigned line, unsigned column) {
  std::string text = printable(file);
  if (line != 0) text += ":" + std::to_string(line);
  if (line != 0 && column != 0) text += ":" + std::to_string(column);
  return text;
}

std::string_view line_of(std::string_view text, unsigned line) {
  for (unsigned current = 1; line != 0; ++current) {
    const std::size_t end = text.find('\n');
    if (current == line) return text.substr(0, end);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return {};
}

}  // namespace

InputError::InputError(const std::string& file, unsigned line, const std::string& what)
    : std::runtime_error(place(file, line, 0) + ": " + printable(what)) {}

InputError::InputError(const std::string& file, unsigned line, unsigned column, const std::string& what)
    : std::runtime_error(place(file, line, column) + ": " + printable(what)) {}

InputError::InputError(const std::string& file, unsigned line, unsigned column, const std::string& what,
                       std::string_view text)
    : std::runtime_error(place(file, line, column) + ": " + printable(what) + source_excerpt(text, line, column)) {}

std::string source_excerpt(std::string_view text, unsigned line, unsigned column) {
  constexpr std::size_t kMostShown = 100;  // characters of a line
  const std::string_view source = line_of(text, line);
  if (source.empty()) return "";
  const std::size_t at = std::min<std::size_t>(column == 0 ? 0 : column - 1, source.size());
  const std::size_t from = at < kMostShown ? 0 : at - kMostShown / 2;
  const std::string lead = from == 0 ? "" : "...";
  std::string shown = lead, below(lead.size(), ' ');
  std::size_t kept = 0;  // the bytes that are left of a character
  for (std::size_t i = from; i < source.size() && i < from + kMostShown; ++i) {
    const char c = source[i];
    if (kept == 0) kept = printable_length(source.substr(i, from + kMostShown - i));
    shown += c == '\t' || kept != 0 ? c : '.';
    if (kept != 0) --kept;
    if (i < at) below += c == '\t' ? c : ' ';  // a tab stays a tab, so the caret is at the right column
  }
  if (from + kMostShown < source.size()) shown += "...";
  const std::string number = std::to_string(line);
  return "\n  " + number + " | " + shown + "\n  " + std::string(number.size(), ' ') + " | " + below + "^";
}

std::string unknown_name(std::string_view kind, std::string_view found, const std::vector<std::string>& known) {
  constexpr std::size_t kLong = 40;  // a list of more names would hide a question behind it
  std::string names, text = "unknown ";
  for (const std::string& one : known) names += (names.empty() ? "" : ", ") + one;
  text.append(kind).append(" '").append(found).append("'");
  const std::string meant = nearest_name(found, known);
  if (meant.empty()) return text + "; known: " + names;
  const std::string question = "did you mean '" + meant + "'?";
  return known.size() > kLong ? text + "; " + question + " Known: " + names
                              : text + "; known: " + names + "; " + question;
}

}  // namespace unibank
