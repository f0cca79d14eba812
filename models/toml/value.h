// A TOML text as plain values with their positions. value.cpp is the only user of the TOML library.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace unibank::toml_tree {

struct Member;

struct Value {
  enum class Kind : std::uint8_t { kBoolean, kInteger, kFloat, kString, kArray, kTable, kOther };
  Kind kind = Kind::kTable;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;              // of a string; for kOther its kind: "a date"
  std::vector<Value> elements;   // of an array
  std::vector<Member> members;   // of a table, in the order of the text
  unsigned line = 0, column = 0;

  bool is(Kind other) const { return kind == other; }
  bool array_of(Kind other) const;  // not empty, every element of that kind
  const Member* find(std::string_view key) const;
};

struct Member {
  std::string key;
  unsigned line = 0, column = 0;  // of the key
  Value value;
};

// An error of TOML syntax, including duplicate keys.
struct SyntaxError : std::runtime_error {
  SyntaxError(const std::string& what, unsigned line_, unsigned column_)
      : std::runtime_error(what), line(line_), column(column_) {}
  unsigned line, column;
};

// The text's top table. Throws SyntaxError.
Value parse(std::string_view text);

}  // namespace unibank::toml_tree
