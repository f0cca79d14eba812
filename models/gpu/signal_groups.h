// The signals of a Gpu's waveform by what they are of, so that a user may choose some of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace unibank {

struct SignalGroup {
  std::string name, what;
};

// All there are, in the order in which they are shown.
const std::vector<SignalGroup>& signal_groups();

// The group that a signal is in: "sm0.cluster3.bank1.read" is one of "banks". Empty when in none.
std::string group_of(const std::string& path);

// Whether a signal is in one of these groups. Throws InputError for a group that is not there.
std::function<bool(const std::string& path)> signals_of(const std::vector<std::string>& groups);

}  // namespace unibank
