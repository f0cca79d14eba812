#include "design/toml_file.h"

#include <algorithm>

// The library asserts (or, optimised, assumes) that a key starts well before it checks it and reports the error: "[.a]"
// would end the program. Without the assertions the check is reached.
#undef NDEBUG
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>

namespace unibank {
namespace {

const char* kind_text(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return node.is_array_of_tables() ? "an array of tables" : "an array";
    case toml::node_type::date:
      return "a date";
    case toml::node_type::time:
      return "a time";
    default:
      return "a date and time";
  }
}

TomlEntry entry(const std::string& section, const toml::key& key, const toml::node& node) {
  TomlEntry result;
  result.section = section;
  result.key = std::string(key.str());
  result.line = key.source().begin.line;
  if (const auto* integer = node.as_integer()) {
    result.value = integer->get();
  } else if (const auto* number = node.as_floating_point()) {
    result.value = number->get();
  } else if (const auto* boolean = node.as_boolean()) {
    result.value = boolean->get();
  } else if (const auto* text = node.as_string()) {
    result.value = text->get();
  } else if (node.is_array() && node.is_homogeneous(toml::node_type::string)) {
    result.is_list = true;
    for (const toml::node& element : *node.as_array()) result.strings.push_back(element.as_string()->get());
  } else {
    result.other = kind_text(node);
  }
  return result;
}

void add_section(std::vector<TomlEntry>& entries, const toml::key& name, const toml::table& table) {
  const std::string section(name.str());
  for (const auto& [key, node] : table) entries.push_back(entry(section, key, node));
  if (table.empty()) {
    TomlEntry empty;
    empty.section = section;
    empty.line = name.source().begin.line;
    entries.push_back(empty);
  }
}

}  // namespace

std::string TomlEntry::found_text() const {
  if (!other.empty()) return other;
  if (is_list) return "a list of strings";
  if (std::holds_alternative<std::string>(value)) return "the string " + toml_text(value);
  return toml_text(value);
}

std::vector<TomlEntry> read_toml(const std::string& text, const std::string& file) {
  std::vector<TomlEntry> entries;
  try {
    const toml::table root = toml::parse(text);
    for (const auto& [key, node] : root) {
      if (const toml::table* table = node.as_table()) {
        add_section(entries, key, *table);
      } else {
        entries.push_back(entry("", key, node));
      }
    }
  } catch (const toml::parse_error& error) {
    std::string what(error.description());
    std::replace(what.begin(), what.end(), '\n', ' ');
    throw InputError(file, error.source().begin.line, what);
  }
  // The library orders by name; messages and later values go by the order of the lines.
  std::stable_sort(entries.begin(), entries.end(),
                   [](const TomlEntry& a, const TomlEntry& b) { return a.line < b.line; });
  return entries;
}

}  // namespace unibank
