#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <tuple>

#include "base/input_error.h"
#include "base/printable.h"
#include "base/text.h"
#include "sweep/store.h"
#include "unibank/commands.h"
#include "unibank/search_command.h"
#include "unibank/slurm.h"
#include "unibank/sweep_order.h"
#include "unibank/sweep_report.h"
#include "unibank/sweep_runner.h"
#include "unibank/sweep_task.h"

namespace unibank {

namespace {

using sweep::Listing;

std::string jobs_folder(const SweepOptions& options, const sweep::Study& study) {
  return options.store + "/" + study.name + "/slurm";
}

// From the database and the lines not yet in it, without listing the study's points.
int print_status(const SweepOptions& options) {
  const sweep::Study study = study_of(options);
  if (!std::filesystem::exists(options.store)) {
    std::printf("%s: there is no store '%s' yet, so nothing has run or been submitted\n", printable(study.name).c_str(),
                printable(options.store).c_str());
    return 0;
  }
  sweep::Store store(options.store);
  const sweep::Database::Count count = store.database().count(study.name);
  std::printf("%s: %s, %zu finished, %zu of them refused\n", printable(study.name).c_str(),
              counted(count.all, "point").c_str(), static_cast<std::size_t>(count.finished),
              static_cast<std::size_t>(count.refused));
  std::printf("not collected yet, of all studies: %zu\n", static_cast<std::size_t>(store.uncollected()));
  std::printf("queue: %s\n", queue_text(jobs_folder(options, study)).c_str());
  return 0;
}

// Handles a study, from its file to its tables.
class Sweep {
 public:
  Sweep(const SweepOptions& options, sweep::Study study)
      : options_(options), study_(std::move(study)), space_(study_), store_(options.store, options.dry_run) {
    plotly_ = plotly_of_page(options, space_);
    collect_into(store_);
    listing_ = sweep::list_points(space_);
    if (listing_.runs.empty()) refuse_without_points();
    find_missing();
    if (!options.dry_run) keep_keys(store_, study_, listing_.runs);  // for --status, which does not list them again
  }

  int run() {
    print_points();
    if (options_.dry_run) return print_cost();
    if (options_.on == "slurm" && !options_.collect && !missing_.empty()) return submit_missing();
    PointsRun ended;
    if (!missing_.empty() && !options_.collect) ended = run_missing();
    collect_into(store_);
    write_points(options_, study_, space_, listing_, store_, plotly_);
    if (!options_.collect)
      std::printf("%s run now, %zu of them refused, %zu failed\n",
                  counted(ended.finished + ended.refused, "point").c_str(), static_cast<std::size_t>(ended.refused),
                  static_cast<std::size_t>(ended.failed));
    return ended.failed == 0 ? 0 : 1;
  }

 private:
  // Nothing would run, so the study is in error.
  [[noreturn]] void refuse_without_points() const {
    if (listing_.excluded == 0) throw without_points(study_, "no point is legal: ", listing_.reasons.front());
    const std::string excluded = std::to_string(listing_.excluded) + " excluded";
    if (listing_.illegal.empty()) throw InputError(study_.file, 0, "no point is left: " + excluded);
    throw without_points(study_, "no point is left: " + excluded + ", " + std::to_string(listing_.illegal.size()) +
                                     " illegal: ", listing_.reasons.front());
  }

  // Each key once, because several points may have the same design. In the order of keys, which needs less memory than
  // a set.
  void find_missing() {
    std::vector<Listing::Entry> entries = listing_.runs;
    const auto key = [](const Listing::Entry& entry) { return std::tie(entry.key[0], entry.key[1]); };
    std::sort(entries.begin(), entries.end(), [&key](const Listing::Entry& a, const Listing::Entry& b) {
      return std::tuple_cat(key(a), std::tie(a.number)) < std::tuple_cat(key(b), std::tie(b.number));
    });
    bool there = false;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const bool same = i != 0 && key(entries[i]) == key(entries[i - 1]);
      if (!same) there = store_.database().has(sweep::key_text(entries[i]));
      if (there) ++finished_;
      else if (!same) missing_.push_back(entries[i].number);
    }
    std::sort(missing_.begin(), missing_.end());
    same_ = listing_.runs.size() - finished_ - missing_.size();
  }

  int submit_missing() {
    SlurmPlan plan;
    plan.folder = jobs_folder(options_, study_);
    sweep::make_folder(plan.folder);
    plan.command = study_words(options_);
    plan.follow_up = " --collect" + page_words(options_);
    const PointsToRun points = ordered();
    plan.word = [&](std::size_t point) {
      const auto at =
          std::lower_bound(listing_.runs.begin(), listing_.runs.end(), points.numbers[point],
                           [](const Listing::Entry& entry, sweep::Number one) { return entry.number < one; });
      return sweep::task_word(*at);
    };
    plan.seconds = points.seconds;
    std::fputs(submit(options_, plan).c_str(), stdout);
    return 0;
  }

  void print_points() const {
    std::printf("%s: %s", printable(study_.name).c_str(), counted(listing_.runs.size(), "point").c_str());
    if (listing_.excluded != 0) std::printf(", %zu excluded", static_cast<std::size_t>(listing_.excluded));
    if (!listing_.illegal.empty()) std::printf(", %zu illegal", listing_.illegal.size());
    std::printf(", %zu finished, %zu missing", static_cast<std::size_t>(finished_), missing_.size());
    if (same_ != 0) std::printf(" (%zu of them repeat other points)", static_cast<std::size_t>(same_));
    std::printf("\n");
    print_illegal();
    for (const IdleOverride& one : listing_.idle)
      complain("warning", one.key + " has no effect at any of these points: " + one.reason);
  }

  void print_illegal() const {
    for (std::size_t reason = 0; reason < listing_.reasons.size(); ++reason) {
      const auto of = [reason](const Listing::Illegal& one) { return one.reason == reason; };
      const auto count = std::count_if(listing_.illegal.begin(), listing_.illegal.end(), of);
      std::printf("illegal, %zu: %s\n", static_cast<std::size_t>(count), printable(listing_.reasons[reason]).c_str());
    }
  }

  int print_cost() {
    std::fputs(cost_text(space_, store_.database(), missing_).c_str(), stdout);
    return 0;
  }

  PointsToRun ordered() { return ordered_points(space_, store_.database(), missing_); }

  PointsRun run_missing() {
    sweep::make_folder(store_.of_study(study_.name));  // for the tables; refused before the points run
    PointsToRun points = ordered();
    points.finished_before = finished_;
    points.at_once = processes_of(options_.jobs);
    points.parts = store_.parts();
    points.task = "local-" + study_.name;
    return run_points(space_, points);
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
  sweep::Study study = study_of(options);
  if (study.search) return search_command(options, std::move(study));
  return Sweep(options, std::move(study)).run();
}

}  // namespace unibank
