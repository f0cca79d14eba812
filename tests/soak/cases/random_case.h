// Random cases for the program: the files of what it runs, and the command line of a random machine. Everything is
// determined by the seed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "soak/cases/launch_program.h"
#include "soak/cases/random_options.h"

namespace unibank::test {

// A kernel of integer instructions and control flow, in one launch.
struct RandomCase {
  explicit RandomCase(unsigned seed);

  // Writes into an empty folder: the kernel, its manifest, its input, its expected output, and the command.
  void write(const std::filesystem::path& folder) const;

  std::string text;                    // the kernel
  std::vector<std::uint32_t> in, out;  // input, and the interpreter's output
  RandomOptions options;
  std::string failure;  // the interpreter's error; empty: none
};

// Several launches, each of which reads what earlier ones wrote.
struct RandomLaunchCase {
  explicit RandomLaunchCase(unsigned seed);

  void write(const std::filesystem::path& folder) const;

  LaunchProgram program;
  RandomOptions options;

 protected:
  RandomLaunchCase() = default;
};

// The same with early ends, asynchronous copies, locks, memory order, constants and textures.
struct RandomSectionCase : RandomLaunchCase {
  explicit RandomSectionCase(unsigned seed);
};

}  // namespace unibank::test
