// Result files: checked before the run, complete or absent after it.
#pragma once

#include <string>

namespace unibank {

// Throws InputError when no file of that name can be made. Leaves nothing behind.
void check_can_create(const std::string& option, const std::string& path);
// Writes beside the name and renames. Throws RunError when the disk is full.
void write_whole(const std::string& path, const std::string& text);

}  // namespace unibank
