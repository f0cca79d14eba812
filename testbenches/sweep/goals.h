// What a search is after, as numbers: from the rows of finished points, from designs alone, and, of runs that have not
// ended, what cannot be undercut any more.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "design/design.h"
#include "report/run_result.h"
#include "sweep/study.h"

namespace unibank::sweep {

// Throws InputError for a name that is neither a counter nor a metric that a point has by itself, nor of energy_pj, nor of
// design.
void check_metric(const std::string& name, const std::string& file, unsigned line);

// What a design alone says: design.storage_kb, design.storage_bits, design.bits_beside_data. NaN: it does not say that.
double design_value(const std::string& name, const Design& design);
const std::vector<std::string>& design_values();

class Goals {
 public:
  // `programs`: of the study; each has one point of a candidate.
  Goals(const Search& search, std::size_t programs) : search_(search), programs_(programs) {}

  // A value for each goal, then one for each limit; NaN where there is none.
  using Values = std::vector<double>;
  Values of(const std::vector<std::pair<std::string, double>>& row, const Design& design) const;
  // Of a design alone: NaN for what needs a run.
  Values of(const Design& design) const { return of({}, design); }
  // A candidate's, from those of its points.
  Values across(const std::vector<Values>& points) const;

  // A candidate's values at the end are at least these, or at most where more is asked for; `so_far` is of one of its points,
  // nothing is known of the others. Infinite where nothing can be said.
  Values reached(const RunResult& so_far, const Design& design) const;

  // The goals with less being better of all; what is no number is infinite.
  std::vector<double> less_is_better(const Values& values) const;
  // By how much limits are broken, each relative to itself; 0: none is. NaN counts as not broken where `known_only`, else
  // as infinite.
  double violation(const Values& values, bool known_only = false) const;
  // A limit from above is broken and stays so: `values` are of reached().
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

// Every goal of `a` is as good as that of `b`, and one is better. Less is better.
bool dominates(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace unibank::sweep
