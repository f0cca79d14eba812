// The table [search] of a study.
#pragma once

#include <string>
#include <vector>

#include "sweep/study.h"
#include "toml/value.h"

namespace unibank::sweep {

// Throws InputError with file and line for an unknown key, method or metric, no goal, a repeated metric, or a budget,
// population or goals that the method does not allow.
Search read_search(const toml_tree::Member& member, const std::string& file);

const std::vector<std::string>& search_methods();  // in the order of Search::Method
const std::vector<std::string>& search_across();   // in the order of Search::Across

}  // namespace unibank::sweep
