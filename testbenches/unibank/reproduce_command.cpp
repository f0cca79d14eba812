#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <thread>

#include "base/input_error.h"
#include "base/printable.h"
#include "base/text.h"
#include "energy/table.h"
#include "reproduce/evaluate.h"
#include "reproduce/experiment_files.h"
#include "reproduce/write_outcomes.h"
#include "sweep/cost.h"
#include "unibank/commands.h"
#include "unibank/complain.h"
#include "unibank/paper_point.h"
#include "unibank/point_file.h"
#include "unibank/point_costs.h"
#include "unibank/point_progress.h"
#include "unibank/repeat_points.h"
#include "unibank/reproduce_slurm.h"
#include "unibank/slurm.h"

namespace unibank {

namespace {

// A paper and its requested experiments.
struct Request {
  std::string paper;
  std::vector<std::string> experiments;  // empty: all
};

std::vector<Request> requests_of(const ReproduceOptions& options, const ExperimentFiles& files) {
  std::vector<Request> requests;
  std::vector<std::string> what = options.what;
  if (what.empty()) what = files.papers;
  for (const std::string& name : what) {
    const std::size_t slash = name.find('/');
    const std::string paper = name.substr(0, slash);
    auto known = std::find_if(requests.begin(), requests.end(), [&](const Request& r) { return r.paper == paper; });
    const bool added = known == requests.end();
    if (added) known = requests.insert(known, {paper, {}});
    if (slash == std::string::npos)
      known->experiments.clear();
    else if (added || !known->experiments.empty())
      known->experiments.push_back(name.substr(slash + 1));
  }
  return requests;
}

// Handles one paper, from its files to its page.
class Reproduction {
 public:
  Reproduction(const ReproduceOptions& options, const ExperimentFiles& files, const Request& request)
      : options_(options),
        paper_(load_paper(files, request.paper)),
        list_(enumerate_points(paper_, options.size)),
        file_(options.results, paper_.name, options.size, list_),
        costs_(options.costs, runs_here(options)) {
    std::vector<std::string> known;
    for (const Experiment& experiment : paper_.experiments) known.push_back(experiment.name);
    for (const std::string& name : request.experiments)
      if (!paper_.find_experiment(name)) throw InputError(unknown_name("experiment of " + paper_.name, name, known));
    chosen_ = request.experiments.empty() ? known : request.experiments;
    choose_points();
  }

  void print_list() const {
    for (const ExperimentPoints& points : list_.experiments)
      if (is_chosen(points))
        std::printf("%-32s %4u of %4u points finished  %s\n",
                    printable(paper_.name + "/" + points.experiment->name).c_str(), outcome_of(points).finished,
                    outcome_of(points).points, printable(points.experiment->title).c_str());
  }

  void print_missing() const {
    complain_of_file();
    std::printf("%s, size %s: %s, %zu missing%s\n", paper_.name.c_str(), options_.size.c_str(),
                counted(wanted_, "point").c_str(), missing_.size(), older_text().c_str());
  }
  // Without any cost of a point nothing is known of this machine.
  void print_cost() const {
    print_missing();
    if (missing_.empty() || costs_.costs().empty()) return;
    sweep::Expectation expected;
    for (const sweep::CostModel::Estimate& one : estimates()) expected.add(one);
    std::printf("%s\n", expected.text().c_str());
  }

  void print_queue() const {
    print_missing();
    std::printf("queue: %s\n", queue_text(reproduce_jobs_folder(options_, paper_.name)).c_str());
  }
  void cancel_jobs() const { std::fputs(cancel(reproduce_jobs_folder(options_, paper_.name)).c_str(), stdout); }
  int run_task() const { return run_paper_task(options_, paper_.name, list_); }

  bool has_finished() const { return !current_.empty(); }
  // The exit status.
  int repeat() const {
    complain_of_file();
    const std::vector<std::size_t> points = drawn_points(current_, options_.repeat, options_.seed);
    const std::size_t differ = repeat_points(list_, file_.finished(), points, processes()).size();
    std::printf("%s, size %s: %s of this version of the model run again, %zu differ\n", paper_.name.c_str(),
                options_.size.c_str(), counted(points.size(), "point").c_str(), differ);
    return differ == 0 ? 0 : 1;
  }

  // The exit status.
  int run() {
    if (!options_.finished) file_.check_columns();
    complain_of_file();
    collect();
    if (options_.on == "slurm" && !options_.finished) return submit_missing();
    if (!missing_.empty() && !options_.finished) {
      check_outcomes(outcomes(), options_.output);
      file_.open();
      run_missing();
      file_.close();
    } else if (!options_.finished) {
      file_.sort();
    }
    write_outcomes(outcomes(), options_.output);
    report();
    return failed_ == 0 ? 0 : 1;
  }

 private:
  static bool runs_here(const ReproduceOptions& options) {
    return !(options.list || options.dry_run || options.finished || options.status || options.cancel) &&
           options.repeat == 0 && options.task.empty() && options.on != "slurm";
  }

  bool is_chosen(const ExperimentPoints& points) const {
    return std::find(chosen_.begin(), chosen_.end(), points.experiment->name) != chosen_.end();
  }

  void choose_points() {
    std::set<std::size_t> wanted;
    for (const ExperimentPoints& points : list_.experiments) {
      if (is_chosen(points))
        points.each_candidate([&wanted](const Candidate& candidate) { wanted.insert(candidate.point); });
    }
    wanted_ = wanted.size();
    for (const std::size_t point : wanted)
      (file_.finished().count(list_.points[point].key) != 0 ? current_ : missing_).push_back(point);
  }

  unsigned processes() const {
    return options_.jobs != 0 ? options_.jobs : std::max(1u, std::thread::hardware_concurrency());
  }

  Outcome outcome_of(const ExperimentPoints& points) const {
    return evaluate(points, list_, file_.finished(), options_.size, UNIBANK_VERSION);
  }

  std::vector<Outcome> outcomes() const {
    std::vector<Outcome> chosen;
    for (const ExperimentPoints& points : list_.experiments)
      if (is_chosen(points)) chosen.push_back(outcome_of(points));
    return chosen;
  }

  // How many of the missing points an older version of the model has measured.
  std::string older_text() const {
    const auto older = std::count_if(missing_.begin(), missing_.end(), [this](std::size_t point) {
      return file_.finished().count(list_.points[point].older_key) != 0;
    });
    if (older == 0) return "";
    return ", " + std::to_string(older) + " of these measured by an older version of the model";
  }

  void complain_of_file() const {
    for (const std::string& message : file_.messages()) 
      complain("warning", message);
  }

  std::string take(const Point& point, const std::string& result, const std::string& died) {
    const PaperPointEnd end = read_paper_point_end(result);
    if (!end.finished) {
      ++failed_;
      return "unibank: error: " + point.name() + ": " + (result.empty() ? died : end.failure);
    }
    file_.add(end.point);
    if (end.point.refused.empty()) costs_.add(end.point, end.seconds);
    return "";
  }

  // Of the missing points: from costs on this machine, and from the instructions of finished points of any version.
  std::vector<sweep::CostModel::Estimate> estimates() const {
    std::vector<sweep::Cost> counted;
    for (const auto& [key, row] : file_.finished())
      if (row.refused.empty()) counted.push_back(PointCosts::words_of(row));
    const sweep::CostModel model(costs_.costs(), counted);
    std::vector<sweep::CostModel::Estimate> all;
    for (const std::size_t number : missing_) {
      FinishedPoint row;
      describe(list_.points[number], row);
      all.push_back(model.of(PointCosts::words_of(row)));
    }
    return all;
  }
  std::vector<float> expected_seconds() const {
    std::vector<float> seconds;
    for (const sweep::CostModel::Estimate& one : estimates()) seconds.push_back(static_cast<float>(one.seconds));
    return seconds;
  }

  // Moves the rows that a queue's tasks have written into the file.
  void collect() {
    const PaperRows rows = rows_of_tasks(reproduce_jobs_folder(options_, paper_.name));
    if (rows.points.empty() && rows.ended.empty()) return;
    if (rows.damaged != 0)
      complain("warning", std::to_string(rows.damaged) + " damaged lines in files of tasks; their points run again");
    file_.open();
    for (const FinishedPoint& point : rows.points)
      if (file_.finished().count(point.key) == 0) file_.add(point);
    file_.close();
    remove_ended(rows);
    missing_.clear();
    current_.clear();
    choose_points();
  }

  int submit_missing() {
    print_missing();
    if (missing_.empty()) return 0;
    std::vector<std::string> what;
    for (const std::string& experiment : chosen_) what.push_back(paper_.name + "/" + experiment);
    std::fputs(submit_paper(options_, paper_.name, what, list_, missing_, expected_seconds()).c_str(), stdout);
    return 0;
  }

  // The longest first. Returns their expected seconds.
  std::vector<float> order_missing() {
    const std::vector<float> expected = expected_seconds();
    std::vector<std::size_t> ordered;
    std::vector<float> seconds;
    for (const std::size_t one : sweep::longest_first({expected.begin(), expected.end()})) {
      ordered.push_back(missing_[one]);
      seconds.push_back(expected[one]);
    }
    missing_ = std::move(ordered);
    return seconds;
  }

  void run_missing() {
    const std::vector<float> seconds = order_missing();
    std::vector<ForkedJob> jobs;
    for (const std::size_t number : missing_) {
      const Point& point = list_.points[number];
      jobs.push_back({point.name(), [&point](const Notify& notify) { return run_paper_point(point, notify); }});
    }
    const unsigned at_once = processes();
    PointProgress progress({seconds, wanted_ - missing_.size(), at_once,
                            [&jobs](std::size_t job) { return jobs[job].name; }},
                           [this](std::size_t job, const std::string& result, const std::string& died) {
                             return take(list_.points[missing_[job]], result, died);
                           });
    run_forked(jobs, at_once, progress);
  }

  void report() const {
    if (options_.finished)
      std::printf("%s, size %s: %s, %zu of them not yet run%s\n", paper_.name.c_str(), options_.size.c_str(),
                  counted(wanted_, "point").c_str(), missing_.size(), older_text().c_str());
    else
      std::printf("%s, size %s: %s, %zu of them run now, %zu failed\n", paper_.name.c_str(), options_.size.c_str(),
                  counted(wanted_, "point").c_str(), missing_.size() - failed_, failed_);
    if (std::filesystem::exists(file_.path())) std::printf("points: %s\n", printable(file_.path()).c_str());
    const std::filesystem::path page = std::filesystem::path(options_.output) / paper_.name / "index.html";
    std::printf("page: %s\n", printable(page.string()).c_str());
  }

  const ReproduceOptions& options_;
  const Paper paper_;
  const PointList list_;
  PointFile file_;
  PointCosts costs_;
  std::vector<std::string> chosen_;
  std::size_t wanted_ = 0;
  std::vector<std::size_t> missing_;  // in the order in which they run
  std::vector<std::size_t> current_;  // those that this version of the model has measured
  std::size_t failed_ = 0;
};

}  // namespace

int reproduce_command(const ReproduceOptions& options) {
  if (options.report) return report_command(options);
  const ExperimentFiles files =
      options.experiments.empty() ? built_in_experiments() : experiments_in(options.experiments);
  int status = 0;
  bool has_finished = false;  // a point of any paper
  for (const Request& request : requests_of(options, files)) {
    Reproduction reproduction(options, files, request);
    has_finished |= reproduction.has_finished();
    if (options.list)
      reproduction.print_list();
    else if (options.dry_run)
      reproduction.print_cost();
    else if (options.status)
      reproduction.print_queue();
    else if (options.cancel)
      reproduction.cancel_jobs();
    else if (options.repeat != 0 && !reproduction.has_finished())
      reproduction.print_missing();
    else if (options.repeat != 0)
      status = std::max(status, reproduction.repeat());
    else if (!options.task.empty())
      status = std::max(status, reproduction.run_task());
    else
      status = std::max(status, reproduction.run());
  }
  if (options.repeat != 0 && !has_finished)
    throw InputError("--repeat: found no finished point of this version of the model in '" + options.results +
                     "'; expected one or more");
  return status;
}

}  // namespace unibank
