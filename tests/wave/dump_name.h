// A file in the current folder that no other test case uses; cleared before and after.
#pragma once

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

namespace unibank {

struct DumpName {
  explicit DumpName(const std::string& name) : path("wave_test_" + name + ".vcd") { remove(); }
  ~DumpName() { remove(); }
  void remove() const {
    std::remove(path.c_str());
    std::remove((path + ".part").c_str());
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
