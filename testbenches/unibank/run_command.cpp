#include <algorithm>
#include <cstdio>
#include <map>
#include <thread>

#include "base/printable.h"
#include "design/schema.h"
#include "energy/sampled_energy.h"
#include "energy/table.h"
#include "report/human.h"
#include "report/csv.h"
#include "report/json.h"
#include "report/table.h"
#include "unibank/commands.h"
#include "unibank/complain.h"
#include "unibank/output.h"
#include "unibank/progress.h"
#include "unibank/request.h"
#include "unibank/standard_output.h"
#include "unibank/threads.h"
#include "wave/fst.h"

namespace unibank {

namespace {

// A name given by the user: one simulation, or several of which the fastest counts.
struct Column {
  std::string name;
  std::vector<std::size_t> simulations;
};

struct Plan {
  Program program;
  std::vector<Column> columns;
  std::vector<SimulationRequest> simulations;
  std::vector<std::string> files;  // all that were read
};

// A design named twice, by itself and as a member of a best_of design, runs once (once for each thread limit).
void add_simulation(const RunOptions& options, LoadedDesign design, const std::string& name, Plan& plan) {
  plan.files.insert(plan.files.end(), design.files.begin(), design.files.end());
  find_energy_table(design.design.energy.table);
  for (std::size_t known = 0; known < plan.simulations.size(); ++known) {
    const LoadedDesign& other = plan.simulations[known].design;
    if (plan.simulations[known].design_name != name) continue;
    if (other.file != design.file)
      throw InputError("two designs are named '" + name + "': " + other.file + " and " + design.file);
    plan.columns.back().simulations.push_back(known);
    return;
  }
  SimulationRequest request = request_for(options, plan.program);
  request.design_name = name;
  request.design = std::move(design);
  if (request.traced) check_compiled(request);
  check_cores(options.cores, request.design.design);
  plan.columns.back().simulations.push_back(plan.simulations.size());
  plan.simulations.push_back(std::move(request));
}

// A block may replace only the variant that it implements.
void check_blocks(const RunOptions& options, const std::string& name) {
  if (options.blocks.empty()) return;
  // A block that replaces no native one has parameters that the design lacks without it.
  std::vector<std::string> overrides = options.overrides;
  for (const BlockRequest& request : options.blocks) {
    if (!request.variant->implements.empty()) continue;
    const std::string section = request.variant->kind + ".";
    const auto own = [&section](const std::string& text) { return text.rfind(section, 0) == 0; };
    overrides.erase(std::remove_if(overrides.begin(), overrides.end(), own), overrides.end());
  }
  const Design design = load_design(name, {}, overrides).design;
  if (design.best_of.empty()) check_implemented(design.blocks, options.blocks, design.name);
  for (const std::string& member : design.best_of) check_blocks(options, member);
}

// One simulation of a design, or with --threads auto one for each thread limit.
void add_simulations(const RunOptions& options, const std::string& given, LoadedDesign design, Plan& plan) {
  const std::string name = design.design.name;
  if (!options.sweep_threads) return add_simulation(options, std::move(design), name, plan);
  SimulationRequest request = request_for(options, plan.program);
  request.design = std::move(design);
  for (const unsigned limit : thread_limits(request)) {
    const std::string text = std::to_string(limit);
    std::vector<std::string> overrides = overrides_of(options);
    overrides.push_back("kernel.thread_limit=" + text);
    add_simulation(options, load_design(given, {}, overrides), name + "@" + text, plan);
  }
}

Plan plan_for(const RunOptions& options) {
  Plan plan;
  plan.program = find_program(options);
  plan.files = plan.program.files;
  const std::vector<std::string> overrides = overrides_of(options);
  for (const std::string& name : options.designs) {
    check_blocks(options, name);
    const DesignText text = find_design(name, {});
    LoadedDesign design = options.designs.size() == 1 ? load_design(text, {}, overrides)
                                                      : load_one_of_several(text, {}, overrides);
    plan.columns.push_back({design.design.name, {}});
    plan.files.insert(plan.files.end(), design.files.begin(), design.files.end());
    const std::vector<std::string> members = design.design.best_of;
    if (members.empty() || options.functional) add_simulations(options, name, std::move(design), plan);
    for (const std::string& member : options.functional ? std::vector<std::string>{} : members)
      add_simulations(options, member, load_design(member, {}, overrides), plan);
  }
  if (options.designs.empty()) {
    plan.columns.push_back({"functional", {0}});
    plan.simulations.push_back(request_for(options, plan.program));
    plan.simulations.back().design_name = "functional";
    if (!options.overrides.empty())
      plan.simulations.back().design =
          load_design(DesignText{"functional", "--functional", "", ""}, {}, options.overrides);
  }
  return plan;
}

// The requested file for a single simulation; for several, a file name for each.
std::string name_of(const std::string& asked, const std::string& ending, const SimulationRequest& request,
                    const Plan& plan) {
  if (asked.empty() || plan.simulations.size() == 1) return asked;
  std::string design = request.design_name;
  std::replace(design.begin(), design.end(), '/', '-');
  return asked + "." + design + ending;
}

void name_waveforms(const RunOptions& options, Plan& plan) {
  if (wave::names_fst(options.waves.vcd)) wave::check_fst();
  for (SimulationRequest& request : plan.simulations)
    name_wave_files(request.waves, [&](const std::string& asked, const std::string& ending) {
      return name_of(asked, ending, request, plan);
    });
}

bool is_file(const std::string& output) { return !output.empty() && output != kStandardOutput; }

OutputStamps check_files(const RunOptions& options, const Plan& plan) {
  std::vector<Output> outputs;
  if (options.json == kStandardOutput && options.csv == kStandardOutput)
    throw InputError("--json and --csv are both '-': standard output has one result, expected a file for the other");
  if (is_file(options.json)) outputs.push_back({"--json", options.json});
  if (is_file(options.csv)) outputs.push_back({"--csv", options.csv});
  for (const SimulationRequest& request : plan.simulations)
    for (const WaveFile& file : wave_files(request.waves)) outputs.push_back({file.option, file.path});
  if (plan.program.manifest) {
    check_dumps(*plan.program.manifest);
    for (Output& output : dump_outputs(*plan.program.manifest)) outputs.push_back(std::move(output));
  }
  return check_outputs(outputs, plan.files);
}

std::vector<RunResult> run_all(const Plan& plan) {
  std::vector<ForkedJob> jobs;
  std::vector<std::string> names;
  for (const SimulationRequest& request : plan.simulations) {
    names.push_back(request.design_name);
    jobs.push_back({request.design_name,
                    [&request](const Notify& notify) { return run_to_json(simulate(request, notify)); }});
  }
  std::vector<RunResult> results;
  Progress progress(names);
  for (const std::string& text : run_forked(jobs, std::thread::hardware_concurrency(), progress))
    results.push_back(run_from_json(text));
  return results;
}

// Stopped processes could not remove them themselves.
void remove_unfinished_waveforms(const Plan& plan) {
  for (const SimulationRequest& request : plan.simulations)
    for (const WaveFile& file : wave_files(request.waves)) remove_part(file.path);
}

// The fastest verified simulation of every column, with its energy relative to the first column's. A run without energy
// has a warning.
std::vector<RunResult> choose(const Plan& plan, const std::vector<RunResult>& all) {
  std::vector<std::size_t> chosen;
  for (const Column& column : plan.columns)
    chosen.push_back(*std::min_element(column.simulations.begin(), column.simulations.end(),
                                       [&all](std::size_t a, std::size_t b) { return all[a].cycles < all[b].cycles; }));
  std::vector<RunResult> results;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    RunResult result = all[chosen[i]];
    const std::string no_energy = put_energy(result, plan.simulations[chosen[i]].design.design, all[chosen.front()],
                                             plan.simulations[chosen.front()].design.design);
    // "design@256" names its design already.
    if (plan.columns[i].simulations.size() > 1 && result.design.rfind(plan.columns[i].name + "@", 0) != 0)
      result.design = plan.columns[i].name + " (" + result.design + ")";
    add_warning(no_energy, result);
    results.push_back(std::move(result));
  }
  return results;
}

// All runs are judged, not only the fastest of a column.
int judge(const std::vector<RunResult>& all) {
  int status = 0;
  const auto fail = [&status](const RunResult& run, const std::string& what) {
    complain("error", run.design + ": " + what);
    status = 1;
  };
  for (const RunResult& run : all) {
    for (const std::string& warning : run.warnings) complain("warning", run.design + ": " + warning);
    if (run.judged && !run.verified) fail(run, "wrong answer: " + run.verification);
    for (const std::string& broken : run.broken_invariants) fail(run, "broken invariant: " + broken);
  }
  return status;
}

// All simulations have run the same program, so they share their dumps.
void write_dumps(const Plan& plan, const OutputStamps& stamps) {
  if (!plan.program.manifest) return;
  std::vector<Dumped> all;
  for (const SimulationRequest& request : plan.simulations) all.push_back({request.design_name, request.dumps});
  write_dumps(*plan.program.manifest, all, stamps);
}

// Of all modules of a block together: a bank is one of many.
struct Checked {
  Comparison sum;
  std::size_t modules = 0;
};

std::string lateness(const Comparison& one) {
  if (one.late == 0) return "none of them late";
  const double mean = static_cast<double>(one.late_cycles) / static_cast<double>(one.late);
  return with_commas(one.late) + " of them late: by " + fixed(mean, 1) + " cycles on average, " +
         with_commas(one.most) + " at most";
}

// RTL may let a request wait that the native block takes at once: then the run's cycles are not the native ones.
std::string outcome(const Comparison& sum) {
  if (sum.answers == 0) return "so nothing was checked";
  if (sum.late == 0) return "without a difference in content or cycle";
  return "without a difference in content, " + lateness(sum) + ", because RTL took the requests later";
}

// The fastest of several is named "COLUMN (DESIGN)" (choose()).
BlockChoices choices_of(const RunResult& run, const Plan& plan) {
  for (const SimulationRequest& request : plan.simulations) {
    const std::string ending = " (" + request.design_name + ")";
    if (request.design_name == run.design || run.design.find(ending) != std::string::npos)
      return request.design.design.blocks;
  }
  return {};
}

// Blocks compared by cycles. A comparison of nothing says so, also of a block that the machine does not have.
void print_checked(const RunResult& run, const BlockChoices& choices) {
  std::map<std::string, Checked> blocks;
  for (const auto& [kind, choice] : choices.all())
    if (choice.check) blocks[choice.model];
  for (const Comparison& one : run.comparisons) {
    if (!one.by_cycles) {
      blocks.erase(one.block);
      continue;
    }
    Checked& checked = blocks[one.block];
    checked.sum.answers += one.answers;
    checked.sum.late += one.late;
    checked.sum.late_cycles += one.late_cycles;
    checked.sum.most = std::max(checked.sum.most, one.most);
    ++checked.modules;
  }
  for (const auto& [block, checked] : blocks) {
    const std::string modules = checked.modules < 2 ? "" : " of " + std::to_string(checked.modules) + " modules";
    std::printf("%s: %s: %s answers%s compared, %s\n", printable(run.design).c_str(), printable(block).c_str(),
                with_commas(checked.sum.answers).c_str(), modules.c_str(), outcome(checked.sum).c_str());
  }
}

// The results of comparing blocks. There is never a difference, because it would have ended the run.
void print_comparisons(const std::vector<RunResult>& results, const Plan& plan) {
  for (const RunResult& run : results) {
    print_checked(run, choices_of(run, plan));
    for (const Comparison& one : run.comparisons) {
      if (one.by_cycles) continue;
      const std::string found = one.answers == 0 ? outcome(one) : "without a difference, " + lateness(one);
      std::printf("%s: %s (%s): %s answers compared, %s\n", printable(run.design).c_str(),
                  printable(one.module).c_str(), printable(one.block).c_str(), with_commas(one.answers).c_str(),
                  found.c_str());
    }
  }
}

void name_files(const RunOptions& options, const Plan& plan) {
  if (is_file(options.json)) std::printf("\nresults: %s\n", printable(options.json).c_str());
  if (is_file(options.csv)) std::printf("results: %s\n", printable(options.csv).c_str());
  for (const SimulationRequest& request : plan.simulations) {
    const Design& design = request.design.design;
    const std::string blocks = options.functional ? "" : text_of_foreign(design.blocks);
    if (!blocks.empty()) std::printf("blocks of %s: %s\n", printable(design.name).c_str(), blocks.c_str());
    for (const WaveFile& file : wave_files(request.waves))
      std::printf("%s: %s\n", file.what, printable(file.path).c_str());
  }
  if (plan.program.manifest)
    for (const Output& output : dump_outputs(*plan.program.manifest))
      std::printf("dump: %s\n", printable(output.path).c_str());
}

}  // namespace

int run_command(const RunOptions& options) {
  Plan plan = plan_for(options);
  name_waveforms(options, plan);
  ResultOnly result(options.json == kStandardOutput || options.csv == kStandardOutput);
  const OutputStamps stamps = check_files(options, plan);
  std::vector<RunResult> all;
  try {
    all = run_all(plan);
  } catch (...) {
    remove_unfinished_waveforms(plan);
    throw;
  }
  const std::vector<RunResult> results = choose(plan, all);
  if (is_file(options.json)) write_whole(options.json, results_json(results), stamps);
  if (is_file(options.csv)) write_whole(options.csv, results_csv(results), stamps);
  if (options.json == kStandardOutput) result.write(results_json(results));
  if (options.csv == kStandardOutput) result.write(results_csv(results));
  std::fputs(printable_lines(results_table(results)).c_str(), stdout);
  print_comparisons(results, plan);
  write_dumps(plan, stamps);
  name_files(options, plan);
  std::fflush(stdout);
  return judge(all);
}

}  // namespace unibank
