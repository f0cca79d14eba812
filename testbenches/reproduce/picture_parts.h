// Parts common to all kinds of plot; only for picture*.cpp.
#pragma once

#include <string>
#include <vector>

#include "reproduce/outcome.h"

namespace unibank::picture {

// A gnuplot string on one line: control characters become blanks.
std::string quoted(const std::string& text);
// A gnuplot string for a tick's label, which gnuplot reads as a format.
std::string tic(const std::string& text);
// Text for a comment, without anything that gnuplot could read as a command.
std::string comment(const std::string& text);
// A number for a data block; NaN, which gnuplot skips, if there is no value.
std::string datum(const std::optional<double>& value);
// Colours that people with any colour vision can distinguish (Okabe and Ito 2008); after the last they repeat.
constexpr std::size_t kDistinctColours = 8;
std::string colour(std::size_t series);
// The number of a series' filled shape, a different one each time the colours repeat; the open shape's number is one
// less. Triangles are used for bounds.
unsigned filled(std::size_t series);

// The cells that a plot shows, and the series and rows among them in order.
struct Shown {
  Shown(const Outcome& outcome, const Plot& plot);
  const Cell* at(const std::string& row, const std::string& series, std::optional<double> x) const;
  bool publishes(const std::string& series) const;  // any value with "="

  std::vector<Cell> cells;
  std::vector<std::string> series, rows;
};

// The titles of the series as gnuplot variables, so that no text of the outcome is in a block that gnuplot parses
// twice.
std::string titles(const Shown& shown);

// The published value if the paper gives exactly one.
std::optional<double> published_value(const Cell* cell);
std::optional<double> measured_value(const Cell* cell);

// The paper's bounds as marks: a triangle that points in the direction where the value should be, or a bar from one end
// to the other.
class Bounds {
 public:
  explicit Bounds(const std::string& block) : block_(block) {}
  void add(double x, const Cell* cell);
  std::string data() const;                           // the data blocks
  std::vector<std::string> plots(bool titled) const;  // what follows `plot`
  // Legend entries for the kinds of bounds among the cells, for pictures whose marks have no titles.
  static std::vector<std::string> legend(const std::vector<Cell>& cells);

 private:
  std::string block_, below_, above_, range_;
};

// "set yrange [from:to]": the range that the plot asks for; otherwise a range that starts at 0 if no value is negative.
// `lowest` and `highest` are the limits of the drawn values, empty if there are none.
std::string y_range(const Plot& plot, std::optional<double> lowest, std::optional<double> highest);

struct Extent {
  void add(const std::optional<double>& value);
  std::optional<double> lowest, highest;
};

// Title and legend at the top of a picture, one below the other.
struct Head {
  Head(const std::vector<std::string>& entries, unsigned width);  // the texts of the legend
  unsigned height() const;                                        // pixels
  // The settings for a picture of this height.
  std::string settings(unsigned picture_height) const;

  std::size_t rows;  // of the legend
};
// The settings of a picture that is a single graph: the head, below it the axes and their labels, and `under` pixels.
std::string single_frame(const Head& head, unsigned picture_height, unsigned under);
constexpr const char* kAxisLabels = "  set xlabel x_label noenhanced\n  set ylabel y_label noenhanced\n";
// A share of the whole, in the form of gnuplot's screen coordinates.
std::string fraction(double part, double whole);

// "plot a, b, c" over several lines; an empty frame if there is nothing to plot.
std::string plot_command(const std::vector<std::string>& parts, const std::string& indent);

// The beginning of several small graphs: opens the multiplot with their common title, legend and axis labels.
std::string surroundings(const Head& head, const std::vector<std::string>& entries, unsigned width, unsigned height);

// A whole script: `before` (data, settings) once, then `draw` for the SVG and again for the PNG. Sizes are in pixels of
// the SVG.
std::string script(const Outcome& outcome, const Plot& plot, const std::string& name, unsigned width, unsigned height,
                   const std::string& before, const std::string& draw);

std::string bars_script(const Outcome& outcome, const Plot& plot, const std::string& name);
std::string stacked_script(const Outcome& outcome, const Plot& plot, const std::string& name);
std::string lines_script(const Outcome& outcome, const Plot& plot, const std::string& name);
std::string heat_map_script(const Outcome& outcome, const Plot& plot, const std::string& name);
std::string pareto_script(const Outcome& outcome, const Plot& plot, const std::string& name);
std::string scatter_script(const Outcome& outcome, const Plot& plot, const std::string& name);

}  // namespace unibank::picture
