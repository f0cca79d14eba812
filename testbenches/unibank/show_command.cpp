#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "design/idealised.h"
#include "design/load.h"
#include "gpu/hierarchy.h"
#include "gpu/timed_backend.h"
#include "simt/device_memory.h"
#include "unibank/commands.h"
#include "unibank/single_design.h"

namespace unibank {

namespace {

// Builds and elaborates the machine without running anything on it.
void show_hierarchy(const Design& design, const std::string& form) {
  expect_one_machine(design);
  DeviceMemory memory;
  const TimedBackend machine(design, memory);
  const MachineModule top = elaborated_hierarchy("gpu", design.blocks);
  std::fputs((form == "dot" ? hierarchy_dot(top) : hierarchy_text(top)).c_str(), stdout);
}

// The width of the terminal on standard output; 0: it is not a terminal, so lines are not limited.
unsigned width_of_output() {
  if (!::isatty(STDOUT_FILENO)) return 0;
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 ? size.ws_col : 80;
}

std::string show_json(const LoadedDesign& design) {
  nlohmann::ordered_json all = {{"name", design.design.name},
                                {"description", design.design.description},
                                {"best_of", design.design.best_of},
                                {"files", design.files}};
  nlohmann::ordered_json values = nlohmann::ordered_json::array();
  for (const DesignValue& value : design.values)
    values.push_back({{"key", value.section + "." + value.key},
                      {"value", nlohmann::ordered_json::parse(value.value)},  // TOML's scalars are JSON's
                      {"unit", value.unit},
                      {"description", value.description},
                      {"source", value.source}});
  all["values"] = std::move(values);
  return all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void show_values(const LoadedDesign& design, bool wide) {
  const unsigned width = wide ? 0 : width_of_output();
  std::fputs(printable_lines(show_text(design, width)).c_str(), stdout);
  if (width != 0) std::puts("\nSources of the values: --wide");
}

}  // namespace

int show_command(const ShowOptions& options) {
  std::vector<std::string> overrides = options.overrides;
  for (std::string& one : overrides_of(options.blocks)) overrides.push_back(std::move(one));
  const LoadedDesign design = load_design(options.design, {}, overrides);
  warn_of_idle(design);
  if (options.idealised) {
    expect_one_machine(design.design);
    std::fputs(printable_lines(idealised_text(design.design)).c_str(), stdout);
  } else if (options.json)
    std::fputs(show_json(design).c_str(), stdout);
  else if (options.hierarchy.empty())
    show_values(design, options.wide);
  else
    show_hierarchy(design.design, options.hierarchy);
  return 0;
}

}  // namespace unibank
