#include "unibank/reproduce_slurm.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <set>

#include "base/input_error.h"
#include "base/text.h"
#include "sweep/part.h"
#include "sweep/points.h"
#include "sweep/store.h"
#include "unibank/paper_point.h"
#include "unibank/slurm.h"
#include "unibank/sweep_runner.h"

namespace unibank {

namespace {

std::string parts_of(const std::string& jobs_folder) { return jobs_folder + "/parts"; }

std::string without_line_feed(std::string row) {
  while (!row.empty() && row.back() == '\n') row.pop_back();
  return row;
}

class PaperJobs : public PointJobs {
 public:
  PaperJobs(const PointList& list, const std::vector<std::size_t>& points) : list_(list), points_(points) {}

  ForkedJob make(std::size_t job) override {
    const Point& point = list_.points[points_[job]];
    return {point.name(), [&point](const Notify& notify) { return run_paper_point(point, notify); }};
  }
  Ended take(std::size_t, const std::string& result, sweep::PartWriter& part, std::string& failure) override {
    const PaperPointEnd end = read_paper_point_end(result);
    failure = end.failure;
    if (!end.finished) return Ended::kFailed;
    part.add(without_line_feed(end.row));
    return end.point.refused.empty() ? Ended::kFinished : Ended::kRefused;
  }

 private:
  const PointList& list_;
  const std::vector<std::size_t>& points_;
};

std::vector<FinishedPoint> rows_in(const std::string& file, std::uint64_t& damaged) {
  std::vector<FinishedPoint> points;
  sweep::read_texts(file, [&](const std::string& row) {
    PaperPointEnd end = read_paper_row(row + "\n");
    if (end.finished) points.push_back(std::move(end.point));
    else ++damaged;
  }, damaged);
  return points;
}

// The keys that earlier attempts of a task have finished.
std::set<std::string> finished_paper_points(const std::string& task, const std::string& parts) {
  std::set<std::string> keys;
  std::uint64_t damaged = 0;
  for (const std::string& file : sweep::part_files_of(task, parts))
    for (const FinishedPoint& point : rows_in(file, damaged)) keys.insert(point.key);
  return keys;
}

}  // namespace

std::string reproduce_jobs_folder(const ReproduceOptions& options, const std::string& paper) {
  return options.output + "/" + paper + "/slurm-" + options.size;
}

std::string submit_paper(const ReproduceOptions& options, const std::string& paper,
                         const std::vector<std::string>& what, const PointList& list,
                         const std::vector<std::size_t>& missing, const std::vector<float>& seconds) {
  SlurmPlan plan;
  plan.folder = reproduce_jobs_folder(options, paper);
  sweep::make_folder(parts_of(plan.folder));
  plan.command = " reproduce";
  for (const std::string& one : what) plan.command += " " + sweep::shell_word(one);
  plan.command += " --size " + options.size + " --results " + sweep::shell_word(absolute_path(options.results)) +
                  " --output " + sweep::shell_word(absolute_path(options.output));
  if (!options.experiments.empty())
    plan.command += " --experiments " + sweep::shell_word(absolute_path(options.experiments));
  plan.word = [&](std::size_t point) { return std::to_string(missing[point]) + ":" + list.points[missing[point]].key; };
  plan.seconds = seconds;
  plan.follow_up = " --finished";
  return submit(options, plan);
}

int run_paper_task(const ReproduceOptions& options, const std::string& paper, const PointList& list) {
  const SlurmTask task = slurm_task(options, options.jobs);
  PointsToRun points;
  points.parts = parts_of(reproduce_jobs_folder(options, paper));
  points.task = task.name;
  const std::set<std::string> finished = finished_paper_points(points.task, points.parts);
  std::vector<std::size_t> numbers;
  for (const auto& [word, seconds] : task.points) {
    const std::size_t colon = word.find(':'), number = std::strtoull(word.c_str(), nullptr, 10);
    if (colon == std::string::npos || number >= list.points.size() || list.points[number].key != word.substr(colon + 1))
      throw InputError(
          "the experiments, a design or the program have changed since they were submitted; expected "
          "'unibank reproduce " + paper + " --cancel' and another submission");
    if (finished.count(list.points[number].key) != 0) continue;
    numbers.push_back(number);
    points.seconds.push_back(seconds);
  }
  points.finished_before = finished.size();
  points.at_once = task.at_once;
  points.seconds_there_are = task.seconds;
  PaperJobs jobs(list, numbers);
  const PointsRun ended = run_jobs(jobs, points);
  std::printf("%s: %s run, %zu refused, %zu failed, %zu not started for lack of time\n", points.task.c_str(),
              counted(ended.finished, "point").c_str(), static_cast<std::size_t>(ended.refused),
              static_cast<std::size_t>(ended.failed), static_cast<std::size_t>(ended.not_started));
  return ended.failed == 0 ? 0 : 1;
}

PaperRows rows_of_tasks(const std::string& jobs_folder) {
  PaperRows rows;
  const std::string parts = parts_of(jobs_folder);
  for (const sweep::PartFile& file : sweep::part_files(parts)) {
    const std::string path = parts + "/" + file.name;
    // Determined before the file is read: if a task ends in between, its remaining rows are read later.
    if (file.done || sweep::is_abandoned(path)) rows.ended.push_back(path);
    std::vector<FinishedPoint> points = rows_in(path, rows.damaged);
    std::move(points.begin(), points.end(), std::back_inserter(rows.points));
  }
  return rows;
}

void remove_ended(const PaperRows& rows) {
  for (const std::string& file : rows.ended) ::unlink(file.c_str());
}

}  // namespace unibank
