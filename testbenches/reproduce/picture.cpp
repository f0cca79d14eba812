#include "reproduce/picture.h"

#include <algorithm>

#include "reproduce/picture_parts.h"
#include "reproduce/values.h"

namespace unibank {

namespace picture {

namespace {

constexpr unsigned kWidth = 900, kHeight = 420;  // pixels of the page
constexpr double kGroup = 0.82;                  // of the distance of two groups

// Where a series stands within its group, in the axis' units.
struct Place {
  double left, width;
  bool published;
  double measured_at() const { return left + width / 2; }
  double published_at() const { return left + 1.5 * width; }
  double middle() const { return left + (published ? width : width / 2); }
};

std::vector<Place> side_by_side(const Shown& shown) {
  std::size_t slots = 0;
  for (const std::string& series : shown.series) slots += 1 + shown.publishes(series);
  std::vector<Place> places;
  double left = -kGroup / 2;
  const double width = kGroup / std::max<std::size_t>(slots, 1);
  for (const std::string& series : shown.series) {
    places.push_back({left, width, shown.publishes(series)});
    left += width * (places.back().published ? 2 : 1);
  }
  return places;
}

std::string offset(double by) { return (by < 0 ? "-" : "+") + rounded(by < 0 ? -by : by); }

// A group of bars: a row of the outcome, or where it has an x a row at this x.
struct Group {
  std::string row;
  std::optional<double> x;
  std::string label() const { return x ? row + " " + rounded(*x) : row; }
};

std::vector<Group> groups_of(const Shown& shown) {
  std::vector<Group> groups;
  for (const Cell& cell : shown.cells)
    if (std::none_of(groups.begin(), groups.end(),
                     [&](const Group& group) { return group.row == cell.row && group.x == cell.x; }))
      groups.push_back({cell.row, cell.x});
  return groups;
}

std::string horizontal_axis(const std::vector<Group>& groups) {
  std::size_t longest = 0;
  std::string labels, separators;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::string label = groups[i].label();
    longest = std::max(longest, label.size());
    labels += (i ? ", " : "") + tic(label) + " " + std::to_string(i);
    if (i != 0 && groups[i].row == "average" && groups[i - 1].row != "average") {
      const std::string at = exact(static_cast<double>(i) - 0.5);
      separators += "set arrow from " + at + ", graph 0 to " + at + ", graph 1 nohead lc rgb '#A0A0A0' dt 3\n";
    }
  }
  const bool crowded = (longest + 1) * groups.size() * 8 > kWidth - 90;  // a character is about 8 pixels wide
  return "set xtics " + std::string(crowded ? "rotate by 40 right " : "") + "scale 0 (" + labels + ")\n" +
         "set xrange [-0.6:" + exact(std::max<double>(1, static_cast<double>(groups.size())) - 0.4) + "]\n" +
         separators;
}

const char* const kPublished = "published (lighter)";

std::string frame(const Shown& shown) {
  std::vector<std::string> entries = shown.series;
  entries.push_back(kPublished);
  const Head head(entries, kWidth);
  return head.settings(kHeight) + "  set tmargin at screen " + fraction(kHeight - head.height(), kHeight) + "\n" +
         "  set xlabel x_label noenhanced\n"
         "  set ylabel y_label noenhanced\n";
}

// x, then measured and published for every series.
std::string data_block(const Shown& shown, const std::vector<Group>& groups, Extent& extent) {
  std::string text = "# group, then measured and published of every series\n$data << EOD\n";
  for (std::size_t i = 0; i < groups.size(); ++i) {
    text += std::to_string(i);
    for (const std::string& series : shown.series) {
      const Cell* cell = shown.at(groups[i].row, series, groups[i].x);
      extent.add(measured_value(cell));
      extent.add(published_value(cell));
      text += " " + datum(measured_value(cell)) + " " + datum(published_value(cell));
    }
    text += " # " + comment(groups[i].label()) + "\n";
  }
  return text + "EOD\n";
}

bool measures(const Shown& shown, const std::string& series) {
  return std::any_of(shown.cells.begin(), shown.cells.end(),
                     [&](const Cell& cell) { return cell.series == series && measured_value(&cell); });
}

const char* const kLighter = " fs transparent solid 0.3 border ";
const std::string kPublishedKey =
    std::string("keyentry with boxes fc rgb '#606060'") + kLighter + "lc rgb '#606060' title '" + kPublished + "'";

std::string bars_script(const Outcome& outcome, const Plot& plot, const std::string& name) {
  const Shown shown(outcome, plot);
  const auto groups = groups_of(shown);
  const auto places = side_by_side(shown);
  Extent extent;
  const std::string data = data_block(shown, groups, extent);
  Bounds bounds("published");
  std::vector<std::string> parts;
  bool any_published = false;
  for (std::size_t i = 0; i < shown.series.size(); ++i) {
    const Place& place = places[i];
    const std::string lead = "$data using ($1", width = ":(" + rounded(place.width) + ") with boxes fc rgb '";
    const std::string title = " title series" + std::to_string(i + 1);
    const bool measured = measures(shown, shown.series[i]);
    if (measured)
      parts.push_back(lead + offset(place.measured_at()) + "):" + std::to_string(2 * i + 2) + width + colour(i) + "'" +
                      title);
    if (place.published)
      parts.push_back(lead + offset(place.published_at()) + "):" + std::to_string(2 * i + 3) + width + colour(i) + "'" +
                      kLighter + "lc rgb '" + colour(i) + "'" + (measured ? " notitle" : title));
    any_published = any_published || place.published;
    for (std::size_t group = 0; group < groups.size(); ++group) {
      const Cell* cell = shown.at(groups[group].row, shown.series[i], groups[group].x);
      bounds.add(static_cast<double>(group) + place.middle(), cell);
    }
  }
  if (any_published) parts.push_back(kPublishedKey);
  for (const std::string& part : bounds.plots(true)) parts.push_back(part);
  return script(
      outcome, plot, name, kWidth, kHeight,
      titles(shown) + data + bounds.data() + horizontal_axis(groups) + y_range(plot, extent.lowest, extent.highest),
      frame(shown) + plot_command(parts, "  "));
}

// Parts of the stacks as rectangles: group, where it begins, where it ends.
struct Stacks {
  std::vector<std::string> measured, published;  // data of every series, empty where it has none
  Extent extent;
};

Stacks stacks_of(const Shown& shown, const std::vector<Group>& groups) {
  Stacks stacks;
  stacks.measured.resize(shown.series.size());
  stacks.published.resize(shown.series.size());
  for (std::size_t group = 0; group < groups.size(); ++group) {
    double measured = 0, published = 0;
    for (std::size_t i = 0; i < shown.series.size(); ++i) {
      const Cell* cell = shown.at(groups[group].row, shown.series[i], groups[group].x);
      const auto own = measured_value(cell), papers = published_value(cell);
      const auto rectangle = [&](double from, double by) {
        stacks.extent.add(from + by);
        return std::to_string(group) + " " + exact(from) + " " + exact(from + by) + " # " +
               comment(groups[group].label()) + "\n";
      };
      if (own) stacks.measured[i] += rectangle(measured, *own);
      if (papers) stacks.published[i] += rectangle(published, *papers);
      measured += own.value_or(0);
      published += papers ? *papers : own.value_or(0);
    }
  }
  return stacks;
}

std::string stacked_script(const Outcome& outcome, const Plot& plot, const std::string& name) {
  const Shown shown(outcome, plot);
  const auto groups = groups_of(shown);
  const Stacks stacks = stacks_of(shown, groups);
  const bool any_published = std::any_of(shown.series.begin(), shown.series.end(),
                                         [&](const std::string& series) { return shown.publishes(series); });
  std::string data = "# group, where the part begins, where it ends\n";
  std::vector<std::string> parts;
  const auto add = [&](const std::string& block, const std::string& lines, double from, const std::string& style) {
    if (lines.empty()) return;
    data += "$" + block + " << EOD\n" + lines + "EOD\n";
    parts.push_back("$" + block + " using 1:2:($1" + offset(from) + "):($1" + offset(from + 0.4) +
                    "):2:3 with boxxyerror fc rgb '" + style);
  };
  for (std::size_t i = 0; i < shown.series.size(); ++i) {
    const std::string number = std::to_string(i + 1), title = " title series" + number;
    const bool measured = !stacks.measured[i].empty();
    add("measured" + number, stacks.measured[i], any_published ? -0.4 : -0.2, colour(i) + "'" + title);
    add("published" + number, stacks.published[i], 0,
        colour(i) + "'" + kLighter + "lc rgb '" + colour(i) + "'" + (measured ? " notitle" : title));
  }
  if (any_published) parts.push_back(kPublishedKey);
  return script(
      outcome, plot, name, kWidth, kHeight,
      titles(shown) + data + horizontal_axis(groups) + y_range(plot, stacks.extent.lowest, stacks.extent.highest),
      frame(shown) + plot_command(parts, "  "));
}

}  // namespace

}  // namespace picture

std::string picture_name(const Outcome& outcome, std::size_t plot) {
  return outcome.plots.size() > 1 ? outcome.name + "-" + std::to_string(plot + 1) : outcome.name;
}

std::string gnuplot_script(const Outcome& outcome, const Plot& plot, const std::string& name) {
  switch (plot.kind) {
    case Plot::Kind::kBars: return picture::bars_script(outcome, plot, name);
    case Plot::Kind::kStackedBars: return picture::stacked_script(outcome, plot, name);
    case Plot::Kind::kLines: return picture::lines_script(outcome, plot, name);
    case Plot::Kind::kHeatMap: return picture::heat_map_script(outcome, plot, name);
    case Plot::Kind::kPareto: return picture::pareto_script(outcome, plot, name);
  }
  return "";
}

}  // namespace unibank
