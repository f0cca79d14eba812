// `unibank record`: the execution of a program as a trace.
#include <cstdio>
#include <filesystem>

#include "base/printable.h"
#include "files/lock.h"
#include "report/human.h"
#include "trace/recorder.h"
#include "unibank/commands.h"
#include "unibank/complain.h"
#include "unibank/output.h"
#include "unibank/request.h"
#include "unibank/single_design.h"

namespace unibank {

// The list is written last, so that it exists only if the record is complete.
std::string prepare_record(const std::string& option, const std::string& folder,
                           const std::vector<std::string>& inputs) {
  const std::string list = folder + "/kernelslist.g";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(option + ": cannot make the folder '" + folder + "': " + error.message());
  check_outputs({{option, list}}, inputs);
  return list;
}

int record_command(const RecordOptions& options) {
  Program program = find_program(options.run);
  if (program.traced) throw InputError("'" + options.run.workload + "' is a trace; expected a workload or a manifest");
  SimulationRequest request = request_for(options.run, program);
  if (!options.run.designs.empty()) {
    request.design = load_single_design(options.run.designs.front(), options.run.overrides);
    program.files.insert(program.files.end(), request.design.files.begin(), request.design.files.end());
  }
  request.functional = true;
  const std::string list = prepare_record("--output", options.folder, program.files);
  const files::Lock lock(options.folder + "/.recording",
                         "--output: another unibank record writes into '" + options.folder + "'");
  std::filesystem::remove(list);
  trace::Recorder recorder(options.folder, compiled_for(request));
  const RunResult result = simulate_functional(request, recorder);
  recorder.finish();
  for (const std::string& warning : result.warnings)
    complain("warning", result.workload + ": " + warning);
  std::printf("%s: %u launch%s, %s warp instructions, %s\nrecord: %s\n", printable(result.workload).c_str(),
              recorder.launches(), recorder.launches() == 1 ? "" : "es", with_commas(recorder.instructions()).c_str(),
              !result.judged    ? "not verified"
              : result.verified ? "verified"
                                : "NOT verified",
              list.c_str());
  if (!result.judged || result.verified) return 0;
  complain("error", "wrong answer: " + result.verification);
  return 1;
}

}  // namespace unibank
