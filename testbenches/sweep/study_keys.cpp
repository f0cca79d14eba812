#include "sweep/study_keys.h"

#include <algorithm>

#include "base/input_error.h"
#include "design/variants.h"
#include "sweep/axis_values.h"

namespace unibank::sweep {

namespace {

void check_axis(const Axis& axis, std::size_t at, const std::string& file) {
  const std::string& key = axis.keys[at];
  const std::vector<const Parameter*> parameters = parameters_named(key, all_parameters());
  if (parameters.empty()) throw InputError(file, axis.line, unknown_key(key, all_parameters()));
  for (const std::vector<std::string>& step : axis.steps) {
    const std::string& value = step[at];
    const auto takes = [&value](const Parameter* parameter) { return takes_kind(*parameter, value); };
    if (std::none_of(parameters.begin(), parameters.end(), takes))
      throw InputError(file, axis.line, key + ": found '" + value + "', expected " +
                                            expected_text(*parameters.front()) +
                                            meant_text(*parameters.front(), value));
  }
}

}  // namespace

void check_axis_key(const std::string& key, const std::string& file, unsigned line) {
  const std::size_t dot = key.find('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == key.size())
    throw InputError(file, line,
                     "'" + key + "' is no key of a design, expected section.key, such as cache.ways, or arg.name");
  const std::string section = key.substr(0, dot);
  if (section == "arg") return;
  std::vector<std::string> known = section_names();
  if (std::find(known.begin(), known.end(), section) != known.end()) return;
  known.insert(known.begin(), "arg");
  throw InputError(file, line, unknown_name("section of an axis", section, known));
}

void check_condition_key(const std::string& key, const std::string& file, unsigned line) {
  if (key == "program" || key == "design" || key == "size") return;
  check_axis_key(key, file, line);
}

bool is_argument(const std::string& key) { return key.rfind(kArgument, 0) == 0; }

std::vector<const Parameter*> parameters_named(const std::string& key, const std::vector<Parameter>& among) {
  std::vector<const Parameter*> found;
  for (const Parameter& parameter : among)
    if (parameter.name() == key) found.push_back(&parameter);
  return found;
}

std::string unknown_key(const std::string& key, const std::vector<Parameter>& among) {
  const std::string section = key.substr(0, key.find('.'));
  std::vector<std::string> known;
  for (const Parameter& one : among)
    if (one.section == section && std::find(known.begin(), known.end(), one.name()) == known.end())
      known.push_back(one.name());
  return known.empty() ? unknown_name("section", section, section_names()) : unknown_name("key", key, known);
}

bool takes_kind(const Parameter& parameter, const std::string& value) {
  switch (parameter.type) {
    case Parameter::Type::kBoolean: return value == "true" || value == "false";
    case Parameter::Type::kChoice:
      return std::find(parameter.choices.begin(), parameter.choices.end(), value) != parameter.choices.end();
    case Parameter::Type::kText: return true;
    default: return number_in(value).has_value();
  }
}

void check_design_keys(const Study& study) {
  for (const Axis& axis : study.axes)
    for (std::size_t at = 0; at < axis.keys.size(); ++at)
      if (!is_argument(axis.keys[at])) check_axis(axis, at, study.file);
  for (const std::string& one : study.overrides) {
    const std::string key = one.substr(0, one.find('='));
    if (parameters_named(key, all_parameters()).empty())
      throw InputError(study.file, study.overrides_line, unknown_key(key, all_parameters()));
  }
}

}  // namespace unibank::sweep
