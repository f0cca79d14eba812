// `unibank record`: the execution of a program as a trace.
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <vector>

#include "base/printable.h"
#include "files/lock.h"
#include "report/human.h"
#include "report/json.h"
#include "trace/recorder.h"
#include "unibank/commands.h"
#include "unibank/complain.h"
#include "unibank/output.h"
#include "unibank/printed_text.h"
#include "unibank/quiet_watcher.h"
#include "unibank/request.h"
#include "unibank/single_design.h"

namespace unibank {

// The list is written last, so that it exists only if the record is complete.
std::string checked_list(const std::string& option, const std::string& folder, const std::vector<std::string>& inputs) {
  const std::string list = folder + "/kernelslist.g";
  check_outputs({{option, list}}, inputs);
  return list;
}

namespace {

struct Recorded {
  unsigned launches = 0;
  std::uint64_t instructions = 0;
  RunResult result;
};

// Prints the kernels' text as it comes.
class Printing : public QuietWatcher {
 public:
  void printed(std::size_t job, const std::string& text) override { printed_.add(job, text); }

 private:
  PrintedText printed_{std::vector<std::string>{"record"}};
};

// In a process of its own, so that a signal to this one leaves no part of a record.
Recorded record(const SimulationRequest& request, const std::string& folder) {
  const auto work = [&](const Notify& notify) {
    trace::Recorder recorder(folder, compiled_for(request));
    const RunResult result = simulate_functional(request, notify, recorder);
    recorder.finish();
    return std::to_string(recorder.launches()) + " " + std::to_string(recorder.instructions()) + " " +
           run_to_json(result);
  };
  Printing printing;
  std::istringstream ended(run_forked({{"record", work}}, 1, printing).front());
  Recorded recorded;
  ended >> recorded.launches >> recorded.instructions;
  recorded.result = run_from_json({std::istreambuf_iterator<char>(ended), {}});
  return recorded;
}

}  // namespace

int record_command(const RecordOptions& options) {
  Program program = find_program(options.run);
  if (program.traced) throw InputError("'" + options.run.workload + "' is a trace; expected a workload or a manifest");
  SimulationRequest request = request_for(options.run, program);
  if (!options.run.designs.empty()) {
    request.design = load_single_design(options.run.designs.front(), options.run.overrides);
    program.files.insert(program.files.end(), request.design.files.begin(), request.design.files.end());
  }
  request.functional = true;
  const ResultFolder folder("--output", options.folder);
  const std::string list = checked_list("--output", options.folder, program.files);
  const files::Lock lock(options.folder + "/.recording",
                         "--output: another unibank record writes into '" + options.folder + "'");
  Recorded recorded;
  try {
    recorded = record(request, options.folder);
  } catch (...) {
    if (!std::filesystem::exists(list)) trace::remove_record(options.folder);  // else it is the earlier record
    throw;
  }
  const RunResult& result = recorded.result;
  for (const std::string& warning : result.warnings)
    complain("warning", result.workload + ": " + warning);
  std::printf("%s: %u launch%s, %s warp instructions, %s\nrecord: %s\n", printable(result.workload).c_str(),
              recorded.launches, recorded.launches == 1 ? "" : "es", with_commas(recorded.instructions).c_str(),
              !result.judged    ? "not verified"
              : result.verified ? "verified"
                                : "NOT verified",
              list.c_str());
  if (!result.judged || result.verified) return 0;
  complain("error", "wrong answer: " + result.verification);
  return 1;
}

}  // namespace unibank
