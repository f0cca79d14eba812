#include "unibank/output.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "base/input_error.h"

namespace unibank {

namespace {

namespace fs = std::filesystem;

// The same text for all spellings of a path.
std::string identity(const std::string& path) {
  std::error_code error;
  const fs::path found = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : found.string();
}

[[noreturn]] void refuse(const Output& output, const InputError& error) {
  throw InputError(output.option + ": " + error.what());
}

std::string target_of(const Output& output) {
  try {
    return files::output_target(output.path);
  } catch (const InputError& error) {
    refuse(output, error);
  }
}

void check_can_create(const Output& output) {
  try {
    const files::WholeFile file(output.path);  // created, and removed at the end of the block
  } catch (const InputError& error) {
    refuse(output, error);
  }
}

}  // namespace

OutputStamps check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs) {
  OutputStamps stamps;
  std::vector<std::string> identities;
  for (const Output& output : outputs) {
    const std::string target = target_of(output);
    const std::string own = identity(target);
    for (const std::string& input : inputs)
      if (own == identity(input))
        throw InputError(output.option + ": writing '" + output.path + "' would replace the input file '" + input +
                         "'");
    for (std::size_t other = 0; other < identities.size(); ++other)
      if (own == identities[other])
        throw InputError(output.option + ": '" + output.path + "' is needed by " + outputs[other].option + " '" +
                         outputs[other].path + "', expected another file");
    stamps[output.path] = files::Stamp::of(target);
    identities.push_back(own);
  }
  for (const Output& output : outputs) check_can_create(output);
  return stamps;
}

ResultFolder::ResultFolder(const std::string& option, const std::string& path) {
  std::error_code error;
  for (fs::path one = identity(path); !fs::exists(one, error) && one.has_relative_path(); one = one.parent_path())
    if (one.has_filename()) made_.push_back(one.string());
  fs::create_directories(path, error);
  if (error) throw InputError(option + ": cannot make the folder '" + path + "': " + error.message());
}

ResultFolder::~ResultFolder() {
  for (const std::string& one : made_) ::rmdir(one.c_str());  // fails if it is not empty
}

void check_folder(const Output& folder, const std::vector<Output>& outputs) {
  const std::string own = identity(folder.path);
  for (fs::path above = own; above.has_relative_path(); above = above.parent_path())
    for (const Output& output : outputs)
      if (identity(target_of(output)) == above)
        throw InputError(folder.option + ": '" + folder.path + "' is or lies in the file of " + output.option + " '" +
                         output.path + "', expected another folder");
}

void check_not_in(const Output& folder, const std::string& written, const std::vector<std::string>& files) {
  const fs::path own = identity(folder.path);
  const std::regex names(written);
  for (const std::string& file : files) {
    const fs::path path = identity(file);
    if (path.parent_path() == own && std::regex_match(path.filename().string(), names))
      throw InputError(folder.option + ": a file that is written into '" + folder.path + "' could replace '" + file +
                       "', expected another folder");
  }
}

void check_pictures(const std::string& folder, const std::string& name, const std::vector<Output>& outputs,
                    std::vector<std::string> files) {
  for (const Output& output : outputs) files.push_back(output.path);
  check_not_in({"--plot", folder}, "index\\.html|" + name + R"((-\d+)?\.(csv|gnuplot|svg|png))", files);
}

void write_whole(const std::string& path, const std::string& text, const OutputStamps& stamps) {
  files::write_whole(path, text, stamps.at(path));
}

void remove_part(const std::string& path) {
  ::unlink(files::WholeFile::part_of(path).c_str());
}

bool lies_in(const Output& output, const std::string& folder) {
  const fs::path own = identity(target_of(output)), above = identity(folder);
  return std::mismatch(above.begin(), above.end(), own.begin(), own.end()).first == above.end();
}

}  // namespace unibank
