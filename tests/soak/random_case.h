// A random kernel for the program to run on a random machine: the files of it, and what is asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace unibank::test {

// All of it follows from the seed.
struct RandomCase {
  explicit RandomCase(unsigned seed);

  // Puts into an empty folder the kernel, its manifest, what it reads, what it must leave, and `command`: a script whose
  // arguments are the program and more of its options.
  void write(const std::filesystem::path& folder) const;

  std::string text;                      // the kernel
  std::vector<std::uint32_t> in, out;     // what it reads, and what it must leave by one thread at a time
  std::vector<std::string> options;       // of `unibank run case.toml`
  std::vector<std::string> same_options;  // and further ones, under which the same must come out
  std::string failure;                    // of the interpreter; empty: it has run
};

}  // namespace unibank::test
