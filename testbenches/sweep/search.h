// A search from its first generation to its end: the candidates that it asks for, their results, and the front. Only
// points are stored. A restarted search asks for the same candidates, finds the points that have run, and continues
// with the first point that has not. This works because results do not depend on where and in which order points run.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sweep/bounds.h"
#include "sweep/database.h"
#include "sweep/goals.h"
#include "sweep/optimizer.h"
#include "sweep/points.h"

namespace unibank::sweep {

struct Candidate {
  enum class State {
    kFinished,   // all of its points have run
    kStopped,    // one of them was stopped, so it cannot be on the front
    kRefused,    // a program cannot run on the design, or a goal has no value
    kOutside,    // the design alone breaks a limit: nothing ran
    kIllegal,    // the point is illegal or excluded: nothing ran
  };
  Number number = 0;
  unsigned generation = 1;
  State state = State::kFinished;
  std::vector<Listing::Entry> points;   // one for each program; empty if nothing ran. For a stopped candidate:
                                        // the stopped run's key
  Goals::Values values;                 // NaN: unknown
  std::vector<double> goals;            // less is better
  double violation = 0;                 // of the limits; 0: none is broken
  bool front = false;                   // no other candidate dominates it
  std::string reason;                   // why the candidate has no values

  bool counts() const { return state == State::kFinished && violation == 0; }
};
const char* state_name(Candidate::State state);

// A generation at its end.
struct Generation {
  unsigned number = 1;
  std::size_t asked = 0, fresh = 0, points = 0;   // candidates; new ones; their points
  std::size_t stopped = 0, infeasible = 0;        // numbers among the new candidates
  std::size_t front = 0;                          // candidates on the front so far
};

// The points of a generation that have not run.
struct MissingPoints {
  unsigned generation = 1;
  std::vector<Listing::Entry> points;
  Bounds bounds;
};

class SearchLoop {
 public:
  // Runs the points, or arranges that they run. Returns false if the results will be available later; then the search
  // ends for now.
  using RunPoints = std::function<bool(const MissingPoints&)>;
  using Tell = std::function<void(const Generation&)>;  // called at the end of a generation
  // All arguments except the functions must outlive this object. Throws InputError if there is no candidate to choose
  // from.
  SearchLoop(const Study& study, PointSpace& space, Database& database, RunPoints run, Tell tell = nullptr);

  enum class End {
    kBudget,    // the next candidate would have exceeded it
    kAll,       // every candidate has been asked for
    kNoNew,     // too many generations without a new candidate that runs
    kWaiting,   // points run elsewhere
    kFailed     // points have failed, and the next generation depends on them
  };
  // Runs the search. Throws InputError for metrics that no finished point has.
  End run();

  const std::vector<Candidate>& candidates() const { return candidates_; }   // in the order in which they were asked
                                                                             // for
  const std::vector<Generation>& generations() const { return generations_; }
  std::uint64_t points_asked() const { return asked_; }
  Number size() const { return candidate_space_.size(); }
  // The points of all candidates, each once, as keys of rows.
  std::vector<Listing::Entry> points() const;
  std::size_t front_size() const { return front_.size(); }
  // The hypervolume of the front of this generation's and all earlier candidates, as a share of the box that contains
  // all values.
  double hypervolume(unsigned generation) const;

 private:
  using Finding = std::unique_ptr<Finished>;
  std::vector<std::vector<double>> evaluate(const std::vector<Number>& numbers);
  Candidate begin(Number number);
  bool has_room(const Candidate& candidate) const;
  void take_fresh(const std::vector<Number>& numbers, std::vector<std::size_t>& fresh, bool& full);
  MissingPoints missing_of(const std::vector<std::size_t>& fresh);
  void expect_one_energy_table(const Design& design);
  std::string of_program(const Point& point, const std::string& reason) const;
  bool is_there(const Listing::Entry& entry);
  void settle(Candidate& candidate);
  void settle_finished(Candidate& candidate, const std::vector<Goals::Values>& points);
  void update_front(const std::vector<std::size_t>& fresh);
  Bounds bounds() const;
  std::vector<double> fitness(const Candidate& candidate) const;
  void end_generation(const std::vector<Number>& numbers, const std::vector<std::size_t>& fresh);
  void check_values() const;

  const Study& study_;
  const Search& search_;
  PointSpace& space_;
  Database& database_;
  const RunPoints run_;
  const Tell tell_;
  const CandidateSpace candidate_space_;
  const Goals goals_;
  std::vector<Candidate> candidates_;
  std::unordered_map<Number, std::size_t> known_;
  std::vector<std::size_t> front_;           // candidates
  std::vector<Generation> generations_;
  Bounds bounds_;                            // of this generation
  std::uint64_t asked_ = 0;
  std::string energy_table_;                 // of the candidates so far
  unsigned idle_ = 0;                        // generations without a new candidate
};

}  // namespace unibank::sweep
