// Result files: checked before the run, complete or absent after it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "files/whole_file.h"

namespace unibank {

struct Output {
  std::string option;  // "--json", or the place of a manifest's key: "saxpy.toml:12: dump"
  std::string path;    // as given by the user
};

// The file that existed at an output's path before the run.
using OutputStamps = std::map<std::string, files::Stamp>;

// Throws InputError if a file cannot be created, if two outputs need the same file, or if an output would replace a
// file of `inputs`. The check leaves no file behind.
OutputStamps check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);
// A folder for results. It is made if it is missing; what was made for it is removed if it is empty at the end.
class ResultFolder {
 public:
  // Throws InputError if it cannot be made. `option` is named in the message.
  ResultFolder(const std::string& option, const std::string& path);
  ~ResultFolder();
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;

 private:
  std::vector<std::string> made_;  // the innermost first
};

// Throws InputError if an output would be at the place of a folder, or of a folder above it.
void check_folder(const Output& folder, const std::vector<Output>& outputs);
// Throws InputError if one of `files` is in the folder and has a name of a file that will be written there. `written`:
// a regular expression for these names.
void check_not_in(const Output& folder, const std::string& written, const std::vector<std::string>& files);
// Throws InputError if a file would be replaced by the pictures and tables of the outcome `name` in this folder
// (write_outcomes()).
void check_pictures(const std::string& folder, const std::string& name, const std::vector<Output>& outputs,
                    std::vector<std::string> files);
// Writes one of the checked outputs, completely or not at all. Throws RunError when the disk is full, and when another
// program has written the file since it was checked.
void write_whole(const std::string& path, const std::string& text, const OutputStamps& stamps);
// Removes the unfinished file of an interrupted writer of `path`, never the file itself, which may be of an earlier
// run.
void remove_part(const std::string& path);
// Whether the output would be in the folder, or in a folder below it.
bool lies_in(const Output& output, const std::string& folder);

}  // namespace unibank
