// unibank reproduce --report: the reports of a folder of experiments, written or checked.
#include <cstdio>
#include <set>

#include "base/input_error.h"
#include "base/printable.h"
#include "files/input_file.h"
#include "files/whole_file.h"
#include "reproduce/evaluate.h"
#include "reproduce/experiment_files.h"
#include "reproduce/report_files.h"
#include "unibank/commands.h"
#include "unibank/complain.h"
#include "unibank/point_file.h"

namespace unibank {

namespace {

constexpr std::uint64_t kMostReportBytes = 1 << 24;

void count_points(const PointList& list, const std::map<std::string, FinishedPoint>& finished, ReportPaper& of) {
  std::set<unsigned> versions;
  of.points = static_cast<unsigned>(list.points.size());
  for (const Point& point : list.points) {
    const bool current = finished.count(point.key) != 0;
    const auto older = finished.find(point.older_key);
    if (!current && older == finished.end()) continue;
    ++of.finished;
    if (current) continue;
    ++of.older;
    versions.insert(older->second.model);
  }
  of.older_versions = older_versions_text(versions);
}

ReportPaper paper_of(const std::string& name, const ExperimentFiles& files, const std::string& results) {
  ReportPaper of;
  of.paper = load_paper(files, name);
  const PointList list = enumerate_points(of.paper, "paper");
  const PointFile points(results, name, "paper", list);
  for (const std::string& message : points.messages()) complain("warning", message);
  for (const ExperimentPoints& experiment : list.experiments)
    of.outcomes.push_back(evaluate(experiment, list, points.finished(), "paper", UNIBANK_VERSION));
  count_points(list, points.finished(), of);
  return of;
}

std::string text_at(const std::string& path) {
  try {
    return files::read_all(path, kMostReportBytes);
  } catch (const std::runtime_error&) {
    return "";  // missing: it differs from any text
  }
}

// Returns the number of printed complaints.
std::size_t print_complaints(const std::vector<Report>& reports) {
  std::size_t count = 0;
  for (const Report& report : reports)
    for (const std::string& complaint : report.complaints) {
      complain("error", complaint);
      ++count;
    }
  return count;
}

void check(const Report& report) {
  const unsigned line = first_difference(text_at(report.path), report.text);
  if (line != 0)
    throw InputError(report.path, line, "is not what its texts and the finished points give; expected the output of "
                                        "unibank reproduce --report");
}

}  // namespace

int report_command(const ReproduceOptions& options) {
  const std::string folder = options.experiments.empty() ? "configs/experiments" : options.experiments;
  const ExperimentFiles files = experiments_in(folder);
  std::vector<ReportPaper> papers;
  for (const std::string& name : files.papers) papers.push_back(paper_of(name, files, options.results));
  const ReportValues values(papers);
  const std::vector<Report> reports = reports_in(folder, values);
  if (print_complaints(reports) != 0) return 2;
  for (const Report& report : reports) {
    if (options.check) check(report);
    const bool changed = text_at(report.path) != report.text;
    if (changed) files::write_whole(report.path, report.text);
    std::printf("%s: %s\n", printable(report.path).c_str(), changed ? "written" : "as its points");
  }
  return 0;
}

}  // namespace unibank
