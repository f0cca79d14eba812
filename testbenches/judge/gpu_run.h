// A manifest's launches on a GPU.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "judge/driver.h"
#include "manifest/manifest.h"

namespace unibank {

// Runs the manifest's launches. Returns the final bytes of every buffer, by name. Throws DriverError when a call fails.
// The context is reset at the end, so that a kernel that broke it does not affect the next one.
std::map<std::string, std::vector<std::uint8_t>> run_on_gpu(const Manifest& manifest, const cuda::Driver& driver);

// Cycles of the manifest's one launch, by the clock of the SM that takes longest (gpu_clock.h): the median of three
// runs, after one run that loads the code into the caches. Before each run more than the L2's capacity is written, so
// that the L2 holds no line of the buffers. Throws DriverError.
std::uint64_t cycles_on_gpu(const Manifest& manifest, const cuda::Driver& driver);

}  // namespace unibank
