// Result files: checked before the run, complete or absent after it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "files/whole_file.h"

namespace unibank {

struct Output {
  std::string option;  // "--json"
  std::string path;    // as the user named it
};

// What stood at the path of an output before the run.
using OutputStamps = std::map<std::string, files::Stamp>;

// Throws InputError when a file cannot be made, when two outputs need the same file, or when one would replace a file
// of `inputs`. Leaves nothing behind.
OutputStamps check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);
// Writes one of the outputs that were checked, whole or not at all. Throws RunError when the disk is full, and when
// another program has written the file since it was checked.
void write_whole(const std::string& path, const std::string& text, const OutputStamps& stamps);
// Removes what an interrupted writer of `path` left; never the file itself, which an earlier run may have written.
void remove_part(const std::string& path);

}  // namespace unibank
