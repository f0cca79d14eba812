// The methods of pagmo and dlib, as a library of its own that is opened when a search runs: with them in the program, each
// start of it would take 25 ms instead of 9.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace unibank::sweep {

struct MethodCall {
  std::vector<std::size_t> dimensions;  // of each: how many values it has, more than one
  std::size_t population = 8, goals = 1;
  unsigned seed = 1;
  // Of a generation: places along the dimensions, candidate behind candidate, to what they come to, goal behind goal.
  // Less is better. What it throws ends the method.
  std::function<std::vector<double>(const std::vector<std::size_t>&)> evaluate;
};

}  // namespace unibank::sweep

extern "C" {
// See optimizer.h.
void unibank_search_nsga2(const unibank::sweep::MethodCall& call);
void unibank_search_surrogate(const unibank::sweep::MethodCall& call);
// Of points in a box of 0 to 1 in each of at least two dimensions, up to its corner of ones.
double unibank_search_hypervolume(const std::vector<std::vector<double>>& points);
}
