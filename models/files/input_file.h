// Reads files that the user named.
#pragma once

#include <cstdint>
#include <string>

namespace unibank::files {

// The functions throw std::runtime_error with only the reason ("it is a folder"); callers add the name.

// Accepts only a regular file, also through a symbolic link: a pipe or a device may never end.
void check_regular(const std::string& path);
// The whole content. A file of more than `most_bytes` is refused.
std::string read_all(const std::string& path, std::uint64_t most_bytes);

}  // namespace unibank::files
