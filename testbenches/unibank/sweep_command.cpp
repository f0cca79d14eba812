#include <algorithm>
#include <cstdio>
#include <numeric>
#include <thread>
#include <unordered_set>

#include "base/printable.h"
#include "files/whole_file.h"
#include "sweep/cost.h"
#include "sweep/export.h"
#include "sweep/page.h"
#include "sweep/store.h"
#include "unibank/commands.h"
#include "unibank/slurm.h"
#include "unibank/sweep_runner.h"
#include "unibank/sweep_task.h"

namespace unibank {

namespace {

using sweep::Listing;

// The first points of an illegal reason that are named.
constexpr std::size_t kNamed = 2;

std::string jobs_folder(const SweepOptions& options, const sweep::Study& study) {
  return options.store + "/" + study.name + "/slurm";
}

// Without listing the study's points: from the database and the lines that are not in it yet.
int print_status(const SweepOptions& options) {
  const sweep::Study study = study_of(options);
  sweep::Store store(options.store);
  const sweep::Database::Count count = store.database().count(study.name);
  std::printf("%s: %zu points, %zu finished, %zu of them refused\n", printable(study.name).c_str(),
              static_cast<std::size_t>(count.all), static_cast<std::size_t>(count.finished),
              static_cast<std::size_t>(count.refused));
  std::printf("not collected yet, of all studies: %zu\n", static_cast<std::size_t>(store.uncollected()));
  std::printf("queue: %s\n", queue_text(jobs_folder(options, study)).c_str());
  return 0;
}

// A study from its file to its tables.
class Sweep {
 public:
  explicit Sweep(const SweepOptions& options)
      : options_(options), study_(study_of(options)), space_(study_), store_(options.store) {
    if (!options.report.empty()) plotly_ = sweep::plotly_text(options.plotly);
    complain(store_.collect());
    listing_ = sweep::list_points(space_);
    find_missing();
    keep_study();
  }

  int run() {
    print_points();
    if (options_.dry_run) return print_cost();
    if (options_.on == "slurm" && !options_.collect) return submit_missing();
    PointsRun ended;
    if (!missing_.empty() && !options_.collect) ended = run_missing();
    complain(store_.collect());
    export_points();
    if (!options_.collect)
      std::printf("%zu points run now, %zu of them refused, %zu failed\n",
                  static_cast<std::size_t>(ended.finished + ended.refused), static_cast<std::size_t>(ended.refused),
                  ended.failures.size());
    for (const std::string& failure : ended.failures)
      std::fprintf(stderr, "unibank: error: %s\n", printable_lines(failure).c_str());
    return ended.failures.empty() ? 0 : 1;
  }

 private:
  // Each key once: several points may come to the same design.
  void find_missing() {
    std::unordered_set<std::string> keys;
    for (const Listing::Entry& entry : listing_.runs) {
      const std::string key = sweep::key_text(entry);
      if (store_.database().has(key)) ++finished_;
      else if (keys.insert(key).second) missing_.push_back(entry.number);
    }
    same_ = listing_.runs.size() - finished_ - missing_.size();
  }

  // For --status, which does not list the points again.
  void keep_study() {
    std::vector<std::string> keys;
    for (const Listing::Entry& entry : listing_.runs) keys.push_back(sweep::key_text(entry));
    store_.database().begin();
    store_.database().set_study(study_.name, keys);
    store_.database().commit();
  }

  int submit_missing() {
    if (missing_.empty()) return 0;
    SlurmPlan plan;
    plan.folder = jobs_folder(options_, study_);
    sweep::make_folder(plan.folder);
    const PointsToRun points = ordered();
    for (const sweep::Number number : points.numbers) {
      const auto at = std::lower_bound(listing_.runs.begin(), listing_.runs.end(), number,
                                       [](const Listing::Entry& entry, sweep::Number one) { return entry.number < one; });
      plan.points.push_back(*at);
    }
    plan.seconds = points.seconds;
    std::fputs(submit(options_, plan).c_str(), stdout);
    return 0;
  }

  void print_points() const {
    std::printf("%s: %zu points", printable(study_.name).c_str(), listing_.runs.size());
    if (listing_.excluded != 0) std::printf(", %zu excluded", static_cast<std::size_t>(listing_.excluded));
    if (!listing_.illegal.empty()) std::printf(", %zu illegal", listing_.illegal.size());
    std::printf(", %zu finished, %zu missing", static_cast<std::size_t>(finished_), missing_.size());
    if (same_ != 0) std::printf(" (%zu are the same as others of them)", static_cast<std::size_t>(same_));
    std::printf("\n");
    print_illegal();
  }

  void print_illegal() const {
    for (std::size_t reason = 0; reason < listing_.reasons.size(); ++reason) {
      const auto of = [reason](const Listing::Illegal& one) { return one.reason == reason; };
      const auto count = std::count_if(listing_.illegal.begin(), listing_.illegal.end(), of);
      std::printf("illegal, %zu: %s\n", static_cast<std::size_t>(count), printable(listing_.reasons[reason]).c_str());
    }
  }

  int print_cost() {
    const sweep::CostModel model(store_.database().costs());
    double all = 0, guessed = 0;
    std::size_t guesses = 0;
    sweep::Point point;
    for (const sweep::Number number : missing_) {
      space_.words(number, point);
      const sweep::CostModel::Estimate estimate = model.of(point);
      all += estimate.seconds;
      if (estimate.from != sweep::CostModel::From::kGuess) continue;
      guessed += estimate.seconds;
      ++guesses;
    }
    std::printf("expected: %s of CPU time", sweep::duration_text(all).c_str());
    if (guesses != 0)
      std::printf(", of which %s is a guess: %zu points are of programs that have not run",
                  sweep::duration_text(guessed).c_str(), guesses);
    std::printf("\n");
    return 0;
  }

  // The longest first, so that none of them is left for the end.
  PointsToRun ordered() {
    const sweep::CostModel model(store_.database().costs());
    PointsToRun points;
    sweep::Point point;
    std::vector<float> seconds;
    for (const sweep::Number number : missing_) {
      space_.words(number, point);
      seconds.push_back(static_cast<float>(model.of(point).seconds));
    }
    std::vector<std::size_t> order(missing_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return seconds[a] > seconds[b]; });
    for (const std::size_t one : order) {
      points.numbers.push_back(missing_[one]);
      points.seconds.push_back(seconds[one]);
    }
    return points;
  }

  PointsRun run_missing() {
    PointsToRun points = ordered();
    points.finished_before = finished_;
    points.at_once = options_.jobs != 0 ? options_.jobs : std::max(1u, std::thread::hardware_concurrency());
    points.parts = store_.parts();
    points.task = "local-" + study_.name;
    return run_points(space_, points);
  }

  void export_points() {
    const std::string folder = store_.of_study(study_.name);
    sweep::make_folder(folder);
    sweep::Exporter exporter(study_, space_, listing_, store_.database());
    exporter.write(folder);
    std::printf("points: %s/points.csv, %s/points.json, %s/points.sqlite\n", folder.c_str(), folder.c_str(),
                options_.store.c_str());
    if (options_.report.empty()) return;
    std::size_t left_out = 0;
    files::write_whole(options_.report, sweep::report_page(study_, exporter, listing_, space_, plotly_, left_out));
    std::printf("page: %s\n", printable(options_.report).c_str());
    if (left_out != 0) std::printf("the page leaves out %zu values a point; points.csv has them\n", left_out);
  }

  static void complain(const sweep::Store::Collected& collected) {
    if (collected.damaged != 0)
      std::fprintf(stderr, "unibank: warning: %zu damaged lines in files of tasks; their points run again\n",
                   static_cast<std::size_t>(collected.damaged));
  }

  const SweepOptions& options_;
  const sweep::Study study_;
  sweep::PointSpace space_;
  sweep::Store store_;
  Listing listing_;
  std::vector<sweep::Number> missing_;
  std::uint64_t finished_ = 0, same_ = 0;
  std::string plotly_;
};

}  // namespace

int sweep_command(const SweepOptions& options) {
  if (!options.task.empty()) return run_task(options);
  if (options.status) return print_status(options);
  if (options.cancel) {
    std::fputs(cancel(jobs_folder(options, study_of(options))).c_str(), stdout);
    return 0;
  }
  return Sweep(options).run();
}

}  // namespace unibank
