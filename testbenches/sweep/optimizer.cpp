#include "sweep/optimizer.h"

#include <algorithm>

namespace unibank::sweep {

CandidateSpace::CandidateSpace(const Study& study) {
  std::vector<std::size_t> all = {study.designs.size()};
  for (const Axis& axis : study.axes) all.push_back(axis.steps.size());
  for (auto one = all.rbegin(); one != all.rend(); ++one) {
    if (*one > 1) {
      dimensions_.insert(dimensions_.begin(), *one);
      strides_.insert(strides_.begin(), size_);
    }
    size_ *= *one;
  }
}

Number CandidateSpace::number(const std::vector<std::size_t>& at) const {
  Number number = 0;
  for (std::size_t i = 0; i < at.size(); ++i) number += strides_[i] * std::min(at[i], dimensions_[i] - 1);
  return number;
}

void search_exhaustive(const CandidateSpace& space, const Search& search, const Evaluate& evaluate) {
  for (Number next = 0; next < space.size();) {
    std::vector<Number> generation;
    for (; generation.size() < search.population && next < space.size(); ++next) generation.push_back(next);
    evaluate(generation);
  }
}

}  // namespace unibank::sweep
