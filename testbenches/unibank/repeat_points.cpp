#include "unibank/repeat_points.h"

#include <algorithm>
#include <boost/algorithm/string.hpp>

#include "sampling/draw.h"
#include "unibank/paper_point.h"
#include "unibank/point_progress.h"

namespace unibank {

namespace {

// Empty: the rows are the same.
std::string text_of(std::vector<std::string> differences) {
  constexpr std::size_t kShown = 3;
  const std::size_t others = differences.size() > kShown ? differences.size() - kShown : 0;
  differences.resize(differences.size() - others);
  if (others != 0) differences.push_back("and " + std::to_string(others) + " more");
  return boost::algorithm::join(differences, "; ");
}

}  // namespace

std::vector<std::size_t> drawn_points(std::vector<std::size_t> points, std::size_t count, std::uint64_t seed) {
  if (count >= points.size()) return points;
  Draw draw(seed);
  for (std::size_t i = 0; i < count; ++i) std::swap(points[i], points[i + draw.below(points.size() - i)]);
  points.resize(count);
  std::sort(points.begin(), points.end());
  return points;
}

std::vector<std::string> repeat_points(const PointList& list, const std::map<std::string, FinishedPoint>& finished,
                                       const std::vector<std::size_t>& points, unsigned at_once) {
  std::vector<std::string> messages;
  std::vector<ForkedJob> jobs;
  std::vector<float> work;
  for (const std::size_t number : points) {
    const Point& point = list.points[number];
    jobs.push_back({point.name(), [&point](const Notify& notify) { return run_paper_point(point, notify); }});
    work.push_back(static_cast<float>(finished.at(point.key).run.counters["warp_instructions"] + 1));
  }
  const auto has_ended = [&](std::size_t job, const std::string& result, const std::string& died) {
    const Point& point = list.points[points[job]];
    const PaperPointEnd end = read_paper_point_end(result);
    const std::string what = !end.finished ? (result.empty() ? died : end.failure)
                                           : text_of(differences_of(finished.at(point.key), end.point));
    if (!what.empty()) messages.push_back(point.name() + ": " + what);
    return what.empty() ? std::string() : "unibank: error: " + messages.back();
  };
  PointProgress progress({work, 0, at_once, [&jobs](std::size_t job) { return jobs[job].name; }}, has_ended);
  run_forked(jobs, at_once, progress);
  return messages;
}

}  // namespace unibank
