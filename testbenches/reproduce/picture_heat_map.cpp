// Programs by designs: the distance of each from the baseline.
#include <algorithm>

#include "reproduce/picture_parts.h"
#include "reproduce/values.h"

namespace unibank::picture {

namespace {

constexpr unsigned kWidth = 1000, kLine = 17;                       // pixels
constexpr unsigned kTitle = 40, kColumnTitles = 185, kScale = 60;   // above, above and below the cells
constexpr unsigned kRowTitles = 185, kRightOf = 185;

// A line of the picture: the mean of a group, or one of its programs.
struct Line {
  std::string row;
  bool is_mean;
};

std::vector<Line> lines_of(const Plot& plot) {
  std::vector<Line> lines;
  for (const PlotGroup& group : plot.groups) {
    lines.push_back({group.mean, true});
    for (const std::string& row : group.rows) lines.push_back({row, false});
  }
  return lines;
}

// Values that are missing or have no logarithm are gaps.
std::optional<double> ratio_of(const Cell* cell) {
  const auto ratio = measured_value(cell);
  return ratio && *ratio > 0 ? ratio : std::nullopt;
}

std::string data_block(const Shown& shown, const std::vector<Line>& lines) {
  std::string text = "# column, line, ratio\n$data << EOD\n";
  for (std::size_t line = 0; line < lines.size(); ++line)
    for (std::size_t column = 0; column < shown.series.size(); ++column) {
      const auto ratio = ratio_of(shown.at(lines[line].row, shown.series[column], std::nullopt));
      if (ratio) text += std::to_string(column) + " " + std::to_string(line) + " " + exact(*ratio) + "\n";
    }
  return text + "EOD\n";
}

std::string tics(const std::vector<std::string>& titles) {
  std::string text;
  for (std::size_t i = 0; i < titles.size(); ++i)
    text += (i ? ", " : "") + tic(titles[i]) + " " + std::to_string(i);
  return "(" + text + ")\n";
}

std::string axes(const Shown& shown, const std::vector<Line>& lines) {
  std::vector<std::string> titles;
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    titles.push_back(lines[i].is_mean ? lines[i].row + " (mean)" : lines[i].row);
    const std::string at = exact(static_cast<double>(i) - 0.5);
    if (lines[i].is_mean && i != 0)
      text += "set arrow from graph -0.3, first " + at + " to graph 1, first " + at +
              " nohead front lc rgb '#808080'\n";
  }
  const auto end = [](std::size_t count) { return exact(static_cast<double>(std::max<std::size_t>(count, 1)) - 0.5); };
  const std::string columns = "range [-0.5:" + end(shown.series.size()) + "]\n";
  return text + "set x" + columns + "set x2" + columns + "set yrange [" + end(lines.size()) + ":-0.5]\n" +
         "set x2tics rotate by 45 left font ',10' " + tics(shown.series) + "set ytics font ',9' " + tics(titles);
}

// Orange above the baseline and blue below: colours that people with any colour vision can distinguish.
const char* const kColours =
    "set palette defined (-1 '#4C9BCF', 0 '#FFFFFF', 1 '#F0A030')\n"
    "set cbrange [-1:1]\n"
    "set cbtics font ',9' ('0.5 or less' -1, '0.71' -0.5, '1' 0, '1.41' 0.5, '2 or more' 1)\n";

std::string frame(unsigned height) {
  return "  set label 1 heading at screen 0.5, screen " + fraction(height - 16, height) + " center noenhanced\n" +
         "  set tmargin at screen " + fraction(height - kTitle - kColumnTitles, height) + "\n" +
         "  set bmargin at screen " + fraction(kScale, height) + "\n" + "  set lmargin at screen " +
         fraction(kRowTitles, kWidth) + "\n  set rmargin at screen " + fraction(kWidth - kRightOf, kWidth) + "\n" +
         "  set colorbox horizontal user origin screen 0.35, screen " + fraction(kScale - 25, height) +
         " size screen 0.4, screen " + fraction(12, height) + "\n" +
         "  unset key\n"
         "  set tics scale 0\n"
         "  unset xtics\n"
         "  unset grid\n"
         "  set border 0\n";
}

}  // namespace

std::string heat_map_script(const Outcome& outcome, const Plot& plot, const std::string& name) {
  const Shown shown(outcome, plot);
  const std::vector<Line> lines = lines_of(plot);
  const unsigned height = kTitle + kColumnTitles + kScale + kLine * static_cast<unsigned>(lines.size());
  std::vector<std::string> parts;
  if (std::any_of(shown.cells.begin(), shown.cells.end(), [](const Cell& cell) { return ratio_of(&cell); }))
    parts = {"$data using 1:2:($1-0.5):($1+0.5):($2-0.5):($2+0.5):(log($3)/log(2)) with boxxyerror fc palette",
             "$data using 1:2:(sprintf('%.2f', $3)) with labels font ',8'"};
  return script(outcome, plot, name, kWidth, height, data_block(shown, lines) + axes(shown, lines) + kColours,
                frame(height) + plot_command(parts, "  "));
}

}  // namespace unibank::picture
