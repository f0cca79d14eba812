#include "unibank/exec_model.h"

#include "base/input_error.h"
#include "base/text.h"
#include "concurrency/launch_compiler.h"
#include "exec/summary.h"
#include "gpu/compile_options.h"
#include "report/invariants.h"

namespace unibank {

namespace {

exec::MachineRequest machine_of(const ExecSettings& settings, const Design& design) {
  exec::MachineRequest machine;
  machine.design = design;
  machine.design_name = settings.design_name;
  machine.functional = settings.functional;
  machine.timed = settings.timed;
  machine.options = compile_options(design);
  if (settings.registers != 0) machine.options.registers = settings.registers;
  if (design.kernel.pass != KernelPass::kNone) {
    const LaunchCompiler compiler(design, machine.options);
    machine.compile = [compiler](const ptx::Module& module, const std::string& entry, Dim3 block,
                                 unsigned dynamic_bytes) {
      return compiler.compile(module, entry, block, dynamic_bytes);
    };
  }
  machine.memory_bytes = settings.memory_bytes;
  machine.cores = settings.cores;
  machine.watched_sm = settings.waves.sm;
  return machine;
}

// A waveform, and a record, is of one process. Which of several has it depends on no race: it is the first.
const ExecSettings& of_one_process(const ExecSettings& settings) {
  std::vector<std::string> options;
  for (const WaveFile& file : wave_files(settings.waves)) options.push_back(file.option);
  if (!settings.record.empty()) options.push_back("--record");
  if (settings.first || options.empty()) return settings;
  throw InputError("found a second process that uses CUDA, but " + joined(options, ", ") +
                   (options.size() == 1 ? " is" : " are") + " of the first; expected one: run 'exec' for each");
}

}  // namespace

ExecModel::ExecModel(const ExecSettings& settings, const LoadedDesign& design)
    : settings_(of_one_process(settings)),
      waves_(open_waves(settings.waves)),
      transactions_(open_transactions(settings.waves)) {
  exec::MachineRequest machine = machine_of(settings, design.design);
  if (!settings.record.empty()) open_record(machine);
  server_ = std::make_unique<exec::Server>(machine, waves_.get());
}

void ExecModel::open_record(exec::MachineRequest& machine) {
  const std::string& folder = settings_.record;
  lock_ =
      std::make_unique<files::Lock>(folder + "/.recording", "--record: another process writes into '" + folder + "'");
  trace::remove_record(folder);
  launches_ = std::make_unique<exec::LaunchRecord>(folder);
  machine.record = launches_.get();
  if (settings_.functional) recorder_ = std::make_unique<trace::Recorder>(folder, settings_.compiled_for);
  machine.observer = recorder_.get();
}

std::string ExecModel::end() {
  exec::Served served = server_->end();
  if (recorder_) served.failure.empty() ? recorder_->finish() : trace::remove_record(settings_.record);
  const bool nothing_timed = exec::took_nothing(settings_.timed, served.rows);
  if (transactions_ && served.failure.empty() && !nothing_timed) transactions_->finish();
  RunResult& result = served.result;
  result.workload = served.program;
  result.design = settings_.design_name;
  if (launches_)
    for (std::string& refused : launches_->refused()) result.warnings.push_back(std::move(refused));
  if (!nothing_timed) add_remarks(waves_.get(), transactions_.get(), result.warnings);
  if (settings_.functional) return packed(served);
  result.effective_design = settings_.effective_design;
  if (!served.failure.empty()) {  // a launch was left unfinished
    result.broken_invariants.clear();
    return packed(served);
  }
  for (std::string& broken : broken_invariants(result)) result.broken_invariants.push_back(std::move(broken));
  return packed(served);
}

}  // namespace unibank
