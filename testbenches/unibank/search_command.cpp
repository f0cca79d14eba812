#include "unibank/search_command.h"

#include <cstdio>
#include <map>

#include "base/printable.h"
#include "base/text.h"
#include "sweep/search_export.h"
#include "sweep/store.h"
#include "unibank/slurm.h"
#include "unibank/sweep_order.h"
#include "unibank/sweep_report.h"

namespace unibank {

namespace {

using sweep::Listing;
using sweep::MissingPoints;
using sweep::SearchLoop;

class SearchRun {
 public:
  SearchRun(const SweepOptions& options, sweep::Study study)
      : options_(options),
        study_(std::move(study)),
        space_(study_),
        store_(options.store, options.dry_run),
        goals_(*study_.search, space_.programs()),
        loop_(
            study_, space_, store_.database(), [this](const MissingPoints& missing) { return run_points_of(missing); },
            [this](const sweep::Generation& generation) { tell(generation); }) {
    plotly_ = plotly_of_page(options, space_);
  }

  int run() {
    collect_into(store_);
    std::printf("%s: a search among %s of %s each, %s\n", printable(study_.name).c_str(),
                counted(loop_.size(), "candidate").c_str(), counted(space_.programs(), "point").c_str(),
                budget_text().c_str());
    const SearchLoop::End end = loop_.run();
    if (end == SearchLoop::End::kAll || end == SearchLoop::End::kNoNew) refuse_without_points();
    print_end(end);
    if (!options_.dry_run) write();
    return end == SearchLoop::End::kFailed || stuck_ ? 1 : 0;
  }

 private:
  // Nothing would run, so the study is in error.
  void refuse_without_points() const {
    if (loop_.points_asked() != 0) return;
    const sweep::Candidate& first = loop_.candidates().front();
    throw without_points(study_, "no candidate of " + std::to_string(loop_.candidates().size()) +
                                     " runs; the first is " + sweep::state_name(first.state) + ": ", first.reason);
  }

  std::string budget_text() const {
    return study_.search->budget == 0 ? "all of them" : "with a budget of " + counted(study_.search->budget, "point");
  }

  void tell(const sweep::Generation& one) const {
    std::printf("generation %u: %s, %zu of them new with %s, %zu stopped early, %zu infeasible; %zu on the front\n",
                one.number, counted(one.asked, "candidate").c_str(), one.fresh, counted(one.points, "point").c_str(),
                one.stopped, one.infeasible, one.front);
    std::fflush(stdout);
  }

  bool run_points_of(const MissingPoints& missing) {
    std::vector<sweep::Number> numbers;
    for (const Listing::Entry& entry : missing.points) numbers.push_back(entry.number);
    waiting_ = missing.generation;
    if (options_.dry_run) {
      std::printf("generation %u: %s missing\n%s", missing.generation,
                  (counted(numbers.size(), "point") + (numbers.size() == 1 ? " is" : " are")).c_str(),
                  cost_text(space_, store_.database(), numbers).c_str());
      return false;
    }
    if (options_.collect) return false;
    PointsToRun points = ordered_points(space_, store_.database(), numbers);
    if (options_.on == "slurm") return submit_points(missing, points);
    points.finished_before = loop_.points_asked() - numbers.size();
    points.at_once = processes_of(options_.jobs);
    points.parts = store_.parts();
    points.task = "local-" + study_.name;
    points.stop = {&goals_, &missing.bounds};
    sweep::make_folder(store_.of_study(study_.name));  // for the tables; refused before the points run
    run_points(space_, points);
    collect_into(store_);
    return true;
  }

  // The job after the arrays continues the search. It must have found new results, otherwise it would never end.
  bool submit_points(const MissingPoints& missing, const PointsToRun& ordered) {
    const std::string after = std::to_string(missing.generation) + ":" + std::to_string(ordered.numbers.size());
    stuck_ = after == options_.after;
    if (stuck_) return false;
    SlurmPlan plan;
    plan.folder = store_.of_study(study_.name) + "/slurm";
    sweep::make_folder(plan.folder);
    std::map<sweep::Number, Listing::Entry> entries;
    for (const Listing::Entry& entry : missing.points) entries[entry.number] = entry;
    plan.word = [&](std::size_t point) { return sweep::task_word(entries.at(ordered.numbers[point])); };
    plan.command = study_words(options_);
    plan.seconds = ordered.seconds;
    if (missing.bounds.any()) plan.bounds = missing.bounds.text();
    plan.follow_up = slurm_words(options_) + " --after " + after + page_words(options_);
    std::printf("generation %u: %s", missing.generation, submit(options_, plan).c_str());
    return false;
  }

  void print_end(SearchLoop::End end) const {
    using End = SearchLoop::End;
    const std::size_t asked = loop_.points_asked(), front = loop_.front_size();
    switch (end) {
      case End::kBudget: std::printf("the budget is spent"); break;
      case End::kAll: std::printf("every candidate has been tried"); break;
      case End::kNoNew: std::printf("the last generations had no new candidate that runs"); break;
      case End::kFailed: std::printf("points have failed, and the next generation needs them"); break;
      case End::kWaiting:
        if (stuck_)
          std::printf("generation %u: no task has finished another point; their logs are in %s/slurm", waiting_,
                      store_.of_study(study_.name).c_str());
        else
          std::printf("generation %u has not finished yet", waiting_);
        break;
    }
    std::printf("; %s asked for, %s on the front\n", counted(asked, "point").c_str(),
                counted(front, "candidate").c_str());
  }

  void write() {
    Listing listing;
    listing.runs = loop_.points();
    listing.all = space_.size();
    keep_keys(store_, study_, listing.runs);
    const std::string folder = store_.of_study(study_.name);
    sweep::make_folder(folder);
    if (may_write(folder)) {
      write_search(folder, study_, space_, loop_);
      const std::string shown = printable(folder);
      std::printf("candidates: %s/search.csv, %s/generations.csv\n", shown.c_str(), shown.c_str());
    }
    const sweep::SearchMarks marks = marks_of(loop_);
    write_points(options_, study_, space_, listing, store_, plotly_, &marks);
  }

  const SweepOptions& options_;
  const sweep::Study study_;
  sweep::PointSpace space_;
  sweep::Store store_;
  const sweep::Goals goals_;
  SearchLoop loop_;
  std::string plotly_;
  unsigned waiting_ = 0;
  bool stuck_ = false;
};

}  // namespace

int search_command(const SweepOptions& options, sweep::Study study) {
  return SearchRun(options, std::move(study)).run();
}

}  // namespace unibank
