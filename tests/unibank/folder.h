// Runs the program in a new empty folder.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <vector>

#include "support/temporary_folder.h"

namespace fs = std::filesystem;

// Designs of a run, with blanks around them.
inline const std::string kPartitioned = " --design gebhart2012/partitioned ";
inline const std::string kUnified = " --design gebhart2012/unified-384k ";
inline const std::string kTwoDesigns = kPartitioned + kUnified;
// A file of one kernel, sum.
inline const std::string kReductionPtx = UNIBANK_SOURCE_DIR "/testbenches/examples/reduction/reduction.ptx";

// A new empty folder in which the program runs.
class Folder : public TemporaryFolder {
 public:
  struct Ended {
    int status = -1;
    std::string out, err;
  };
  Ended run(const std::string& arguments) const { return shell("'" UNIBANK_PROGRAM "' " + arguments); }
  // A command of the shell.
  Ended shell(const std::string& what) const {
    const fs::path out = path / ".out", err = path / ".err";
    const std::string command = "cd '" + path.string() + "' && " + what + " >.out 2>.err";
    const int status = std::system(command.c_str());
    Ended ended{WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
    fs::remove(out);
    fs::remove(err);
    return ended;
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path / name) << text; }
};
