// [search] of a study.
#pragma once

#include <string>
#include <vector>

#include "sweep/study.h"
#include "toml/value.h"

namespace unibank::sweep {

// Throws InputError with file and line: an unknown key, method or metric, no goal, a metric twice, a budget or a population
// that the method does not take, goals that it does not.
Search read_search(const toml_tree::Member& member, const std::string& file);

const std::vector<std::string>& search_methods();  // in the order of Search::Method
const std::vector<std::string>& search_across();   // in the order of Search::Across

}  // namespace unibank::sweep
