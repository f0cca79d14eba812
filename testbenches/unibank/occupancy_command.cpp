#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>

#include "base/input_error.h"
#include "base/printable.h"
#include "concurrency/launch_compiler.h"
#include "concurrency/occupancy_table.h"
#include "design/load.h"
#include "gpu/launch_plan.h"
#include "gpu/whole_rows.h"
#include "ptx/parser.h"
#include "reproduce/write_outcomes.h"
#include "unibank/commands.h"
#include "unibank/output.h"
#include "unibank/request.h"
#include "unibank/single_design.h"

namespace unibank {

namespace {

bool is_ptx(const std::string& name) { return std::filesystem::path(name).extension() == ".ptx"; }

// Compiles kernels as launches of the design would, and keeps the levels among which kernel.pass could choose.
class Compiler {
 public:
  Compiler(const Design& design, const compiler::CompileOptions& options)
      : launches_(design, options),
        levels_chosen_(design.kernel.pass == KernelPass::kOnChip || design.kernel.pass == KernelPass::kLocal) {}

  ptx::Kernel operator()(const ptx::Module& module, const std::string& entry, Dim3 block, unsigned dynamic_bytes) {
    ConcurrencyChoice choice;
    ptx::Kernel kernel = launches_.compile(module, entry, block, dynamic_bytes, &choice);
    if (!levels_chosen_) return kernel;
    const std::vector<LevelView> levels = launches_.levels(module, entry, block, dynamic_bytes);
    levels_[entry] = levels_text(entry, choice, levels) + "\n";
    return kernel;
  }
  // Empty where kernel.pass chooses none.
  std::string levels(const std::string& kernel) const {
    const auto known = levels_.find(kernel);
    return known == levels_.end() ? "" : known->second;
  }

 private:
  LaunchCompiler launches_;
  bool levels_chosen_;
  std::map<std::string, std::string> levels_;
};

// A kernel, and the text of its levels.
struct Found {
  KernelNeeds needs;
  std::string levels;
};

// Kernels of a PTX file, compiled for the design. There is no launch, so the block size must be given.
std::vector<Found> kernels_in_file(const OccupancyOptions& options, const Design& design) {
  if (options.block.x == 0)
    throw InputError("'" + options.what + "' launches nothing: expected --block N, the threads per block");
  if (!options.size.empty() || !options.arguments.empty() || !options.style.empty())
    throw InputError("--size, --arg and --style are for workloads; '" + options.what + "' is PTX");
  std::string text;
  try {
    text = read_whole_file(options.what);
  } catch (const std::runtime_error& error) {
    throw InputError(options.what + ": cannot read the PTX: " + error.what());
  }
  const ptx::Module module = ptx::parse(text, options.what);
  Compiler compiler(design, compile_options(design));
  std::vector<Found> found;
  for (const auto& [name, parsed] : module.kernels) {
    if (!options.kernel.empty() && options.kernel != name) continue;
    Launch launch;
    launch.block = options.block;
    const ptx::Kernel kernel = compiler(module, name, launch.block, 0);
    launch.kernel = &kernel;
    found.push_back({needs_of(declared_by(launch), design), compiler.levels(name)});
  }
  if (found.empty()) {
    std::vector<std::string> names;
    for (const auto& [name, parsed] : module.kernels) names.push_back(name);
    if (names.empty()) throw InputError(options.what + ": found no kernel; expected at least one '.entry'");
    throw InputError(unknown_name("kernel", options.kernel, names));
  }
  return found;
}

bool same(const KernelNeeds& a, const KernelNeeds& b) {
  return a.kernel == b.kernel && a.threads_per_block == b.threads_per_block &&
         a.scratchpad_bytes_per_block == b.scratchpad_bytes_per_block;
}

// The kernels that a program announces for its launches.
std::vector<Found> kernels_in_program(const OccupancyOptions& options, const LoadedDesign& design) {
  RunOptions run;
  run.workload = options.what;
  run.size = options.size;
  run.style = options.style;
  run.arguments = options.arguments;
  SimulationRequest request = request_for(run, find_program(run));
  request.design = design;
  Compiler compiler(design.design, compile_options(request));
  std::vector<Found> found;
  std::vector<std::string> names;
  for (const KernelNeeds& declared : declared_kernels(request, std::ref(compiler))) {
    const KernelNeeds needs = needs_of(declared, design.design);
    names.push_back(needs.kernel);
    if (!options.kernel.empty() && options.kernel != needs.kernel) continue;
    const auto known = [&](const Found& other) { return same(needs, other.needs); };
    if (std::none_of(found.begin(), found.end(), known)) found.push_back({needs, compiler.levels(needs.kernel)});
  }
  if (names.empty()) throw InputError("'" + options.what + "' launches nothing");
  if (found.empty()) throw InputError(unknown_name("kernel", options.kernel, names));
  return found;
}

void replace(const OccupancyOptions& options, KernelNeeds& kernel) {
  const Dim3 block = options.block;
  if (block.count() > kernel.most_threads_per_block) {
    throw InputError("--block " + std::to_string(block.count()) + ": kernel '" + kernel.kernel + "' has at most " +
                     std::to_string(kernel.most_threads_per_block) + " threads per block (.maxntid or .reqntid); " +
                     "expected no more");
  }
  if (block.x != 0) kernel.threads_per_block = static_cast<unsigned>(block.count());
  if (options.registers != 0) kernel.registers_per_thread = options.registers;
  if (options.scratchpad >= 0) kernel.scratchpad_bytes_per_block = options.scratchpad;
}

// The curves as plots of an experiment's outcome.
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
  const LoadedDesign loaded = load_single_design(options.design, options.overrides);
  const Design& design = loaded.design;
  std::vector<Outcome> outcomes;
  std::string text;
  for (Found& found : is_ptx(options.what) ? kernels_in_file(options, design) : kernels_in_program(options, loaded)) {
    KernelNeeds& kernel = found.needs;
    replace(options, kernel);
    const OccupancyTable table = occupancy_table(design, kernel);
    const std::vector<OccupancyCurve> curves = occupancy_curves(design, kernel);
    const std::string refused = rows_refusal(design, kernel, table.result);
    text += (text.empty() ? "" : "\n") + found.levels + table_text(table, design.name) +
            (refused.empty() ? "" : "  a run is refused: " + refused + "\n") + curves_text(curves, table.most_warps);
    outcomes.push_back(outcome_of(curves, kernel, design.name, outcomes.size() + 1));
  }
  if (!options.pictures.empty()) check_outcomes(outcomes, options.pictures);
  std::fputs(text.c_str(), stdout);
  if (options.pictures.empty()) return 0;
  write_outcomes(outcomes, options.pictures);
  const std::filesystem::path page = std::filesystem::path(options.pictures) / "occupancy" / "index.html";
  std::printf("\npictures: %s\n", printable(page.string()).c_str());
  return 0;
}

}  // namespace unibank
