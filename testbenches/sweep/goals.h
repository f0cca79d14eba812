// The goals of a search as numbers: from the rows of finished points, from designs alone, and, for runs in progress, as
// bounds on the final values.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "design/design.h"
#include "report/run_result.h"
#include "sweep/study.h"

namespace unibank::sweep {

// Whether the name is a counter, a metric of a single point, of energy_pj, or of design.
bool is_metric(const std::string& name);
// Throws InputError for any other name.
void check_metric(const std::string& name, const std::string& file, unsigned line);

// A value of a design alone: design.storage_kb or design.storage_bits (the memories of an SM, a separate scratchpad
// included, and the tags and states of lines), or design.bits_beside_data. NaN for any other name.
double design_value(const std::string& name, const Design& design);
const std::vector<std::string>& design_values();

class Goals {
 public:
  // `programs`: the number of the study's programs; a candidate has one point for each.
  Goals(const Search& search, std::size_t programs) : search_(search), programs_(programs) {}

  // Goals, limits and what else decides whether a run is stopped, on one line: "least cycles; dram_kb <= 5; mean of 2".
  std::string text() const;

  // One value for each goal, then one for each limit; NaN: the value is not known.
  using Values = std::vector<double>;
  Values of(const std::vector<std::pair<std::string, double>>& row, const Design& design) const;
  // The values of a design alone: NaN for values that need a run.
  Values of(const Design& design) const { return of({}, design); }
  // A candidate's values, computed from the values of its points.
  Values across(const std::vector<Values>& points) const;

  // Lower bounds on a candidate's final values (upper bounds for goals to be maximised). `so_far` is from one of its
  // points; nothing is known about the others. Infinite where there is no bound.
  Values reached(const RunResult& so_far, const Design& design) const;

  // The goals, negated where more is better; infinite for NaN.
  std::vector<double> less_is_better(const Values& values) const;
  // The sum of the relative violations of all limits; 0: no limit is broken. A value of NaN counts as no violation if
  // `known_only`, and otherwise as an infinite violation.
  double violation(const Values& values, bool known_only = false) const;
  // Whether a limit from above is broken and will stay broken. `values` come from reached().
  bool passes_limit(const Values& values) const;

 private:
  const Goal& goal(std::size_t place) const { return search_.goals[place]; }
  bool more_is_worse(std::size_t place) const;
  std::string metric(std::size_t place) const;
  std::size_t size() const { return search_.goals.size() + search_.limits.size(); }
  double joined(std::size_t place, const std::vector<Values>& points) const;

  const Search& search_;
  std::size_t programs_;
};

// Whether `a` is as good as `b` in every goal, and better in one. Less is better.
bool dominates(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace unibank::sweep
