// Some of the regression kernels on a timed machine: the results are the same and the conservation laws hold.
#include <catch2/catch.hpp>

#include "gpu/timed_backend.h"
#include "host/device.h"
#include "kernel_run.h"
#include "report/invariants.h"
#include "simt/device_memory.h"
#include "support/forked.h"

using namespace unibank;
using namespace unibank::kernels;

namespace {

std::string run_timed(const std::string& kernel, const std::string& ptx_file) {
  return test::forked([&] {
    const Manifest manifest = manifest_of(kernel, ptx_file);
    DeviceMemory memory;
    TimedBackend backend(Design(), memory);
    Device device(backend, memory, options_of(manifest));
    std::string text = differences(manifest, run(manifest, device));
    RunResult result;
    backend.collect(result);
    for (const std::string& broken : broken_invariants(result)) text += kernel + ": " + broken + "\n";
    return text + (result.cycles > 0 ? "ended" : "no cycles");
  });
}

}  // namespace

TEST_CASE("barriers and calls and atomics and textures and locks are right on a timed machine") {
  for (const char* kernel : {"barriers", "recursion", "function_pointers", "atomics", "last_block", "spin_lock",
                             "texture", "surface", "switch_table", "dynamic_scratchpad", "generic", "grid_sync",
                             "block_barrier"})
    CHECK(run_timed(kernel, "nvcc.ptx") == "ended");
}
