// Line graphs: all rows in one graph, or a small graph for each row.
#include <algorithm>
#include <cmath>

#include "reproduce/picture_parts.h"
#include "reproduce/values.h"

namespace unibank::picture {

namespace {

// Pixels of the page.
constexpr unsigned kWidth = 900, kDrawn = 346, kPanelHeight = 206, kUnderPanel = 62, kPanelTitle = 16, kFoot = 14;
constexpr unsigned kLeft = 66, kGap = 44;  // before the first small graph and after each
constexpr std::size_t kAcross = 4;         // small graphs
constexpr double kClosest = 0.22;          // of a small graph's axis: room for a four-digit number

const std::string kOfOthers = "?";  // gnuplot's missing value

struct Line {
  std::string row, series, title;
  std::size_t look;  // which colour and shape
};

// One graph and its data.
struct Graph {
  std::string heading, data;
  std::vector<std::string> parts;
  Extent x, y;
};

// The x of one row, or of all rows.
std::vector<double> places_of(const Shown& shown, const std::string* row = nullptr) {
  std::vector<double> places;
  for (const Cell& cell : shown.cells)
    if (const auto x = drawable(cell.x); x && (!row || *row == cell.row)) places.push_back(*x);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

Graph graph_of(const Shown& shown, const std::vector<Line>& lines, const std::string& block,
               const std::string* row = nullptr) {
  Graph graph;
  Bounds bounds(block);
  std::vector<bool> measured(lines.size()), published(lines.size());
  graph.data = "# x, then measured and published of every line\n$" + block + " << EOD\n";
  for (const double x : places_of(shown, row)) {
    graph.x.add(x);
    graph.data += exact(x);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Cell* cell = shown.at(lines[i].row, lines[i].series, x);
      const auto own = measured_value(cell), papers = published_value(cell);
      measured[i] = measured[i] || own;
      published[i] = published[i] || papers;
      graph.y.add(own);
      graph.y.add(papers);
      // A line continues over an x that belongs only to other lines, and breaks where its own point has no value.
      graph.data += " " + (cell ? datum(own) : kOfOthers) + " " + (papers ? datum(papers) : kOfOthers);
      bounds.add(x, cell);
    }
    graph.data += "\n";
  }
  graph.data += "EOD\n" + bounds.data();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string look = " lc rgb '" + colour(lines[i].look) + "' pt ";
    const unsigned shape = filled(lines[i].look);
    if (measured[i])
      graph.parts.push_back("$" + block + " using 1:" + std::to_string(2 * i + 2) + " with linespoints" + look +
                            std::to_string(shape) + " ps 0.6 lw 1.8 notitle");
    if (published[i])
      graph.parts.push_back("$" + block + " using 1:" + std::to_string(2 * i + 3) + " with linespoints dt 2" + look +
                            std::to_string(shape - 1) + " ps 1.1 lw 1.2 notitle");
  }
  for (const std::string& part : bounds.plots(false)) graph.parts.push_back(part);
  return graph;
}

const char* const kPublished = "published (open)";

std::vector<std::string> legend_titles(std::vector<std::string> lines) {
  lines.push_back(kPublished);
  return lines;
}

// The legend has separate entries, because a line may be missing from any one graph.
std::vector<std::string> legend(const Shown& shown, const std::vector<Line>& lines) {
  std::vector<std::string> entries;
  bool published = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    entries.push_back("keyentry with linespoints lc rgb '" + colour(lines[i].look) + "' pt " +
                      std::to_string(filled(lines[i].look)) + " ps 0.6 lw 1.8 title line" + std::to_string(i + 1));
    published = published || shown.publishes(lines[i].series);
  }
  if (published)
    entries.push_back("keyentry with linespoints dt 2 lc rgb '#606060' pt 6 ps 1.1 lw 1.2 title '" +
                      std::string(kPublished) + "'");
  for (const std::string& entry : Bounds::legend(shown.cells)) entries.push_back(entry);
  return entries;
}

bool logarithmic(const Extent& x) { return x.lowest && *x.lowest > 0 && *x.highest >= 16 * *x.lowest; }

// The smallest of 1, 2 or 5 times a power of ten that is at least this.
double round_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double times : {1, 2, 5})
    if (times * power >= least) return times * power;
  return 10 * power;
}

// Ticks at the values themselves, or at round numbers if two values are closer than a share of the axis.
std::string ticks(const Extent& x, const std::vector<double>& places, double closest) {
  const auto along = [&](double at) { return logarithmic(x) ? std::log2(at) : at; };
  std::string text;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double length = along(*x.highest) - along(*x.lowest);
    if (i != 0 && along(places[i]) - along(places[i - 1]) < closest * length)
      return logarithmic(x) ? "" : "set xtics " + exact(round_step(closest * length)) + "\n";
    text += (i ? ", " : "") + exact(places[i]);
  }
  return text.empty() ? "" : "set xtics (" + text + ")\n";
}

// All graphs share the horizontal axis.
std::string horizontal_axis(const Extent& x, const std::vector<double>& places, double closest) {
  const double low = x.lowest.value_or(0), high = x.highest.value_or(1);
  const std::string tics = "set datafile missing '" + kOfOthers + "'\n" + ticks(x, places, closest);
  if (logarithmic(x))
    return tics + "set logscale x 2\nset format x '%.10g'\nset xrange [" + exact(low / 1.15) + ":" +
           exact(high * 1.15) + "]\n";
  const double margin = high > low ? (high - low) / 25 : 1;
  return tics + "set format x '%.10g'\nset xrange [" + exact(low - margin) + ":" + exact(high + margin) + "]\n";
}

std::string titles(const std::vector<Line>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i)
    text += "line" + std::to_string(i + 1) + " = " + quoted(lines[i].title) + "\n";
  return text;
}

std::string one_graph(const Outcome& outcome, const Plot& plot, const std::string& name) {
  const Shown shown(outcome, plot);
  std::vector<Line> lines;
  for (const std::string& row : shown.rows)
    for (const std::string& series : shown.series) {
      const std::string title = shown.rows.size() == 1 ? series : shown.series.size() == 1 ? row : row + " " + series;
      lines.push_back({row, series, title, lines.size()});
    }
  Graph graph = graph_of(shown, lines, "data");
  std::vector<std::string> entries;
  entries.reserve(lines.size());
  for (const Line& line : lines) entries.push_back(line.title);
  const Head head(legend_titles(entries), kWidth);
  const unsigned height = head.height() + kDrawn;
  if (!graph.parts.empty())
    for (const std::string& entry : legend(shown, lines)) graph.parts.push_back(entry);
  return script(outcome, plot, name, kWidth, height,
                titles(lines) + graph.data + horizontal_axis(graph.x, places_of(shown), 0.05) +
                    y_range(plot, graph.y.lowest, graph.y.highest),
                head.settings(height) + "  set tmargin at screen " + fraction(kDrawn, height) +
                    "\n" + kAxisLabels + plot_command(graph.parts, "  "));
}

// Edges of a small graph in gnuplot's screen coordinates.
std::string place(std::size_t row, std::size_t column, unsigned head, unsigned height) {
  const double left = kLeft + static_cast<double>(column) * (kWidth - kLeft) / kAcross;
  const double right = left + static_cast<double>(kWidth - kLeft) / kAcross - kGap;
  const double top = height - head - static_cast<double>(row) * kPanelHeight;
  const double bottom = top - (kPanelHeight - kUnderPanel);
  return "  set lmargin at screen " + fraction(left, kWidth) + "; set rmargin at screen " + fraction(right, kWidth) +
         "\n  set tmargin at screen " + fraction(top, height) + "; set bmargin at screen " + fraction(bottom, height) +
         "\n";
}

std::string small_graphs(const Outcome& outcome, const Plot& plot, const std::string& name) {
  const Shown shown(outcome, plot);
  const std::size_t rows = (shown.rows.size() + kAcross - 1) / kAcross;
  const Head head(legend_titles(shown.series), kWidth);
  const unsigned above = head.height() + kPanelTitle;
  const unsigned height = above + kFoot + static_cast<unsigned>(rows) * kPanelHeight;
  std::vector<Line> lines;
  for (const std::string& series : shown.series) lines.push_back({"", series, series, lines.size()});
  std::string before = titles(lines), draw;
  Extent x;
  for (std::size_t i = 0; i < shown.rows.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    for (Line& line : lines) line.row = shown.rows[i];
    const Graph graph = graph_of(shown, lines, "row" + number, &shown.rows[i]);
    before += "heading" + number + " = " + quoted(shown.rows[i]) + "\n" + graph.data;
    x.add(graph.x.lowest);
    x.add(graph.x.highest);
    draw += place(i / kAcross, i % kAcross, above, height) + "  set title heading" + number +
            " noenhanced offset 0,-0.6\n  " + y_range(plot, graph.y.lowest, graph.y.highest) +
            plot_command(graph.parts, "  ");
  }
  const std::string axis = horizontal_axis(x, places_of(shown), kClosest);
  return script(outcome, plot, name, kWidth, height, before + axis,
                surroundings(head, legend(shown, lines), kWidth, height) + "  " + ticks(x, places_of(shown), kClosest) +
                    draw + "  unset multiplot\n");
}

}  // namespace

std::string lines_script(const Outcome& outcome, const Plot& plot, const std::string& name) {
  const Shown shown(outcome, plot);
  return plot.a_plot_a_row && !shown.rows.empty() ? small_graphs(outcome, plot, name) : one_graph(outcome, plot, name);
}

}  // namespace unibank::picture
