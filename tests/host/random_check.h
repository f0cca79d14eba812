// A random kernel on the executor, against one thread at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/link.h"
#include "host/random_program.h"

namespace unibank {

struct RandomCheck {
  static constexpr unsigned kThreads = 80, kBlocks = 2;  // the last warp of a block is not whole

  RandomCheck(unsigned seed, Flow flow, Syncs syncs = Syncs::kNone);

  // A line where the results differ or one of the two failed; empty when they are the same.
  std::string difference(const compiler::CompileOptions& options) const;

  std::string text;               // the program
  std::vector<std::uint32_t> in;  // what it reads
  // What one thread at a time computes, and what it says if it fails.
  std::vector<std::uint32_t> expected;
  std::string failure;
};

}  // namespace unibank
