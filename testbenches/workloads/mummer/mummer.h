// The input and the CPU reference of mummer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "workloads/mummer/suffix_tree.h"

namespace unibank::mummer {

constexpr std::size_t kMinimum = 20;  // mummer.cu's: starts with fewer letters behind them are left out

struct Input {
  std::string reference;
  std::vector<std::string> queries;
};

// The reference is the front of a genome of `genome` letters (at least as many as the reference has), 35 in 100 of them
// C or G, as in Bacillus anthracis; a tenth of the reference repeats, with a difference in 50 letters, what stands
// before it. Queries of `letters` letters start anywhere in the genome.
Input random_input(std::size_t reference, std::size_t genome, std::size_t queries, std::size_t letters,
                   std::uint32_t seed);

struct Match {
  std::int32_t node = 0, letters = 0;  // the node that it ends at or on the way to; how many letters match
};

// The longest match of query[start ..] in the reference, from the root of the tree.
Match longest_match(const SuffixTree& tree, const std::string& query, std::size_t start);

}  // namespace unibank::mummer
