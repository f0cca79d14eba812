// Artificial kernels: random control flow over integer registers, as PTX text that ends for every thread.
#pragma once

#include <string>

namespace unibank {

enum class Flow {
  kStructured,    // if, loops with a trip count a lane, break, switch through brx, barriers, early exit
  kCalls,         // the same with functions: nested, recursive, through registers
  kNestedCalls,   // the same, but functions only call earlier ones
  kUnstructured,  // any block jumps to any other, a budget of blocks a thread ends it: irreducible graphs
};

enum class Syncs {
  kNone,
  kParts,         // .sync instructions for parts of warps: masks of what a region's lanes have told each other, groups
};

constexpr unsigned kRandomOutputs = 16;  // 32-bit values a thread

// One entry `k(.param .u64 out, .param .u64 in)`: a thread reads in[i] and writes out[16 i .. 16 i + 15], where i is
// its number in a grid of one dimension. `threads` in a block. Programs without .sync are those of the seed since ever.
std::string random_program(unsigned seed, Flow flow, unsigned threads, Syncs syncs = Syncs::kNone);

}  // namespace unibank
