#include "sweep/selection.h"

#include <algorithm>
#include <optional>

#include "sweep/axis_values.h"
#include "sweep/study_keys.h"

namespace unibank::sweep {

namespace {

std::string unquoted(const std::string& text) {
  return text.size() >= 2 && text.front() == '"' ? text.substr(1, text.size() - 2) : text;
}

std::optional<std::string> value_of(const std::string& key, const Point& point, const std::vector<std::string>& keys) {
  if (key == "program") return point.program->listed;
  if (key == "design") return point.design;
  if (key == "size") return point.program->size;
  const auto axis = std::find(keys.begin(), keys.end(), key);
  if (axis != keys.end()) return point.at[static_cast<std::size_t>(axis - keys.begin())];
  if (is_argument(key)) {
    const auto argument = point.program->arguments.find(key.substr(sizeof kArgument - 1));
    if (argument == point.program->arguments.end()) return std::nullopt;
    return std::to_string(argument->second);
  }
  if (!point.loaded) return std::nullopt;
  for (const DesignValue& value : point.loaded->values)
    if (value.section.size() + 1 + value.key.size() == key.size() && value.section + "." + value.key == key)
      return unquoted(value.value);
  return std::nullopt;
}

std::optional<double> number_of(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  return number_in(*text);
}

bool holds(const Condition& condition, const Point& point, const std::vector<std::string>& keys) {
  const std::optional<std::string> found = value_of(condition.key, point, keys);
  if (!found) return false;
  const std::optional<double> left = number_of(found);
  if (condition.kind == Condition::Kind::kAnyOf)
    return std::any_of(condition.values.begin(), condition.values.end(), [&](const std::string& value) {
      return value == *found || (left && number_of(value) == left);
    });
  std::optional<double> right = number_of(condition.values.front());
  if (!right) right = number_of(value_of(condition.values.front(), point, keys));
  if (!left || !right) return false;
  switch (condition.kind) {
    case Condition::Kind::kAtLeast: return *left >= *right;
    case Condition::Kind::kAtMost: return *left <= *right;
    case Condition::Kind::kAbove: return *left > *right;
    default: return *left < *right;
  }
}

}  // namespace

bool holds(const Exclusion& exclusion, const Point& point, const std::vector<std::string>& keys) {
  return std::all_of(exclusion.begin(), exclusion.end(),
                     [&](const Condition& condition) { return holds(condition, point, keys); });
}

}  // namespace unibank::sweep
