#include "design/find.h"

#include <filesystem>
#include <set>

#include "base/input_error.h"
#include "files/input_file.h"

namespace unibank {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostFileBytes = 1 << 20;
const char* const kSuffix = ".toml";

bool ends_in_suffix(const std::string& name) {
  return name.size() > 5 && name.compare(name.size() - 5, 5, kSuffix) == 0;
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

const char* kind_of(const fs::path& irregular) {
  std::error_code error;
  return fs::is_directory(irregular, error) ? "a folder" : "no regular file";
}

DesignText read_file(const fs::path& path, const std::string& name, const char* kind) {
  std::error_code error;
  if (fs::file_size(path, error) > kMostFileBytes || error) {
    throw InputError(path.string() + ": too large for a " + kind + " file, expected at most 1 MB");
  }
  try {
    return {name, path.string(), path.parent_path().string(), files::read_all(path.string(), kMostFileBytes)};
  } catch (const std::runtime_error& error) {
    throw InputError(path.string() + ": cannot be read: " + error.what());
  }
}

// A kind of file, and where it is searched.
struct Kind {
  const char* name;
  const char* folder;      // of the presets, in messages
  const char* sub_folder;  // within a folder given by the caller
  const std::vector<Preset>& (*presets)();
};
const Kind kDesign = {"design", "configs/designs/", "", presets};
const Kind kDramStandard = {"DRAM standard", "configs/dram/", "dram", dram_standards};

std::vector<std::string> list(const Kind& kind, const std::vector<std::string>& search_dirs) {
  std::set<std::string> names;
  for (const Preset& preset : kind.presets()) names.insert(preset.name);
  for (const std::string& dir : search_dirs) {
    const fs::path folder = fs::path(dir) / kind.sub_folder;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      if (at->path().extension() != kSuffix || !is_file(at->path())) continue;
      names.insert(at->path().lexically_relative(folder).replace_extension().generic_string());
    }
  }
  return {names.begin(), names.end()};
}

// `name` is not a file, in the folder or where the program runs.
[[noreturn]] void refuse_file(const Kind& kind, const std::string& name, const std::string& folder) {
  for (const fs::path& path : {fs::path(folder) / name, fs::path(name)})
    if (std::error_code error; fs::exists(path, error))
      throw InputError(path.string() + " is " + kind_of(path) + ", expected a " + kind.name + " file");
  throw InputError(name + ": no such " + kind.name + " file");
}

DesignText find(const Kind& kind, const std::string& name, const std::vector<std::string>& search_dirs,
                const std::string& folder) {
  const std::string stem = ends_in_suffix(name) ? name.substr(0, name.size() - 5) : name;
  if (!folder.empty() && is_file(fs::path(folder) / name)) return read_file(fs::path(folder) / name, stem, kind.name);
  if (is_file(name)) return read_file(name, stem, kind.name);
  if (ends_in_suffix(name)) refuse_file(kind, name, folder);
  for (const std::string& dir : search_dirs) {
    const fs::path path = fs::path(dir) / kind.sub_folder / (name + kSuffix);
    if (is_file(path)) return read_file(path, name, kind.name);
  }
  for (const Preset& preset : kind.presets()) {
    if (name == preset.name) return {name, kind.folder + name + kSuffix, "", preset.text};
  }
  if (std::error_code error; fs::exists(name, error))
    throw InputError("'" + name + "' is " + kind_of(name) + ", expected a " + kind.name + " file or a known name");
  throw InputError(unknown_name(kind.name, name, list(kind, search_dirs)));
}

}  // namespace

DesignText find_design(const std::string& name, const std::vector<std::string>& search_dirs,
                       const std::string& folder) {
  return find(kDesign, name, search_dirs, folder);
}

DesignText find_dram_standard(const std::string& name, const std::vector<std::string>& search_dirs,
                              const std::string& folder) {
  return find(kDramStandard, name, search_dirs, folder);
}

std::vector<std::string> list_designs(const std::vector<std::string>& search_dirs) {
  return list(kDesign, search_dirs);
}

std::vector<std::string> list_dram_standards(const std::vector<std::string>& search_dirs) {
  return list(kDramStandard, search_dirs);
}

}  // namespace unibank
