// A kernel of many lines of code, for the instruction cache. It is generated, because it is too long to write by hand.
#pragma once

#include <string>

namespace unibank::characterize {

constexpr unsigned kCodeLines = 128, kLineInstructions = 16;

// PTX of the kernel `walk`: a loop through the first `stride` lines of its code. A line has 16 instructions:
// independent additions, and two or three instructions that decide whether the loop ends after the line. The loop runs
// `turns` times with `half`, and twice as often without it.
std::string code_ptx();

}  // namespace unibank::characterize
