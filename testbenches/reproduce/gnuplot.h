// Runs gnuplot as a process.
#pragma once

#include <string>

namespace unibank {

// Runs `gnuplot script` in the folder (the script is a file in it) and waits. Throws InputError, with gnuplot's first
// message, when it fails or is not in PATH.
void run_gnuplot(const std::string& folder, const std::string& script);

}  // namespace unibank
