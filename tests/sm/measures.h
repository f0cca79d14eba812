// Units in which the tests of an Sm count, and functions that read them from a bench.
#pragma once

#include <string>

#include "support/sm_bench.h"

namespace unibank::test {

// Latencies of the default design, in cycles (Gebhart 2012 table 2).
constexpr unsigned kAlu = 8, kSpecial = 20, kScratchpad = 20, kHit = 20, kDram = 400, kTexture = 400;
constexpr unsigned kClusters = 8;                    // rows of a full warp register
constexpr unsigned kNarrowLine = 32, kWideLine = 8;  // bank rows of a 128-byte line
constexpr unsigned kSomeLine = 4096;                 // the address of a line
constexpr LaneMask kAllLanes = ~LaneMask{0}, kFirstHalf = 0x0000ffff, kSecondHalf = 0xffff0000;

// Cycles from a warp's instruction `from` to its instruction `to`.
inline Cycle wait(const SmBench& bench, unsigned from, unsigned to, unsigned warp = 0) {
  return bench.issued(warp, to) - bench.issued(warp, from);
}
// Cycles from the first instruction of warp 0 to its instruction `line`.
inline Cycle wait(const SmBench& bench, unsigned line) { return wait(bench, 0, line); }

inline std::uint64_t stalls(const CounterValues& counters, Stall cause) {
  return counters[std::string("stalls.") + stall_name(cause)];
}

}  // namespace unibank::test
