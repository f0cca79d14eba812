// How many of a program's launches are timed, and which random choice of them.
#pragma once

#include <cstdint>
#include <string>

namespace unibank {

struct Sample {
  double percent = 100;      // of the launches; 100: all, so the run is no sample
  std::uint64_t seed = 1;
  bool any() const { return percent < 100; }
};

// "launches=10%" or "launches=10%,seed=7". InputError for another text; `where` begins its message: "--sample".
Sample sample_from(const std::string& text, const std::string& where);

// Reads back as the same sample.
std::string text_of(const Sample& sample);

}  // namespace unibank
