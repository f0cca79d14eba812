// NSGA-II and hypervolumes of pagmo 2.
#include <limits>
#include <pagmo/algorithms/nsga2.hpp>
#include <pagmo/batch_evaluators/member_bfe.hpp>
#include <pagmo/bfe.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#include <pagmo/utils/hypervolume.hpp>

#include "sweep/methods/methods.h"

using unibank::sweep::MethodCall;

namespace {

// A pagmo problem with whole numbers only; a whole generation is evaluated at once.
struct Candidates {
  const MethodCall* call = nullptr;

  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
    pagmo::vector_double most;
    for (const std::size_t values : call->dimensions) most.push_back(static_cast<double>(values - 1));
    return {pagmo::vector_double(most.size(), 0), most};
  }
  pagmo::vector_double::size_type get_nix() const { return call->dimensions.size(); }
  pagmo::vector_double::size_type get_nobj() const { return call->goals; }
  pagmo::vector_double fitness(const pagmo::vector_double& one) const { return batch_fitness(one); }
  pagmo::vector_double batch_fitness(const pagmo::vector_double& all) const {
    return call->evaluate(std::vector<std::size_t>(all.begin(), all.end()));
  }
};

}  // namespace

void unibank_search_nsga2(const MethodCall& call) {
  constexpr double kCrossover = 0.9, kIndex = 20;  // Deb 2002; the index applies to fractions, which do not occur here
  constexpr unsigned kAtOnce = std::numeric_limits<int>::max();
  const pagmo::problem problem{Candidates{&call}};
  const pagmo::bfe by_generation{pagmo::member_bfe{}};
  pagmo::population population(problem, by_generation, call.population, call.seed);
  const double mutation = 1 / static_cast<double>(call.dimensions.size());
  pagmo::nsga2 method(kAtOnce, kCrossover, kIndex, mutation, kIndex, call.seed);
  method.set_bfe(by_generation);
  method.evolve(population);
}

double unibank_search_hypervolume(const std::vector<std::vector<double>>& points) {
  return pagmo::hypervolume(points, true).compute(std::vector<double>(points.front().size(), 1));
}
