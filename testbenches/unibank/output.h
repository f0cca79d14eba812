// Result files: checked before the run, complete or absent after it.
#pragma once

#include <string>
#include <vector>

namespace unibank {

struct Output {
  std::string option;  // "--json"
  std::string path;    // as the user named it
};

// Throws InputError when a file cannot be made, when two outputs need the same file, or when one would replace a file
// of `inputs`. Leaves nothing behind.
void check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);
// Writes beside the file and renames; a symbolic link stays. Throws RunError when the disk is full.
void write_whole(const std::string& path, const std::string& text);
// Removes what an interrupted writer of `path` left; never the file itself, which an earlier run may have written.
void remove_part(const std::string& path);

}  // namespace unibank
