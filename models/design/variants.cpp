#include "design/variants.h"

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

}  // namespace unibank
