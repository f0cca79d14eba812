#include "soak/cases/random_design.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/input_error.h"
#include "design/find.h"
#include "design/load.h"
#include "design/schema.h"
#include "soak/cases/one_of.h"

namespace unibank::test {

namespace {

double between_0_and_1(Random& random) { return static_cast<double>(random.below(1u << 20)) / (1u << 20); }

// Equally likely in every order of magnitude.
double of_any_magnitude(double least, double most, Random& random) {
  const double from = std::max(least, most / 1e9), share = between_0_and_1(random);
  return most <= from ? most : from * std::pow(most / from, share);
}

// Usually near the design's value; sometimes an end of the range, or anywhere in it.
double random_number(const Parameter& parameter, double now, Random& random) {
  const std::uint64_t kind = random.below(16);
  if (kind == 0) return parameter.least;
  if (kind == 1) return parameter.most;
  if (kind <= 4) return of_any_magnitude(parameter.least, parameter.most, random);
  if (kind <= 9) return now * std::pow(2, static_cast<double>(random.below(5)) - 2);
  return now * (0.25 + 2 * between_0_and_1(random));
}

double number_of(const ParameterValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  return std::get<double>(value);
}

// Empty: the parameter has nothing to choose from.
std::string random_value(const Parameter& parameter, const Design& design, Random& random) {
  const auto within = [&parameter](double value) { return std::clamp(value, parameter.least, parameter.most); };
  switch (parameter.type) {
    case Parameter::Type::kInteger: {
      const double value = within(std::round(random_number(parameter, number_of(parameter.get(design)), random)));
      return toml_text(ParameterValue(static_cast<std::int64_t>(value)));
    }
    case Parameter::Type::kNumber:
      return toml_text(ParameterValue(within(random_number(parameter, number_of(parameter.get(design)), random))));
    case Parameter::Type::kBoolean: return random.below(2) == 0 ? "false" : "true";
    case Parameter::Type::kChoice: return one_of(parameter.choices, random);
    case Parameter::Type::kText: break;
  }
  return parameter.name() == "dram.standard" ? one_of(list_dram_standards({}), random) : "";
}

bool loads(const RandomDesign& design, LoadedDesign& loaded) {
  try {
    loaded = load_design(design.base, {}, design.overrides);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

RandomDesign random_design(Random& random) { return random_design(random, list_designs({})); }

RandomDesign random_design(Random& random, const std::vector<std::string>& bases) {
  RandomDesign design;
  LoadedDesign loaded;
  do {
    design.base = one_of(bases, random);
    loaded = load_design(design.base);
  } while (!loaded.design.best_of.empty());
  const std::uint64_t wanted = random.below(13);
  for (unsigned tries = 0; tries < 60 && design.overrides.size() < wanted; ++tries) {
    const Parameter parameter = one_of(parameters_of(loaded.design), random);
    const std::string key = parameter.name() + "=";
    const bool is_there = std::any_of(design.overrides.begin(), design.overrides.end(),
                                      [&key](const std::string& one) { return one.rfind(key, 0) == 0; });
    const std::string value = random_value(parameter, loaded.design, random);
    if (parameter.section == "run" || is_there || value.empty()) continue;
    RandomDesign next = design;
    next.overrides.push_back(key + value);
    if (loads(next, loaded)) design = std::move(next);
  }
  return design;
}

}  // namespace unibank::test
