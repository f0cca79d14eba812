#include "sweep/bounds.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "base/input_error.h"
#include "reproduce/values.h"
#include "sweep/axis_values.h"
#include "sweep/hash.h"

namespace unibank::sweep {

namespace {

constexpr char kHead[] = "unibank bounds of ";

}  // namespace

std::string Bounds::text() const {
  std::string text = kHead + goals + "\n";
  for (const std::vector<double>& one : front) {
    for (std::size_t i = 0; i < one.size(); ++i) text += (i == 0 ? "" : " ") + exact(one[i]);
    text += "\n";
  }
  return text;
}

Bounds Bounds::from(const std::string& text, const std::string& file) {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || line.rfind(kHead, 0) != 0)
    throw InputError(file, 1, "found '" + line + "', expected '" + kHead + "GOALS': another version has submitted this "
                     "study; cancel and submit it again");
  Bounds bounds;
  bounds.goals = line.substr(sizeof kHead - 1);
  bounds.stops = true;
  for (unsigned number = 2; std::getline(lines, line); ++number) {
    std::vector<double> one;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      const std::optional<double> value = number_in(word);
      if (!value) throw InputError(file, number, "found '" + word + "', expected a number");
      one.push_back(*value);
    }
    if (one.empty() || (!bounds.front.empty() && one.size() != bounds.front.front().size()))
      throw InputError(file, number, "expected as many numbers as there are goals");
    bounds.front.push_back(std::move(one));
  }
  return bounds;
}

bool cannot_win(const Goals& goals, const Bounds& bounds, const RunResult& so_far, const Design& design) {
  const Goals::Values reached = goals.reached(so_far, design);
  if (goals.passes_limit(reached)) return true;
  const std::vector<double> least = goals.less_is_better(reached);
  return std::any_of(bounds.front.begin(), bounds.front.end(),
                     [&least](const std::vector<double>& one) { return dominates(one, least); });
}

std::string stopped_key(const std::string& point_key, const Bounds& bounds) {
  return Hash().add("stopped " + point_key + "\n" + bounds.text()).hex();
}

}  // namespace unibank::sweep
