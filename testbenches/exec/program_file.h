// Checks a program's file before the program starts.
#pragma once

#include <string>

namespace unibank::exec {

// The path of the file that a shell would start for this name. Throws InputError if there is none.
std::string find_program_file(const std::string& name);
// Throws InputError, with the remedy, if the program's device code has no PTX.
void check_program_file(const std::string& path);

}  // namespace unibank::exec
