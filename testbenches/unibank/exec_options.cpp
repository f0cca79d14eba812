#include "unibank/exec_options.h"

#include <algorithm>

#include "base/input_error.h"
#include "compiler/allocation_context.h"
#include "unibank/option_parts.h"
#include "unibank/run_checks.h"

namespace unibank {

namespace {

void add_machine(CLI::App& command, ExecOptions& exec, RawExec& raw) {
  RunOptions& run = exec.run;
  repeated(command.add_option("--design", run.designs,
                              "Name or file of a design; may be repeated: the program runs once on each"),
           "NAME|FILE");
  add_overrides(command, run.overrides, "Override a value of every design");
  command
      .add_option("--registers", run.registers, "Limit of registers per thread; the rest is spilled to local memory")
      ->type_name("N")
      ->check(CLI::Range(compiler::kLeastRegisters, kMaxRegisters));
  command.add_option("--pass", run.pass, "Compile for more resident blocks; onchip: spills in scratchpad")
      ->type_name("NAME")
      ->check(one_of({"none", "onchip", "local"}));
  command.add_option("--threads", run.threads, "Limit of resident threads")
      ->type_name("N")
      ->check(CLI::Range(1u, 8192u));
  command.add_option("--cores", run.cores, "Host cores that SMs run on, with the same results (default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1u, 256u));
  command
      .add_option("--memory", raw.memory,
                  "Megabytes of device memory (default: " + std::to_string(exec.memory_megabytes) +
                      ", and at most half of those of --limits)")
      ->type_name("MB")
      ->check(CLI::Range(1u, 1u << 17));
}

// A repeatable option is a list, and a list would take the following '--' as its own end; the program's arguments after
// '--' would then be read as options of `exec`.
void keep_program_apart(CLI::App& command) {
  for (CLI::Option* const option : command.get_options())
    if (!option->get_positional() && option->get_items_expected_max() == 1) option->allow_extra_args(false);
}

// The program and the model both map the device's memory, beside their own.
void set_memory(const RawExec& raw, const Limits& limits, std::uint64_t& megabytes) {
  if (raw.memory) megabytes = *raw.memory;
  if (limits.megabytes == 0) return;
  if (!raw.memory) megabytes = std::min(megabytes, std::max<std::uint64_t>(limits.megabytes / 2, 1));
  if (!raw.memory && megabytes >= limits.megabytes)
    throw InputError("--limits memory=" + std::to_string(limits.megabytes) +
                     " leaves none for the device, expected at least memory=2");
  if (megabytes >= limits.megabytes)
    throw InputError("--memory is " + std::to_string(megabytes) + ", expected less than the " +
                     std::to_string(limits.megabytes) + " MB that --limits gives each process");
}

}  // namespace

void add_exec(CLI::App& app, ExecOptions& exec, RawExec& raw) {
  CLI::App& command = *app.add_subcommand(
      "exec", "Run an unmodified CUDA program on one design or several: exec [OPTIONS] -- PROGRAM ARGUMENTS");
  RunOptions& run = exec.run;
  command.add_option("program", exec.program, "The program and its arguments, after '--'")->required();
  add_machine(command, exec, raw);
  command.add_flag("--functional", run.functional, "Only compute the kernels' results, without timing");
  command.add_option("--launches", raw.launches, "Launches to time, from 0, such as 3,10-12; others run functionally")
      ->type_name("LIST")
      ->check(check_not_empty);
  add_repeated(command, "--kernel", exec.timed.kernels, "NAME", "Kernels to time, by a part of the name")
      ->check(check_not_empty);
  command.add_flag("--lenient", exec.lenient, "Count accesses outside buffers, and continue, as a card does");
  command.add_flag("--in-process", exec.in_process, "Run the model in the program's process, to debug both at once");
  command.add_option("--json", run.json, "Write the results as JSON; not -: standard output is the program's")
      ->type_name("FILE")
      ->check(check_not_empty);
  command.add_option("--csv", run.csv, "Write the results as CSV; not -: as for --json")
      ->type_name("FILE")
      ->check(check_not_empty);
  command.add_option("--record", exec.record, "Write timed launches as manifests for 'run'; if functional, a trace too")
      ->type_name("FOLDER")
      ->check(check_not_empty);
  add_waves(command, run.waves, raw.waves);
  keep_program_apart(command);
  command.footer(
      "Exit status: the program's own; 128 + n when signal n ended it; 1 when the model failed, 2 bad input.\n"
      "Example:\n  unibank exec --design jing2016/integrated-fair -- ./program its arguments\n");
}

void read_exec(const RawExec& raw, const Limits& limits, ExecOptions& exec) {
  RunOptions& run = exec.run;
  read_waves(raw.waves, run.waves);
  set_memory(raw, limits, exec.memory_megabytes);
  if (!raw.launches.empty()) exec.timed.numbers = exec::launch_numbers(raw.launches);
  check_run(run, "exec");
  for (const auto& [option, file] : {std::pair("--json", run.json), std::pair("--csv", run.csv)})
    if (file == "-")
      throw InputError(std::string(option) + " is '-', expected a file: standard output is the program's own");
  if (!exec.record.empty() && run.designs.size() > 1)
    throw InputError("--record is of one run; expected at most one --design");
  if (run.functional && exec.timed.any())
    throw InputError("--functional times nothing, so it cannot take --launches or --kernel");
  if (run.waves.any() && run.designs.size() != 1)
    throw InputError("--vcd, --timeline and --transactions are of one design; expected one --design");
}

}  // namespace unibank
