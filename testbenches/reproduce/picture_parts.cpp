#include "reproduce/picture_parts.h"

#include <algorithm>
#include <cstring>

#include "reproduce/values.h"

namespace unibank::picture {

namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

// Text for double quotes, without the characters that have a meaning there.
std::string in_octal(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const bool active = std::strchr("'\"\\`@$", c) != nullptr;
    if (is_control(c)) out += ' ';
    else if (!active) out += c;
    else
      out += {'\\', static_cast<char>('0' + (c >> 6)), static_cast<char>('0' + (c >> 3 & 7)),
              static_cast<char>('0' + (c & 7))};
  }
  return out + "\"";
}

}  // namespace

std::string tic(const std::string& text) {
  std::string format;
  for (const char c : text) format += c == '%' ? std::string("%%") : std::string(1, c);
  return quoted(format);
}

std::string quoted(const std::string& text) {
  // gnuplot reads two quotes inside a string as one, but not at its very beginning, and not four.
  if (text.find("''") != text.npos || text.rfind('\'', 0) == 0) return in_octal(text);
  std::string out = "'";
  for (const char c : text) {
    out += is_control(c) ? std::string(" ") : c == '\'' ? std::string("''") : std::string(1, c);
  }
  return out + "'";
}

std::string comment(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool active = is_control(c) || c == '`' || c == '@' || c == '\\';
    out += active ? ' ' : c;
  }
  return out;
}

std::string datum(const std::optional<double>& value) {
  const auto drawn = drawable(value);
  return drawn ? exact(*drawn) : "NaN";
}

std::string colour(std::size_t series) {
  static const char* const kAll[kDistinctColours] = {"#0072B2", "#E69F00", "#009E73", "#CC79A7",
                                                   "#D55E00", "#56B4E9", "#8C8C8C", "#B8A800"};
  return kAll[series % kDistinctColours];
}

unsigned filled(std::size_t series) {
  static const unsigned kShapes[] = {7, 5, 13, 15};
  return kShapes[(series + series / kDistinctColours) % std::size(kShapes)];
}

Shown::Shown(const Outcome& outcome, const Plot& plot) {
  for (const Cell& cell : outcome.cells) {
    const bool wanted = plot.series.empty() ||
                        std::find(plot.series.begin(), plot.series.end(), cell.series) != plot.series.end();
    if (wanted && cell.metric == plot.metric) cells.push_back(cell);
  }
  rows = distinct(cells, &Cell::row);
  series = plot.series.empty() ? distinct(cells, &Cell::series) : plot.series;
}

const Cell* Shown::at(const std::string& row, const std::string& name, std::optional<double> x) const {
  for (const Cell& cell : cells)
    if (cell.row == row && cell.series == name && cell.x == x) return &cell;
  return nullptr;
}

bool Shown::publishes(const std::string& name) const {
  return std::any_of(cells.begin(), cells.end(),
                     [&](const Cell& cell) { return cell.series == name && published_value(&cell); });
}

std::string titles(const Shown& shown) {
  std::string text;
  for (std::size_t i = 0; i < shown.series.size(); ++i)
    text += "series" + std::to_string(i + 1) + " = " + quoted(shown.series[i]) + "\n";
  return text;
}

std::optional<double> published_value(const Cell* cell) {
  if (!cell || !cell->published || cell->published->relation != "=") return std::nullopt;
  return drawable(cell->published->value);
}

std::optional<double> measured_value(const Cell* cell) { return cell ? drawable(cell->measured) : std::nullopt; }

void Bounds::add(double x, const Cell* cell) {
  if (!cell || !cell->published) return;
  const Published& published = *cell->published;
  const auto value = drawable(published.value), high = drawable(published.high);
  if (!value) return;
  const std::string at = exact(x) + " " + exact(*value);
  if (published.relation == "<" || published.relation == "<=") below_ += at + "\n";
  if (published.relation == ">" || published.relation == ">=") above_ += at + "\n";
  if (published.relation == "range" && high) range_ += at + " " + exact(*high) + "\n";
}

std::string Bounds::data() const {
  std::string text;
  if (!below_.empty()) text += "$" + block_ + "below << EOD\n" + below_ + "EOD\n";
  if (!above_.empty()) text += "$" + block_ + "above << EOD\n" + above_ + "EOD\n";
  if (!range_.empty()) text += "$" + block_ + "range << EOD\n" + range_ + "EOD\n";
  return text;
}

std::vector<std::string> Bounds::plots(bool titled) const {
  std::vector<std::string> list;
  const auto title = [&](const char* text) { return titled ? " title '" + std::string(text) + "'" : " notitle"; };
  const std::string mark = " lc rgb '#606060' lw 1.5 ";
  if (!below_.empty())
    list.push_back("$" + block_ + "below using 1:2 with points pt 11 ps 0.9" + mark + title("published: below"));
  if (!above_.empty())
    list.push_back("$" + block_ + "above using 1:2 with points pt 9 ps 0.9" + mark + title("published: above"));
  if (!range_.empty())
    list.push_back("$" + block_ + "range using 1:2:(0):($3-$2) with vectors heads size graph 0.01,90 dt 1" + mark +
                   title("published: between"));
  return list;
}

std::vector<std::string> Bounds::legend(const std::vector<Cell>& cells) {
  Bounds all("all");
  for (const Cell& cell : cells) all.add(0, &cell);
  std::vector<std::string> entries;
  for (const std::string& part : all.plots(true)) entries.push_back("keyentry" + part.substr(part.find(" with ")));
  return entries;
}

void Extent::add(const std::optional<double>& value) {
  if (!value) return;
  lowest = std::min(lowest.value_or(*value), *value);
  highest = std::max(highest.value_or(*value), *value);
}

std::string y_range(const Plot& plot, std::optional<double> lowest, std::optional<double> highest) {
  const bool positive = lowest.value_or(0) >= 0;
  const bool flat = highest.value_or(0) == 0 && positive;  // nothing to scale by
  // Measured values are always visible: a bar outside of the requested range would be missing without notice.
  const double step = 0.1 * (highest.value_or(1) - lowest.value_or(0));
  const bool below = plot.y_from && lowest && *lowest < *plot.y_from;
  const bool above = plot.y_to && highest && *highest > *plot.y_to;
  const std::string from = below ? rounded(*lowest - step) : plot.y_from ? exact(*plot.y_from) : positive ? "0" : "*";
  const std::string to = above         ? rounded(*highest + step)
                         : plot.y_to   ? exact(*plot.y_to)
                         : flat        ? exact(plot.y_from.value_or(0) + 1)
                                       : "*";
  return "set yrange [" + from + ":" + to + "]\n";
}

namespace {
constexpr unsigned kTitle = 34, kLegendRow = 20, kUnderLegend = 14;  // pixels
}

Head::Head(const std::vector<std::string>& entries, unsigned width) {
  std::size_t longest = 0;
  for (const std::string& entry : entries) longest = std::max(longest, entry.size());
  const std::size_t across = std::max<std::size_t>(1, (width - 40) / (longest * 8 + 60));  // 8 pixels a character
  rows = std::max<std::size_t>(1, (entries.size() + across - 1) / across);
}

unsigned Head::height() const { return kTitle + static_cast<unsigned>(rows) * kLegendRow + kUnderLegend; }

std::string Head::settings(unsigned picture_height) const {
  return "  set label 1 heading at screen 0.5, screen " + fraction(picture_height - 16, picture_height) +
         " center noenhanced\n" + "  set key at screen 0.5, screen " + fraction(picture_height - 30, picture_height) +
         " center top horizontal Left reverse samplen 1.5 maxrows " + std::to_string(rows) + " noenhanced\n";
}

std::string single_frame(const Head& head, unsigned picture_height, unsigned under) {
  return head.settings(picture_height) + "  set tmargin at screen " +
         fraction(picture_height - head.height(), picture_height) + "; set bmargin at screen " +
         fraction(under, picture_height) + "\n" + kAxisLabels;
}

std::string fraction(double part, double whole) { return rounded(part / whole); }

std::string plot_command(const std::vector<std::string>& parts, const std::string& indent) {
  if (parts.empty()) return indent + "plot NaN notitle\n";
  std::string text = indent + "plot ";
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i ? ", \\\n" + indent + "  " : "") + parts[i];
  return text + "\n";
}

// Title, legend and axis labels common to all small graphs: a plot over the whole picture without axes.
std::string surroundings(const Head& head, const std::vector<std::string>& entries, unsigned width,
                         unsigned height) {
  std::vector<std::string> parts = {"NaN notitle"};
  parts.insert(parts.end(), entries.begin(), entries.end());
  return "  set multiplot\n" + head.settings(height) + "  set label 2 x_label at screen 0.5, screen " +
         fraction(14, height) + " center noenhanced\n" + "  set label 3 y_label at screen " + fraction(14, width) +
         ", screen " + fraction(height - head.height(), 2.0 * height) + " center rotate by 90 noenhanced\n" +
         "  set margins 0,0,0,0; unset border; unset tics; unset title; set yrange [0:1]\n" +
         plot_command(parts, "  ") +
         "  unset label; unset key; set border 3\n"
         "  set xtics nomirror out scale 0.6; set ytics nomirror out scale 0.6\n";
}

std::string script(const Outcome& outcome, const Plot& plot, const std::string& name, unsigned width, unsigned height,
                   const std::string& before, const std::string& draw) {
  const auto size = [&](unsigned scale) {
    return std::to_string(width * scale) + "," + std::to_string(height * scale);
  };
  return "# " + comment(outcome.title) + " (" + comment(outcome.source) + "), size " + comment(outcome.size) + ".\n" +
         "# Draws " + name + ".svg and " + name + ".png: gnuplot " + name + ".gnuplot\n" +
         "set encoding utf8\n"
         "heading = " + quoted(plot.title) + "\n" +
         "x_label = " + quoted(plot.x_label) + "\n" +
         "y_label = " + quoted(plot.y_label) + "\n" + before +
         "set style fill solid 1 noborder\n"
         "set border 3\n"
         "set tics nomirror out scale 0.6\n"
         "set format y '%.12g'\n"
         "set grid ytics lc rgb '#C8C8C8' lw 0.6 lt 1\n"
         "do for [kind in \"svg png\"] {\n"
         "  if (kind eq \"svg\") {\n"
         "    set terminal svg size " + size(1) + " dynamic noenhanced font 'sans-serif,13' background '#FFFFFF'\n"
         "  } else {\n"
         "    set terminal pngcairo size " + size(2) + " noenhanced font 'DejaVu Sans,10' fontscale 1.9 linewidth 2 " +
         "pointscale 2\n"
         "  }\n"
         "  set output '" + name + ".'.kind\n" + draw +
         "  unset output\n"
         "}\n";
}

}  // namespace unibank::picture
