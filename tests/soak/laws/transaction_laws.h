// Whether a file of transactions has the requests that the counters of the same run count.
#pragma once

#include <filesystem>
#include <string>

namespace unibank::test {

// Compares the transactions of the whole run of a machine with one SM with its JSON result: warp registers, rows of
// scratchpad and cache, lookups and fills of the tag array, and the requests of MSHR, interconnect, L2 cache and DRAM,
// as far as the machine's sockets show them. A request that a block passes on lies within the one that it came from.
// Returns the first difference; empty: none, or more than one SM.
std::string transaction_difference(const std::filesystem::path& ftr, const std::filesystem::path& json);

}  // namespace unibank::test
