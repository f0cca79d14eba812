#include "sweep/axis_values.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/input_error.h"
#include "design/schema.h"
#include "reproduce/table_reader.h"
#include "reproduce/values.h"
#include "sweep/study_keys.h"

namespace unibank::sweep {

namespace {

using toml_tree::Member;
using toml_tree::Value;

constexpr const char* kBounds[] = {"at_least", "at_most", "above", "below"};
constexpr Condition::Kind kBoundKinds[] = {Condition::Kind::kAtLeast, Condition::Kind::kAtMost,
                                           Condition::Kind::kAbove, Condition::Kind::kBelow};

// A value of a range as a list would have it: whole numbers have no exponent, and the sum of three steps of 0.1 is 0.3.
std::string step_text(double value) {
  char text[32];
  const bool whole = value == std::floor(value) && std::fabs(value) < 1e15;
  std::snprintf(text, sizeof text, whole ? "%.0f" : "%.14g", value);
  return whole ? text : exact(std::strtod(text, nullptr));
}

// Empty if it is not a single value.
std::string text_of(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kBoolean: return value.boolean ? "true" : "false";
    case Value::Kind::kInteger: return std::to_string(value.integer);
    case Value::Kind::kFloat: return std::isfinite(value.real) ? exact(value.real) : "";
    case Value::Kind::kString: return without_suffix(value.text);
    default: return "";
  }
}

class Range {
 public:
  Range(const std::string& key, const Member& member, const std::string& file)
      : key_(key), file_(file), fields_(member.value, file, key), line_(member.line) {}

  std::vector<std::string> values() {
    const double from = required("from"), to = required("to");
    const std::optional<double> step = fields_.number("step"), factor = fields_.number("factor");
    fields_.finish();
    if (step.has_value() == factor.has_value()) fail("expected one of step and factor");
    if (step && !(*step > 0)) fail("step is " + exact(*step) + ", expected more than 0");
    if (factor && !(*factor > 1 && from > 0)) fail("expected a factor above 1 and 'from' above 0");
    if (to < from) fail("'to' is less than 'from'");
    std::vector<std::string> all;
    for (std::uint64_t i = 0;; ++i) {
      const double value =
          step ? from + *step * static_cast<double>(i) : from * std::pow(*factor, static_cast<double>(i));
      if (value > to * (1 + 1e-12) && value > to) return all;
      if (all.size() == kMostValues) fail("more than " + std::to_string(kMostValues) + " values");
      all.push_back(step_text(value));
    }
  }

 private:
  double required(const char* name) {
    const std::optional<double> value = fields_.number(name);
    if (!value) fail(std::string("no '") + name + "', expected {from, to, step} or {from, to, factor}");
    return *value;
  }
  [[noreturn]] void fail(const std::string& what) const { throw InputError(file_, line_, key_ + ": " + what); }

  const std::string& key_;
  const std::string& file_;
  TableReader fields_;
  unsigned line_;
};

void check_distinct(const std::string& key, const std::vector<std::string>& values, const std::string& file,
                    unsigned line) {
  std::vector<std::string> sorted;
  for (const std::string& text : values) {
    const std::optional<double> number = number_in(text);  // 08 is 8
    sorted.push_back(number ? step_text(*number) : text);
  }
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) throw InputError(file, line, key + " has " + *twice + " twice");
}

}  // namespace

std::string single_value(const std::string& key, const Value& value, const std::string& file) {
  const std::string text = text_of(value);
  if (text.empty())
    throw InputError(file, value.line,
                     key + ": found " + found_text(value) + ", expected a " +
                         (value.is(Value::Kind::kFloat) ? "finite " : "") + "number, a name or true or false");
  return text;
}

bool is_bound(const std::string& word) {
  return std::find(std::begin(kBounds), std::end(kBounds), word) != std::end(kBounds);
}

Condition::Kind bound_kind(const std::string& key, const std::string& word, const std::string& file, unsigned line) {
  const auto* const known = std::find(std::begin(kBounds), std::end(kBounds), word);
  if (known == std::end(kBounds))
    throw InputError(file, line, unknown_name("key of " + key, word, {std::begin(kBounds), std::end(kBounds)}));
  return kBoundKinds[known - std::begin(kBounds)];
}

std::string bound_word(Condition::Kind kind) {
  return kBounds[std::find(std::begin(kBoundKinds), std::end(kBoundKinds), kind) - std::begin(kBoundKinds)];
}

std::optional<double> number_in(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string without_suffix(const std::string& text) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  if (digits == 0 || digits + 1 != text.size() || digits > 9) return text;
  const std::int64_t scale = text.back() == 'K' ? 1024 : text.back() == 'M' ? 1024 * 1024 : 0;
  if (scale == 0) return text;
  return std::to_string(std::stoll(text.substr(0, digits)) * scale);
}

std::vector<std::string> axis_values(const std::string& key, const Member& member, const std::string& file) {
  std::vector<std::string> all;
  if (member.value.is(Value::Kind::kTable)) {
    all = Range(key, member, file).values();
  } else if (member.value.is(Value::Kind::kArray) && !member.value.elements.empty()) {
    for (const Value& element : member.value.elements) all.push_back(single_value(key, element, file));
  } else {
    throw InputError(file, member.line, key + ": found " + found_text(member.value) +
                                            ", expected a list of values, or a range {from, to, step}");
  }
  check_distinct(key, all, file, member.line);
  return all;
}

std::vector<Condition> conditions_of(const std::string& key, const Member& member, const std::string& file) {
  const Value& value = member.value;
  Condition any{key, Condition::Kind::kAnyOf, {}, member.line};
  if (value.is(Value::Kind::kArray) && !value.elements.empty()) {
    for (const Value& element : value.elements) any.values.push_back(single_value(key, element, file));
    return {any};
  }
  if (!value.is(Value::Kind::kTable)) {
    any.values = {single_value(key, value, file)};
    return {any};
  }
  std::vector<Condition> all;
  for (const Member& bound : value.members) {
    const Condition::Kind kind = bound_kind(key, bound.key, file, bound.line);
    const std::string text = single_value(key + "." + bound.key, bound.value, file);
    if (!number_in(text)) check_axis_key(text, file, bound.line);  // names of programs and designs are no numbers
    all.push_back({key, kind, {text}, bound.line});
  }
  if (all.empty())
    throw InputError(file, member.line, key + ": found an empty table, expected a value, a list or bounds");
  return all;
}

std::vector<std::pair<std::string, const Member*>> flat_members(const Value& table) {
  std::vector<std::pair<std::string, const Member*>> all;
  const std::vector<std::string>& sections = section_names();
  for (const Member& member : table.members) {
    const bool section =
        member.key == "arg" || std::find(sections.begin(), sections.end(), member.key) != sections.end();
    if (!section || !member.value.is(Value::Kind::kTable)) {
      all.push_back({member.key, &member});
      continue;
    }
    for (const Member& inner : member.value.members) all.push_back({member.key + "." + inner.key, &inner});
  }
  return all;
}

Axis axis_from(const std::string& text) {
  const std::size_t equals = text.find('=');
  const auto refuse = [&text](const std::string& why) {
    throw InputError("--axis is '" + text + "': " + why + ", expected key=value,value,..., for example cache.ways=2,4");
  };
  if (equals == std::string::npos) refuse("no values");
  if (equals == 0) refuse("no key");
  const std::string key = text.substr(0, equals);
  check_axis_key(key, "--axis " + text, 0);
  Axis axis{{key}, {}, 0};
  std::vector<std::string> values;
  for (std::size_t from = equals + 1; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    if (comma == from) refuse("an empty value");
    values.push_back(without_suffix(text.substr(from, comma - from)));
    from = comma + 1;
  }
  check_distinct(key, values, "--axis " + text, 0);
  for (std::string& value : values) axis.steps.push_back({std::move(value)});
  return axis;
}

}  // namespace unibank::sweep
