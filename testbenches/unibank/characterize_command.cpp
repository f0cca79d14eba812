#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>

#include "base/printable.h"
#include "characterize/card_kernel.h"
#include "characterize/pictures.h"
#include "characterize/table.h"
#include "judge/driver.h"
#include "judge/gpu_run.h"
#include "report/json.h"
#include "reproduce/write_outcomes.h"
#include "unibank/commands.h"
#include "unibank/complain.h"
#include "unibank/output.h"
#include "unibank/single_design.h"
#include "unibank/standard_output.h"
#include "unibank/process.h"
#include "unibank/quiet_watcher.h"
#include "unibank/simulate.h"

namespace unibank {

namespace {

using characterize::Measured;
using characterize::Row;
using characterize::Trial;

// Each trial once, even if several rows need it.
std::vector<Trial> trials_of(const std::vector<Row>& rows) {
  std::map<std::string, Trial> trials;
  for (const Row& row : rows) {
    if (!row.absent.empty()) continue;
    for (const Trial& one : row.is == Row::Is::kBytes ? row.sweep : std::vector<Trial>{row.longer}) {
      trials.emplace(one.key(), one);
      const Trial half = half_of(one);
      if (!row.one_run) trials.emplace(half.key(), half);
    }
  }
  std::vector<Trial> all;
  all.reserve(trials.size());
  for (auto& [key, trial] : trials) all.push_back(std::move(trial));
  return all;
}

struct Designs {
  LoadedDesign own, without_fetch;
};

constexpr char kRefused = '!';  // no result of a run begins with it

// A trial that the design cannot run is its row's verdict and does not end the others.
std::string run_trial(const Trial& trial, const LoadedDesign& design, const Notify& notify) {
  SimulationRequest request;
  request.manifest = characterize::manifest_of(trial);
  request.design_name = design.design.name;
  request.design = design;
  Design& design_of_trial = request.design.design;
  // The cost of a loop is not measured here.
  if (!trial.control) design_of_trial.sm.branch_latency = 1;
  if (!trial.conditions) design_of_trial.sm.condition_latency = 0;
  // A benchmark's PTX instructions are executed unchanged.
  design_of_trial.kernel.simplify = false;
  try {
    return run_to_json(simulate(request, notify));
  } catch (const InputError& error) {
    return kRefused + printable(error.what());
  }
}

Measured measured(const std::string& text) {
  Measured found;
  if (!text.empty() && text.front() == kRefused) {
    found.refused = text.substr(1);
    return found;
  }
  const RunResult run = run_from_json(text);
  for (const std::string& broken : run.broken_invariants) found.refused = "broken invariant: " + broken;
  found.cycles = run.cycles;
  found.cache_bytes = run.partition.cache_bytes;
  return found;
}

// `designs`: unchanged, and with all instructions already fetched (Trial::fetches).
std::map<std::string, Measured> run_all(const std::vector<Trial>& trials, const Designs& designs) {
  std::vector<ForkedJob> jobs;
  for (const Trial& trial : trials) {
    const LoadedDesign& design = trial.fetches() ? designs.own : designs.without_fetch;
    jobs.push_back({design.design.name + ", " + trial.key(),
                    [&trial, &design](const Notify& notify) { return run_trial(trial, design, notify); }});
  }
  QuietWatcher quiet;
  const std::vector<std::string> results = run_forked(jobs, std::thread::hardware_concurrency(), quiet);
  std::map<std::string, Measured> all;
  for (std::size_t i = 0; i < trials.size(); ++i) all[trials[i].key()] = measured(results[i]);
  return all;
}

LoadedDesign design_of(const CharacterizeOptions& options, std::vector<std::string> overrides) {
  for (std::string& one : overrides_of(options.blocks)) overrides.push_back(std::move(one));
  LoadedDesign design = load_single_design(options.design, overrides);
  warn_of_idle(design);
  design.design.kernel.schedule = compiler::ScheduleHabit::kAsWritten;  // the kernels must run in the written order
  return design;
}

// Called before the first row is measured, so that a missing GPU is reported at once. Null without --gpu.
std::unique_ptr<cuda::Driver> driver_for(const CharacterizeOptions& options) {
  if (!options.gpu) return nullptr;
  try {
    return std::make_unique<cuda::Driver>(options.libcuda);
  } catch (const cuda::NoGpu& error) {
    throw InputError("--gpu: there is nothing to measure on: " + std::string(error.what()));
  }
}

// A trial that the GPU cannot run is its row's verdict and does not end the others.
Measured measured_on(const cuda::Driver& driver, const Trial& trial) {
  Measured found;
  if (trial.benchmark == "constant_ring") {
    found.refused = "the driver does not say where in constant memory a variable lies";
    return found;
  }
  if (!trial.kept_by_compilers()) {
    found.refused = "the driver's compiler leaves out some of this kernel's instructions";
    return found;
  }
  try {
    found.cycles = cycles_on_gpu(*characterize::card_manifest_of(trial), driver);
  } catch (const cuda::DriverError& error) {
    found.refused = printable(error.what());
  }
  return found;
}

std::vector<Row> rows_on(const cuda::Driver& driver, std::vector<Row> rows, unsigned design_sms) {
  characterize::prepare_for_card(rows, design_sms, driver.sms());
  std::map<std::string, Measured> all;
  for (const Trial& trial : trials_of(rows)) all[trial.key()] = measured_on(driver, trial);
  measure_on_card(rows, [&all](const Trial& trial) -> const Measured& { return all.at(trial.key()); });
  return rows;
}

struct Tables {
  std::string text, json, csv;
};

Tables tables_of(const std::vector<Row>& rows, const std::string& design) {
  return {rows_table(rows, design), rows_json(rows, design), rows_csv(rows, design)};
}

Tables beside_card(const cuda::Driver& driver, const std::vector<Row>& rows, const Design& of) {
  const std::string& design = of.name;
  const characterize::Card card{driver.device_name(), driver.cuda_version(), driver.clock_kilohertz()};
  const std::vector<Row> on_card = rows_on(driver, rows, of.gpu.sms);
  return {card_table(rows, on_card, design, card), card_json(rows, on_card, design, card),
          card_csv(rows, on_card, design, card)};
}

int check(const std::vector<Row>& rows, const std::string& design) {
  int status = 0;
  for (const Row& row : rows) {
    if (is_right(row)) continue;
    const std::string text = design + ": " + row.group + ", " + row.name + ": " + verdict_text(row);
    complain("error", text);
    status = 1;
  }
  return status;
}

}  // namespace

int characterize_command(const CharacterizeOptions& options) {
  const std::string no_instruction_cache = "instruction_cache.bytes=";
  std::vector<std::string> without_fetch{no_instruction_cache + "0"};
  for (const std::string& one : options.overrides)
    if (one.rfind(no_instruction_cache, 0) != 0) without_fetch.push_back(one);
  const Designs designs{design_of(options, options.overrides), design_of(options, without_fetch)};
  const LoadedDesign& design = designs.own;
  const std::string& name = design.design.name;
  std::vector<Output> outputs;
  const bool json_out = options.json == kStandardOutput, csv_out = options.csv == kStandardOutput;
  if (json_out && csv_out)
    throw InputError("--json and --csv are both '-': standard output has one result, expected a file for the other");
  if (!options.json.empty() && !json_out) outputs.push_back({"--json", options.json});
  if (!options.csv.empty() && !csv_out) outputs.push_back({"--csv", options.csv});
  ResultOnly result(json_out || csv_out);
  const OutputStamps stamps = check_outputs(outputs, design.files);
  if (!options.pictures.empty()) check_pictures(options.pictures + "/characterize", "curves", outputs, design.files);
  const std::unique_ptr<cuda::Driver> driver = driver_for(options);
  const Trial first = characterize::probe();
  const double cache_bytes = run_all({first}, designs).at(first.key()).cache_bytes;
  std::vector<Row> rows = characterize::rows_of(design.design, cache_bytes);
  if (!options.pictures.empty()) check_outcomes({characterize::outcome_of(rows, name)}, options.pictures);
  const std::map<std::string, Measured> results = run_all(trials_of(rows), designs);
  measure(rows, [&results](const Trial& trial) -> const Measured& { return results.at(trial.key()); });
  const Tables tables = driver ? beside_card(*driver, rows, design.design) : tables_of(rows, name);
  std::fputs(printable_lines(tables.text).c_str(), stdout);
  if (json_out || csv_out) result.write(json_out ? tables.json : tables.csv);
  if (!options.json.empty() && !json_out) write_whole(options.json, tables.json, stamps);
  if (!options.csv.empty() && !csv_out) write_whole(options.csv, tables.csv, stamps);
  if (!options.pictures.empty()) {
    write_outcomes({characterize::outcome_of(rows, name)}, options.pictures);
    std::printf("\npictures: %s\n",
                (std::filesystem::path(options.pictures) / "characterize" / "index.html").c_str());
  }
  std::fflush(stdout);
  return options.check ? check(rows, name) : 0;
}

}  // namespace unibank
