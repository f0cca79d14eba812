// Result files: checked before the run, complete or absent after it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "files/whole_file.h"

namespace unibank {

struct Output {
  std::string option;  // "--json"
  std::string path;    // as given by the user
};

// The file that existed at an output's path before the run.
using OutputStamps = std::map<std::string, files::Stamp>;

// Throws InputError if a file cannot be created, if two outputs need the same file, or if an output would replace a
// file of `inputs`. The check leaves no file behind.
OutputStamps check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);
// Throws InputError if an output would be at the place of a folder, or of a folder above it.
void check_folder(const Output& folder, const std::vector<Output>& outputs);
// Writes one of the checked outputs, completely or not at all. Throws RunError when the disk is full, and when another
// program has written the file since it was checked.
void write_whole(const std::string& path, const std::string& text, const OutputStamps& stamps);
// Removes the unfinished file of an interrupted writer of `path`, never the file itself, which may be of an earlier
// run.
void remove_part(const std::string& path);
// Whether the output would be in the folder, or in a folder below it.
bool lies_in(const Output& output, const std::string& folder);

}  // namespace unibank
