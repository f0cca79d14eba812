// Runs random kernels on random machines with the program itself and compares each with the thread-by-thread
// interpreter; with --launches random programs of several launches, compared with a calculation in C++; with --sections
// such programs with early ends, asynchronous copies, locks, memory order, constants and textures:
//   random_runs PROGRAM [--launches | --sections] [--seed N] [--count N] [--minutes N] [--seconds N] [--keep FOLDER]
//               [--known FILE]
// Runs seeds N, N + 1, ... until the count or the minutes are reached; a run may take --seconds of processor time. Each
// case runs twice, the second time on two cores, with a waveform, a timeline and transactions, or unchanged; the
// results must be the same, and these files must show what the counters of a machine with one SM count. Most cases run
// once more, with a known result (laws/related_runs.h). Each fault is a line, and its case is kept in FOLDER/seed-N,
// launches-N or sections-N. --known: a file with a part of a message in each line; faults whose message contains one
// are counted apart. Ends with counts. Exit status: 0 no new fault, 1 some, 2 bad arguments.
#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "soak/cases/random_case.h"
#include "soak/laws/related_runs.h"
#include "soak/laws/roofs.h"
#include "soak/laws/timeline_laws.h"
#include "soak/laws/transaction_laws.h"
#include "soak/laws/wave_laws.h"
#include "soak/program_run.h"
#include "soak/seeds.h"
#include "support/temporary_folder.h"

namespace {

using namespace unibank;
using namespace unibank::test;
namespace fs = std::filesystem;

struct Request {
  fs::path program, keep;
  std::string kind = "seed";  // or launches, sections
  Seeds seeds;
  unsigned seconds = 30;
  std::vector<std::string> known;
};

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw InputError("--known: cannot open '" + path + "'");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  return lines;
}

Request request_of(const std::vector<std::string>& arguments) {
  Request request;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name.rfind("--", 0) != 0) {
      request.program = fs::absolute(name);
      continue;
    }
    if (name == "--launches" || name == "--sections") {
      request.kind = name.substr(2);
      continue;
    }
    const std::string value = i + 1 < arguments.size() ? arguments[++i] : "";
    if (request.seeds.take(name, value)) continue;
    if (name == "--seconds") request.seconds = number_of(name, value);
    else if (name == "--keep") request.keep = value;
    else if (name == "--known") request.known = lines_of(value);
    else
      throw InputError("found '" + name +
                       "'; expected --seed N, --count N, --minutes N, --seconds N, --keep FOLDER, --known FILE, "
                       "--launches or --sections");
  }
  if (!fs::is_regular_file(request.program)) throw InputError("expected the path of the program unibank");
  return request;
}

struct Counts {
  std::uint64_t cases = 0, right = 0, refused = 0, too_long = 0, known = 0, findings = 0;
};

// The error message is the last line, and the only one of its kind.
bool is_one_refusal(const std::string& err) {
  const std::size_t begin = err.find("unibank: error: ");
  return begin != err.npos && (begin == 0 || err[begin - 1] == '\n') && err.find('\n', begin) == err.size() - 1;
}

// The fault of a run that neither succeeded nor was refused; empty: none.
std::string fault(const ProgramRun& run) {
  switch (run.end) {
    case ProgramRun::End::kHangs: return "it hangs; " + run.err;
    case ProgramRun::End::kSignal: return "signal " + std::to_string(run.number) + "; " + run.err;
    case ProgramRun::End::kTooLong: return "";
    case ProgramRun::End::kStatus: break;
  }
  if (run.number == 0 || (run.number == 2 && is_one_refusal(run.err))) return "";
  return "status " + std::to_string(run.number) + "; " + run.err;
}

bool is_known(const std::string& what, const Request& request) {
  for (const std::string& part : request.known)
    if (what.find(part) != std::string::npos) return true;
  return false;
}

bool has_copies(const fs::path& folder) {
  for (const fs::directory_entry& file : fs::directory_iterator(folder)) {
    std::ifstream in(file.path());
    const bool is_ptx = file.path().extension() == ".ptx";
    for (std::string line; is_ptx && std::getline(in, line);)
      if (line.rfind("cp.async", 0) == 0) return true;
  }
  return false;
}

// What the files of the second run show and its counters do not; empty: nothing.
std::string difference_of_files(const fs::path& folder) {
  const fs::path vcd = folder / "case.vcd", timeline = folder / "case.timeline", ftr = folder / "case.ftr",
                 json = folder / "same.json";
  std::string what;
  if (fs::exists(vcd)) what = wave_difference(vcd, json, has_copies(folder));
  if (what.empty() && fs::exists(timeline)) what = timeline_difference(timeline, vcd);
  if (what.empty() && fs::exists(ftr)) what = transaction_difference(ftr, json);
  return what;
}

// Writes the case into an empty folder; a message if there is none.
std::string written(unsigned seed, const std::string& kind, const fs::path& folder) {
  if (kind == "launches") RandomLaunchCase(seed).write(folder);
  if (kind == "sections") RandomSectionCase(seed).write(folder);
  if (kind != "seed") return "";
  const RandomCase one(seed);
  one.write(folder);
  return one.failure;
}

void check(unsigned seed, const Request& request, Counts& counts) {
  const TemporaryFolder folder;
  ++counts.cases;
  ProgramRun run;
  std::string what = written(seed, request.kind, folder.path);
  if (what.empty()) run = run_program({folder.path / "command", request.program}, folder.path, request.seconds);
  if (what.empty()) what = fault(run);
  const bool right = what.empty() && run.end == ProgramRun::End::kStatus && run.number == 0;
  if (right) {
    what = broken_roof(folder.path / "case.json");
    if (what.empty()) what = difference_of_files(folder.path);
    if (what.empty()) what = related_difference(folder.path, request.program, seed, request.seconds);
  }
  if (what.empty()) {
    counts.too_long += run.end == ProgramRun::End::kTooLong;
    counts.refused += run.end == ProgramRun::End::kStatus && run.number == 2;
    counts.right += right;
    return;
  }
  if (is_known(what, request)) {
    ++counts.known;
    return;
  }
  ++counts.findings;
  const std::string option = request.kind == "seed" ? "" : " --" + request.kind;
  std::cout << "--seed " << seed << " --count 1" << option << ": " << what << std::endl;
  if (request.keep.empty()) return;
  fs::create_directories(request.keep);
  fs::copy(folder.path, request.keep / (request.kind + "-" + std::to_string(seed)),
           fs::copy_options::recursive | fs::copy_options::overwrite_existing);
}

int run(const Request& request) {
  Counts counts;
  request.seeds.each([&](unsigned seed) { check(seed, request, counts); });
  std::cout << counts.cases << " cases: " << counts.right << " right, " << counts.refused << " refused, "
            << counts.too_long << " too long, " << counts.known << " known, " << counts.findings << " new\n";
  return counts.findings == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(request_of({arguments + 1, arguments + count}));
  } catch (const std::exception& error) {
    std::cerr << "random_runs: " << error.what() << "\n";
    return 2;
  }
}
