#include "unibank/sweep_order.h"

#include <algorithm>
#include <thread>

#include "sweep/cost.h"

namespace unibank {

PointsToRun ordered_points(sweep::PointSpace& space, sweep::Database& database,
                           const std::vector<sweep::Number>& missing) {
  const sweep::CostModel model(database.costs());
  PointsToRun points;
  sweep::Point point;
  std::vector<double> seconds;
  for (const sweep::Number number : missing) {
    space.words(number, point);
    seconds.push_back(model.of(point).seconds);
  }
  for (const std::size_t one : sweep::longest_first(seconds)) {
    points.numbers.push_back(missing[one]);
    points.seconds.push_back(static_cast<float>(seconds[one]));
  }
  return points;
}

unsigned processes_of(unsigned jobs) { return jobs != 0 ? jobs : std::max(1u, std::thread::hardware_concurrency()); }

std::string cost_text(sweep::PointSpace& space, sweep::Database& database, const std::vector<sweep::Number>& missing) {
  const sweep::CostModel model(database.costs());
  sweep::Expectation expected;
  sweep::Point point;
  for (const sweep::Number number : missing) {
    space.words(number, point);
    expected.add(model.of(point));
  }
  return expected.text() + "\n";
}

}  // namespace unibank
