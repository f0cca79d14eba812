#include "unibank/threads.h"

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

#include "base/input_error.h"
#include "gpu/launch_plan.h"

namespace unibank {

namespace {

constexpr unsigned kStep = 128;  // threads

// Resident blocks and cache sets of every kernel: the effect of a thread limit.
using Division = std::vector<std::pair<unsigned, unsigned>>;

Division division_at(Design design, const std::vector<KernelNeeds>& kernels, unsigned limit) {
  design.kernel.thread_limit = limit;
  LaunchPlanner planner(design);
  for (const KernelNeeds& kernel : kernels) planner.plan(kernel);
  Division division;
  for (const KernelNeeds& kernel : kernels) {
    const PartitionResult given = planner.divide(kernel).partition;
    division.emplace_back(given.resident_blocks, given.cache_sets);
  }
  return division;
}

std::vector<unsigned> distinct_limits(const Design& design, const std::vector<KernelNeeds>& kernels) {
  const unsigned most = design.capacity().threads();
  std::vector<unsigned> limits;
  std::set<Division> seen;
  std::exception_ptr refused;
  for (unsigned limit = std::min(kStep, most);; limit = std::min(limit + kStep, most)) {
    try {
      if (seen.insert(division_at(design, kernels, limit)).second) limits.push_back(limit);
    } catch (const InputError&) {
      refused = std::current_exception();
    }
    if (limit == most) break;
  }
  if (limits.empty()) std::rethrow_exception(refused);
  return limits;
}

}  // namespace

std::vector<unsigned> thread_limits(const SimulationRequest& request) {
  const std::vector<KernelNeeds> kernels = declared_kernels(request);
  std::vector<unsigned> limits;
  if (!kernels.empty()) limits = distinct_limits(request.design.design, kernels);
  if (limits.empty()) limits.push_back(request.design.design.capacity().threads());  // nothing is launched
  return limits;
}

}  // namespace unibank
