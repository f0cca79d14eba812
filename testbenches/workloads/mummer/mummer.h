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

constexpr std::size_t kMinimum = 20;  // letters; as in the kernels, a start with fewer letters after it is left out

struct Input {
  std::string reference;
  std::vector<std::string> queries;
};

// The reference is the beginning of a genome of `genome` letters (at least as many as the reference has), of which 35
// in 100 are C or G, as in Bacillus anthracis. A tenth of the reference repeats an earlier part, with one letter in 50
// drawn again. Queries of `letters` letters start anywhere in the genome.
Input random_input(std::size_t reference, std::size_t genome, std::size_t queries, std::size_t letters,
                   std::uint32_t seed);

// The arguments of both programs, with `published_reference` as the published size of the reference, and the input for
// them.
std::vector<WorkloadArgument> input_arguments(std::int64_t published_reference);
Input random_input(const WorkloadArguments& arguments);

struct Match {
  std::int32_t node = 0, letters = 0;  // the node at its end or ahead of it; how many letters match
};

// The longest match of query[start ..] in the reference, from the root of the tree.
Match longest_match(const SuffixTree& tree, const std::string& query, std::size_t start);

// All queries in one array, with the indices at which the letters and the matches of each query begin.
struct FlatQueries {
  std::vector<char> letters;
  std::vector<std::int32_t> first_letter, length, first_match;
  std::size_t matches = 0;
};
FlatQueries flatten(const std::vector<std::string>& queries);

// The addresses of these arrays in device memory, and of room for all matches.
struct DeviceQueries {
  std::uint64_t letters, first_letter, length, first_match, matches;
};
DeviceQueries upload(Device& device, const FlatQueries& queries);

// Node and letters of every match, in the order of the kernels' results.
std::vector<std::int32_t> expected_matches(const SuffixTree& tree, const std::vector<std::string>& queries);

}  // namespace unibank::mummer
