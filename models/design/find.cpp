#include "design/find.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "base/input_error.h"

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

DesignText read_file(const fs::path& path, const std::string& name) {
  std::error_code error;
  if (fs::file_size(path, error) > kMostFileBytes || error) {
    throw InputError(path.string() + ": too large for a design file, expected at most 1 MB");
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(path.string() + ": cannot be read");
  DesignText design{name, path.string(), path.parent_path().string(), ""};
  design.text.assign(std::istreambuf_iterator<char>(stream), {});
  return design;
}

}  // namespace

DesignText find_design(const std::string& name, const std::vector<std::string>& search_dirs,
                       const std::string& folder) {
  const std::string stem = ends_in_suffix(name) ? name.substr(0, name.size() - 5) : name;
  if (!folder.empty() && is_file(fs::path(folder) / name)) return read_file(fs::path(folder) / name, stem);
  if (is_file(name)) return read_file(name, stem);
  if (ends_in_suffix(name)) throw InputError(name + ": no such design file");
  for (const std::string& dir : search_dirs) {
    const fs::path path = fs::path(dir) / (name + kSuffix);
    if (is_file(path)) return read_file(path, name);
  }
  for (const Preset& preset : presets()) {
    if (name == preset.name) return {name, "configs/designs/" + name + kSuffix, "", preset.text};
  }
  throw InputError(unknown_name("design", name, list_designs(search_dirs)));
}

std::vector<std::string> list_designs(const std::vector<std::string>& search_dirs) {
  std::set<std::string> names;
  for (const Preset& preset : presets()) names.insert(preset.name);
  for (const std::string& dir : search_dirs) {
    std::error_code error;
    for (fs::recursive_directory_iterator at(dir, error), end; !error && at != end; at.increment(error)) {
      if (at->path().extension() != kSuffix || !is_file(at->path())) continue;
      names.insert(at->path().lexically_relative(dir).replace_extension().generic_string());
    }
  }
  return {names.begin(), names.end()};
}

}  // namespace unibank
