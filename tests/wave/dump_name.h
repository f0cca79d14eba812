// A file in the current folder with a name that no other process uses, so that tests may run in parallel; removed
// before and after.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

namespace unibank {

struct DumpName {
  explicit DumpName(const std::string& name) : path("wave_test_" + name + "_" + std::to_string(::getpid()) + ".vcd") {
    remove();
  }
  ~DumpName() { remove(); }
  void remove() const {
    std::remove(path.c_str());
  }
  // Does an unfinished file exist beside it?
  bool part_exists() const {
    for (const auto& entry : std::filesystem::directory_iterator(".")) {
      const std::string name = entry.path().filename().string();
      if (name.rfind(path, 0) == 0 && name != path) return true;
    }
    return false;
  }
  static bool exists(const std::string& file) { return std::ifstream(file).good(); }
  std::string text() const {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream all;
    all << file.rdbuf();
    return all.str();
  }
  std::string path;
};

}  // namespace unibank
