#include "unibank/request.h"

#include <algorithm>
#include <filesystem>

namespace unibank {

namespace {

bool names_trace(const std::string& name) { return std::filesystem::path(name).extension() == ".g"; }

// Refuses a file that is only a part of a program, and names the file that is needed.
void refuse_part(const std::string& name) {
  std::filesystem::path file(name);
  if (file.extension() == ".xz") file.replace_extension();
  const std::string ending = file.extension().string();
  if (ending == ".ptx" || ending == ".cu") {
    throw InputError("'" + name + "' has no buffers and no launches; expected a manifest (.toml) that names " +
                     (ending == ".cu" ? "its PTX" : "it") + " with the key ptx");
  }
  if (ending == ".traceg")
    throw InputError("'" + name +
                     "' is one kernel of a trace; expected the trace's list (kernelslist.g) that names it");
  const std::filesystem::path list = std::filesystem::path(name) / "kernelslist.g";
  std::error_code none;
  if (std::filesystem::exists(list, none))
    throw InputError("'" + name + "' is the folder of a trace; expected its list, '" + list.string() + "'");
  const bool names_file = ending != ".toml" && !names_trace(name) && name.find('/') != std::string::npos;
  if (names_file && !std::filesystem::exists(name, none))
    throw InputError("'" + name + "': no such file; expected a workload ('unibank list workloads'), a launch " +
                     "manifest (.toml) or a trace (kernelslist.g)");
}

bool names_manifest(const std::string& name) {
  if (names_trace(name)) return false;
  for (const std::vector<std::string>& known : {workload_names(), today_names()})
    if (std::find(known.begin(), known.end(), name) != known.end()) return false;
  return std::filesystem::path(name).extension() == ".toml" || std::filesystem::exists(name);
}

// Null if the options name a workload.
std::shared_ptr<const Manifest> manifest_for(const RunOptions& options) {
  if (!names_manifest(options.workload)) return nullptr;
  if (!options.size.empty()) throw InputError("--size is for workloads; a manifest has its sizes in itself");
  if (!options.arguments.empty()) throw InputError("--arg is for workloads; a manifest has its arguments in itself");
  if (!options.style.empty()) throw InputError("--style is for workloads; a manifest names its PTX itself");
  auto manifest = std::make_shared<Manifest>(load_manifest(options.workload));
  if (options.no_dumps)
    for (ManifestBuffer& buffer : manifest->buffers) buffer.dump.clear();
  return manifest;
}

// Null if the options name something else.
std::shared_ptr<const trace::TracedProgram> trace_for(const RunOptions& options) {
  if (!names_trace(options.workload)) return nullptr;
  const auto refuse = [](const std::string& option, const std::string& why) {
    throw InputError(option + " does not go with a trace: " + why);
  };
  if (!options.size.empty()) refuse("--size", "a trace has one size");
  if (!options.arguments.empty()) refuse("--arg", "a trace has the arguments of the recorded run");
  if (!options.style.empty()) refuse("--style", "a trace has compiled kernels");
  if (options.functional) refuse("--functional", "a trace has no values to compute with");
  return std::make_shared<trace::TracedProgram>(trace::load_traced_program(options.workload));
}

}  // namespace

Program find_program(const RunOptions& options) {
  refuse_part(options.workload);
  Program program;
  program.manifest = manifest_for(options);
  program.traced = trace_for(options);
  if (program.manifest) program.files = program.manifest->files;
  if (program.traced) program.files = program.traced->files;
  return program;
}

SimulationRequest request_for(const RunOptions& options, const Program& program) {
  SimulationRequest request;
  request.manifest = program.manifest;
  request.traced = program.traced;
  if (program.manifest) {
    request.dumps = space_for_dumps(*program.manifest);
  } else if (!program.traced) {
    request.workload = &find_workload(options.workload);
    request.size = options.size.empty() ? size_name(Size::kTest) : options.size;
    if (!options.style.empty()) request.style = style_from(options.style);
    request.arguments = complete_arguments(*request.workload, size_from(request.size), options.arguments);
  }
  request.functional = options.functional;
  request.registers = options.registers;
  request.waves = options.waves;
  request.cores = options.cores;
  request.sample = options.sample;
  return request;
}

void check_cores(unsigned cores, const Design& design) {
  const std::string foreign = text_of_foreign(design.blocks);
  if (cores != 1 && !foreign.empty())
    throw InputError("--cores " + std::to_string(cores) + " cannot be combined with " + foreign + " of design '" +
                     design.name + "': a machine with RTL or a block of your own runs on one core");
}

std::vector<std::string> overrides_of(const RunOptions& options) {
  std::vector<std::string> overrides = options.overrides;
  if (options.registers != 0) overrides.push_back("kernel.register_limit=" + std::to_string(options.registers));
  if (!options.pass.empty()) overrides.push_back("kernel.pass=" + options.pass);
  if (options.threads != 0) overrides.push_back("kernel.thread_limit=" + std::to_string(options.threads));
  for (std::string& one : overrides_of(options.blocks)) overrides.push_back(std::move(one));
  return overrides;
}

}  // namespace unibank
