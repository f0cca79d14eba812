// Shared libraries of this project that a program opens when it runs.
#pragma once

#include <string>

namespace unibank::files {

// The path of the library `file`, which lies in the folder `of_build` of a build, or in lib/unibank where it is
// installed. Looks beside the program, and in the folders of add_library_folder(). Throws InputError that names these
// places; `reason` is part of its message: "which a search needs".
std::string find_own_library(const std::string& of_build, const std::string& file, const std::string& reason);

// For a program that lies elsewhere, because it has policies or blocks of its own: `folder` is that of the build, or
// the installed lib/unibank. Returns true, for an initialiser.
bool add_library_folder(const std::string& folder);

}  // namespace unibank::files
