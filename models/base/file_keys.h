// The keys of a kind of TOML file, as a table for its reader, for `unibank schema` and for the reference pages.
#pragma once

#include <string>
#include <vector>

namespace unibank {

struct FileKey {
  enum class Form { kText, kTexts, kInteger, kNumber, kBoolean, kIntegers, kTable, kTables, kArguments, kAny };
  std::string name;
  Form form;            // kTexts: a list of strings, or one; kArguments: a table of integers; kAny: a form that only
                        // the reader knows
  std::string meaning;  // for people, with units
  bool needed = false;
  std::vector<std::string> choices = {};  // kText: one of these; empty: any
  std::string table = {};                 // kTable, kTables: the FileTable of the key's value
};

struct FileTable {
  std::string name;  // "buffer"
  std::vector<FileKey> keys;
};

// The names of the keys, in the order of the table.
inline std::vector<std::string> names_of(const std::vector<FileKey>& keys) {
  std::vector<std::string> names;
  for (const FileKey& key : keys) names.push_back(key.name);
  return names;
}

}  // namespace unibank
