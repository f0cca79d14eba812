#include "unibank/run_checks.h"

#include "base/input_error.h"
#include "unibank/option_parts.h"

namespace unibank {

namespace {

// Only two of a design's values have a meaning without a machine.
void check_overrides(const RunOptions& run) {
  if (!run.designs.empty()) return;
  for (const std::string& text : run.overrides) {
    const std::string key = text.substr(0, text.find('='));
    if (key == "run.out_of_bounds" || key == "run.instruction_limit") continue;
    throw InputError("--set overrides values of designs, so '" + text +
                     "' needs at least one --design; without one, --functional takes run.out_of_bounds and "
                     "run.instruction_limit alone");
  }
}

}  // namespace

void check_not_set(const RunOptions& run, const std::string& option, const std::string& key) {
  for (const std::string& text : run.overrides)
    if (text.rfind(key + "=", 0) == 0)
      throw InputError(option + " stands for " + key + ", which is set twice: --set " + text + " too");
}

void check_run(const RunOptions& run, const std::string& command) {
  if (run.designs.empty() && !run.functional)
    throw InputError(command + " needs at least one --design (or --functional); 'unibank list designs' names them");
  check_overrides(run);
  check_given_once(run.designs);
  if (run.functional && (run.threads != 0 || run.sweep_threads))
    throw InputError("--functional has no resident threads, so it cannot take --threads");
  if (run.threads != 0 || run.sweep_threads) check_not_set(run, "--threads", "kernel.thread_limit");
  if (run.registers != 0) check_not_set(run, "--registers", "kernel.register_limit");
  if (run.functional && !run.blocks.empty()) throw InputError("--functional has no time, so it cannot take --block");
  if (run.functional && run.cores != 1) throw InputError("--functional has no SMs, so it cannot take --cores");
  if (run.designs.empty() && !run.blocks.empty())
    throw InputError("--block is for designs, so it needs at least one --design");
  for (const BlockRequest& request : run.blocks)
    check_not_set(run, "--block " + request.variant->name, request.variant->kind + ".model");
  if (!run.pass.empty()) check_not_set(run, "--pass", "kernel.pass");
  if (!run.pass.empty() && run.designs.empty())
    throw InputError("--pass compiles kernels for what a design has room for, so it needs at least one --design");
  if (run.functional && run.sample.any()) throw InputError("--functional times no launch, so it cannot take --sample");
  if (run.functional && run.waves.any())
    throw InputError("--functional has no time, so it cannot write --vcd, --timeline or --transactions");
  if (run.cores != 1 && !run.waves.transactions.empty())
    throw InputError("--cores " + std::to_string(run.cores) +
                     " does not go with --transactions: they are recorded on one core");
}

}  // namespace unibank
