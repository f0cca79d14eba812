// Variables of a policy for a waveform, in addition to those of the SM. Without a waveform there is no cost.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace unibank {

struct PolicySignal {
  // Appended to the SM and the policy's section: "blocks" of a throttle is "sm0.throttle.blocks".
  std::string name;
  unsigned bits = 32;
  // Read at the end of each cycle in which the SM runs; the SM sleeps only while its policies have nothing to decide.
  std::function<std::uint64_t()> value;
};
using PolicySignals = std::vector<PolicySignal>;

}  // namespace unibank
