// Artificial kernels: random control flow over integer registers, as PTX text that ends for every thread.
#pragma once

#include <string>

namespace unibank {

enum class Flow {
  kStructured,    // if, loops with a trip count for each lane, break, switch through brx, barriers, early exit
  kCalls,         // the same with functions: nested, recursive, called through registers
  kNestedCalls,   // the same, but functions only call earlier ones
  kUnstructured,  // any block jumps to any other (irreducible); a budget of blocks ends each thread
};

enum class Syncs {
  kNone,
  kParts,         // .sync instructions for parts of warps: member masks that the lanes compute together, or groups
};

// What PTX leaves undefined: words of the scratchpad that nothing has written, lanes that a shuffle reads although they
// are not members, addresses before an array. The model defines it; a card need not do the same.
enum class Undefined { kUsed, kAvoided };

constexpr unsigned kRandomOutputs = 16;  // 32-bit values a thread

// One entry `k(.param .u64 out, .param .u64 in)`: a thread reads in[i] and writes out[16 i .. 16 i + 15], where i is
// its number in a one-dimensional grid with `threads` threads per block. A seed gives the same program in every
// version; options such as .sync do not change programs without them.
std::string random_program(unsigned seed, Flow flow, unsigned threads, Syncs syncs = Syncs::kNone,
                           Undefined undefined = Undefined::kUsed);

}  // namespace unibank
