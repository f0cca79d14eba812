// Bars, side by side or stacked. If there are too many for one row, they are drawn in several rows with one scale.
#include <algorithm>

#include "reproduce/picture_parts.h"
#include "reproduce/values.h"

namespace unibank::picture {

namespace {

// Pixels of the page.
constexpr unsigned kWidth = 900, kDrawn = 326, kRowHeight = 130, kAboveRow = 14, kFoot = 18;
constexpr unsigned kLeft = 70, kRight = 20;
constexpr unsigned kLeastBar = 5, kLeastLabel = 16, kCharacter = 8;  // wide
constexpr double kGroup = 0.82;                                      // of the distance between groups

// The position of a series within its group, in units of the axis.
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
  const double width = kGroup / static_cast<double>(std::max<std::size_t>(slots, 1));
  for (const std::string& series : shown.series) {
    places.push_back({left, width, shown.publishes(series)});
    left += width * (places.back().published ? 2 : 1);
  }
  return places;
}

std::string offset(double by) { return (by < 0 ? "-" : "+") + rounded(by < 0 ? -by : by); }

// A group of bars: a row of the outcome, or a row at one x if it has several.
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

// The number of groups in a row of the picture, and the number of rows.
struct Rows {
  std::size_t each, count;
};

Rows rows_for(std::size_t groups, std::size_t bars) {
  const double least = std::max<double>(kLeastLabel, static_cast<double>(bars * kLeastBar) / kGroup);
  const auto fit = std::max<std::size_t>(1, static_cast<std::size_t>((kWidth - kLeft - kRight) / least));
  const std::size_t count = std::max<std::size_t>(1, (groups + fit - 1) / fit);
  return {(groups + count - 1) / count, count};
}

struct Labels {
  std::size_t longest = 0;
  bool crowded = false;
};

Labels labels_of(const std::vector<Group>& groups, std::size_t in_a_row) {
  Labels labels;
  for (const Group& group : groups) labels.longest = std::max(labels.longest, group.label().size());
  labels.crowded = (labels.longest + 1) * in_a_row * kCharacter > kWidth - kLeft - kRight;
  return labels;
}

// Room before the axes: a slanted label ends below its group and begins to its left, by about 0.77 of its length.
unsigned left_of(const std::vector<Group>& groups, const Rows& rows) {
  if (!labels_of(groups, rows.each).crowded) return kLeft;
  std::size_t longest = 0;
  for (std::size_t first = 0; first < groups.size(); first += rows.each)
    longest = std::max(longest, groups[first].label().size());
  return std::max(kLeft, static_cast<unsigned>(static_cast<double>(longest * kCharacter) * 0.77));
}

std::string left_and_right(const std::vector<Group>& groups, const Rows& rows) {
  return "set lmargin at screen " + fraction(left_of(groups, rows), kWidth) + "; set rmargin at screen " +
         fraction(kWidth - kRight, kWidth);
}

// The groups from `first` on that fit in a row; the last row is as long as the others.
std::string horizontal_axis(const std::vector<Group>& groups, std::size_t first, const Rows& rows) {
  std::string labels, separators;
  for (std::size_t i = first; i < std::min(groups.size(), first + rows.each); ++i) {
    labels += (i != first ? ", " : "") + tic(groups[i].label()) + " " + std::to_string(i);
    if (i != first && groups[i].row == "average" && groups[i - 1].row != "average") {
      const std::string at = exact(static_cast<double>(i) - 0.5);
      separators += "set arrow from " + at + ", graph 0 to " + at + ", graph 1 nohead lc rgb '#A0A0A0' dt 3\n";
    }
  }
  const auto from = static_cast<double>(first), each = static_cast<double>(std::max<std::size_t>(rows.each, 1));
  const bool crowded = labels_of(groups, rows.each).crowded;
  const double room = rows.count == 1 ? 0.6 : 0.55;  // bars of the next row's first group begin at 0.59
  return "set xtics " + std::string(crowded ? "rotate by 40 right " : "") + "scale 0 (" + labels + ")\n" +
         "set xrange [" + exact(from - room) + ":" + exact(from + each - 1 + room) + "]\n" + separators;
}

const char* const kPublished = "published (lighter)";
const char* const kLighter = "fs transparent solid 0.3 border ";

// What one plot command of a picture shows: its data, its style, and its title in the legend (a gnuplot string; empty:
// already in the legend).
struct Part {
  std::string data, style, title;
  std::string plotted(bool titled) const {
    return data + " with " + style + (titled && !title.empty() ? " title " + title : " notitle");
  }
};

// An entry of the legend only.
std::string entry(const std::string& style, const std::string& title) {
  return "keyentry with " + style + " title " + title;
}

// Eight series have their own colours; further series are hatched in the same colours.
std::string solid(std::size_t series) {
  static const unsigned kHatched[] = {0, 4, 5, 2, 6};
  const std::size_t turn = series / kDistinctColours;
  const std::string fill = "fc rgb '" + colour(series) + "'";
  if (turn == 0) return fill;
  return fill + " fs pattern " + std::to_string(kHatched[1 + (turn - 1) % (std::size(kHatched) - 1)]) +
         " border lc rgb '" + colour(series) + "'";
}

std::string lighter(std::size_t series) {
  return "fc rgb '" + colour(series) + "' " + kLighter + "lc rgb '" + colour(series) + "'";
}

struct Bars {
  std::string data;
  std::vector<Part> parts;
  Bounds bounds{"published"};
  bool any_published = false;
  Extent extent;
  std::size_t slots = 1;  // bars of a group
};

std::vector<std::string> entries_of(const Bars& bars, const Shown& shown) {
  std::vector<std::string> entries;
  for (const Part& part : bars.parts)
    if (!part.title.empty()) entries.push_back(entry("boxes" + part.style.substr(part.style.find(' ')), part.title));
  if (bars.any_published)
    entries.push_back(entry("boxes fc rgb '#606060' " + std::string(kLighter) + "lc rgb '#606060'",
                            "'" + std::string(kPublished) + "'"));
  for (const std::string& bound : Bounds::legend(shown.cells)) entries.push_back(bound);
  return entries;
}

std::vector<std::string> plots_of(const Bars& bars, bool titled) {
  std::vector<std::string> plots;
  for (const Part& part : bars.parts) plots.push_back(part.plotted(titled));
  if (titled && bars.any_published)
    plots.push_back(entry("boxes fc rgb '#606060' " + std::string(kLighter) + "lc rgb '#606060'",
                          "'" + std::string(kPublished) + "'"));
  for (const std::string& bound : bars.bounds.plots(titled)) plots.push_back(bound);
  return plots;
}

Head head_of(const Shown& shown) {
  std::vector<std::string> entries = shown.series;
  entries.push_back(kPublished);
  return Head(entries, kWidth);
}

std::string one_row(const Outcome& outcome, const Plot& plot, const std::string& name, const Bars& bars,
                    const std::vector<Group>& groups, const Rows& rows) {
  const Shown shown(outcome, plot);
  const Head head = head_of(shown);
  const unsigned height = head.height() + kDrawn;
  return script(outcome, plot, name, kWidth, height,
                titles(shown) + bars.data + bars.bounds.data() + horizontal_axis(groups, 0, rows) +
                    y_range(plot, bars.extent.lowest, bars.extent.highest),
                head.settings(height) + "  set tmargin at screen " + fraction(kDrawn, height) +
                    // gnuplot's own margin leaves room for the numbers.
                    (left_of(groups, rows) > kLeft ? "; " + left_and_right(groups, rows) : "") +
                    "\n" + kAxisLabels +
                    plot_command(plots_of(bars, true), "  "));
}

// All rows have one scale; gnuplot would choose one for each row.
std::string shared_range(Plot plot, const Extent& extent) {
  if (!plot.y_to && extent.highest && *extent.highest > 0) plot.y_to = 1.05 * *extent.highest;
  if (!plot.y_from && extent.lowest && *extent.lowest < 0) plot.y_from = 1.05 * *extent.lowest;
  return y_range(plot, extent.lowest, extent.highest);
}

std::string several_rows(const Outcome& outcome, const Plot& plot, const std::string& name, const Bars& bars,
                         const std::vector<Group>& groups, const Rows& rows) {
  const Shown shown(outcome, plot);
  const Head head = head_of(shown);
  const Labels labels = labels_of(groups, rows.each);
  // Labels are slanted by 40 degrees: their height is about 0.64 of their length.
  const auto under = static_cast<unsigned>(
      labels.crowded ? 16 + static_cast<double>(labels.longest * kCharacter) * 0.64 : 24);
  const unsigned each = kAboveRow + kRowHeight + under;
  const unsigned height = head.height() + kFoot + static_cast<unsigned>(rows.count) * each;
  std::string draw;
  for (std::size_t row = 0; row < rows.count; ++row) {
    const double top = height - head.height() - static_cast<double>(row) * each - kAboveRow;
    draw += "  unset arrow\n  set tmargin at screen " + fraction(top, height) + "; set bmargin at screen " +
            fraction(top - kRowHeight, height) + "\n" + horizontal_axis(groups, row * rows.each, rows) +
            plot_command(plots_of(bars, false), "  ");
  }
  return script(outcome, plot, name, kWidth, height, titles(shown) + bars.data + bars.bounds.data(),
                surroundings(head, entries_of(bars, shown), kWidth, height) + "  " +
                    shared_range(plot, bars.extent) + "  " + left_and_right(groups, rows) + "\n" + draw +
                    "  unset multiplot\n");
}

std::string picture_of(const Outcome& outcome, const Plot& plot, const std::string& name, const Bars& bars,
                       const std::vector<Group>& groups) {
  const Rows rows = rows_for(groups.size(), bars.slots);
  return rows.count == 1 ? one_row(outcome, plot, name, bars, groups, rows)
                         : several_rows(outcome, plot, name, bars, groups, rows);
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

}  // namespace

std::string bars_script(const Outcome& outcome, const Plot& plot, const std::string& name) {
  const Shown shown(outcome, plot);
  const auto groups = groups_of(shown);
  const auto places = side_by_side(shown);
  Bars bars;
  bars.data = data_block(shown, groups, bars.extent);
  bars.slots = 0;
  for (std::size_t i = 0; i < shown.series.size(); ++i) {
    const Place& place = places[i];
    const std::string lead = "$data using ($1", width = ":(" + rounded(place.width) + ")";
    const std::string title = "series" + std::to_string(i + 1);
    const bool measured = measures(shown, shown.series[i]);
    if (measured)
      bars.parts.push_back({lead + offset(place.measured_at()) + "):" + std::to_string(2 * i + 2) + width,
                            "boxes " + solid(i), title});
    if (place.published)
      bars.parts.push_back({lead + offset(place.published_at()) + "):" + std::to_string(2 * i + 3) + width,
                            "boxes " + lighter(i), measured ? "" : title});
    bars.any_published = bars.any_published || place.published;
    bars.slots += place.published ? 2 : 1;
    for (std::size_t group = 0; group < groups.size(); ++group) {
      const Cell* cell = shown.at(groups[group].row, shown.series[i], groups[group].x);
      bars.bounds.add(static_cast<double>(group) + place.middle(), cell);
    }
  }
  return picture_of(outcome, plot, name, bars, groups);
}

namespace {

// The parts of the stacks as rectangles: group, beginning, end.
struct Stacks {
  std::vector<std::string> measured, published;  // the data of every series; empty if it has none
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

}  // namespace

std::string stacked_script(const Outcome& outcome, const Plot& plot, const std::string& name) {
  const Shown shown(outcome, plot);
  const auto groups = groups_of(shown);
  const Stacks stacks = stacks_of(shown, groups);
  Bars bars;
  bars.any_published = std::any_of(shown.series.begin(), shown.series.end(),
                                   [&](const std::string& series) { return shown.publishes(series); });
  bars.extent = stacks.extent;
  bars.slots = bars.any_published ? 2 : 1;
  bars.data = "# group, where the part begins, where it ends\n";
  const auto add = [&](const std::string& block, const std::string& lines, double from, const std::string& style,
                       const std::string& title) {
    if (lines.empty()) return;
    bars.data += "$" + block + " << EOD\n" + lines + "EOD\n";
    bars.parts.push_back({"$" + block + " using 1:2:($1" + offset(from) + "):($1" + offset(from + 0.4) + "):2:3",
                          "boxxyerror " + style, title});
  };
  for (std::size_t i = 0; i < shown.series.size(); ++i) {
    const std::string number = std::to_string(i + 1), title = "series" + number;
    const bool measured = !stacks.measured[i].empty();
    add("measured" + number, stacks.measured[i], bars.any_published ? -0.4 : -0.2, solid(i), title);
    add("published" + number, stacks.published[i], 0, lighter(i), measured ? "" : title);
  }
  return picture_of(outcome, plot, name, bars, groups);
}

}  // namespace unibank::picture
