// Runs a random kernel on the executor and compares it with the thread-by-thread interpreter.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "compiler/link.h"
#include "host/random_program.h"

namespace unibank {

struct RandomCheck {
  static constexpr unsigned kThreads = 80, kBlocks = 2;  // the last warp of a block is partial

  RandomCheck(unsigned seed, Flow flow, Syncs syncs = Syncs::kNone, Undefined undefined = Undefined::kUsed);

  // A line that names the first difference, or the one of the two that failed; empty when the results are the same.
  std::string difference(const compiler::CompileOptions& options) const;

  std::string text;               // the program
  std::vector<std::uint32_t> in;  // what it reads
  // The interpreter's results, and its message if it failed.
  std::vector<std::uint32_t> expected;
  std::string failure;
};

// Writes a kernel with its input and expected output into an empty folder: case.toml, which is its manifest, case.ptx,
// in.bin and out.bin.
void write_case(const std::filesystem::path& folder, const std::string& text, const std::vector<std::uint32_t>& in,
                const std::vector<std::uint32_t>& out);

}  // namespace unibank
