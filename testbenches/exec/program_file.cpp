#include "exec/program_file.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/input_error.h"
#include "exec/elf_file.h"
#include "exec/fat_binary.h"

namespace unibank::exec {
namespace {

namespace fs = std::filesystem;

bool may_start(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string find_program_file(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (may_start(name)) return name;
    throw InputError("'" + name + "' is no program that can be started; expected one after '--'");
  }
  const char* const path = std::getenv("PATH");
  const std::string folders = path ? path : "/usr/bin:/bin";
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const fs::path found = fs::path(folders.substr(begin, end - begin)) / name;
    if (may_start(found)) return found.string();
    begin = end + 1;
  }
  throw InputError("'" + name + "' is no program of the folders in PATH; expected one after '--', such as ./" + name);
}

void check_program_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!is_elf(file)) return;
  const std::string binaries = section_bytes(file, ".nv_fatbin") + section_bytes(file, "__nv_relfatbin");
  if (binaries.empty()) return;
  const FatBinary found = read_fat_binaries(binaries, path);
  if (found.ptx.empty() && !found.machine_code.empty()) throw InputError(path + ": " + how_to_compile(found));
}

}  // namespace unibank::exec
