#include "manifest/reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "base/input_error.h"
#include "manifest/values.h"

namespace unibank::manifest_reader {
namespace {

std::string real_text(double value) {
  char text[32];
  std::string all(text, std::to_chars(text, text + sizeof text, value).ptr);
  if (all.find_first_of(".en") == std::string::npos) all += ".0";
  return all;
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "\"" : ", \"") + name + "\"";
  return text;
}

}  // namespace

std::string found_text(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kBoolean: return value.boolean ? "true" : "false";
    case Value::Kind::kInteger: return std::to_string(value.integer);
    case Value::Kind::kFloat: return real_text(value.real);
    case Value::Kind::kString: return "the string \"" + value.text + "\"";
    case Value::Kind::kArray: return value.elements.empty() ? "an empty array" : "an array";
    case Value::Kind::kTable: return "a table";
    case Value::Kind::kOther: break;
  }
  return value.text;
}

bool number_of(const Value& value, ManifestNumber& number) {
  number.is_float = value.is(Value::Kind::kFloat);
  number.integer = value.integer;
  number.real = value.real;
  return number.is_float || value.is(Value::Kind::kInteger);
}

std::string text_of(const Source& source, const std::string& key, const Value& value) {
  if (!value.is(Value::Kind::kString)) source.fail_found(key, value, "a string");
  if (value.text.empty())
    source.fail(place_of(value), key + ": found an empty string; expected at least one character");
  if (value.text.find('\0') != std::string::npos)
    source.fail(place_of(value), key + ": found a string with a zero byte; expected one without");
  return value.text;
}

void Source::fail(ManifestPlace place, const std::string& what) const {
  throw InputError(file_, place.line, place.column, what, text_);
}

void Source::fail_found(const std::string& key, const Value& value, const std::string& expected) const {
  fail(place_of(value), key + ": found " + found_text(value) + "; expected " + expected);
}

std::string Source::path(const std::string& named) const {
  return (std::filesystem::path(file_).parent_path() / named).string();
}

std::string Source::read(const std::string& path, const std::string& key, ManifestPlace place) const {
  try {
    std::string text = read_(path);
    files_.push_back(path);
    return text;
  } catch (const std::runtime_error& error) {
    fail(place, key + ": cannot read '" + path + "': " + error.what());
  }
}

Section::Section(const Source& source, std::string name, const Value& table, ManifestPlace place,
                 const std::vector<std::string>& known)
    : source_(source), name_(std::move(name)), table_(table), place_(place) {
  for (const Member& member : table.members) {
    if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
    source_.fail({member.line, member.column}, unknown_name("key of " + name_, member.key, known));
  }
}

const Value* Section::find(const char* key) const {
  const Member* member = table_.find(key);
  return member ? &member->value : nullptr;
}

const Value& Section::need(const char* key) const {
  if (const Value* value = find(key)) return *value;
  source_.fail(place_, name_ + " needs the key '" + key + "'");
}

void Section::fail(const char* key, const std::string& expected) const {
  source_.fail_found(key, need(key), expected);
}

std::string Section::text(const char* key) const { return text_of(source_, key, need(key)); }

std::string Section::text(const char* key, const std::string& otherwise) const {
  return find(key) ? text(key) : otherwise;
}

std::int64_t Section::integer(const char* key, std::int64_t least, std::int64_t most) const {
  const Value& value = need(key);
  if (!value.is(Value::Kind::kInteger) || value.integer < least || value.integer > most)
    fail(key, "an integer from " + std::to_string(least) + " to " + std::to_string(most));
  return value.integer;
}

std::int64_t Section::integer(const char* key, std::int64_t least, std::int64_t most, std::int64_t otherwise) const {
  return find(key) ? integer(key, least, most) : otherwise;
}

double Section::real(const char* key, double otherwise) const {
  if (!find(key)) return otherwise;
  const ManifestNumber value = number(key);
  const double real = value.is_float ? value.real : static_cast<double>(value.integer);
  if (!std::isfinite(real)) fail(key, "a finite number");
  return real;
}

bool Section::boolean(const char* key, bool otherwise) const {
  const Value* value = find(key);
  if (value && !value->is(Value::Kind::kBoolean)) fail(key, "true or false");
  return value ? value->boolean : otherwise;
}

ManifestNumber Section::number(const char* key) const {
  ManifestNumber number;
  if (!number_of(need(key), number)) fail(key, "a number");
  return number;
}

ManifestNumber Section::number(const char* key, std::int64_t otherwise) const {
  if (find(key)) return number(key);
  ManifestNumber number;
  number.integer = otherwise;
  return number;
}

std::size_t Section::choice(const char* key, const std::vector<std::string>& names, std::size_t otherwise) const {
  const Value* value = find(key);
  if (!value) return otherwise;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (value->is(Value::Kind::kString) && value->text == names[i]) return i;
  fail(key, "one of " + quoted_list(names));
}

ptx::Type Section::type(const char* key) const {
  const Value& value = need(key);
  const ptx::Type type = value.is(Value::Kind::kString) ? manifest_values::element_type(value.text) : ptx::Type::kNone;
  if (type == ptx::Type::kNone) fail(key, "one of " + quoted_list(manifest_values::element_type_names()));
  return type;
}

std::vector<Section> sections(const Source& source, const Value& root, const char* key,
                              const std::vector<std::string>& known) {
  std::vector<Section> all;
  const Member* member = root.find(key);
  if (!member) return all;
  const std::string name = std::string("[[") + key + "]]";
  if (!member->value.array_of(Value::Kind::kTable))
    source.fail({member->line, member->column}, std::string(key) + ": found " +
                                                    found_text(member->value) +
                                                    "; expected tables " + name);
  for (const Value& table : member->value.elements)
    all.emplace_back(source, name, table, place_of(table), known);
  return all;
}

}  // namespace unibank::manifest_reader
