// The parameters that designs have only with some variants of a policy, a layout or a block.
#pragma once

#include <string>
#include <vector>

#include "design/schema.h"

namespace unibank {

// Whether the parameter chooses a variant of its section: "warp_order.policy", "storage.layout", "mshr.model".
bool chooses_variant(const Parameter& parameter);
// The parameters of the chooser's section with this variant, which must be one of its choices.
std::vector<Parameter> parameters_with(const Parameter& chooser, const std::string& variant);
// The parameters of all designs: the schema's, and those of every variant. One that several variants have is there
// several times.
const std::vector<Parameter>& all_parameters();

}  // namespace unibank
