// Cycles of a kernel by the clocks of the SMs that it runs on: reads of %clock64 that are put into its PTX.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace unibank {

// A global variable of the module: for each SM the clock when its first warp begins, and when its last one has ended.
constexpr const char* kClocks = "unibank_clocks";
constexpr unsigned kClockedSms = 1024;

// The same PTX with that variable, and with each kernel noting it in lane 0 of its warps. A body begins behind a line
// "{" and ends at lines "ret;", as in the PTX of compilers. Its accesses of shared memory are volatile, so that the
// driver's compiler leaves out none that it finds to be of no use.
std::string with_clocks(const std::string& ptx);

// What the variable holds before a launch, and the cycles of the SM that took longest behind it. 0: none has noted any.
std::vector<std::uint64_t> clocks_before();
std::uint64_t longest(const std::vector<std::uint64_t>& clocks);

}  // namespace unibank
