#include "design/toml_file.h"

#include <algorithm>

#include "toml/value.h"

namespace unibank {
namespace {

using toml_tree::Member;
using toml_tree::Value;

TomlEntry entry(const std::string& section, const Member& member) {
  TomlEntry result;
  result.section = section;
  result.key = member.key;
  result.line = member.line;
  const Value& value = member.value;
  switch (value.kind) {
    case Value::Kind::kInteger: result.value = value.integer; break;
    case Value::Kind::kFloat: result.value = value.real; break;
    case Value::Kind::kBoolean: result.value = value.boolean; break;
    case Value::Kind::kString: result.value = value.text; break;
    case Value::Kind::kArray:
      if (value.array_of(Value::Kind::kString)) {
        result.is_list = true;
        for (const Value& element : value.elements) result.strings.push_back(element.text);
      } else {
        result.other = value.array_of(Value::Kind::kTable) ? "an array of tables" : "an array";
      }
      break;
    case Value::Kind::kTable: result.other = "a table"; break;
    case Value::Kind::kOther: result.other = value.text;
  }
  return result;
}

void add_section(std::vector<TomlEntry>& entries, const Member& section) {
  for (const Member& member : section.value.members) entries.push_back(entry(section.key, member));
  if (section.value.members.empty()) {
    TomlEntry empty;
    empty.section = section.key;
    empty.line = section.line;
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
    for (const Member& member : toml_tree::parse(text).members) {
      if (member.value.is(Value::Kind::kTable)) {
        add_section(entries, member);
      } else {
        entries.push_back(entry("", member));
      }
    }
  } catch (const toml_tree::SyntaxError& error) {
    throw InputError(file, error.line, error.what());
  }
  // A section may be written in parts; messages and overriding values follow the order of the lines.
  std::stable_sort(entries.begin(), entries.end(),
                   [](const TomlEntry& a, const TomlEntry& b) { return a.line < b.line; });
  return entries;
}

}  // namespace unibank
