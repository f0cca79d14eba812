#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>

#include "base/printable.h"
#include "design/schema.h"
#include "energy/sampled_energy.h"
#include "energy/table.h"
#include "exec/channel.h"
#include "exec/session.h"
#include "exec/summary.h"
#include "report/csv.h"
#include "report/json.h"
#include "report/table.h"
#include "unibank/commands.h"
#include "unibank/complain.h"
#include "unibank/exec_model.h"
#include "unibank/output.h"
#include "unibank/quiet_watcher.h"
#include "unibank/request.h"
#include "unibank/single_design.h"

namespace unibank {

namespace {

// Names of the files of a record (exec::LaunchRecord, trace::Recorder).
constexpr char kRecordFiles[] = R"(kernel-\d+\.(toml|traceg)|kernelslist\.g|module-.*\.ptx|memory-.*\.bin)";
constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;

// The program on one design.
struct DesignRun {
  SimulationRequest request;
  std::vector<exec::Served> served;
};

std::vector<DesignRun> points_of(const ExecOptions& options) {
  std::vector<DesignRun> points;
  std::vector<std::string> overrides = overrides_of(options.run);
  if (options.lenient) overrides.push_back("run.out_of_bounds=warn");
  const auto add = [&](const std::string& name, LoadedDesign design) {
    find_energy_table(design.design.energy.table);
    check_cores(options.run.cores, design.design);
    DesignRun point;
    point.request = request_for(options.run, Program{std::make_shared<Manifest>(), nullptr, {}});
    point.request.manifest = nullptr;
    point.request.design_name = name;
    point.request.design = std::move(design);
    points.push_back(std::move(point));
  };
  for (const std::string& name : options.run.designs) {
    LoadedDesign design = load_single_design(name, overrides, options.run.designs.size() > 1);
    const std::string own = design.design.name;
    add(own, std::move(design));
  }
  if (options.run.designs.empty())
    add("functional", load_design({"functional", "--functional", "", ""}, {}, overrides));
  return points;
}

ExecSettings settings_of(const ExecOptions& options, const SimulationRequest& request) {
  ExecSettings settings;
  settings.design_name = request.design_name;
  settings.effective_design = effective_toml(request.design);
  settings.compiled_for = compiled_for(request);
  settings.record = options.record;
  settings.functional = request.functional;
  settings.timed = options.timed;
  settings.registers = request.registers;
  settings.cores = request.cores;
  settings.memory_bytes = options.memory_megabytes * kMegabyte;
  settings.waves = request.waves;
  return settings;
}

// Runs in the model's process.
std::string serve(const ExecSettings& settings, const LoadedDesign& design, int socket) {
  std::string call;
  if (!exec::receive_message(socket, call)) throw RunError("the program has ended before its first call");
  std::optional<ExecModel> model;
  try {
    model.emplace(settings, design);
  } catch (const InputError&) {
    exec::send_message(socket, exec::refusal());
    throw;
  }
  do {
    const std::string answer = model->answer(call);
    if (!exec::send_message(socket, answer, model->file())) break;
  } while (exec::receive_message(socket, call));
  return model->end();
}

// The same where the model is in the program's process: this process only waits for the model's last message.
std::string serve_in_process(const std::string& settings, int socket) {
  std::string said;
  if (!exec::send_message(socket, settings) || !exec::receive_message(socket, said) || said.empty())
    throw RunError("the program did not end by exit() or a return from main(), so the model in it has no results");
  if (said.front() != exec::kModelResult) throw RunError(said.substr(1));
  return said.substr(1);
}

exec::ServeProgram serve_of(const ExecOptions& options, const SimulationRequest& request) {
  return [settings = settings_of(options, request), &options, &request](int socket, bool first) {
    ExecSettings own = settings;
    own.first = first;
    return options.in_process ? serve_in_process(packed(own), socket) : serve(own, request.design, socket);
  };
}

// Throws InputError for a design and options of which no model can be made: before the program starts, one is made in a
// process of its own, because SystemC elaborates once per process. It leaves no file.
void check_model(const SimulationRequest& request, ExecSettings settings) {
  settings.record.clear();
  QuietWatcher watcher;
  run_forked({{request.design_name,
               [&](const Notify&) {
                 const ExecModel model(settings, request.design);
                 return std::string();
               }}},
             1, watcher);
}

// About a selection that took no launch, which only the program's end shows; empty: it took one, or a launch failed.
std::string missed_by(const exec::Selection& timed, const std::vector<exec::Served>& all) {
  std::uint64_t launches = 0;
  std::set<std::string> kernels;
  for (const exec::Served& served : all) {
    if (!served.failure.empty()) return "";
    if (served.rows.empty()) continue;
    if (!exec::took_nothing(timed, served.rows)) return "";
    for (const exec::KernelRow& row : served.rows) {
      launches += row.launches;
      kernels.insert(row.kernel);
    }
  }
  if (kernels.empty()) return "";
  std::string text = timed.text() + " takes no launch, so nothing was timed; the program has " +
                     std::to_string(launches) + (launches == 1 ? " launch" : " launches") + ", numbered from 0, of:";
  for (const std::string& kernel : kernels) text += (kernel == *kernels.begin() ? " " : ", ") + kernel;
  return text;
}

bool complain_of_missed(const ExecOptions& options, const std::vector<DesignRun>& points) {
  bool any = false;
  for (const DesignRun& point : points) {
    const std::string missed = missed_by(options.timed, point.served);
    if (missed.empty()) continue;
    complain("error", point.request.design_name + ": " + missed);
    any = true;
  }
  return any;
}

bool counts(const exec::Served& served) { return !served.rows.empty() && served.failure.empty(); }

// Returns the program's own status, or 1 if the model failed.
int run_point(const ExecOptions& options, const std::string& folder, DesignRun& point) {
  const SimulationRequest& request = point.request;
  const exec::SessionEnd ended = exec::run_session(options.program, folder, serve_of(options, request));
  int status = ended.status;
  for (const std::string& error : ended.errors) {
    complain("error", request.design_name + ": " + error);
    status = status == 0 ? 1 : status;
  }
  for (const std::string& result : ended.results) point.served.push_back(exec::unpacked(result));
  for (exec::Served& served : point.served) {
    if (counts(served)) add_idle_overrides(request, served.result);
    for (const std::string& warning : served.result.warnings)
      complain("warning", request.design_name + ": " + warning);
    for (const std::string& broken : served.result.broken_invariants) {
      complain("error", request.design_name + ": broken invariant: " + broken);
      status = status == 0 ? 1 : status;
    }
  }
  return status;
}

// Energy relative to the first design, as in `run`. A run without energy has a warning.
std::vector<RunResult> results_of(const std::vector<DesignRun>& points) {
  std::vector<RunResult> results;
  const RunResult* first = nullptr;
  const Design* first_design = nullptr;
  for (const DesignRun& point : points) {
    for (const exec::Served& served : point.served) {
      if (!counts(served)) continue;
      const Design& design = point.request.design.design;
      if (!first) {
        first = &served.result;
        first_design = &design;
      }
      RunResult result = served.result;
      add_warning(put_energy(result, design, *first, *first_design), result);
      results.push_back(std::move(result));
    }
  }
  return results;
}

// Prints to standard error, because standard output belongs to the program.
void show(const std::vector<DesignRun>& points, const std::vector<RunResult>& results) {
  std::string text;
  for (const DesignRun& point : points)
    for (const exec::Served& served : point.served) {
      const std::string table = exec::kernels_table(served, point.request.design_name);
      if (!table.empty()) text += "\n" + table;
    }
  if (text.empty()) text = "\nno launch of a kernel has ended\n";
  std::vector<RunResult> measured;
  for (const RunResult& result : results)
    if (result.functional || result.cycles != 0) measured.push_back(result);
  if (!measured.empty()) text += "\n" + results_table(measured);
  std::fflush(stdout);
  std::fputs(printable_lines(text).c_str(), stderr);
}

std::vector<std::string> files_read(const ExecOptions& options, const std::vector<DesignRun>& points) {
  std::vector<std::string> files = options.program;
  for (const DesignRun& point : points)
    files.insert(files.end(), point.request.design.files.begin(), point.request.design.files.end());
  return files;
}

OutputStamps check_exec_files(const ExecOptions& options, const std::vector<std::string>& inputs) {
  std::vector<Output> outputs;
  if (!options.run.json.empty()) outputs.push_back({"--json", options.run.json});
  if (!options.run.csv.empty()) outputs.push_back({"--csv", options.run.csv});
  for (const WaveFile& file : wave_files(options.run.waves)) outputs.push_back({file.option, file.path});
  if (!options.record.empty()) {
    const Output folder{"--record", options.record};
    check_folder(folder, outputs);
    std::vector<std::string> files = inputs;
    for (const Output& output : outputs) files.push_back(output.path);
    check_not_in(folder, kRecordFiles, files);
  }
  return check_outputs(outputs, inputs);
}

}  // namespace

int exec_command(const ExecOptions& options) {
  std::vector<DesignRun> points = points_of(options);
  const std::vector<std::string> inputs = files_read(options, points);
  const OutputStamps stamps = check_exec_files(options, inputs);
  const std::string folder = exec::library_folder(options.in_process);
  for (const DesignRun& point : points) check_model(point.request, settings_of(options, point.request));
  std::optional<ResultFolder> record;
  if (!options.record.empty()) {
    record.emplace("--record", options.record);
    checked_list("--record", options.record, inputs);
  }
  int status = 0;
  for (DesignRun& point : points) {
    const int one = run_point(options, folder, point);
    if (status == 0) status = one;
  }
  const std::vector<RunResult> results = results_of(points);
  show(points, results);
  if (complain_of_missed(options, points)) return status == 0 ? 2 : status;
  if (!options.run.json.empty()) write_whole(options.run.json, results_json(results), stamps);
  if (!options.run.csv.empty()) write_whole(options.run.csv, results_csv(results), stamps);
  return status;
}

}  // namespace unibank
