#include "sweep/condition_names.h"

#include <algorithm>

#include "base/input_error.h"
#include "base/text.h"
#include "design/variants.h"
#include "sweep/axis_values.h"
#include "sweep/study_keys.h"

namespace unibank::sweep {

namespace {

using Names = std::vector<std::string>;

bool among(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The values that the study gives a key by axes and overrides.
Names values_given(const Study& study, const std::string& key) {
  Names all;
  for (const Axis& axis : study.axes)
    for (std::size_t at = 0; at < axis.keys.size(); ++at)
      if (axis.keys[at] == key)
        for (const std::vector<std::string>& step : axis.steps) all.push_back(step[at]);
  for (const std::string& one : study.overrides)
    if (one.rfind(key + "=", 0) == 0) {
      const std::size_t from = one.find_first_not_of("\"' ", key.size() + 1);
      if (from != std::string::npos) all.push_back(one.substr(from, one.find_last_not_of("\"' ") - from + 1));
    }
  return all;
}

class Conditions {
 public:
  Conditions(const Study& study, const std::vector<Design>& designs, const std::vector<const Program*>& programs)
      : study_(study) {
    for (const ProgramChoice& choice : study.programs) programs_.push_back(choice.name);
    for (const Program* program : programs) {
      if (program->workload) sizes_ = {"tiny", "test", "paper"};
      for (const auto& [name, value] : program->arguments)
        if (!among(arguments_, kArgument + name)) arguments_.push_back(kArgument + name);
    }
    for (const Design& design : designs) add(parameters_of(design));
    for (const Parameter& parameter : schema())
      if (chooses_variant(parameter))
        for (const std::string& variant : values_given(study, parameter.name()))
          if (among(parameter.choices, variant)) add(parameters_with(parameter, variant));
  }

  void check(const Condition& condition) const {
    const bool bound = condition.kind != Condition::Kind::kAnyOf;
    if (condition.key == "program") return check_names(condition, "program of this study", programs_);
    if (condition.key == "design") return check_names(condition, "design of this study", study_.designs);
    if (condition.key == "size") return check_names(condition, "size", sizes_);
    check_key(condition, condition.key);
    if (bound) check_number(condition, condition.key);
    for (const std::string& value : condition.values) {
      if (!bound) {
        check_value(condition, value);
      } else if (!number_in(value)) {
        check_key(condition, value);
        check_number(condition, value);
      }
    }
  }

 private:
  // A parameter may differ between variants, for example in its choices.
  void add(const std::vector<Parameter>& parameters) {
    parameters_.insert(parameters_.end(), parameters.begin(), parameters.end());
  }

  [[noreturn]] void fail(const Condition& condition, const std::string& what) const {
    throw InputError(study_.file, condition.line, "[[exclude]] " + what);
  }

  void check_names(const Condition& condition, const std::string& kind, const Names& known) const {
    if (known.empty()) fail(condition, condition.key + ": no program of this study has a " + kind);
    if (condition.kind != Condition::Kind::kAnyOf)
      fail(condition, condition.key + ": found a bound, expected a name or a list of names: " + joined(known, ", "));
    for (const std::string& value : condition.values)
      if (!among(known, value)) fail(condition, condition.key + ": " + unknown_name(kind, value, known));
  }

  std::vector<const Parameter*> parameters(const std::string& key) const {
    return parameters_named(key, parameters_);
  }

  void check_key(const Condition& condition, const std::string& key) const {
    if (is_argument(key)) {
      if (arguments_.empty()) fail(condition, key + ": no program of this study has arguments");
      if (!among(arguments_, key)) fail(condition, unknown_name("argument", key, arguments_));
      return;
    }
    if (parameters(key).empty() && values_given(study_, key).empty()) fail(condition, unknown_key(key, parameters_));
  }

  // Only numbers can be compared.
  void check_number(const Condition& condition, const std::string& key) const {
    const std::vector<const Parameter*> found = parameters(key);
    const auto is_number = [](const Parameter* parameter) {
      return parameter->type == Parameter::Type::kInteger || parameter->type == Parameter::Type::kNumber;
    };
    if (!found.empty() && std::none_of(found.begin(), found.end(), is_number))
      fail(condition, condition.key + ": found a bound, and " + key + " is no number, expected " +
                          expected_text(*found.front()));
  }

  // A value outside the parameter's range is taken: it excludes nothing, or a step of an axis that would be illegal.
  void check_value(const Condition& condition, const std::string& value) const {
    if (among(values_given(study_, condition.key), value)) return;
    if (is_argument(condition.key)) {
      if (!number_in(value)) fail(condition, condition.key + ": found '" + value + "', expected a whole number");
      return;
    }
    const std::vector<const Parameter*> found = parameters(condition.key);
    const auto takes_it = [&value](const Parameter* parameter) { return takes_kind(*parameter, value); };
    if (!found.empty() && std::none_of(found.begin(), found.end(), takes_it))
      fail(condition, condition.key + ": found '" + value + "', expected " + expected_text(*found.front()) +
                          meant_text(*found.front(), value));
  }

  const Study& study_;
  Names programs_, sizes_, arguments_;
  std::vector<Parameter> parameters_;  // of all designs and of the variants that axes and overrides choose
};

}  // namespace

void check_conditions(const Study& study, const std::vector<Design>& designs,
                      const std::vector<const Program*>& programs) {
  if (study.exclusions.empty()) return;
  const Conditions known(study, designs, programs);
  for (const Exclusion& exclusion : study.exclusions)
    for (const Condition& condition : exclusion) known.check(condition);
}

}  // namespace unibank::sweep
