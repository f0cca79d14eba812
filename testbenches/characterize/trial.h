// One launch of a benchmark: the manifest, its kernel, and the numbers that replace those of the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "manifest/manifest.h"

namespace unibank::characterize {

struct Trial {
  std::string benchmark, kernel;            // a manifest of benchmarks/, an entry of its PTX
  unsigned blocks = 1, threads = 32;
  unsigned turns = 4;
  bool half = false;                        // 8 accesses a turn instead of 16
  std::uint64_t stride = 4;                 // bytes from lane to lane; of `sweep`, the working set
  std::uint64_t bytes = 8192;               // of the buffer
  bool control = false;                     // measures branches; in other trials one takes a cycle and hides nothing
  std::uint64_t ring = 0, ring_stride = 0;  // pointers in the buffer, each to the next, so far apart; 0: zeros
  bool numbers = false;                     // the ring has numbers of 32-bit words in place of pointers

  // It is about fetching instructions. Others are measured with all of them there (instruction_cache.bytes = 0): more
  // accesses are more lines of code, too.
  bool fetches() const { return benchmark == "code"; }
  // A GPU driver's compiler leaves all 16 accesses of a turn in its kernel (counted in what ptxas of CUDA 13.0 makes of
  // them for sm_90, behind judge/gpu_clock.h). Of other kernels it folds sums, or drops loads that another overwrites.
  bool kept_by_compilers() const;
  std::string key() const;                  // the same for trials that are the same
};

constexpr unsigned kOps = 8;  // accesses of a turn of a trial with `half`; of another: twice as many

// The same with half the accesses.
Trial half_of(Trial trial);

// The names of the manifests that are built in.
std::vector<std::string> benchmark_names();

// The benchmark's manifest with the trial's numbers. Throws InputError for an unknown benchmark or kernel.
std::shared_ptr<const Manifest> manifest_of(const Trial& trial);

}  // namespace unibank::characterize
