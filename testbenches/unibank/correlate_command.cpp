#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>

#include "base/printable.h"
#include "correlate/card_program.h"
#include "correlate/correlation.h"
#include "manifest/manifest.h"
#include "report/json.h"
#include "reproduce/write_outcomes.h"
#include "unibank/commands.h"
#include "unibank/complain.h"
#include "unibank/output.h"
#include "unibank/process.h"
#include "unibank/quiet_watcher.h"
#include "unibank/simulate.h"
#include "unibank/single_design.h"
#include "unibank/standard_output.h"

namespace unibank {

namespace {

using correlate::Figure;
using correlate::Figures;

std::vector<std::string> programs_of(const CorrelateOptions& options) {
  const std::vector<std::string> all = options.programs.empty() ? today_names() : options.programs;
  std::vector<std::string> each;
  for (const std::string& name : all) {
    find_workload(name);
    if (std::find(each.begin(), each.end(), name) == each.end()) each.push_back(name);
  }
  return each;
}

std::unique_ptr<cuda::Driver> driver_for(const CorrelateOptions& options) {
  try {
    return std::make_unique<cuda::Driver>(options.libcuda);
  } catch (const cuda::NoGpu& error) {
    throw InputError("there is no card to run on: " + std::string(error.what()) +
                     "; expected one, or cycles that were measured elsewhere (--from FILE.csv)");
  }
}

struct MeasuredFigures {
  Figures figures;
  std::string file;     // the file that they are from; empty: measured now
  bool failed = false;  // a requested program has failed
};

// A program that the card cannot run does not end the others.
MeasuredFigures measure(const CorrelateOptions& options) {
  const std::unique_ptr<cuda::Driver> driver = driver_for(options);
  MeasuredFigures measured;
  measured.figures.card = {driver->device_name(), driver->cuda_version(), driver->clock_kilohertz() / 1000.0,
                           driver->sms()};
  for (const std::string& name : programs_of(options)) {
    const Workload& workload = find_workload(name);
    try {
      const correlate::CardRun run =
          correlate::run_on_card(*driver, workload, complete_arguments(workload, size_from(options.size), {}));
      if (!run.verdict.right) throw correlate::NotOnCard("its answer on the card is wrong: " + run.verdict.text);
      unsigned number = 0;
      for (const correlate::CardLaunch& launch : run.launches)
        measured.figures.launches.push_back({name, options.size, launch.kernel, number++, launch.clock64_cycles,
                                             launch.event_cycles, "", std::nullopt, 0});
    } catch (const std::runtime_error& error) {
      complain("warning", "program '" + name + "' is left out, because the card has not run it: " + error.what());
      measured.failed = true;
    }
  }
  return measured;
}

std::string text_of_figures(const std::string& file) {
  try {
    return read_whole_file(file);
  } catch (const std::runtime_error& error) {
    throw InputError("--from: cannot read '" + file + "': " + error.what());
  }
}

MeasuredFigures from_file(const CorrelateOptions& options) {
  MeasuredFigures measured{correlate::parse_figures(text_of_figures(options.from), options.from), options.from, false};
  std::vector<Figure>& all = measured.figures.launches;
  for (const Figure& one : all) {
    try {
      find_workload(one.program);
      size_from(one.size);
    } catch (const InputError& error) {
      throw InputError(options.from + ":" + std::to_string(one.line) + ": " + error.what());
    }
  }
  if (options.programs.empty()) return measured;
  const std::vector<std::string> wanted = programs_of(options);
  const auto other = [&wanted](const Figure& one) {
    return std::find(wanted.begin(), wanted.end(), one.program) == wanted.end();
  };
  all.erase(std::remove_if(all.begin(), all.end(), other), all.end());
  for (const std::string& name : wanted)
    if (std::none_of(all.begin(), all.end(), [&name](const Figure& one) { return one.program == name; }))
      throw InputError("--from '" + options.from + "': found no row of program '" + name +
                       "'; expected one for each launch");
  return measured;
}

// Without a design there is only the card's table to write.
void check_card_alone(const CorrelateOptions& options) {
  if (options.csv.empty() || !options.from.empty() || !options.pictures.empty() || !options.overrides.empty())
    throw InputError(
        "found no --design; expected one, or only --csv FILE, --size and programs to measure the card alone");
}

using ByProgram = std::map<std::pair<std::string, std::string>, std::vector<Figure*>>;

void run_models(ByProgram& programs, const LoadedDesign& design, const std::string& file) {
  std::vector<ForkedJob> jobs;
  for (const auto& [key, rows] : programs) {
    SimulationRequest request;
    request.workload = &find_workload(key.first);
    request.size = key.second;
    request.arguments = complete_arguments(*request.workload, size_from(key.second), {});
    request.design_name = design.design.name;
    request.design = design;
    jobs.push_back({key.first + ", " + key.second,
                    [request](const Notify& notify) { return run_to_json(simulate(request, notify)); }});
  }
  QuietWatcher quiet;
  const std::vector<std::string> results = run_forked(jobs, std::thread::hardware_concurrency(), quiet);
  std::size_t job = 0;
  for (auto& [key, rows] : programs) {
    const RunResult run = run_from_json(results[job++]);
    for (const std::string& broken : run.broken_invariants) throw RunError(key.first + ": broken invariant: " + broken);
    correlate::add_model(rows, run, file);
  }
}

void warn_of_machine(const correlate::Card& card, const Design& design) {
  if (card.sms == 0 || card.sms == design.gpu.sms) return;
  complain("warning",
           "the card has " + std::to_string(card.sms) + " SMs and design '" + design.name + "' has " +
               std::to_string(design.gpu.sms) +
               ": the same work takes them different cycles; expected gpu.sms and its L2 and DRAM as the card's");
}

// The table of --csv, in a file or on standard output.
std::vector<Output> csv_file(const CorrelateOptions& options) {
  if (options.csv.empty() || options.csv == kStandardOutput) return {};
  return {{"--csv", options.csv}};
}

void write_csv(const CorrelateOptions& options, const Figures& figures, const OutputStamps& stamps,
               ResultOnly& result) {
  if (options.csv.empty()) return;
  const std::string text = correlate::figures_csv(figures);
  if (options.csv == kStandardOutput) return result.write(text);
  write_whole(options.csv, text, stamps);
}

int measure_card_alone(const CorrelateOptions& options) {
  check_card_alone(options);
  ResultOnly result(options.csv == kStandardOutput);
  const OutputStamps stamps = check_outputs(csv_file(options), {});
  const MeasuredFigures measured = measure(options);
  const Figures& figures = measured.figures;
  if (figures.launches.empty()) throw RunError("the card has run none of the programs");
  std::printf("%s: %zu launches measured\n", printable(figures.card.name).c_str(), figures.launches.size());
  write_csv(options, figures, stamps, result);
  return measured.failed ? 1 : 0;
}

int compare_with_design(const CorrelateOptions& options) {
  const LoadedDesign design = load_single_design(options.design, options.overrides);
  warn_of_idle(design);
  const std::vector<Output> outputs = csv_file(options);
  std::vector<std::string> inputs = design.files;
  if (!options.from.empty()) inputs.push_back(options.from);
  ResultOnly result(options.csv == kStandardOutput);
  const OutputStamps stamps = check_outputs(outputs, inputs);
  const std::string pictures = options.pictures.empty() ? "" : options.pictures + "/correlate";
  if (!pictures.empty()) check_pictures(pictures, "cycles", outputs, inputs);
  MeasuredFigures measured;
  if (!options.from.empty()) measured = from_file(options);
  if (!pictures.empty()) check_outcomes({correlate::outcome_of({}, {}, design.design.name)}, options.pictures);
  if (options.from.empty()) measured = measure(options);
  Figures& figures = measured.figures;
  if (figures.launches.empty()) throw RunError("the card has run none of the programs");
  warn_of_machine(figures.card, design.design);
  ByProgram programs;
  for (Figure& one : figures.launches) programs[{one.program, one.size}].push_back(&one);
  run_models(programs, design, measured.file);
  const std::vector<correlate::ProgramSum> sums = correlate::sums_of(figures.launches);
  std::fputs(printable_lines(correlate::correlation_table(sums, figures.card, design.design.name)).c_str(), stdout);
  write_csv(options, figures, stamps, result);
  if (!options.pictures.empty()) {
    write_outcomes({correlate::outcome_of(sums, figures.card, design.design.name)}, options.pictures);
    std::printf("\npicture: %s\n",
                printable((std::filesystem::path(options.pictures) / "correlate" / "index.html").string()).c_str());
  }
  return measured.failed ? 1 : 0;
}

}  // namespace

int correlate_command(const CorrelateOptions& options) {
  return options.design.empty() ? measure_card_alone(options) : compare_with_design(options);
}

}  // namespace unibank
