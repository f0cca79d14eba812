#include "sweep/cost.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace unibank::sweep {

namespace {

std::string words(const std::string& program, const std::string& size, const std::string& arguments,
                  const std::string& style, const std::string& design) {
  return program + "\n" + size + "\n" + arguments + "\n" + style + "\n" + design;
}

// A guess for a program that has not run, from the meaning of the sizes (workloads/workload.h): paper is a hundred
// times test.
double guess_of(const std::string& size) {
  if (size == "tiny") return 0.05;
  return size == "paper" ? 100 : 1;
}

}  // namespace

void CostModel::Sum::add(const Cost& cost) {
  points += static_cast<double>(cost.points);
  seconds += cost.seconds;
  instructions += cost.warp_instructions;
}

CostModel::CostModel(const std::vector<Cost>& costs) {
  for (const Cost& cost : costs) {
    if (cost.points == 0) continue;
    sums_[words(cost.program, cost.size, cost.arguments, cost.style, cost.design)].add(cost);
    sums_[words(cost.program, cost.size, cost.arguments, cost.style, "")].add(cost);
    sums_[words(cost.program, cost.size, "", "", "")].add(cost);
    sums_[words("", "", "", "", cost.design)].add(cost);
    all_.add(cost);
  }
}

const CostModel::Sum* CostModel::find(const std::string& key) const {
  const auto at = sums_.find(key);
  return at == sums_.end() ? nullptr : &at->second;
}

CostModel::Estimate CostModel::of(const Point& point) const {
  const Program& program = *point.program;
  const std::string arguments = program.arguments_text(), style = style_name(program.style);
  if (const Sum* same = find(words(program.name, program.size, arguments, style, point.design)))
    return {same->mean(), From::kSame};
  const Sum* const design = find(words("", "", "", "", point.design));
  if (const Sum* one = find(words(program.name, program.size, arguments, style, ""))) {
    // The program's instructions times the design's time per instruction, if other programs have shown that.
    if (design && design->instructions > 0)
      return {one->instructions / one->points * design->seconds / design->instructions, From::kProgram};
    return {one->mean(), From::kProgram};
  }
  if (const Sum* one = find(words(program.name, program.size, "", "", ""))) return {one->mean(), From::kSize};
  return {guess_of(program.size), From::kGuess};
}

std::string duration_text(double seconds) {
  char text[32];
  if (seconds < 120) std::snprintf(text, sizeof text, "%.3g s", seconds);
  else if (seconds < 7200) std::snprintf(text, sizeof text, "%.3g min", seconds / 60);
  else std::snprintf(text, sizeof text, "%.4g h", seconds / 3600);
  return text;
}

std::vector<std::size_t> longest_first(const std::vector<double>& costs) {
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&costs](std::size_t a, std::size_t b) { return costs[a] > costs[b]; });
  return order;
}

}  // namespace unibank::sweep
