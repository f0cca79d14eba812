// Common parts of all kinds of plot. Only for picture*.cpp.
#pragma once

#include <string>
#include <vector>

#include "reproduce/outcome.h"

namespace unibank::picture {

// A string of gnuplot on one line: control characters become blanks.
std::string quoted(const std::string& text);
// The same for the label of a tic, which gnuplot reads as a format.
std::string tic(const std::string& text);
// The same text in a comment: nothing that gnuplot could read as a command.
std::string comment(const std::string& text);
// A number of a data block; NaN, which gnuplot skips, if there is no value.
std::string datum(const std::optional<double>& value);
// Colours that people with any colour vision tell apart (Okabe and Ito 2008), then again from the first.
constexpr std::size_t kDistinctColours = 8;
std::string colour(std::size_t series);
// The number of a series' filled shape, which is another one with each turn of the colours; the open one is one less.
// Triangles are left to bounds.
unsigned filled(std::size_t series);

// The cells that a plot shows, and the series and rows among them in order.
struct Shown {
  Shown(const Outcome& outcome, const Plot& plot);
  const Cell* at(const std::string& row, const std::string& series, std::optional<double> x) const;
  bool publishes(const std::string& series) const;  // any value with "="

  std::vector<Cell> cells;
  std::vector<std::string> series, rows;
};

// Titles of the series as variables, so that no text of the outcome is in a block that gnuplot parses twice.
std::string titles(const Shown& shown);

// The published value if the paper prints exactly one.
std::optional<double> published_value(const Cell* cell);
std::optional<double> measured_value(const Cell* cell);

// Bounds of the paper, as marks: a triangle that points the way the value should lie, or a bar from one end to the
// other.
class Bounds {
 public:
  explicit Bounds(const std::string& block) : block_(block) {}
  void add(double x, const Cell* cell);
  std::string data() const;                           // the data blocks
  std::vector<std::string> plots(bool titled) const;  // what follows `plot`
  // Entries of a legend for the kinds of bounds among the cells, for pictures whose marks are not titled.
  static std::vector<std::string> legend(const std::vector<Cell>& cells);

 private:
  std::string block_, below_, above_, range_;
};

// "set yrange [from:to]": what the plot asks for; else from 0 where no value is negative. `highest` and `lowest` are of
// the values drawn, empty if there are none.
std::string y_range(const Plot& plot, std::optional<double> lowest, std::optional<double> highest);

struct Extent {
  void add(const std::optional<double>& value);
  std::optional<double> lowest, highest;
};

// Title and legend at the head of a picture, one below the other.
struct Head {
  Head(const std::vector<std::string>& entries, unsigned width);  // what the legend says
  unsigned height() const;                                        // pixels
  // The settings, for a picture of this height.
  std::string settings(unsigned picture_height) const;

  std::size_t rows;  // of the legend
};
// A part of a whole as gnuplot's screen coordinates want it.
std::string fraction(double part, double whole);

// "plot a, b, c" over several lines; an empty frame where there is nothing.
std::string plot_command(const std::vector<std::string>& parts, const std::string& indent);

// Before several small graphs: opens the multiplot, with title, legend and the labels of the axes common to them all.
std::string surroundings(const Head& head, const std::vector<std::string>& entries, unsigned width, unsigned height);

// A whole script: `before` (data, settings) once, `draw` for the SVG and again for the PNG. Sizes in pixels of the SVG.
std::string script(const Outcome& outcome, const Plot& plot, const std::string& name, unsigned width, unsigned height,
                   const std::string& before, const std::string& draw);

std::string bars_script(const Outcome& outcome, const Plot& plot, const std::string& name);
std::string stacked_script(const Outcome& outcome, const Plot& plot, const std::string& name);
std::string lines_script(const Outcome& outcome, const Plot& plot, const std::string& name);
std::string heat_map_script(const Outcome& outcome, const Plot& plot, const std::string& name);
std::string pareto_script(const Outcome& outcome, const Plot& plot, const std::string& name);

}  // namespace unibank::picture
