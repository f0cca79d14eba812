#include "files/own_library.h"

#include <filesystem>
#include <vector>

#include "base/input_error.h"

namespace unibank::files {

namespace {

namespace fs = std::filesystem;

std::vector<std::string>& added_folders() {
  static std::vector<std::string> folders;
  return folders;
}

}  // namespace

std::string find_own_library(const std::string& of_build, const std::string& file, const std::string& reason) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  std::vector<fs::path> folders = {program / of_build, program.parent_path() / "lib" / "unibank"};
  for (const fs::path folder : added_folders()) folders.insert(folders.end(), {folder / of_build, folder});
  std::string places;
  for (const fs::path& folder : folders) {
    if (fs::exists(folder / file, error)) return (folder / file).string();
    places += (places.empty() ? "'" : ", '") + folder.string() + "'";
  }
  throw InputError("there is no '" + file + "', " + reason + ", in " + places);
}

bool add_library_folder(const std::string& folder) {
  added_folders().push_back(folder);
  return true;
}

}  // namespace unibank::files
