// Reads a table of an experiment file key by key; a key that was not read is an error.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "toml/value.h"

namespace unibank {

class TableReader {
 public:
  // `what`: the table's name in messages, "[[series]]", or empty for the file's top.
  TableReader(const toml_tree::Value& table, std::string file, std::string what);

  // Throws InputError when a required key is missing or a key has a value of another kind.
  std::string text(const std::string& key);
  std::string text_or(const std::string& key, const std::string& otherwise);
  std::vector<std::string> texts(const std::string& key);          // a list, or one string; empty if missing
  bool flag(const std::string& key);                                // false where missing
  std::optional<double> number(const std::string& key);
  std::optional<std::int64_t> integer(const std::string& key);
  std::vector<std::int64_t> integers(const std::string& key);      // empty where missing
  std::map<std::string, std::string> arguments(const std::string& key);  // a table of whole numbers
  // An array of tables; empty if missing.
  std::vector<TableReader> tables(const std::string& key);
  std::optional<TableReader> table(const std::string& key);
  const toml_tree::Member* raw(const std::string& key);

  // Throws InputError for the first key that was not asked for, with those that were.
  void finish() const;

  [[noreturn]] void fail(unsigned line, const std::string& message) const;
  // At the line of the key, or of the table if the key is missing.
  [[noreturn]] void fail_at(const std::string& key, const std::string& message) const;
  unsigned line() const { return line_; }

 private:
  [[noreturn]] void wrong(const toml_tree::Member& member, const std::string& expected) const;
  std::string named(const std::string& key) const;

  const toml_tree::Value& table_;
  std::string file_, what_;
  unsigned line_;
  std::vector<std::string> asked_;
};

// "the string \"x\"", "a table": for messages.
std::string found_text(const toml_tree::Value& value);

}  // namespace unibank
