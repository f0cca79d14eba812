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

constexpr double kSecondsPerInstruction = 2e-6;  // before anything has run: testbenches/bench

}  // namespace

void CostModel::Sum::add(const Cost& cost) {
  points += static_cast<double>(cost.points);
  seconds += cost.seconds;
  instructions += cost.warp_instructions;
}

CostModel::CostModel(const std::vector<Cost>& costs, const std::vector<Cost>& counted) {
  double least = -1;
  for (const Cost& cost : costs) {
    if (cost.points == 0) continue;
    sums_[words(cost.program, cost.size, cost.arguments, cost.style, cost.design)].add(cost);
    sums_[words(cost.program, cost.size, cost.arguments, cost.style, "")].add(cost);
    sums_[words(cost.program, cost.size, "", "", "")].add(cost);
    sums_[words(cost.program, "", "", "", cost.design)].add(cost);
    sums_[words("", "", "", "", cost.design)].add(cost);
    all_.add(cost);
    const double mean = cost.seconds / static_cast<double>(cost.points);
    if (cost.size == "tiny" && (least < 0 || mean < least)) least = mean;
  }
  start_ = std::max(least, 0.0);
  for (const Cost& cost : counted)
    counted_[words(cost.program, cost.size, cost.arguments, cost.style, "")].add(cost);
}

const CostModel::Sum* CostModel::find(const std::string& key) const {
  const auto at = sums_.find(key);
  return at == sums_.end() ? nullptr : &at->second;
}

double CostModel::rate_of(const Sum& sum) const {
  return std::max(0.0, sum.seconds - sum.points * start_) / sum.instructions;
}

// Seconds per instruction of this program on this design at any size, else of this design. Negative: unknown.
double CostModel::rate_on_design(const Cost& asked) const {
  for (const Sum* const sum : {find(words(asked.program, "", "", "", asked.design)),
                               find(words("", "", "", "", asked.design))})
    if (sum && sum->instructions > 0) return rate_of(*sum);
  return -1;
}

CostModel::Estimate CostModel::of(const Cost& asked) const {
  const std::string program = words(asked.program, asked.size, asked.arguments, asked.style, "");
  if (const Sum* same = find(words(asked.program, asked.size, asked.arguments, asked.style, asked.design)))
    return {same->mean(), From::kSame};
  const Sum* const ran = find(program);
  const auto counted = counted_.find(program);
  const Sum* const known = ran ? ran : counted != counted_.end() ? &counted->second : nullptr;
  const double rate = rate_on_design(asked);
  if (ran && (ran->instructions == 0 || rate < 0)) return {ran->mean(), From::kProgram};
  if (known) {
    const double usual = all_.instructions > 0 ? rate_of(all_) : kSecondsPerInstruction;
    return {start_ + known->instructions / known->points * (rate >= 0 ? rate : usual), From::kProgram};
  }
  if (const Sum* one = find(words(asked.program, asked.size, "", "", ""))) return {one->mean(), From::kSize};
  return {guess_of(asked.size), From::kGuess};
}

CostModel::Estimate CostModel::of(const Point& point) const {
  Cost asked;
  asked.program = point.program->name;
  asked.size = point.program->size;
  asked.arguments = point.program->arguments_text();
  asked.style = style_name(point.program->style);
  asked.design = point.design;
  return of(asked);
}

void Expectation::add(const CostModel::Estimate& estimate) {
  all_ += estimate.seconds;
  if (estimate.from != CostModel::From::kGuess) return;
  guessed_ += estimate.seconds;
  ++guesses_;
}

std::string Expectation::text() const {
  const std::string text = "expected: " + duration_text(all_) + " of CPU time";
  if (guesses_ == 0) return text;
  const std::string points = guesses_ == 1 ? "1 point is of a program that has not run"
                                           : std::to_string(guesses_) + " points are of programs that have not run";
  return text + ", of which " + duration_text(guessed_) + " is a guess: " + points;
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
