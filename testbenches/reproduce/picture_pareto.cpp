// Designs by two metrics, and those that no other design beats in both.
#include <algorithm>
#include <cmath>

#include "reproduce/picture_parts.h"
#include "reproduce/values.h"

namespace unibank::picture {

namespace {

constexpr unsigned kWidth = 900, kDrawn = 400, kUnder = 72;  // pixels: of the picture, of the axes, below them
constexpr double kAcross = 790;                              // of the axes

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

// The axes extend beyond the values by a sixth of their range, so that numbers beside the points have room.
struct Range {
  explicit Range(const Extent& extent) {
    const double from = extent.lowest.value_or(0), to = extent.highest.value_or(1);
    const double room = to > from ? (to - from) / 6 : 0.5;
    low = from - room;
    high = to + room;
  }
  std::string setting(const char* axis) const {
    return std::string("set ") + axis + "range [" + exact(low) + ":" + exact(high) + "]\n";
  }
  double low, high;
};

// In pixels of the axes, y upwards.
struct Box {
  double x, y, width, height;
  bool meets(const Box& other) const {
    return std::abs(x - other.x) * 2 < width + other.width && std::abs(y - other.y) * 2 < height + other.height;
  }
};

// The centre of each number, as near its point as the other points and the earlier numbers allow.
std::vector<Box> numbers_of(const std::vector<Design>& designs, const Range& x, const Range& y) {
  constexpr double kPoint = 12, kDigit = 8, kLine = 14, kNearest = 15, kStep = 6, kFarthest = 90;
  std::vector<Box> taken;
  taken.reserve(2 * designs.size());
  for (const Design& design : designs)
    taken.push_back({(design.x - x.low) / (x.high - x.low) * kAcross, (design.y - y.low) / (y.high - y.low) * kDrawn,
                     kPoint, kPoint});
  const std::vector<Box> points = taken;
  std::vector<Box> numbers;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    const auto digits = static_cast<double>(std::to_string(designs[i].series + 1).size());
    Box number{points[i].x, points[i].y + kNearest, kDigit * digits + 4, kLine};
    const auto free = [&] {
      return std::none_of(taken.begin(), taken.end(), [&](const Box& box) { return number.meets(box); });
    };
    for (double far = kNearest; far <= kFarthest && !free(); far += kStep)
      for (int turn = 0; turn < 16 && !free(); ++turn) {
        const double angle = (turn + 2) * std::acos(-1) / 8;  // starting at the upper right
        number.x = points[i].x + far * std::cos(angle);
        number.y = points[i].y + far * std::sin(angle);
      }
    taken.push_back(number);
    numbers.push_back(number);
  }
  return numbers;
}

// The drawing of a design: its point, its number, and a line between them if the number is not beside the point.
std::vector<std::string> parts_of(const Design& design, bool front, const Box& at, const Range& x, const Range& y) {
  const std::string number = std::to_string(design.series + 1), block = "$design" + number + " using 1:2";
  const double right = at.x / kAcross * (x.high - x.low) + x.low - design.x;
  const double up = at.y / kDrawn * (y.high - y.low) + y.low - design.y;
  const std::string moved = "(" + rounded(design.x + right) + "):(" + rounded(design.y + up) + ")";
  std::vector<std::string> parts;
  const double far = std::hypot(right / (x.high - x.low) * kAcross, up / (y.high - y.low) * kDrawn);
  if (far > 20)
    parts.push_back(block + ":(" + rounded(right) + "):(" + rounded(up) +
                    ") with vectors nohead lc rgb '#808080' lw 0.6 notitle");
  parts.push_back(block + " with points pt " + std::to_string(filled(design.series) - (front ? 0 : 1)) +
                  " ps 1.2 lw 1.8 lc rgb '" + colour(design.series) + "' title '" + number + " '.series" + number);
  parts.push_back("$design" + number + " using " + moved + ":('" + number + "') with labels font ',10' notitle");
  return parts;
}

}  // namespace

std::string pareto_script(const Outcome& outcome, const Plot& plot, const std::string& name) {
  const Shown shown(outcome, plot);
  const std::vector<Design> designs = designs_of(outcome, plot, shown);
  Extent x, y;
  std::string data = front_block(designs);
  const auto note = [&](const Design& design) {
    x.add(design.x);
    y.add(design.y);
  };
  std::for_each(designs.begin(), designs.end(), note);
  const Range across(x), upwards(y);
  const std::vector<Box> numbers = numbers_of(designs, across, upwards);
  std::vector<std::string> parts, legend = {"no other design beats it"};
  if (!designs.empty()) parts.push_back("$front using 1:2 with lines lc rgb '#808080' dt 2 title '" + legend[0] + "'");
  for (std::size_t i = 0; i < designs.size(); ++i) {
    const Design& design = designs[i];
    const std::string number = std::to_string(design.series + 1);
    data += "$design" + number + " << EOD\n" + exact(design.x) + " " + exact(design.y) + " # " +
            comment(shown.series[design.series]) + "\nEOD\n";
    for (const std::string& part : parts_of(design, on_front(design, designs), numbers[i], across, upwards))
      parts.push_back(part);
    legend.push_back(number + " " + shown.series[design.series]);
  }
  const Head head(legend, kWidth);
  const unsigned height = head.height() + kDrawn + kUnder;
  return script(outcome, plot, name, kWidth, height,
                titles(shown) + data + across.setting("x") + upwards.setting("y"),
                single_frame(head, height, kUnder) + plot_command(parts, "  "));
}

}  // namespace unibank::picture
