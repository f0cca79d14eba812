// One launch of a benchmark: the manifest, its kernel, and the values that replace those of the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "manifest/manifest.h"

namespace unibank::characterize {

struct Trial {
  std::string benchmark, kernel;            // a manifest of benchmarks/, and an entry of its PTX
  unsigned blocks = 1, threads = 32;
  unsigned turns = 4;
  bool half = false;                        // 8 accesses per turn instead of 16
  std::uint64_t stride = 4;                 // bytes from lane to lane; of `walk`: its bytes, or its lines of code
  std::uint64_t bytes = 8192;               // size of the buffer
  bool control = false;                     // measures branches; in other trials, a branch takes one cycle
  bool conditions = false;                  // a branch waits for its condition; in other trials, it does not
  std::uint64_t ring = 0, ring_stride = 0;  // pointers in the buffer, each to the next; their distance; 0: zeros
  bool numbers = false;                     // the ring holds numbers of 32-bit words instead of pointers

  // True if the trial measures instruction fetch. Other trials run with all instructions cached
  // (instruction_cache.bytes = 0), because more accesses are also more lines of code.
  bool fetches() const { return benchmark == "code"; }
  // True if a GPU driver's compiler keeps all 16 accesses of a turn in the kernel that card_kernel.h makes of it, and 8
  // in its half (counted in the output of ptxas of CUDA 13.0 for sm_90, after judge/gpu_clock.h). In other kernels the
  // compiler folds sums, or removes loads whose results are overwritten.
  bool kept_by_compilers() const;
  std::string key() const;                  // equal for equal trials
};

constexpr unsigned kOps = 8;  // accesses per turn of a trial with `half`; other trials have twice as many

// The trial with half the accesses.
Trial half_of(Trial trial);

// The names of the built-in manifests.
std::vector<std::string> benchmark_names();

// The benchmark's manifest with the trial's numbers. Throws InputError for an unknown benchmark or kernel.
std::shared_ptr<const Manifest> manifest_of(const Trial& trial);
// As above, with other texts for the files. `read`: returns the text of a file, by its name.
std::shared_ptr<const Manifest> manifest_of(const Trial& trial, const ReadFile& read);
// The text of a built-in file.
const std::string& benchmark_file(const std::string& name);

}  // namespace unibank::characterize
