// A manifest's launches on a GPU.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "judge/driver.h"
#include "manifest/manifest.h"

namespace unibank {

// The final bytes of every buffer by name. DriverError when a call fails. The context is reset at the end, so that a
// kernel that broke it does not spoil the next.
std::map<std::string, std::vector<std::uint8_t>> run_on_gpu(const Manifest& manifest, const cuda::Driver& driver);

// Cycles of the manifest's one launch, by the clock of the SM that takes longest (gpu_clock.h): the median of three
// behind one that fetches the code. Before each, more is written than the L2 holds: it has nothing of the buffers.
// DriverError.
std::uint64_t cycles_on_gpu(const Manifest& manifest, const cuda::Driver& driver);

}  // namespace unibank
