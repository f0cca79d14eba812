// Runs another program without a shell and returns its output.
#pragma once

#include <string>
#include <vector>

namespace unibank {

// Runs words[0], found as a shell finds it, and returns its output. Throws InputError if it does not exist, and
// RunError with its first line of output if its exit status is not 0.
std::string output_of(const std::vector<std::string>& words);

}  // namespace unibank
