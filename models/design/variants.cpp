#include "design/variants.h"

#include <iterator>

namespace unibank {

bool chooses_variant(const Parameter& parameter) {
  return parameter.key == variant_key(parameter.section) ||
         (parameter.key == "model" && is_block_section(parameter.section));
}

std::vector<Parameter> parameters_with(const Parameter& chooser, const std::string& variant) {
  Design design;
  chooser.set(design, variant);
  if (!variant_key(chooser.section).empty()) reset_variant(design, chooser.section);
  std::vector<Parameter> all;
  for (Parameter& parameter : parameters_of(design))
    if (parameter.section == chooser.section) all.push_back(std::move(parameter));
  return all;
}

const std::vector<Parameter>& all_parameters() {
  static const std::vector<Parameter> all = [] {
    std::vector<Parameter> parameters = schema();
    for (const Parameter& chooser : schema()) {
      if (!chooses_variant(chooser)) continue;
      for (const std::string& variant : chooser.choices) {
        std::vector<Parameter> own = parameters_with(chooser, variant);
        std::move(own.begin(), own.end(), std::back_inserter(parameters));
      }
    }
    return parameters;
  }();
  return all;
}

}  // namespace unibank
