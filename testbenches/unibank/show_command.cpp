#include <cstdio>

#include "base/printable.h"
#include "design/idealised.h"
#include "design/load.h"
#include "gpu/hierarchy.h"
#include "gpu/timed_backend.h"
#include "simt/device_memory.h"
#include "unibank/commands.h"

namespace unibank {

namespace {

// The machine is built and elaborated, and nothing runs on it.
void show_hierarchy(const Design& design, const std::string& form) {
  if (!design.best_of.empty()) {
    throw InputError("'" + design.name + "' stands for several designs (best_of); --hierarchy expected one of them: " +
                     design.best_of.front() + ", ...");
  }
  DeviceMemory memory;
  const TimedBackend machine(design, memory);
  const MachineModule top = elaborated_hierarchy("gpu", design.blocks);
  std::fputs((form == "dot" ? hierarchy_dot(top) : hierarchy_text(top)).c_str(), stdout);
}

}  // namespace

int show_command(const ShowOptions& options) {
  std::vector<std::string> overrides = options.overrides;
  for (std::string& one : overrides_of(options.blocks)) overrides.push_back(std::move(one));
  const LoadedDesign design = load_design(options.design, {}, overrides);
  if (options.idealised)
    std::fputs(printable_lines(idealised_text(design.design)).c_str(), stdout);
  else if (options.hierarchy.empty())
    std::fputs(printable_lines(show_text(design)).c_str(), stdout);
  else
    show_hierarchy(design.design, options.hierarchy);
  return 0;
}

}  // namespace unibank
