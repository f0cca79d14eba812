#include "sweep/row.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "reproduce/values.h"
#include "sweep/hash.h"

namespace unibank::sweep {

namespace {

constexpr char kNames = 'N', kPoint = 'P', kText = 'T';
constexpr std::size_t kCheckDigits = 8, kKeyDigits = 32, kTexts = 9;  // texts before the numbers

// A text for a line of texts separated by tabs.
std::string cell(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return "\t" + text;
}

std::string checked(std::string line) {
  line += '\t';
  return line + check_digits(line) + "\n";
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t tab; (tab = line.find('\t')) != std::string_view::npos; line.remove_prefix(tab + 1))
    cells.push_back(line.substr(0, tab));
  cells.push_back(line);
  return cells;
}

template <typename Value>
bool number(std::string_view text, Value& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

bool is_key(std::string_view text) {
  return text.size() == kKeyDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Reads all cells except the values.
bool read_words(const std::vector<std::string_view>& cells, Finished& point) {
  point.key = cells[1];
  std::string* const texts[] = {&point.program, &point.size,   &point.arguments, &point.style,
                                &point.design,  &point.overrides, &point.refused};
  for (std::size_t i = 0; i < std::size(texts); ++i) *texts[i] = cells[i + 3];
  return is_key(point.key) && number(cells[2], point.model) && number(cells[kTexts + 1], point.seconds) &&
         std::isfinite(point.seconds) && point.seconds >= 0;
}

}  // namespace

std::string RowWriter::lines_of(const Finished& point) {
  std::string text;
  const auto same = [](const auto& value, const std::string& name) { return value.first == name; };
  if (!std::equal(point.values.begin(), point.values.end(), names_.begin(), names_.end(), same) &&
      !point.values.empty()) {
    names_.clear();
    std::string line(1, kNames);
    for (const auto& [name, value] : point.values) {
      names_.push_back(name);
      line += cell(name);
    }
    text = checked(line);
  }
  std::string line(1, kPoint);
  line += cell(point.key) + cell(std::to_string(point.model));
  for (const std::string* one : {&point.program, &point.size, &point.arguments, &point.style, &point.design,
                                 &point.overrides, &point.refused})
    line += cell(*one);
  line += cell(exact(point.seconds));
  for (const auto& [name, value] : point.values) line += cell(exact(value));
  return text + checked(line);
}

std::string text_line(const std::string& text) { return checked(std::string(1, kText) + cell(text)); }

RowReader::Line RowReader::read(std::string_view line, Finished& point) {
  if (line.size() < kCheckDigits + 2 || check_digits(line.substr(0, line.size() - kCheckDigits)) !=
                                            line.substr(line.size() - kCheckDigits) ||
      line.find('\r') != std::string_view::npos)  // never written
    return Line::kDamaged;
  line.remove_suffix(kCheckDigits + 1);
  const std::vector<std::string_view> cells = cells_of(line);
  if (cells[0] == std::string_view(&kNames, 1)) {
    names_.assign(cells.begin() + 1, cells.end());
    return Line::kNames;
  }
  if (cells[0] == std::string_view(&kText, 1) && cells.size() == 2) {
    text_ = cells[1];
    return Line::kText;
  }
  if (cells[0] != std::string_view(&kPoint, 1) || cells.size() < kTexts + 2) return Line::kDamaged;
  point = Finished{};
  const std::size_t values = cells.size() - kTexts - 2;
  if (!read_words(cells, point) || (values != 0 && values != names_.size())) return Line::kDamaged;
  for (std::size_t i = 0; i < values; ++i) {
    point.values.push_back({names_[i], 0});
    if (!number(cells[kTexts + 2 + i], point.values.back().second)) return Line::kDamaged;
  }
  return Line::kPoint;
}

}  // namespace unibank::sweep
