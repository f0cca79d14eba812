// Runs another program without a shell and returns its output.
#pragma once

#include <string>
#include <vector>

namespace unibank {

// Runs words[0], which is searched for as by a shell, and returns its output. Throws InputError if the program does not
// exist, and RunError, with the first line of its output, if its exit status is not 0.
std::string output_of(const std::vector<std::string>& words);

}  // namespace unibank
