// How many of a program's launches, or of the blocks of its launches, are timed, and the seed of the random choice.
#pragma once

#include <cstdint>
#include <string>

namespace unibank {

struct Sample {
  double percent = 100;         // share of the launches; 100: all
  std::uint64_t seed = 1;
  double blocks_percent = 100;  // of the blocks of each launch; 100: all. At most one of the two is below 100
  bool of_launches() const { return percent < 100; }
  bool of_blocks() const { return blocks_percent < 100; }
  bool any() const { return of_launches() || of_blocks(); }
};

// "launches=10%", "blocks=10%" or "launches=10%,seed=7". InputError for another text; `where` begins its message:
// "--sample".
Sample sample_from(const std::string& text, const std::string& where);

// A text from which sample_from() makes the same sample.
std::string text_of(const Sample& sample);

}  // namespace unibank
