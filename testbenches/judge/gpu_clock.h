// Cycles of a kernel by the clocks of the SMs on which it runs: reads of %clock64 are inserted into its PTX.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace unibank {

// A global variable of the module: for each SM the clock when its first warp begins and when its last warp ends.
constexpr const char* kClocks = "unibank_clocks";
constexpr unsigned kClockedSms = 1024;

// Returns `ptx` with that variable added; lane 0 of each warp writes the clock to it. A body begins after a line "{"
// and ends at lines "ret;", as in the PTX of compilers. `keeps_accesses`: accesses of shared memory become volatile, so
// that the driver's compiler does not remove accesses whose results are not used.
std::string with_clocks(const std::string& ptx, bool keeps_accesses);

// The variable's value before a launch; and, from its value after the launch, the cycles of the SM that took longest.
// 0: no warp has written a clock.
std::vector<std::uint64_t> clocks_before();
std::uint64_t longest(const std::vector<std::uint64_t>& clocks);

}  // namespace unibank
