#include "compiler/slot_colouring.h"

#include <algorithm>
#include <set>

#include "compiler/bit_matrix.h"

namespace unibank::compiler {

std::vector<std::vector<std::uint32_t>> slot_neighbours(const SpillVariables& of) {
  const std::size_t count = of.variables.size();
  BitMatrix together(count, count), row(1, count);
  const std::vector<std::uint32_t>* before = nullptr;
  for (const std::vector<std::uint32_t>& live : of.live) {
    if (live.size() < 2 || (before != nullptr && *before == live)) continue;
    before = &live;
    row = BitMatrix(1, count);
    for (const std::uint32_t variable : live) row.set(0, variable);
    for (const std::uint32_t variable : live) together.merge(variable, row, 0);
  }
  std::vector<std::vector<std::uint32_t>> neighbours(count);
  for (std::uint32_t variable = 0; variable < count; ++variable) {
    together.each(variable, [&](std::uint32_t other) {
      if (other != variable) neighbours[variable].push_back(other);
    });
  }
  return neighbours;
}

std::vector<std::vector<unsigned>> colour_slots(const SpillVariables& of,
                                                const std::vector<std::vector<std::uint32_t>>& neighbours,
                                                const std::vector<bool>& kept, unsigned most) {
  std::vector<std::uint32_t> order;
  std::vector<std::size_t> degree(kept.size());
  for (std::uint32_t variable = 0; variable < kept.size(); ++variable) {
    if (!kept[variable]) continue;
    order.push_back(variable);
    for (const std::uint32_t other : neighbours[variable]) degree[variable] += kept[other];
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return degree[a] > degree[b]; });
  std::vector<std::vector<unsigned>> places(kept.size());
  for (const std::uint32_t variable : order) {
    std::set<unsigned> taken;
    for (const std::uint32_t other : neighbours[variable]) taken.insert(places[other].begin(), places[other].end());
    std::vector<unsigned> found;
    for (unsigned slot = 0; found.size() < of.variables[variable].slots && slot < most; ++slot)
      if (taken.count(slot) == 0) found.push_back(slot);
    if (found.size() == of.variables[variable].slots) places[variable] = std::move(found);
  }
  return places;
}

}  // namespace unibank::compiler
