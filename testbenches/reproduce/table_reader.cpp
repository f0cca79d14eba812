#include "reproduce/table_reader.h"

#include <algorithm>
#include <cmath>

#include "base/input_error.h"
#include "reproduce/values.h"

namespace unibank {

using toml_tree::Member;
using toml_tree::Value;

std::string found_text(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kBoolean: return value.boolean ? "true" : "false";
    case Value::Kind::kInteger: return std::to_string(value.integer);
    case Value::Kind::kFloat: return std::isfinite(value.real) ? "a fraction" : exact(value.real);
    case Value::Kind::kString: return "the string \"" + value.text + "\"";
    case Value::Kind::kArray: return value.elements.empty() ? "an empty list" : "a list";
    case Value::Kind::kTable: return "a table";
    case Value::Kind::kOther: break;
  }
  return value.text;
}

TableReader::TableReader(const Value& table, std::string file, std::string what)
    : table_(table), file_(std::move(file)), what_(std::move(what)), line_(table.line) {}

void TableReader::fail(unsigned line, const std::string& message) const { throw InputError(file_, line, message); }

void TableReader::fail_at(const std::string& key, const std::string& message) const {
  const Member* member = table_.find(key);
  fail(member ? member->line : line_, message);
}

std::string TableReader::named(const std::string& key) const { return what_.empty() ? key : what_ + " " + key; }

void TableReader::wrong(const Member& member, const std::string& expected) const {
  fail(member.line, named(member.key) + ": found " + found_text(member.value) + ", expected " + expected);
}

const Member* TableReader::raw(const std::string& key) {
  asked_.push_back(key);
  return table_.find(key);
}

std::string TableReader::text(const std::string& key) {
  if (!raw(key)) fail(line_, "no key '" + named(key) + "', expected " + key + " = \"...\"");
  return text_or(key, "");
}

std::string TableReader::text_or(const std::string& key, const std::string& otherwise) {
  const Member* member = raw(key);
  if (!member) return otherwise;
  if (!member->value.is(Value::Kind::kString)) wrong(*member, "a string");
  if (member->value.text.empty()) fail(member->line, named(key) + " is empty");
  return member->value.text;
}

std::vector<std::string> TableReader::texts(const std::string& key) {
  const Member* member = raw(key);
  if (!member) return {};
  if (member->value.is(Value::Kind::kString)) return {member->value.text};
  if (!member->value.array_of(Value::Kind::kString)) wrong(*member, "a list of strings");
  std::vector<std::string> all;
  for (const Value& element : member->value.elements) all.push_back(element.text);
  return all;
}

bool TableReader::flag(const std::string& key) {
  const Member* member = raw(key);
  if (member && !member->value.is(Value::Kind::kBoolean)) wrong(*member, "true or false");
  return member && member->value.boolean;
}

std::optional<double> TableReader::number(const std::string& key) {
  const Member* member = raw(key);
  if (!member) return std::nullopt;
  if (member->value.is(Value::Kind::kInteger)) return static_cast<double>(member->value.integer);
  const double value = member->value.real;
  if (!member->value.is(Value::Kind::kFloat)) wrong(*member, "a number");
  if (!(value > -1e300 && value < 1e300)) wrong(*member, "a finite number");
  return value;
}

std::optional<std::int64_t> TableReader::integer(const std::string& key) {
  const Member* member = raw(key);
  if (!member) return std::nullopt;
  if (!member->value.is(Value::Kind::kInteger)) wrong(*member, "a whole number");
  return member->value.integer;
}

std::vector<std::int64_t> TableReader::integers(const std::string& key) {
  const Member* member = raw(key);
  if (!member) return {};
  if (!member->value.array_of(Value::Kind::kInteger)) wrong(*member, "a list of whole numbers");
  std::vector<std::int64_t> all;
  for (const Value& element : member->value.elements) {
    if (std::find(all.begin(), all.end(), element.integer) != all.end())
      fail(element.line, named(key) + " has " + std::to_string(element.integer) + " twice");
    all.push_back(element.integer);
  }
  return all;
}

std::map<std::string, std::string> TableReader::arguments(const std::string& key) {
  const Member* member = raw(key);
  if (!member) return {};
  if (!member->value.is(Value::Kind::kTable)) wrong(*member, "a table such as { block = 64 }");
  std::map<std::string, std::string> all;
  for (const Member& argument : member->value.members) {
    if (!argument.value.is(Value::Kind::kInteger)) wrong(argument, "a whole number");
    all[argument.key] = std::to_string(argument.value.integer);
  }
  return all;
}

std::vector<TableReader> TableReader::tables(const std::string& key) {
  const Member* member = raw(key);
  if (!member) return {};
  if (!member->value.array_of(Value::Kind::kTable)) wrong(*member, "tables [[" + key + "]]");
  std::vector<TableReader> all;
  for (const Value& element : member->value.elements) all.emplace_back(element, file_, "[[" + key + "]]");
  return all;
}

std::optional<TableReader> TableReader::table(const std::string& key) {
  const Member* member = raw(key);
  if (!member) return std::nullopt;
  if (!member->value.is(Value::Kind::kTable)) wrong(*member, "a table [" + key + "]");
  TableReader reader(member->value, file_, "[" + key + "]");
  reader.line_ = member->line;
  return reader;
}

void TableReader::finish() const {
  for (const Member& member : table_.members) {
    if (std::find(asked_.begin(), asked_.end(), member.key) != asked_.end()) continue;
    std::vector<std::string> known = asked_;
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    fail(member.line, unknown_name(what_.empty() ? "key" : "key of " + what_, member.key, known));
  }
}

}  // namespace unibank
