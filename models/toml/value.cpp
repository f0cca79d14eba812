#include "toml/value.h"

#include <algorithm>

// The library asserts (or, optimised, assumes) that a key starts well before it checks it and reports the error: "[.a]"
// would end the program. Without the assertions the check is reached.
#undef NDEBUG
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>

namespace unibank::toml_tree {
namespace {

Value value_of(const toml::node& node);

const char* kind_text(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::date:
      return "a date";
    case toml::node_type::time:
      return "a time";
    default:
      return "a date and time";
  }
}

void add_members(Value& value, const toml::table& table) {
  for (const auto& [key, node] : table) {
    const toml::source_position at = key.source().begin;
    value.members.push_back({std::string(key.str()), at.line, at.column, value_of(node)});
  }
  // The library orders by name; messages and later values go by the order of the text.
  std::stable_sort(value.members.begin(), value.members.end(), [](const Member& a, const Member& b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  });
}

Value value_of(const toml::node& node) {
  Value value;
  value.line = node.source().begin.line;
  value.column = node.source().begin.column;
  if (const auto* integer = node.as_integer()) {
    value.kind = Value::Kind::kInteger;
    value.integer = integer->get();
  } else if (const auto* number = node.as_floating_point()) {
    value.kind = Value::Kind::kFloat;
    value.real = number->get();
  } else if (const auto* boolean = node.as_boolean()) {
    value.kind = Value::Kind::kBoolean;
    value.boolean = boolean->get();
  } else if (const auto* text = node.as_string()) {
    value.kind = Value::Kind::kString;
    value.text = text->get();
  } else if (const auto* array = node.as_array()) {
    value.kind = Value::Kind::kArray;
    for (const toml::node& element : *array) value.elements.push_back(value_of(element));
  } else if (const auto* table = node.as_table()) {
    add_members(value, *table);
  } else {
    value.kind = Value::Kind::kOther;
    value.text = kind_text(node);
  }
  return value;
}

}  // namespace

bool Value::array_of(Kind other) const {
  return kind == Kind::kArray && !elements.empty() &&
         std::all_of(elements.begin(), elements.end(), [other](const Value& one) { return one.is(other); });
}

const Member* Value::find(std::string_view key) const {
  const auto found = std::find_if(members.begin(), members.end(), [key](const Member& one) { return one.key == key; });
  return found == members.end() ? nullptr : &*found;
}

Value parse(std::string_view text) {
  try {
    return value_of(toml::parse(text));
  } catch (const toml::parse_error& error) {
    std::string what(error.description());
    std::replace(what.begin(), what.end(), '\n', ' ');
    throw SyntaxError(what, error.source().begin.line, error.source().begin.column);
  }
}

}  // namespace unibank::toml_tree
