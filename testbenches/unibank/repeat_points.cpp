#include "unibank/repeat_points.h"

#include <algorithm>
#include <boost/algorithm/string.hpp>

#include "sampling/draw.h"
#include "unibank/paper_point.h"
#include "unibank/point_progress.h"

namespace unibank {

namespace {

// The names of the columns, and one row's fields. Fields in quotes may contain commas; they describe the point, which
// is the same in both rows, so they need not be told apart.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  bool quoted = false;
  fields.emplace_back();
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) fields.emplace_back();
    else if (c != '\n') fields.back() += c;
  }
  return fields;
}

}  // namespace

std::vector<std::size_t> drawn_points(std::vector<std::size_t> points, std::size_t count, std::uint64_t seed) {
  Draw draw(seed);
  while (points.size() > count) points.erase(points.begin() + static_cast<std::ptrdiff_t>(draw.below(points.size())));
  return points;
}

std::string difference_of_rows(const FinishedPoint& first, const FinishedPoint& second) {
  const std::vector<std::string> names = fields_of(point_csv_header()), before = fields_of(point_csv_row(first)),
                                 after = fields_of(point_csv_row(second));
  std::vector<std::string> differences;
  std::size_t others = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (before[i] == after[i]) continue;
    if (names[i] == "scratchpad_bytes_per_thread" && before[i] == "0") continue;  // the row is older than the column
    if (differences.size() == 3) ++others;
    else differences.push_back(names[i] + " is " + before[i] + ", and then " + after[i]);
  }
  if (others != 0) differences.push_back("and " + std::to_string(others) + " more");
  return boost::algorithm::join(differences, "; ");
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
                                           : difference_of_rows(finished.at(point.key), end.point);
    if (!what.empty()) messages.push_back(point.name() + ": " + what);
    return what.empty() ? std::string() : "unibank: error: " + messages.back();
  };
  PointProgress progress({work, 0, at_once, [&jobs](std::size_t job) { return jobs[job].name; }}, has_ended);
  run_forked(jobs, at_once, progress);
  return messages;
}

}  // namespace unibank
