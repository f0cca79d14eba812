#include "unibank/output.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

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

void check_folder(const Output& folder, const std::vector<Output>& outputs) {
  const std::string own = identity(folder.path);
  for (fs::path above = own; above.has_relative_path(); above = above.parent_path())
    for (const Output& output : outputs)
      if (identity(target_of(output)) == above)
        throw InputError(folder.option + ": '" + folder.path + "' is or lies in the file of " + output.option + " '" +
                         output.path + "', expected another folder");
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
