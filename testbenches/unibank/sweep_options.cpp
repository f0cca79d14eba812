#include "unibank/sweep_options.h"

#include <filesystem>
#include <tuple>
#include <utility>

#include "base/input_error.h"
#include "sweep/points.h"
#include "unibank/option_parts.h"

namespace unibank {

namespace {

void add_quick_form(CLI::App& command, SweepOptions& sweep) {
  add_repeated(command, "--design", sweep.designs, "NAME|FILE", "Design, for a study without a file");
  add_repeated(command, "--axis", sweep.axes, "key=value,value...",
               "An axis: a key of designs, or arg.name of the program");
  add_repeated(command, "--set", sweep.overrides, "section.key=value", "Override a value of all designs");
  add_repeated(command, "--arg", sweep.arguments, "name=value", "Argument of the workload");
  for (auto& [name, text, what] :
       {std::tuple<const char*, std::string&, const char*>{"--size", sweep.size, "tiny, test (default) or paper"},
        {"--style", sweep.style, "Style of the workload's PTX: modern (default) or period"},
        {"--sample", sweep.sample, "Time a random sample: launches=N% or blocks=N%"}})
    command.add_option(name, text, what)->check(check_not_empty);
}

sweep::Study quick_study(const SweepOptions& options) {
  sweep::Study study;
  study.file = "unibank sweep " + options.what;
  study.name = std::filesystem::path(options.what).stem().string();
  study.title = options.what;
  sweep::ProgramChoice program;
  program.name = options.what;
  for (const std::string& text : options.arguments) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw InputError("--arg is '" + text + "', expected name=value, for example n=1024");
    if (!program.arguments.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
      throw InputError("--arg gives '" + text.substr(0, equals) + "' twice");
  }
  // Of the program and not of the study, so that a file, which has none, refuses them.
  if (!options.size.empty()) program.sizes = {options.size};
  program.style = options.style;
  study.programs = {program};
  study.designs = options.designs;
  check_given_once(study.designs);
  study.overrides = options.overrides;
  if (!options.sample.empty()) study.sample = sample_from(options.sample, "--sample");
  for (const std::string& axis : options.axes) study.axes.push_back(sweep::axis_from(axis));
  sweep::check_axes(study);
  return study;
}

}  // namespace

void add_sweep(CLI::App& app, SweepOptions& sweep) {
  CLI::App& command =
      *app.add_subcommand("sweep", "Run a study: programs on designs, with values that change along axes");
  command.add_option("what", sweep.what, "A study (.toml), or with --design a workload, a manifest or a trace")
      ->required()
      ->type_name("STUDY.toml|PROGRAM")
      ->check(check_not_empty);
  add_quick_form(command, sweep);
  command.add_option("--store", sweep.store, "Folder of finished points, of all studies")
      ->type_name("FOLDER")
      ->capture_default_str()
      ->check(check_not_empty);
  command.add_option("--jobs", sweep.jobs, "Number of processes at a time (default: number of cores)")
      ->type_name("N")
      ->check(CLI::Range(1u, 1024u));
  command.add_flag("--dry-run", sweep.dry_run, "Only print the points and their expected cost");
  command.add_flag("--collect", sweep.collect, "Run nothing; collect the finished points of tasks, and export them");
  command.add_flag("--status", sweep.status, "Only print how many points are finished, and what is in the queue");
  command.add_flag("--cancel", sweep.cancel, "Only cancel the study's jobs");
  exclude_each_other(command, {"--dry-run", "--collect", "--status", "--cancel"});
  CLI::Option* const report =
      command.add_option("--report", sweep.report, "Write an interactive page of the finished points")
          ->type_name("FILE.html")
          ->check(check_file);
  command.add_option("--plotly", sweep.plotly, "plotly.js for the page (default: that of Debian's python3-plotly)")
      ->type_name("FILE")
      ->needs(report)
      ->check(check_not_empty);
  for (const char* other : {"--dry-run", "--status", "--cancel"}) report->excludes(other);
  add_slurm(command, sweep);
  // The options with which the jobs are started.
  command.add_option("--bounds", sweep.bounds)->group("")->check(check_not_empty);
  command.add_option("--after", sweep.after)->group("")->check(check_not_empty);
  command.footer("A stopped sweep continues where it stopped. Exit status: 1 when a point failed.");
}

std::string study_words(const SweepOptions& options) {
  std::string text =
      " sweep " + sweep::shell_word(options.what) + " --store " + sweep::shell_word(absolute_path(options.store));
  const auto add = [&text](const char* option, const std::vector<std::string>& values) {
    for (const std::string& value : values) text += std::string(" ") + option + " " + sweep::shell_word(value);
  };
  add("--design", options.designs);
  add("--axis", options.axes);
  add("--set", options.overrides);
  add("--arg", options.arguments);
  if (!options.size.empty()) add("--size", {options.size});
  if (!options.style.empty()) add("--style", {options.style});
  if (!options.sample.empty()) add("--sample", {options.sample});
  return text;
}

std::string page_words(const SweepOptions& options) {
  std::string text;
  for (const auto& [option, file] : {std::pair<const char*, const std::string&>{" --report ", options.report},
                                     {" --plotly ", options.plotly}})
    if (!file.empty()) text += option + sweep::shell_word(absolute_path(file));
  return text;
}

sweep::Study study_of(const SweepOptions& options) {
  const bool is_toml = std::filesystem::path(options.what).extension() == ".toml";
  if (!options.designs.empty()) {
    if (is_toml && sweep::is_study(options.what))
      throw InputError("--design is for a program; '" + options.what + "' is a study, which names its designs");
    return quick_study(options);
  }
  if (!is_toml)
    throw InputError("'" + options.what + "' is no study; expected a file STUDY.toml, or a program with --design");
  if (!options.axes.empty() || !options.overrides.empty() || !options.arguments.empty() || !options.size.empty() ||
      !options.style.empty() || !options.sample.empty())
    throw InputError("--axis, --set, --arg, --size, --style and --sample are for a program with --design; '" +
                     options.what + "' is a study, which contains these settings");
  return sweep::load_study(options.what);
}

}  // namespace unibank
