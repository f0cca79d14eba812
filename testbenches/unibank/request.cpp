#include "unibank/request.h"

#include <algorithm>
#include <filesystem>

namespace unibank {

namespace {

bool names_manifest(const std::string& name) {
  const std::vector<std::string> workloads = workload_names();
  if (std::find(workloads.begin(), workloads.end(), name) != workloads.end()) return false;
  return std::filesystem::path(name).extension() == ".toml" || std::filesystem::exists(name);
}

}  // namespace

std::shared_ptr<const Manifest> manifest_for(const RunOptions& options) {
  if (!names_manifest(options.workload)) return nullptr;
  if (!options.size.empty()) throw InputError("--size is for workloads; a manifest has its sizes in itself");
  if (!options.arguments.empty()) throw InputError("--arg is for workloads; a manifest has its arguments in itself");
  return std::make_shared<Manifest>(load_manifest(options.workload));
}

SimulationRequest request_for(const RunOptions& options, const std::shared_ptr<const Manifest>& manifest) {
  SimulationRequest request;
  request.manifest = manifest;
  if (manifest) {
    request.dumps = space_for_dumps(*manifest);
  } else {
    request.workload = &find_workload(options.workload);
    request.size = options.size.empty() ? size_name(Size::kTest) : options.size;
    request.arguments = complete_arguments(*request.workload, size_from(request.size), options.arguments);
  }
  request.functional = options.functional;
  request.registers = options.registers;
  request.vcd_from = options.vcd_from;
  request.vcd_to = options.vcd_to;
  request.vcd_sm = options.vcd_sm;
  request.rtl = options.rtl;
  return request;
}

}  // namespace unibank
