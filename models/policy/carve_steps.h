// The sizes of scratchpad that compute capabilities offer: parameter `carve_steps` of partitions of a pool.
#pragma once

#include <string>
#include <vector>

namespace unibank {

// CUDA C++ programming guide 13, compute capabilities, shared memory sizes; KB. Volta's: the guide of CUDA 12.
struct CarveSteps {
  const char* capability;
  std::vector<unsigned> kilobytes;
};

inline const std::vector<CarveSteps>& all_carve_steps() {
  static const std::vector<CarveSteps> all = {{"any", {}},
                                              {"7.0", {0, 8, 16, 32, 64, 96}},
                                              {"7.5", {32, 64}},
                                              {"8.0", {0, 8, 16, 32, 64, 100, 132, 164}},
                                              {"8.6", {0, 8, 16, 32, 64, 100}},
                                              {"9.0", {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}}};
  return all;
}

inline std::vector<std::string> carve_capabilities() {
  std::vector<std::string> names;
  for (const CarveSteps& steps : all_carve_steps()) names.push_back(steps.capability);
  return names;
}

// The sizes in bytes, ascending; empty: every size.
inline std::vector<double> carve_steps_of(const std::string& capability) {
  std::vector<double> bytes;
  for (const CarveSteps& steps : all_carve_steps()) {
    if (capability != steps.capability) continue;
    for (const unsigned kilobytes : steps.kilobytes) bytes.push_back(kilobytes * 1024.0);
  }
  return bytes;
}

}  // namespace unibank
