// Methods that choose which candidates run next. A candidate is a number: a design and a step of each axis.
#pragma once

#include <functional>
#include <vector>

#include "sweep/points.h"

namespace unibank::sweep {

// A candidate as the methods see it: one whole number a dimension that has more than one value.
class CandidateSpace {
 public:
  explicit CandidateSpace(const Study& study);
  Number size() const { return size_; }
  // Values of each dimension: 0 to one less.
  const std::vector<std::size_t>& dimensions() const { return dimensions_; }
  Number number(const std::vector<std::size_t>& at) const;

 private:
  std::vector<std::size_t> dimensions_;
  std::vector<Number> strides_;
  Number size_ = 1;
};

// A generation's candidates, and what they come to: numbers of which less is better, all finite. What it throws ends the
// method.
using Evaluate = std::function<std::vector<std::vector<double>>(const std::vector<Number>&)>;

// Each asks for generations until `evaluate` throws, or, the last one, has asked for all. The same settings and answers
// give the same candidates.
//
// NSGA-II (Deb and others 2002) of pagmo: 0.9 crossover, mutation of one value of a candidate on average.
void search_nsga2(const CandidateSpace& space, const Search& search, std::size_t goals, const Evaluate& evaluate);
// Upper bounds by Lipschitz constants and a quadratic model around the best, of dlib (King's MaxLIPO+TR): one goal, for runs
// that take long.
void search_surrogate(const CandidateSpace& space, const Search& search, const Evaluate& evaluate);
void search_exhaustive(const CandidateSpace& space, const Search& search, const Evaluate& evaluate);

// Hypervolume of points between their componentwise best and worst, as a share of that box; 0 to 1.
double hypervolume_share(const std::vector<std::vector<double>>& points, const std::vector<double>& best,
                         const std::vector<double>& worst);

}  // namespace unibank::sweep
