// A manifest's launches on a GPU.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "judge/driver.h"
#include "judge/gpu_start.h"
#include "manifest/manifest.h"

namespace unibank {

struct GpuOptions {
  unsigned seconds = 60;                      // a launch with its repeats may take so long
  unsigned optimization = kMostOptimization;  // of the driver's compiler
};

// Runs the manifest's launches in the current context (GpuContext). Returns the final bytes of every buffer, by name.
// Throws DriverError when a call fails or a launch does not end: the context, or the process, may then be of no use.
std::map<std::string, std::vector<std::uint8_t>> run_on_gpu(const Manifest& manifest, const cuda::Driver& driver,
                                                            const GpuOptions& options);
// Whether the run leaves settings or arrays in the context, which the next manifest must not find.
bool leaves_traces(const Manifest& manifest);

// Cycles of the manifest's one launch, by the clock of the SM that takes longest (gpu_clock.h): the median of three
// runs, after one run that loads the code into the caches. Before each run more than the L2's capacity is written, so
// that the L2 holds no line of the buffers. The context is new, and reset at the end. Throws DriverError.
std::uint64_t cycles_on_gpu(const Manifest& manifest, const cuda::Driver& driver);

}  // namespace unibank
