// Another program's output, without a shell between.
#pragma once

#include <string>
#include <vector>

namespace unibank {

// Runs words[0], found as a shell finds it, and returns what it writes. Throws InputError when it is not there, RunError
// with the first line that it says when it ends with another status than 0.
std::string output_of(const std::vector<std::string>& words);

}  // namespace unibank
