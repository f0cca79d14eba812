#include "unibank/known_keys.h"

#include <algorithm>

#include "design/variants.h"

namespace unibank {

namespace {

bool same(const Parameter& a, const Parameter& b) {
  return a.name() == b.name() && a.description == b.description && a.default_value == b.default_value;
}

// Keys that designs have only with some variants of the section; keys that every variant has get no variant.
void add_variants(const Parameter& selector, std::vector<KnownKey>& all) {
  struct Found {
    Parameter parameter;
    std::vector<std::string> variants;
  };
  std::vector<Found> found;
  for (const std::string& name : selector.choices) {
    for (const Parameter& parameter : parameters_with(selector, name)) {
      const auto known = [&](const auto& one) { return same(one.parameter, parameter); };
      if (std::any_of(all.begin(), all.end(), known)) continue;
      auto place = std::find_if(found.begin(), found.end(), known);
      if (place == found.end()) place = found.insert(found.end(), {parameter, {}});
      place->variants.push_back(name);
    }
  }
  for (Found& one : found) {
    std::string text;
    for (const std::string& name : one.variants) text += (text.empty() ? selector.key + " \"" : "\" or \"") + name;
    const bool of_all = one.variants.size() == selector.choices.size();
    all.push_back({std::move(one.parameter), of_all ? "" : text + "\""});
  }
}

}  // namespace

std::vector<KnownKey> known_keys() {
  std::vector<KnownKey> all;
  for (const std::string& section : section_names()) {
    const Parameter* selector = nullptr;
    for (const Parameter& parameter : schema()) {
      if (parameter.section != section) continue;
      all.push_back({parameter, ""});
      if (chooses_variant(parameter)) selector = &parameter;
    }
    if (selector) add_variants(*selector, all);
  }
  return all;
}

}  // namespace unibank
