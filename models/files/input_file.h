// Reading what the user named.
#pragma once

#include <cstdint>
#include <string>

namespace unibank::files {

// Throw std::runtime_error with the reason alone ("it is a folder"): callers know what they would have read.

// Passes a regular file only, also behind a symbolic link: a pipe or a device may never end.
void check_regular(const std::string& path);
// All of it; at most `most_bytes`.
std::string read_all(const std::string& path, std::uint64_t most_bytes);

}  // namespace unibank::files
