// Variables of a policy that a waveform shows, beside those of the SM. While no waveform is written nothing is spent.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace unibank {

struct PolicySignal {
  // Behind the SM and the section that chooses the policy: "blocks" of a throttle is "sm0.throttle.blocks".
  std::string name;
  unsigned bits = 32;
  // Read at the end of each cycle in which the SM runs; it sleeps only while its policies have nothing to decide.
  std::function<std::uint64_t()> value;
};
using PolicySignals = std::vector<PolicySignal>;

}  // namespace unibank
