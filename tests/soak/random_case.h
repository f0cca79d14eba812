// A random kernel for the program to run on a random machine: its files and the command line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace unibank::test {

// Everything is determined by the seed.
struct RandomCase {
  explicit RandomCase(unsigned seed);

  // Writes into an empty folder: the kernel, its manifest, its input, its expected output, and `command`, a script
  // whose arguments are the program and further options.
  void write(const std::filesystem::path& folder) const;

  std::string text;                      // the kernel
  std::vector<std::uint32_t> in, out;     // input, and the interpreter's output
  std::vector<std::string> options;       // of `unibank run case.toml`
  std::vector<std::string> same_options;  // further options, under which the output must be the same
  std::string failure;                    // the interpreter's error; empty: none
};

}  // namespace unibank::test
