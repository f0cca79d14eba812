#include "sweep/search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/input_error.h"
#include "reproduce/values.h"

namespace unibank::sweep {

namespace {

// A search ends after this many generations without a new candidate that runs, because the methods never end by
// themselves and what does not run costs none of the budget.
constexpr unsigned kIdle = 100;

// The goal values reported to the methods for candidates without a place on the front: larger than any real value, and
// larger for worse candidates.
constexpr double kBeaten = 1e100, kInfeasible = 1e110;

struct Ends {
  SearchLoop::End how;
};

}  // namespace

const char* state_name(Candidate::State state) {
  static const char* const names[] = {"finished", "stopped", "refused", "outside", "illegal"};
  return names[static_cast<std::size_t>(state)];
}

SearchLoop::SearchLoop(const Study& study, PointSpace& space, Database& database, RunPoints run, Tell tell)
    : study_(study), search_(*study.search), space_(space), database_(database), run_(std::move(run)),
      tell_(std::move(tell)), candidate_space_(study), goals_(search_, space.programs()) {
  if (candidate_space_.dimensions().empty())
    throw InputError(study.file, 0,
                     "[search] has one candidate only, expected several designs or axes of several values");
  if (search_.budget != 0 && search_.budget < space.programs())
    throw InputError(study.file, search_.budget_line,
                     "search budget: found " + std::to_string(search_.budget) + ", expected at least " +
                         std::to_string(space.programs()) + ", the points of one candidate");
}

SearchLoop::End SearchLoop::run() {
  const Evaluate evaluate = [this](const std::vector<Number>& numbers) { return this->evaluate(numbers); };
  try {
    switch (search_.method) {
      case Search::Method::kNsga2: search_nsga2(candidate_space_, search_, search_.goals.size(), evaluate); break;
      case Search::Method::kSurrogate: search_surrogate(candidate_space_, search_, evaluate); break;
      case Search::Method::kExhaustive: search_exhaustive(candidate_space_, search_, evaluate); break;
    }
  } catch (const Ends& ends) {
    return ends.how;
  }
  return End::kAll;
}

std::vector<std::vector<double>> SearchLoop::evaluate(const std::vector<Number>& numbers) {
  std::vector<std::size_t> fresh;
  bool full = false;
  bounds_ = bounds();
  take_fresh(numbers, fresh, full);
  const MissingPoints missing = missing_of(fresh);
  if (!missing.points.empty()) {
    const bool ran = run_(missing);
    const auto there = [this](const Listing::Entry& entry) { return is_there(entry); };
    if (!std::all_of(missing.points.begin(), missing.points.end(), there)) {
      for (std::size_t i = fresh.size(); i-- != 0;) {  // they have no values, and are asked for again
        known_.erase(candidates_.back().number);
        asked_ -= candidates_.back().points.size();
        candidates_.pop_back();
      }
      throw Ends{ran ? End::kFailed : End::kWaiting};
    }
  }
  for (const std::size_t one : fresh) settle(candidates_[one]);
  end_generation(numbers, fresh);
  if (full) throw Ends{End::kBudget};
  if (candidates_.size() == candidate_space_.size()) throw Ends{End::kAll};
  const auto runs = [this](std::size_t one) { return !candidates_[one].points.empty(); };
  idle_ = std::any_of(fresh.begin(), fresh.end(), runs) ? 0 : idle_ + 1;
  if (idle_ == kIdle && search_.method != Search::Method::kExhaustive) throw Ends{End::kNoNew};
  std::vector<std::vector<double>> all;
  all.reserve(numbers.size());
  for (const Number number : numbers) all.push_back(fitness(candidates_[known_.at(number)]));
  return all;
}

// Takes new candidates up to the first one that exceeds the budget: taking a later, cheaper one would make the search
// depend on chance.
void SearchLoop::take_fresh(const std::vector<Number>& numbers, std::vector<std::size_t>& fresh, bool& full) {
  for (const Number number : numbers) {
    if (known_.count(number) != 0) continue;
    Candidate candidate = begin(number);
    if (!has_room(candidate)) {
      full = true;
      return;
    }
    asked_ += candidate.points.size();
    known_[number] = candidates_.size();
    fresh.push_back(candidates_.size());
    candidates_.push_back(std::move(candidate));
  }
}

bool SearchLoop::has_room(const Candidate& candidate) const {
  return search_.budget == 0 || asked_ + candidate.points.size() <= search_.budget;
}

// Fills in the candidate as far as possible without a run.
Candidate SearchLoop::begin(Number number) {
  Candidate candidate;
  candidate.number = number;
  candidate.generation = static_cast<unsigned>(generations_.size() + 1);
  Point point;
  for (std::size_t program = 0; program < space_.programs(); ++program) {
    const Left left = space_.at(number * space_.programs() + program, point);
    if (left.kind != Left::Kind::kRuns) {
      candidate.state = Candidate::State::kIllegal;
      candidate.reason = left.kind == Left::Kind::kIllegal ? left.reason : of_program(point, "excluded");
      candidate.violation = std::numeric_limits<double>::infinity();
      candidate.points.clear();
      return candidate;
    }
    expect_one_energy_table(point.loaded->design);
    candidate.values = goals_.of(point.loaded->design);
    candidate.violation = goals_.violation(candidate.values, true);
    if (candidate.violation > 0) {
      candidate.state = Candidate::State::kOutside;
      candidate.reason = "the design alone breaks a limit";
      candidate.points.clear();
      return candidate;
    }
    candidate.points.push_back({point.number, {0, 0}});
    set_key(candidate.points.back(), point.key);
  }
  return candidate;
}

// Energies of two tables count different parts in different technologies. A search that compared them would find the
// designs of one table better.
void SearchLoop::expect_one_energy_table(const Design& design) {
  const auto refuse_energy = [&](const std::string& metric, unsigned line) {
    if (metric.rfind("energy_pj.", 0) == 0)
      throw InputError(study_.file, line, metric + ": the designs have different energy tables (energy.table), \"" +
                                              energy_table_ + "\" and \"" + design.energy.table +
                                              "\", whose energies cannot be compared; expected one");
  };
  if (energy_table_.empty()) energy_table_ = design.energy.table;
  if (design.energy.table == energy_table_) return;
  for (const auto& goal : search_.goals) refuse_energy(goal.metric, goal.line);
  for (const auto& limit : search_.limits) refuse_energy(limit.metric, limit.line);
}

// Of several programs, the name of the one that it concerns stands before the reason.
std::string SearchLoop::of_program(const Point& point, const std::string& reason) const {
  if (space_.programs() == 1) return reason;
  const Program& program = *point.program;
  return program.name + (program.size.empty() ? "" : ", size " + program.size) + ": " + reason;
}

bool SearchLoop::is_there(const Listing::Entry& entry) {
  const std::string key = key_text(entry);
  return database_.has(key) || (bounds_.any() && database_.has(stopped_key(key, bounds_)));
}

MissingPoints SearchLoop::missing_of(const std::vector<std::size_t>& fresh) {
  MissingPoints missing;
  missing.generation = static_cast<unsigned>(generations_.size() + 1);
  missing.bounds = bounds_;
  std::set<std::string> keys;
  for (const std::size_t one : fresh)
    for (const Listing::Entry& entry : candidates_[one].points)
      if (!is_there(entry) && keys.insert(key_text(entry)).second) missing.points.push_back(entry);
  return missing;
}

void SearchLoop::settle(Candidate& candidate) {
  using State = Candidate::State;
  if (candidate.points.empty()) return;
  std::vector<Goals::Values> points;
  for (Listing::Entry& entry : candidate.points) {
    const std::string key = key_text(entry);
    Finding row = database_.find(key);
    if (!row) {
      const std::string stopped = stopped_key(key, bounds_);
      row = database_.find(stopped);
      candidate.state = State::kStopped;
      set_key(entry, stopped);
    } else if (!row->refused.empty() && candidate.state != State::kStopped) {
      candidate.state = State::kRefused;
    }
    Point point;
    space_.at(entry.number, point);
    if (!row->refused.empty()) {
      candidate.reason += (candidate.reason.empty() ? "" : "; ") + of_program(point, row->refused);
      continue;
    }
    points.push_back(goals_.of(row->values, point.loaded->design));
  }
  candidate.violation = std::numeric_limits<double>::infinity();
  if (candidate.state == State::kFinished) settle_finished(candidate, points);
}

void SearchLoop::settle_finished(Candidate& candidate, const std::vector<Goals::Values>& points) {
  candidate.values = goals_.across(points);
  candidate.goals = goals_.less_is_better(candidate.values);
  candidate.violation = goals_.violation(candidate.values);
  if (!std::isinf(candidate.violation)) return;
  candidate.state = Candidate::State::kRefused;
  candidate.reason = "a goal or a limit has no value";
}

Bounds SearchLoop::bounds() const {
  Bounds bounds;
  bounds.stops = search_.stop;
  if (!bounds.stops) return bounds;
  bounds.goals = goals_.text();
  for (const std::size_t one : front_) bounds.front.push_back(candidates_[one].goals);
  std::sort(bounds.front.begin(), bounds.front.end());
  bounds.front.erase(std::unique(bounds.front.begin(), bounds.front.end()), bounds.front.end());
  return bounds;
}

// The reported values depend only on the candidate itself, not on when points ran or what else the store contains. With
// `stop`, all candidates that ran and are beaten or break a limit get equal values: more is not known about stopped
// ones, and one finished by another study must not differ from a stopped one.
std::vector<double> SearchLoop::fitness(const Candidate& candidate) const {
  // A factor that differs between candidates and is always the same for one candidate, so that methods see no equal
  // values.
  const double own = 1 + 1e-6 * static_cast<double>(candidate.number) / static_cast<double>(candidate_space_.size());
  const auto all = [this](double value) { return std::vector<double>(search_.goals.size(), value); };
  const auto beaten = [&](const std::vector<double>& one) { return dominates(one, candidate.goals); };
  const bool ran = !candidate.points.empty();
  if (search_.stop && ran && (!candidate.counts() || std::any_of(bounds_.front.begin(), bounds_.front.end(), beaten)))
    return all(kBeaten * own);
  if (!candidate.counts()) {
    const double share = std::isinf(candidate.violation) ? 1 : candidate.violation / (1 + candidate.violation);
    return all(kInfeasible * (1 + share) * own);
  }
  return candidate.goals;
}

void SearchLoop::update_front(const std::vector<std::size_t>& fresh) {
  for (const std::size_t number : fresh) {
    Candidate& one = candidates_[number];
    const auto beats = [&](std::size_t other) { return dominates(candidates_[other].goals, one.goals); };
    if (!one.counts() || std::any_of(front_.begin(), front_.end(), beats)) continue;
    const auto beaten = [&](std::size_t other) { return dominates(one.goals, candidates_[other].goals); };
    for (const std::size_t other : front_)
      if (beaten(other)) candidates_[other].front = false;
    front_.erase(std::remove_if(front_.begin(), front_.end(), beaten), front_.end());
    one.front = true;
    front_.push_back(number);
  }
}

void SearchLoop::end_generation(const std::vector<Number>& numbers, const std::vector<std::size_t>& fresh) {
  check_values();
  update_front(fresh);
  Generation generation;
  generation.number = static_cast<unsigned>(generations_.size() + 1);
  generation.asked = numbers.size();
  generation.fresh = fresh.size();
  for (const std::size_t one : fresh) {
    const Candidate& candidate = candidates_[one];
    generation.points += candidate.points.size();
    generation.stopped += candidate.state == Candidate::State::kStopped;
    generation.infeasible += candidate.state != Candidate::State::kStopped && !candidate.counts();
  }
  generation.front = front_size();
  if (tell_ && !fresh.empty()) tell_(generation);
  generations_.push_back(generation);
}

// Names with parts are checked once there is a point; with a mistyped name the search would never end.
void SearchLoop::check_values() const {
  const auto ran = [](const Candidate& one) {
    return !one.values.empty() && !one.points.empty() && !one.goals.empty();
  };
  if (std::none_of(candidates_.begin(), candidates_.end(), ran)) return;
  for (std::size_t i = 0; i < search_.goals.size() + search_.limits.size(); ++i) {
    const auto has = [&](const Candidate& one) { return ran(one) && !std::isnan(one.values[i]); };
    if (std::any_of(candidates_.begin(), candidates_.end(), has)) continue;
    const bool goal = i < search_.goals.size();
    const std::size_t limit = i - search_.goals.size();
    throw InputError(study_.file, goal ? search_.goals[i].line : search_.limits[limit].line,
                     "no point of the first generation has '" +
                         (goal ? search_.goals[i].metric : search_.limits[limit].metric) +
                         "', expected a name of a column of points.csv");
  }
}

std::vector<Listing::Entry> SearchLoop::points() const {
  std::vector<Listing::Entry> all;
  for (const Candidate& candidate : candidates_)
    all.insert(all.end(), candidate.points.begin(), candidate.points.end());
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  return all;
}

double SearchLoop::hypervolume(unsigned generation) const {
  std::vector<double> best, worst;
  std::vector<std::vector<double>> points;
  for (const Candidate& one : candidates_) {
    if (!one.counts()) continue;
    if (best.empty()) best = worst = one.goals;
    for (std::size_t i = 0; i < best.size(); ++i) {
      best[i] = std::min(best[i], one.goals[i]);
      worst[i] = std::max(worst[i], one.goals[i]);
    }
    if (one.generation <= generation) points.push_back(one.goals);
  }
  return hypervolume_share(points, best, worst);
}

}  // namespace unibank::sweep
