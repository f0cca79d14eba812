// Manifests on the model and on the GPU, one after the other.
#pragma once

#include <string>
#include <vector>

#include "judge/gpu_run.h"
#include "manifest/manifest.h"

namespace unibank {

// Runs each manifest on the model and on GPU 0, compares every buffer, and prints a line for each and a count. A new
// process does so, and another one goes on behind a manifest that ends or breaks it: a kernel that does not end, an
// error of the GPU, which all later calls of a process return too, or a signal in the driver's compiler. `libcuda`: the
// driver. Returns the exit status: 0 all equal, 1 something differs or failed, 2 another error, 77 there is no GPU.
int judge(const std::vector<Manifest>& manifests, const std::string& libcuda, const GpuOptions& gpu);

}  // namespace unibank
