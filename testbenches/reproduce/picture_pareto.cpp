// Designs by two metrics, and those among them that no other beats in both.
#include <algorithm>

#include "reproduce/picture_parts.h"
#include "reproduce/values.h"

namespace unibank::picture {

namespace {

constexpr unsigned kWidth = 900, kHeight = 560;  // pixels

struct Design {
  std::size_t series;
  double x, y;
};

std::vector<Design> designs_of(const Outcome& outcome, const Plot& plot, const Shown& shown) {
  Plot along_x = plot;
  along_x.metric = plot.against;
  const Shown others(outcome, along_x);
  std::vector<Design> designs;
  for (std::size_t i = 0; i < shown.series.size(); ++i) {
    const auto y = measured_value(shown.at(plot.row, shown.series[i], std::nullopt));
    const auto x = measured_value(others.at(plot.row, shown.series[i], std::nullopt));
    if (x && y) designs.push_back({i, *x, *y});
  }
  return designs;
}

bool beats(const Design& one, const Design& other) {
  return one.x <= other.x && one.y >= other.y && (one.x < other.x || one.y > other.y);
}

bool on_front(const Design& design, const std::vector<Design>& all) {
  return std::none_of(all.begin(), all.end(), [&](const Design& other) { return beats(other, design); });
}

std::string front_block(const std::vector<Design>& all) {
  std::vector<Design> front;
  for (const Design& design : all)
    if (on_front(design, all)) front.push_back(design);
  std::sort(front.begin(), front.end(), [](const Design& a, const Design& b) { return a.x < b.x; });
  std::string text = "# the front: along x, metric\n$front << EOD\n";
  for (const Design& design : front) text += exact(design.x) + " " + exact(design.y) + "\n";
  return text + "EOD\n";
}

// A sixth of the values' span more at both ends, so that numbers beside the points have room.
std::string range(const char* axis, const Extent& extent) {
  const double low = extent.lowest.value_or(0), high = extent.highest.value_or(1);
  const double room = high > low ? (high - low) / 6 : 0.5;
  return std::string("set ") + axis + "range [" + exact(low - room) + ":" + exact(high + room) + "]\n";
}

}  // namespace

std::string pareto_script(const Outcome& outcome, const Plot& plot, const std::string& name) {
  const Shown shown(outcome, plot);
  const std::vector<Design> designs = designs_of(outcome, plot, shown);
  Extent x, y;
  std::string data = front_block(designs);
  std::vector<std::string> parts, legend = {"no other design beats it"};
  if (!designs.empty()) parts.push_back("$front using 1:2 with lines lc rgb '#808080' dt 2 title '" + legend[0] + "'");
  for (const Design& design : designs) {
    x.add(design.x);
    y.add(design.y);
    const std::string number = std::to_string(design.series + 1);
    data += "$design" + number + " << EOD\n" + exact(design.x) + " " + exact(design.y) + " # " +
            comment(shown.series[design.series]) + "\nEOD\n";
    parts.push_back("$design" + number + " using 1:2 with points pt " + (on_front(design, designs) ? "7" : "6") +
                    " ps 1.2 lw 1.8 lc rgb '" + colour(design.series) + "' title '" + number + " '.series" + number);
    parts.push_back("$design" + number + " using 1:2:('" + number + "') with labels offset 1.2,0.5 font ',10' notitle");
    legend.push_back(number + " " + shown.series[design.series]);
  }
  const Head head(legend, kWidth);
  const std::string frame = head.settings(kHeight) + "  set tmargin at screen " +
                            fraction(kHeight - head.height(), kHeight) + "\n" +
                            "  set xlabel x_label noenhanced\n"
                            "  set ylabel y_label noenhanced\n";
  return script(outcome, plot, name, kWidth, kHeight, titles(shown) + data + range("x", x) + range("y", y),
                frame + plot_command(parts, "  "));
}

}  // namespace unibank::picture
