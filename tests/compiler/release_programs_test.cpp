// Every kernel of the workloads and of the regression kernels, with its scratchpad laid out and released.
#include <algorithm>
#include <catch2/catch.hpp>

#include "compiler/check_allocation.h"
#include "compiler/link.h"
#include "compiler/release_faults.h"
#include "support/ptx_files.h"
#include "support/tried.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

// A tenth of the scratchpad is private. Returns whether the kernel has a release.
bool check_release(const ptx::Module& module, const std::string& name, ReleasePlacement placement) {
  CompileOptions options;
  options.sharing = {ScratchpadOrder::kReordered, placement, 100};
  const ptx::Kernel kernel = compile(module, name, options);
  if (kernel.functions.empty()) CHECK(check_allocation(kernel).empty());  // the checker does not follow calls
  CHECK(kernel.reconverge.size() == kernel.instructions.size());
  const std::size_t own = kernel.functions.empty() ? kernel.instructions.size() : kernel.functions[0].first;
  const auto release = std::find_if(kernel.instructions.begin(), kernel.instructions.end(), is_release);
  if (release == kernel.instructions.end()) return false;
  CHECK(static_cast<std::size_t>(release - kernel.instructions.begin()) < own);
  const std::uint64_t border = private_bytes(options.sharing, kernel.scratchpad_bytes);
  const Surroundings around = surroundings_of(kernel);
  const Faults faults = faults_of(kernel, shared_accesses(kernel, scratchpad_accesses(kernel, around), border));
  CHECK(faults.twice == 0);
  CHECK(faults.missing == 0);
  CHECK(faults.accesses_behind == 0);
  return true;
}

}  // namespace

TEST_CASE("Every kernel that touches the shared part of its scratchpad releases it once on every path", "[tried]") {
  unsigned releasing = 0, files = 0;
  for (const std::filesystem::path& file : test::ptx_files()) {
    if (files++ % (3 / test::tried(3)) != 0) continue;
    INFO(file.string());
    const ptx::Module module = test::parse_file(file);
    for (const auto& [name, kernel] : module.kernels) {
      if (!kernel.refused.empty()) continue;
      INFO(name);
      const bool optimal = check_release(module, name, ReleasePlacement::kOptimal);
      CHECK(check_release(module, name, ReleasePlacement::kPostDominator) == optimal);
      releasing += optimal;
    }
  }
  CHECK(releasing > test::tried(20));
}
