// Whether a run served more than the parameters of its design allow.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace unibank::test {

// A resource: what the run's counters say it served, and the most that the design's keys allow in the run's cycles.
struct Roof {
  std::string resource;
  double used = 0, most = 0;
};

// The roofs of a run, from its JSON ("runs": an element). Each follows from the description of a key or of a block, not
// from what the model does. Throws if a counter or a value of the design is missing.
std::vector<Roof> roofs_of(const std::string& run);

// The first roof that a run of a JSON result is above, as a message; empty: none, or the run is functional.
std::string broken_roof(const std::filesystem::path& json);

}  // namespace unibank::test
