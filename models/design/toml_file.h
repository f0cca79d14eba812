// A design file as a flat list of values with their lines.
#pragma once

#include <string>
#include <vector>

#include "design/schema.h"

namespace unibank {

struct TomlEntry {
  std::string section, key;  // section is empty at the top level; key is empty for an empty table
  ParameterValue value;      // set if `other` is empty and it is no list
  std::vector<std::string> strings;
  bool is_list = false;  // a list of strings, in `strings`
  std::string other;     // "a table", "a date", ...: a kind that no parameter has
  unsigned line = 0;

  // "the string \"x\"", "5", "a table": for messages.
  std::string found_text() const;
};

// Throws InputError with file and line for text that is not TOML, including duplicate keys.
std::vector<TomlEntry> read_toml(const std::string& text, const std::string& file);

}  // namespace unibank
