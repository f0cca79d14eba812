// Methods that choose which candidates run next. A candidate is a number: a design and a step of each axis.
#pragma once

#include <functional>
#include <vector>

#include "sweep/points.h"

namespace unibank::sweep {

// Candidates as the methods see them: one whole number for each dimension that has more than one value.
class CandidateSpace {
 public:
  explicit CandidateSpace(const Study& study);
  Number size() const { return size_; }
  // The number of values of each dimension; values are numbered from 0.
  const std::vector<std::size_t>& dimensions() const { return dimensions_; }
  Number number(const std::vector<std::size_t>& at) const;

 private:
  std::vector<std::size_t> dimensions_;
  std::vector<Number> strides_;
  Number size_ = 1;
};

// Evaluates a generation: returns the goals of each candidate, all finite; less is better. An exception ends the
// method.
using Evaluate = std::function<std::vector<std::vector<double>>(const std::vector<Number>&)>;

// The first two functions ask for generations until `evaluate` throws; search_exhaustive() asks until it has asked for
// all candidates. The same settings and answers give the same candidates.
//
// pagmo's NSGA-II (Deb and others 2002): 0.9 crossover, mutation of one value of a candidate on average.
void search_nsga2(const CandidateSpace& space, const Search& search, std::size_t goals, const Evaluate& evaluate);
// dlib's upper bounds by Lipschitz constants, with a quadratic model around the best candidate (King's MaxLIPO+TR): for
// one goal and for long runs.
void search_surrogate(const CandidateSpace& space, const Search& search, const Evaluate& evaluate);
void search_exhaustive(const CandidateSpace& space, const Search& search, const Evaluate& evaluate);

// The hypervolume of points between their componentwise best and worst, as a share of that box: 0 to 1.
double hypervolume_share(const std::vector<std::vector<double>>& points, const std::vector<double>& best,
                         const std::vector<double>& worst);

}  // namespace unibank::sweep
