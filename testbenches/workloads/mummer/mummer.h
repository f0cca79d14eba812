// The input and the CPU reference of mummer and mummer_v1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "host/device.h"
#include "workloads/mummer/suffix_tree.h"
#include "workloads/workload.h"

namespace unibank::mummer {

constexpr std::size_t kMinimum = 20;  // the kernels': starts with fewer letters behind them are left out

struct Input {
  std::string reference;
  std::vector<std::string> queries;
};

// The reference is the front of a genome of `genome` letters (at least as many as the reference has), 35 in 100 of them
// C or G, as in Bacillus anthracis; a tenth of the reference repeats, with a difference in 50 letters, what stands
// before it. Queries of `letters` letters start anywhere in the genome.
Input random_input(std::size_t reference, std::size_t genome, std::size_t queries, std::size_t letters,
                   std::uint32_t seed);

// Both programs' arguments, with so many letters of the reference at the published size, and the input they ask for.
std::vector<WorkloadArgument> input_arguments(std::int64_t published_reference);
Input random_input(const WorkloadArguments& arguments);

struct Match {
  std::int32_t node = 0, letters = 0;  // the node that it ends at or on the way to; how many letters match
};

// The longest match of query[start ..] in the reference, from the root of the tree.
Match longest_match(const SuffixTree& tree, const std::string& query, std::size_t start);

// Queries one behind the other, and where each one's letters and matches begin.
struct FlatQueries {
  std::vector<char> letters;
  std::vector<std::int32_t> first_letter, length, first_match;
  std::size_t matches = 0;
};
FlatQueries flatten(const std::vector<std::string>& queries);

// Where they are in device memory, and room for the matches of all.
struct DeviceQueries {
  std::uint64_t letters, first_letter, length, first_match, matches;
};
DeviceQueries upload(Device& device, const FlatQueries& queries);

// Node and letters of every match, in the order of the kernels' results.
std::vector<std::int32_t> expected_matches(const SuffixTree& tree, const std::vector<std::string>& queries);

}  // namespace unibank::mummer
