// gnuplot as a process.
#pragma once

#include <string>

namespace unibank {

// Runs `gnuplot script` in the folder (the script is a file in it) and waits. Throws InputError when there is no
// gnuplot in PATH or when it fails, with its first message.
void run_gnuplot(const std::string& folder, const std::string& script);

}  // namespace unibank
