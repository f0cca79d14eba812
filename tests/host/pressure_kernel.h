// Kernels with more values than a thread has registers, as PTX text.
#pragma once

#include <string>

namespace unibank {

struct Pressure {
  unsigned words = 12, pairs = 6, halves = 3, predicates = 4;  // values of 32, 64 and 16 bits, predicates
  unsigned blocks = 8, instructions = 8;                       // blocks; instructions of each block, at most
  bool structured = false;  // true: nested loops; false: any block jumps to any other (irreducible)
};

// One entry `k(.param .u64 out, .param .u64 in, .param .u32 scale)`: a thread starts with values made from its number
// and constants, works on them and on the 32 bytes from byte 32 * i of in on, in loops under guards, and at the end
// writes all of them, predicates as 0 or 1, from byte kPressureBytes * i of out on. i is the thread's number in its
// block.
std::string pressure_kernel(unsigned seed, const Pressure& pressure);
constexpr unsigned kPressureBytes = 2048;

}  // namespace unibank
