#include "unibank/options.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <tuple>

#include "base/input_error.h"
#include "compiler/allocation_context.h"
#include "unibank/correlate_options.h"
#include "unibank/exec_options.h"
#include "unibank/option_parts.h"
#include "unibank/run_checks.h"
#include "unibank/view_options.h"

namespace unibank {

namespace {

void set_arguments(const std::vector<std::string>& given, std::map<std::string, std::string>& arguments) {
  for (const std::string& text : given) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw InputError("--arg is '" + text + "', expected name=value, for example n=1024");
    if (!arguments.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
      throw InputError("--arg gives '" + text.substr(0, equals) + "' twice");
  }
}

void set_threads(const std::string& text, RunOptions& run) {
  constexpr unsigned kMost = 8192;
  run.sweep_threads = text == "auto";
  if (run.sweep_threads) return;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), run.threads);
  if (error != std::errc() || end != text.data() + text.size() || run.threads == 0 || run.threads > kMost)
    throw InputError("--threads is '" + text + "', expected a number from 1 to " + std::to_string(kMost) + ", or auto");
}

struct RawRun {
  std::vector<std::string> arguments, occupancy_arguments, blocks;
  std::string threads;
  std::optional<std::string> sample;
  RawWaves waves;
};

// The options that choose a run of a workload, with their defaults.
void add_workload(CLI::App& command, std::vector<std::string>& arguments, std::string& size,
                  std::string& style) {
  add_repeated(command, "--arg", arguments, "name=value", "Argument of the workload");
  command.add_option("--size", size, "Size of the workload's input: tiny, test (default) or paper")
      ->type_name("SIZE")
      ->check(check_not_empty);
  command
      .add_option("--style", style,
                  "Style of the workload's PTX: modern (default), or period, like the papers' compilers")
      ->type_name("STYLE")
      ->check(check_not_empty);
}

void add_registers(CLI::App& command, unsigned& registers) {
  command.add_option("--registers", registers, "Limit of registers per thread; the rest is spilled to local memory")
      ->type_name("N")
      ->check(CLI::Range(compiler::kLeastRegisters, kMaxRegisters));
}

void add_run(CLI::App& app, RunOptions& run, RawRun& raw) {
  CLI::App& command = *app.add_subcommand("run", "Run a workload on one design or several, and compare them");
  command
      .add_option("workload", run.workload,
                  "A workload ('unibank list workloads'), a launch manifest (.toml) or a trace (kernelslist.g)")
      ->required();
  repeated(command.add_option("--design", run.designs, "Name or file of a design; may be repeated: the first is the "
                                                       "baseline of ratios and energy"),
           "NAME|FILE");
  add_overrides(command, run.overrides, "Override a value of every design");
  add_workload(command, raw.arguments, run.size, run.style);
  add_registers(command, run.registers);
  command.add_option("--pass", run.pass, "Compile for more resident blocks; onchip: spills in scratchpad")
      ->type_name("NAME")
      ->check(one_of({"none", "onchip", "local"}));
  command.add_option("--threads", raw.threads, "Limit of resident threads; auto: try several and report the fastest")
      ->type_name("N|auto")
      ->check(check_not_empty);
  command.add_option("--cores", run.cores, "Host cores that SMs run on, with the same results (default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1u, 256u));
  add_blocks(command, raw.blocks);
  command.add_option("--sample", raw.sample, "Time a random sample of the launches, or of the blocks of each launch")
      ->type_name("launches=N%|blocks=N%");
  command.add_flag("--no-dumps", run.no_dumps, "Do not write the buffers that the manifest dumps");
  command.add_flag("--functional", run.functional, "Only compute and verify the answer, without timing");
  command
      .add_option("--json", run.json,
                  "Write the results as JSON; -: to standard output, and the table to standard error")
      ->type_name("FILE")
      ->check(check_not_empty);
  command.add_option("--csv", run.csv, "Write the results as CSV, a line per design; -: as for --json")
      ->type_name("FILE")
      ->check(check_not_empty);
  add_waves(command, run.waves, raw.waves);
  command.footer("Exit status: 0 done, 1 wrong answer, broken invariant or failed run, 2 bad input.");
}

void add_record(CLI::App& app, RecordOptions& record, RawRun& raw) {
  CLI::App& command = *app.add_subcommand("record", "Record a workload's execution as a trace for 'run'");
  RunOptions& run = record.run;
  command.add_option("workload", run.workload, "A workload ('unibank list workloads') or a launch manifest (.toml)")
      ->required();
  command.add_option("-o,--output", record.folder, "Folder for the trace; created if it does not exist")
      ->required()
      ->type_name("FOLDER")->check(check_not_empty);
  command.add_option("--design", run.designs, "Design that kernels are compiled for (default: all keys' defaults)")
      ->expected(1)
      ->type_name("NAME|FILE");
  add_overrides(command, run.overrides, "Override a value of the design");
  add_workload(command, raw.arguments, run.size, run.style);
  add_registers(command, run.registers);
}

void add_spills(CLI::App& command, compiler::ScratchpadSpills& spills) {
  using compiler::StackDiscipline;
  spills.block = {256, 1, 1};
  CLI::Option* const slots = command.add_option("--slots", spills.slots, "Words of scratchpad per thread for spills")
                                 ->type_name("N")
                                 ->check(CLI::Range(0u, 16384u));  // 64 KB
  add_block_size(command, spills.block, "Threads per block, for --slots (default: 256)")->needs(slots);
  static const std::map<std::string, StackDiscipline> kNames = {{"traditional", StackDiscipline::kTraditional},
                                                                {"register-stack", StackDiscipline::kRegisterStack},
                                                                {"moving", StackDiscipline::kMoving}};
  command
      .add_option_function<std::string>(
          "--stack", [&spills](const std::string& name) { spills.stack = kNames.at(name); },
          "Placement of the slots of callers and callees, for --slots")
      ->type_name("NAME")
      ->needs(slots)
      ->check(one_of({"traditional", "register-stack", "moving"}));
}

void add_compile(CLI::App& app, CompileCommandOptions& compile) {
  CLI::App& command = *app.add_subcommand("compile", "Compile PTX in its written order, and show the result");
  command.add_option("file", compile.file, "A PTX file")->required();
  command.add_option("--kernel", compile.kernel, "Only this kernel")->type_name("NAME")->check(check_not_empty);
  add_registers(command, compile.registers);
  add_spills(command, compile.spills);
  command.add_option("--print", compile.print, "cfg, liveness, assembly, hierarchy, last-uses, ranges, slots or stats")
      ->capture_default_str()
      ->check(one_of({"cfg", "liveness", "assembly", "hierarchy", "last-uses", "ranges", "slots", "stats"}));
  command.add_option("--dot", compile.dot, "Write the control-flow graph for Graphviz")
      ->type_name("FILE")
      ->check(check_file);
}

void add_occupancy(CLI::App& app, OccupancyOptions& occupancy, std::vector<std::string>& arguments) {
  CLI::App& command =
      *app.add_subcommand("occupancy", "Show how many blocks of a kernel an SM holds, and which resource limits them");
  command.add_option("what", occupancy.what,
                     "A PTX file, a workload, a launch manifest (.toml) or a trace (kernelslist.g)")
      ->required()->type_name("FILE|WORKLOAD");
  command.add_option("--design", occupancy.design, "Name or file of a design")->type_name("NAME|FILE")->required();
  add_overrides(command, occupancy.overrides, "Override a value of the design");
  command.add_option("--kernel", occupancy.kernel, "Only this kernel")->type_name("NAME")->check(check_not_empty);
  add_block_size(command, occupancy.block, "Threads per block (default: as the program launches it)");
  command.add_option("--registers", occupancy.registers, "Registers per thread (default: as compiled for the design)")
      ->type_name("N")
      ->check(CLI::Range(1u, kMaxRegisters));
  command.add_option("--scratchpad", occupancy.scratchpad, "Bytes of scratchpad per block (default: the kernel's own)")
      ->type_name("N")
      ->check(CLI::Range(0, 1 << 26));
  add_workload(command, arguments, occupancy.size, occupancy.style);
  command.add_option("--pictures", occupancy.pictures, "Draw the graphs as SVG and PNG into FOLDER/occupancy")
      ->type_name("FOLDER")
      ->check(check_not_empty);
}

void add_characterize(CLI::App& app, CharacterizeOptions& characterize, std::vector<std::string>& blocks) {
  CLI::App& command = *app.add_subcommand(
      "characterize", "Measure a design's latencies and bandwidths, and compare them with its parameters");
  command.add_option("--design", characterize.design, "Name or file of a design")->type_name("NAME|FILE")->required();
  add_overrides(command, characterize.overrides, "Override a value of the design");
  add_blocks(command, blocks);
  for (auto& [name, file] : {std::pair<const char*, std::string&>{"--json", characterize.json},
                             {"--csv", characterize.csv}})
    command.add_option(name, file, "Write the table to a file; -: to standard output, and nothing else there")
        ->type_name("FILE")
        ->check(check_not_empty);
  command.add_option("--plot", characterize.pictures, "Draw the curves as SVG and PNG into FOLDER/characterize")
      ->type_name("FOLDER")
      ->check(check_not_empty);
  command.add_flag("--check", characterize.check, "End with status 1 if a row is neither exact nor within its bound");
  CLI::Option* const gpu =
      command.add_flag("--gpu", characterize.gpu, "Measure the rows on an NVIDIA GPU, too, and print both");
  command.add_option("--libcuda", characterize.libcuda, "The CUDA driver")
      ->type_name("FILE")
      ->capture_default_str()
      ->needs(gpu)
      ->check(check_not_empty);
}

void add_reproduce(CLI::App& app, ReproduceOptions& reproduce) {
  CLI::App& command = *app.add_subcommand("reproduce", "Run a paper's experiments; compare with published values");
  command.add_option("what", reproduce.what, "PAPER or PAPER/EXPERIMENT (default: all)")
      ->type_name("PAPER[/EXPERIMENT]");
  command.add_option("--size", reproduce.size, "test: small programs, coarse sweeps; paper: as published")
      ->capture_default_str()->check(one_of({"test", "paper"}));
  command.add_option("--jobs", reproduce.jobs, "Number of processes at a time (default: number of cores)")
      ->type_name("N")->check(CLI::Range(1u, 1024u));
  command.add_option("--costs", reproduce.costs, "CPU seconds of points: read for estimates, and extended")
      ->type_name("FILE")->check(check_not_empty);
  for (auto& [name, folder, what] :
       {std::tuple<const char*, std::string&, const char*>{"--results", reproduce.results, "Folder of finished points"},
        {"--output", reproduce.output, "Folder for tables, pictures and pages"},
        {"--experiments", reproduce.experiments, "Folder of experiments instead of those built in"}})
    command.add_option(name, folder, what)->type_name("FOLDER")->capture_default_str()->check(check_not_empty);
  command.add_flag("--list", reproduce.list, "Only list the experiments");
  command.add_flag("--dry-run", reproduce.dry_run,
                   "Only print how many points are missing; with --costs also their CPU time");
  command.add_flag("--finished", reproduce.finished, "Run nothing; write pages and tables of the finished points");
  CLI::Option* const report =
      command.add_flag("--report", reproduce.report, "Write the reports of the folder of experiments (paper size)");
  command.add_flag("--status", reproduce.status, "Only say how many points are missing, and what is in the queue");
  command.add_flag("--cancel", reproduce.cancel, "Only cancel the jobs");
  add_slurm(command, reproduce);
  CLI::Option* const repeat =
      command.add_option("--repeat", reproduce.repeat, "Run N finished points again; they must be the same")
          ->type_name("N")->check(CLI::Range(1u, 1000000u));
  exclude_each_other(command, {"--list", "--dry-run", "--finished", "--report", "--status", "--cancel", "--repeat"});
  for (const char* other : {"what", "--size", "--jobs", "--output", "--costs"}) report->excludes(other);
  for (const char* other : {"--output", "--costs", "--on"}) repeat->excludes(other);
  command.add_option("--seed", reproduce.seed, "Which points --repeat chooses")
      ->type_name("N")->capture_default_str()->needs(repeat)->check(CLI::Range(std::int64_t{0}, INT64_MAX));
  command.add_flag("--check", reproduce.check, "Only compare the existing reports with their texts and points")
      ->needs(report);
  command.footer(
      "A stopped run continues where it stopped. Exit status: 1 when a point failed, or differs when repeated.");
}

void add_limits(CLI::App& app, std::string& limits) {
  for (CLI::App* command : app.get_subcommands({}))
    command->add_option("--limits", limits, "Limits of the command, for untrusted files; each is optional")
        ->type_name("time=SECONDS,memory=MB,file=MB")
        ->check(check_not_empty);
}

Options::Command chosen(const CLI::App& app) {
  using Command = Options::Command;
  static constexpr std::pair<const char*, Command> kCommands[] = {
      {"run", Command::kRun},           {"exec", Command::kExec},           {"record", Command::kRecord},
      {"list", Command::kList},         {"compile", Command::kCompile},     {"occupancy", Command::kOccupancy},
      {"sweep", Command::kSweep},       {"reproduce", Command::kReproduce}, {"characterize", Command::kCharacterize},
      {"correlate", Command::kCorrelate}, {"schema", Command::kSchema},   {"completion", Command::kCompletion}};
  for (const auto& [name, command] : kCommands)
    if (app.got_subcommand(name)) return command;
  return Command::kShow;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void read_run(const RawRun& raw, RunOptions& run) {
  read_waves(raw.waves, run.waves);
  if (raw.sample) run.sample = sample_from(*raw.sample, "--sample");
  if (!raw.threads.empty()) set_threads(raw.threads, run);
  set_arguments(raw.arguments, run.arguments);
  run.blocks = block_requests(raw.blocks);
  check_run(run, "run");
}

void read_record(const RawRun& raw, RunOptions& run) {
  set_arguments(raw.arguments, run.arguments);
  if (run.designs.empty() && !run.overrides.empty())
    throw InputError("--set overrides values of a design, so it needs --design");
  if (run.registers != 0) check_not_set(run, "--registers", "kernel.register_limit");
}

// The help that explains the command of an error, or all commands where none was read.
std::string help_for(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return " ('unibank " + (commands.empty() ? "" : commands.front()->get_name() + " ") + "--help' explains)";
}

// False: help or the version has been printed.
bool parsed(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // CLI11 prints help behind any words.
    const bool asked = error.get_exit_code() == 0;
    const std::string refusal = asked ? first_word_refusal(app, argc, argv) : refusal_text(error, app, argc, argv);
    if (!asked || !refusal.empty()) throw InputError(one_line(refusal) + help_for(app));
    app.exit(error);
    return false;
  }
  return true;
}

}  // namespace

Options parse_options(int argc, char** argv) {
  CLI::App app("A SystemC/TLM-2.0 model of a GPU's on-chip memory: runs kernels on SM designs and compares them",
               "unibank");
  app.set_version_flag("--version", "unibank " UNIBANK_VERSION);
  app.set_help_all_flag("--help-all", "Help of all commands");
  app.require_subcommand(1);
  Options options;
  RawRun raw, raw_record;
  std::vector<std::string> show_blocks, characterize_blocks;
  add_run(app, options.run, raw);
  RawExec raw_exec;
  add_exec(app, options.exec, raw_exec);
  add_record(app, options.record, raw_record);
  add_views(app, options, show_blocks);
  add_compile(app, options.compile);
  add_occupancy(app, options.occupancy, raw.occupancy_arguments);
  add_characterize(app, options.characterize, characterize_blocks);
  add_correlate(app, options.correlate);
  add_reproduce(app, options.reproduce);
  add_sweep(app, options.sweep);
  std::string limits;
  add_limits(app, limits);
  add_examples(app);
  if (!parsed(app, argc, argv)) return options;
  options.command = chosen(app);
  if (options.command == Options::Command::kCompletion) options.completion = completion_text(app, options.shell);
  if (!limits.empty()) options.limits = read_limits(limits);
  set_arguments(raw.occupancy_arguments, options.occupancy.arguments);
  if (options.command == Options::Command::kRun) read_run(raw, options.run);
  if (options.command == Options::Command::kExec) read_exec(raw_exec, options.limits, options.exec);
  if (options.command == Options::Command::kCharacterize)
    options.characterize.blocks = block_requests(characterize_blocks);
  if (options.command == Options::Command::kShow) options.show.blocks = block_requests(show_blocks);
  if (options.command == Options::Command::kRecord) read_record(raw_record, options.record.run);
  return options;
}

}  // namespace unibank
