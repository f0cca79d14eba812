// Reads the tables of a manifest: only known keys, every value of the right kind, every message with its position.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "manifest/manifest.h"
#include "toml/value.h"

namespace unibank::manifest_reader {

using toml_tree::Member;
using toml_tree::Value;

// "the string \"x\"", "5", "a table".
std::string found_text(const Value& value);
inline ManifestPlace place_of(const Value& value) { return {value.line, value.column}; }

// The source text, for messages.
class Source {
 public:
  Source(const std::string& text, const std::string& file, const ReadFile& read)
      : text_(text), file_(file), read_(read) {}

  // "file:line:column: what", the line and a caret below it.
  [[noreturn]] void fail(ManifestPlace place, const std::string& what) const;
  [[noreturn]] void fail_found(const std::string& key, const Value& value, const std::string& expected) const;

  // A path of the manifest, relative to the current folder.
  std::string path(const std::string& named) const;
  // The contents of the file at `path`; `place` is the position of the name.
  std::string read(const std::string& path, const std::string& key, ManifestPlace place) const;
  const std::vector<std::string>& files() const { return files_; }

 private:
  const std::string& text_;
  const std::string& file_;
  const ReadFile& read_;
  mutable std::vector<std::string> files_;  // the files that were read
};

// One table of the file.
class Section {
 public:
  // Refuses a key that is not among `known`. `name` is the table's name in messages: "[[buffer]]".
  Section(const Source& source, std::string name, const Value& table, ManifestPlace place,
          const std::vector<std::string>& known);

  const Source& source() const { return source_; }
  ManifestPlace place() const { return place_; }
  const Value& table() const { return table_; }
  const Value* find(const char* key) const;   // nullptr: not given
  const Value& need(const char* key) const;   // refused when it is not given

  std::string text(const char* key) const;    // needed
  std::string text(const char* key, const std::string& otherwise) const;
  std::int64_t integer(const char* key, std::int64_t least, std::int64_t most) const;  // needed
  std::int64_t integer(const char* key, std::int64_t least, std::int64_t most, std::int64_t otherwise) const;
  double real(const char* key, double otherwise) const;  // finite
  bool boolean(const char* key, bool otherwise) const;
  ManifestNumber number(const char* key) const;          // needed
  ManifestNumber number(const char* key, std::int64_t otherwise) const;
  // The index of the value among `names`.
  std::size_t choice(const char* key, const std::vector<std::string>& names, std::size_t otherwise) const;
  ptx::Type type(const char* key) const;                 // needed
  [[noreturn]] void fail(const char* key, const std::string& expected) const;  // the message names the key's value as
                                                                               // found

 private:
  const Source& source_;
  std::string name_;
  const Value& table_;
  ManifestPlace place_;
};

// The elements of an array of tables; none when it is not given.
std::vector<Section> sections(const Source& source, const Value& root, const char* key,
                              const std::vector<std::string>& known);

bool number_of(const Value& value, ManifestNumber& number);  // false: not a number
// Refuses anything but a non-empty string.
std::string text_of(const Source& source, const std::string& key, const Value& value);

}  // namespace unibank::manifest_reader
