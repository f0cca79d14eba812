// The methods of pagmo and dlib, in a separate library that is opened when a search runs: if they were linked into the
// program, every start would take 25 ms instead of 9.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace unibank::sweep {

struct MethodCall {
  std::vector<std::size_t> dimensions;  // the number of values of each, more than one
  std::size_t population = 8, goals = 1;
  unsigned seed = 1;
  // Evaluates a generation. The argument lists the candidates' indices along the dimensions, one candidate after the
  // other; the result lists their goals in the same way. Less is better. An exception ends the method.
  std::function<std::vector<double>(const std::vector<std::size_t>&)> evaluate;
};

}  // namespace unibank::sweep

extern "C" {
// See optimizer.h.
void unibank_search_nsga2(const unibank::sweep::MethodCall& call);
void unibank_search_surrogate(const unibank::sweep::MethodCall& call);
// The hypervolume between the points, which lie in the unit box of at least two dimensions, and the corner of ones.
double unibank_search_hypervolume(const std::vector<std::vector<double>>& points);
}
