// Programs by two figures that should be the same.
#include <cmath>

#include "reproduce/picture_parts.h"
#include "reproduce/values.h"

namespace unibank::picture {

namespace {

constexpr unsigned kWidth = 900, kDrawn = 520, kUnder = 72;  // pixels: of the picture, of the axes, below them
constexpr double kRoom = 1.6;                                // beyond the values, as a factor

struct Point {
  std::string name;
  double x, y;
};

// A value that is not above 0 has no place on a logarithmic axis.
std::vector<Point> points_of(const Outcome& outcome, const Plot& plot) {
  Plot along_x = plot;
  along_x.metric = plot.against;
  const Shown upwards(outcome, plot), across(outcome, along_x);
  std::vector<Point> points;
  for (const std::string& row : upwards.rows)
    for (const std::string& series : upwards.series) {
      const auto x = measured_value(across.at(row, series, std::nullopt));
      const auto y = measured_value(upwards.at(row, series, std::nullopt));
      if (x && y && *x > 0 && *y > 0) points.push_back({row, *x, *y});
    }
  return points;
}

std::string axes_of(const std::vector<Point>& points) {
  Extent extent;
  for (const Point& point : points) {
    extent.add(point.x);
    extent.add(point.y);
  }
  const std::string range = "range [" + rounded(extent.lowest.value_or(1) / kRoom) + ":" +
                            rounded(extent.highest.value_or(10) * kRoom) + "]\n";
  return "set logscale xy\nset x" + range + "set y" + range;
}

}  // namespace

std::string scatter_script(const Outcome& outcome, const Plot& plot, const std::string& name) {
  const std::vector<Point> points = points_of(outcome, plot);
  std::string data;
  std::vector<std::string> parts = {"x with lines lc rgb '#808080' dt 2 title 'equal'"}, legend = {"equal"};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string number = std::to_string(i + 1), block = "$point" + number + " using 1:2";
    data += "row" + number + " = " + quoted(points[i].name) + "\n$point" + number + " << EOD\n" + exact(points[i].x) +
            " " + exact(points[i].y) + " # " + comment(points[i].name) + "\nEOD\n";
    parts.push_back(block + " with points pt " + std::to_string(filled(i)) + " ps 1.2 lc rgb '" + colour(i) +
                    "' title '" + number + " '.row" + number);
    parts.push_back(block + ":('" + number + "') with labels offset 0.9,0.6 font ',10' notitle");
    legend.push_back(number + " " + points[i].name);
  }
  const Head head(legend, kWidth);
  const unsigned height = head.height() + kDrawn + kUnder;
  return script(outcome, plot, name, kWidth, height, data + axes_of(points),
                single_frame(head, height, kUnder) + plot_command(parts, "  "));
}

}  // namespace unibank::picture
