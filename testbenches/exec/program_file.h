// What can be said of a program before it is started.
#pragma once

#include <string>

namespace unibank::exec {

// The file that a shell would start; InputError: there is none.
std::string find_program_file(const std::string& name);
// InputError when the file is a program whose device code has no PTX, with what to do.
void check_program_file(const std::string& path);

}  // namespace unibank::exec
