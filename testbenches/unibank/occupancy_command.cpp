#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "base/input_error.h"
#include "compiler/link.h"
#include "concurrency/occupancy_table.h"
#include "design/load.h"
#include "gpu/launch_plan.h"
#include "ptx/parser.h"
#include "reproduce/write_outcomes.h"
#include "unibank/commands.h"
#include "unibank/output.h"
#include "unibank/request.h"

namespace unibank {

namespace {

bool is_ptx(const std::string& name) { return std::filesystem::path(name).extension() == ".ptx"; }

// Kernels of a PTX file, compiled as the design says; nobody launches them, so the block must be given.
std::vector<KernelNeeds> needs_in_file(const OccupancyOptions& options, const Design& design) {
  if (options.block == 0)
    throw InputError("'" + options.what + "' launches nothing: expected --block N, threads a block");
  if (!options.size.empty() || !options.arguments.empty())
    throw InputError("--size and --arg are for workloads; '" + options.what + "' is PTX");
  std::string text;
  try {
    text = read_whole_file(options.what);
  } catch (const std::exception& error) {
    throw InputError(options.what + ": cannot read the PTX: " + error.what());
  }
  const ptx::Module module = ptx::parse(text, options.what);
  compiler::CompileOptions compile;
  compile.registers = design.kernel.register_limit;
  compile.sharing = design.scratchpad_sharing();
  std::vector<KernelNeeds> found;
  for (const auto& [name, parsed] : module.kernels) {
    if (!options.kernel.empty() && options.kernel != name) continue;
    const ptx::Kernel kernel = compiler::compile(module, name, compile);
    Launch launch;
    launch.kernel = &kernel;
    launch.block = {options.block, 1, 1};
    found.push_back(needs_of(declared_by(launch), design));
  }
  if (found.empty()) {
    std::vector<std::string> names;
    for (const auto& [name, parsed] : module.kernels) names.push_back(name);
    if (names.empty()) throw InputError(options.what + ": no kernel (.entry)");
    throw InputError(unknown_name("kernel", options.kernel, names));
  }
  return found;
}

bool same(const KernelNeeds& a, const KernelNeeds& b) {
  return a.kernel == b.kernel && a.threads_per_block == b.threads_per_block &&
         a.scratchpad_bytes_per_block == b.scratchpad_bytes_per_block;
}

// What a program says that it will launch.
std::vector<KernelNeeds> needs_in_program(const OccupancyOptions& options, const LoadedDesign& design) {
  RunOptions run;
  run.workload = options.what;
  run.size = options.size;
  run.arguments = options.arguments;
  SimulationRequest request = request_for(run, find_program(run));
  request.design = design;
  std::vector<KernelNeeds> found;
  std::vector<std::string> names;
  for (const KernelNeeds& declared : declared_kernels(request)) {
    const KernelNeeds needs = needs_of(declared, design.design);
    names.push_back(needs.kernel);
    if (!options.kernel.empty() && options.kernel != needs.kernel) continue;
    const auto known = [&](const KernelNeeds& other) { return same(needs, other); };
    if (std::none_of(found.begin(), found.end(), known)) found.push_back(needs);
  }
  if (names.empty()) throw InputError("'" + options.what + "' launches nothing");
  if (found.empty()) throw InputError(unknown_name("kernel", options.kernel, names));
  return found;
}

void replace(const OccupancyOptions& options, KernelNeeds& kernel) {
  if (options.block != 0) kernel.threads_per_block = options.block;
  if (options.registers != 0) kernel.registers_per_thread = options.registers;
  if (options.scratchpad >= 0) kernel.scratchpad_bytes_per_block = options.scratchpad;
}

// The curves as graphs of an experiment that has run.
Outcome outcome_of(const std::vector<OccupancyCurve>& curves, const KernelNeeds& kernel, const std::string& design,
                   std::size_t number) {
  Outcome outcome;
  outcome.paper = "occupancy";
  outcome.name = "kernel" + std::to_string(number);
  outcome.title = kernel.kernel + " on " + design + ": resident warps of an SM";
  for (const OccupancyCurve& curve : curves) {
    Plot plot;
    plot.kind = Plot::Kind::kLines;
    plot.title = outcome.title + " against " + curve.quantity;
    plot.x_label = curve.quantity;
    plot.y_label = "warps";
    plot.metric = curve.quantity;
    outcome.plots.push_back(plot);
    for (std::size_t i = 0; i < curve.at.size(); ++i) {
      Cell cell;
      cell.row = kernel.kernel;
      cell.series = design;
      cell.metric = curve.quantity;
      cell.x = curve.at[i];
      cell.measured = curve.warps[i];
      outcome.cells.push_back(cell);
    }
  }
  return outcome;
}

}  // namespace

int occupancy_command(const OccupancyOptions& options) {
  const LoadedDesign loaded = load_design(options.design, {}, options.overrides);
  const Design& design = loaded.design;
  if (!design.best_of.empty())
    throw InputError("'" + design.name + "' stands for the faster of several designs; expected one of them: " +
                     design.best_of.front() + ", ...");
  std::vector<Outcome> outcomes;
  std::string text;
  for (KernelNeeds& kernel :
       is_ptx(options.what) ? needs_in_file(options, design) : needs_in_program(options, loaded)) {
    replace(options, kernel);
    const OccupancyTable table = occupancy_table(design, kernel);
    const std::vector<OccupancyCurve> curves = occupancy_curves(design, kernel);
    text += (text.empty() ? "" : "\n") + table_text(table, design.name) + curves_text(curves, table.most_warps);
    outcomes.push_back(outcome_of(curves, kernel, design.name, outcomes.size() + 1));
  }
  std::fputs(text.c_str(), stdout);
  if (options.pictures.empty()) return 0;
  write_outcomes(outcomes, options.pictures);
  std::printf("\npictures: %s\n", (std::filesystem::path(options.pictures) / "occupancy" / "index.html").c_str());
  return 0;
}

}  // namespace unibank
