#include <algorithm>

#include "base/text.h"
#include "design/hardware_cost.h"
#include "design/load.h"
#include "design/schema.h"

namespace unibank {
namespace {

std::string head(const LoadedDesign& loaded) {
  std::string text = "description = " + toml_text(ParameterValue(loaded.design.description)) + "\n";
  if (loaded.design.best_of.empty()) return text;
  text += "best_of = [";
  for (const std::string& name : loaded.design.best_of) {
    text += (name == loaded.design.best_of.front() ? "" : ", ") + toml_text(ParameterValue(name));
  }
  return text + "]\n";
}

// Makes one line of any text, such as a file's name or an override.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return text;
}

}  // namespace

std::string effective_toml(const LoadedDesign& loaded) {
  std::string text = head(loaded);
  std::string section;
  for (const DesignValue& value : loaded.values) {
    if (value.section != section) text += "\n[" + value.section + "]\n";
    section = value.section;
    text += padded(value.key + " = " + value.value, 40) + "  " + "# " + one_line(value.source) + "\n";
  }
  return text;
}

namespace {

std::string with_unit(const DesignValue& value) { return value.value + (value.unit.empty() ? "" : " " + value.unit); }

// The widest text of each column.
struct Columns {
  std::size_t key = 0, amount = 0, source = 0;
  explicit Columns(const LoadedDesign& loaded) {
    for (const DesignValue& value : loaded.values) {
      key = std::max(key, value.key.size());
      amount = std::max(amount, with_unit(value).size());
      source = std::max(source, value.source.size());
    }
  }
};

// The words of a text in lines of at most `width` characters, the second and later ones indented by `indentation`.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indentation) {
  std::string all;
  std::size_t used = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::size_t length = end - at;
    if (used != 0 && used + 1 + length > width) {
      all += "\n" + std::string(indentation, ' ');
      used = 0;
    }
    all += (used == 0 ? "" : " ") + text.substr(at, length);
    used += (used == 0 ? 0 : 1) + length;
    at = end + 1;
  }
  return all;
}

// A value's line, or its lines if it does not fit in `width` characters.
std::string row(const DesignValue& value, const Columns& columns, std::size_t width) {
  const std::string source = one_line(value.source);
  if (width == 0)
    return "  " + padded(value.key, columns.key + 2) + padded(with_unit(value), columns.amount + 2) +
           padded(source, columns.source + 2) + value.description + "\n";
  constexpr std::size_t kLeast = 30;  // least width of a description beside its value; else it is printed below
  const std::size_t before = std::min<std::size_t>(columns.key, 28) + std::min<std::size_t>(columns.amount, 16) + 6;
  const std::string head = "  " + padded(value.key, std::min<std::size_t>(columns.key, 28) + 2) + with_unit(value);
  const bool beside = head.size() + 2 <= before && width >= before + kLeast;
  const std::size_t indentation = width >= before + kLeast ? before : 6;
  const std::string text = wrapped(value.description, width - indentation, indentation);
  if (beside) return padded(head, before) + text + "\n";
  return head + "\n" + std::string(indentation, ' ') + text + "\n";
}

}  // namespace

std::string show_text(const LoadedDesign& loaded, unsigned width) {
  constexpr unsigned kLeastWidth = 40;
  if (width != 0) width = std::max(width, kLeastWidth);
  std::string text = loaded.design.name + ": " + loaded.design.description + "\n";
  if (width != 0) text = wrapped(loaded.design.name + ": " + loaded.design.description, width, 2) + "\n";
  if (!loaded.design.best_of.empty()) {
    text += "  the fastest of:\n";
    for (const std::string& name : loaded.design.best_of) text += "    " + name + "\n";
    return text;
  }
  const Columns columns(loaded);
  std::string section;
  for (const DesignValue& value : loaded.values) {
    if (value.section != section) text += "\n[" + value.section + "]\n";
    section = value.section;
    text += row(value, columns, width);
  }
  const std::string cost =
      "Registers and cache of one SM, with 32-bit addresses; without LRU order or a separate scratchpad";
  return text + "\n" + (width == 0 ? cost : wrapped(cost, width, 0)) + "\n" + hardware_cost_text(loaded.design);
}

}  // namespace unibank
