#include "base/nearest_name.h"

#include <algorithm>
#include <cctype>

namespace unibank {

namespace {

constexpr std::size_t kMostLetters = 80;  // a longer name is not compared
constexpr std::size_t kFar = kMostLetters;

std::string lower(std::string_view text) {
  std::string all(text);
  for (char& c : all) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return all;
}

std::string_view behind(std::string_view text, const char* marks) {
  const std::size_t at = text.find_last_of(marks);
  return at == std::string_view::npos ? text : text.substr(at + 1);
}

// Letters to replace, insert, remove or swap with their neighbour: the distance of Damerau and Levenshtein, without
// edits inside a swap.
std::size_t distance(std::string_view a, std::string_view b) {
  if (a.size() > kMostLetters || b.size() > kMostLetters) return kFar;
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

// A match of only a part of the name costs one letter more than a match of the whole.
std::size_t distance_to_any_part(const std::string& found, const std::string& known) {
  const std::size_t whole = distance(found, known);
  const std::size_t beginning = distance(found, std::string_view(known).substr(0, found.size())) + 1;
  const std::size_t end = distance(found, behind(known, "/.")) + 1;
  const std::string_view key = behind(found, ".");
  const std::size_t of_section = key.size() < 3 ? kFar : distance(key, known) + 1;
  return std::min({whole, beginning, end, of_section});
}

}  // namespace

std::string nearest_name(std::string_view found, const std::vector<std::string>& known) {
  if (found.size() > 1 && found.front() == '[' && found.back() == ']') found = found.substr(1, found.size() - 2);
  if (found.size() < 3 || found.size() > kMostLetters) return "";
  const std::string text = lower(found);
  std::size_t least = (text.size() + 1) / 3 + 1;
  std::string nearest;
  for (const std::string& name : known) {
    const std::size_t near = distance_to_any_part(text, lower(name));
    if (near >= least) continue;
    least = near;
    nearest = name;
  }
  return nearest;
}

}  // namespace unibank
