// The PTX of every workload and of every regression kernel.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "ptx/parser.h"

namespace unibank::test {

// The files in alphabetical order.
inline std::vector<std::filesystem::path> ptx_files() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"/testbenches/workloads", "/testbenches/kernels"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(UNIBANK_SOURCE_DIR + std::string(folder)))
      if (entry.path().extension() == ".ptx") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline ptx::Module parse_file(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return ptx::parse(text.str(), file.string());
}

}  // namespace unibank::test
