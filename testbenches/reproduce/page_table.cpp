#include "reproduce/page_table.h"

#include <algorithm>
#include <cmath>

#include "reproduce/metrics.h"
#include "reproduce/page.h"
#include "reproduce/values.h"

namespace unibank {

namespace {

constexpr std::size_t kFoldedFrom = 40;  // lines of a table

// The CSS classes of a deviation, by its share of the published value.
struct Class {
  double up_to;
  const char* name;
  const char* text;
};
const Class kClasses[] = {{0.02, "d0", "up to 2%"},
                          {0.05, "d1", "up to 5%"},
                          {0.10, "d2", "up to 10%"},
                          {0.25, "d3", "up to 25%"},
                          {HUGE_VAL, "d4", "more"}};

// The share of the published value; if that is 0, any deviation is infinite.
double share(double deviation, double published) {
  if (deviation == 0) return 0;
  return published == 0 ? HUGE_VAL : std::fabs(deviation / published);
}

const char* class_of(double share) {
  for (const Class& one : kClasses)
    if (share <= one.up_to * (1 + 1e-9)) return one.name;  // 1.05 - 1 is a little more than 5%
  return "d4";
}

std::string signed_text(double value) {
  const std::string text = for_page(std::fabs(value));
  const bool nothing = text == "0" || text.rfind("≈", 0) == 0;
  return nothing ? text : (value < 0 ? "\u2212" : "+") + text;
}

std::string published_html(const Published& published) {
  std::string text;
  if (published.value) {
    text = published.relation == "range" && published.high
               ? for_page(*published.value) + "\u2013" + for_page(*published.high)
               : (published.relation == "=" ? "" : published.relation + " ") + for_page(*published.value);
  }
  if (!published.words.empty()) text += (text.empty() ? "" : " ") + published.words;
  return "<td class=\"published\" title=\"" + escaped(published.source) + "\">" + escaped(text) + "</td>";
}

std::string deviation_html(const Cell& cell) {
  if (const auto kept = keeps_bound(cell))
    return *kept ? "<td class=\"d0\">holds</td>" : "<td class=\"d4\">does not hold</td>";
  const auto deviation = drawable(cell.deviation());
  if (!deviation) return "<td></td>";
  const double part = share(*deviation, *cell.published->value);
  std::string percent;
  if (std::isfinite(part) && part != 0) {
    char text[32];
    std::snprintf(text, sizeof text, part < 0.0995 ? "%.1f" : "%.0f", 100 * part);
    percent = " <small>" + std::string(text) + "%</small>";
  }
  return "<td class=\"" + std::string(class_of(part)) + "\">" + signed_text(*deviation) + percent + "</td>";
}

// The cells of one metric as a table.
class Table {
 public:
  Table(const Outcome& outcome, const std::string& metric) : metric_(metric), commands_(outcome.commands) {
    for (const Cell& cell : outcome.cells)
      if (cell.metric == metric) cells_.push_back(cell);
    series_ = distinct(cells_, &Cell::series);
    for (const Cell& cell : cells_) {
      has_x_ = has_x_ || cell.x;
      if (std::none_of(lines_.begin(), lines_.end(), [&](const Cell* line) { return same_line(*line, cell); }))
        lines_.push_back(&cell);
    }
  }
  std::string html() const {
    std::string text = "<div class=\"scroll\"><table>\n" + head() + "<tbody>\n";
    for (const Cell* line : lines_) text += body(*line);
    text += "</tbody></table></div>\n";
    const std::string caption = escaped(with_unit(metric_));
    const Metric* const known = find_metric(metric_);
    if (known) text = "<p class=\"soft\">" + escaped(known->description) + "</p>\n" + text;
    if (lines_.size() < kFoldedFrom) return "<h3>" + caption + "</h3>\n" + text;
    return "<details><summary>" + caption + ": table of " + std::to_string(lines_.size()) + " lines</summary>\n" +
           text + "</details>\n";
  }

 private:
  static bool same_line(const Cell& one, const Cell& other) { return one.row == other.row && one.x == other.x; }
  bool published(const std::string& series) const {
    return std::any_of(cells_.begin(), cells_.end(),
                       [&](const Cell& cell) { return cell.series == series && cell.published; });
  }
  std::string head() const {
    std::string first = std::string("<tr><th rowspan=\"2\" scope=\"col\"></th>") +
                        (has_x_ ? "<th rowspan=\"2\" scope=\"col\">at</th>" : "");
    std::string second = "<tr>";
    for (const std::string& series : series_) {
      const bool wide = published(series);
      first += std::string("<th scope=\"colgroup\"") + (wide ? " colspan=\"3\"" : "") + ">" + escaped(series) + "</th>";
      second += "<th scope=\"col\">measured</th>";
      if (wide) second += "<th scope=\"col\">published</th><th scope=\"col\">deviation</th>";
    }
    return "<thead>" + first + "</tr>\n" + second + "</tr></thead>\n";
  }
  std::string body(const Cell& line) const {
    const auto command = commands_.find(line.row);
    const std::string title = command == commands_.end() ? "" : " title=\"" + escaped(command->second) + "\"";
    std::string text = "<tr><th scope=\"row\"" + title + ">" + escaped(line.row) + "</th>";
    if (has_x_) text += "<td>" + (line.x ? for_page(*line.x) : "") + "</td>";
    for (const std::string& series : series_) {
      const auto cell = std::find_if(cells_.begin(), cells_.end(),
                                     [&](const Cell& one) { return one.series == series && same_line(one, line); });
      text += values(cell == cells_.end() ? nullptr : &*cell, published(series));
    }
    return text + "</tr>\n";
  }
  static std::string values(const Cell* cell, bool wide) {
    if (!cell) return wide ? "<td class=\"first\"></td><td></td><td></td>" : "<td class=\"first\"></td>";
    // Published cells without a series have no measured value.
    std::string text = cell->measured ? "<td class=\"first\">" + for_page(*cell->measured) + "</td>"
                       : cell->series.empty() ? "<td class=\"first\"></td>"
                                              : "<td class=\"first open\">not run</td>";
    if (wide) text += (cell->published ? published_html(*cell->published) : "<td></td>") + deviation_html(*cell);
    return text;
  }

  std::string metric_;
  const std::map<std::string, std::string>& commands_;
  std::vector<Cell> cells_;
  std::vector<const Cell*> lines_;  // the first cell of each row
  std::vector<std::string> series_;
  bool has_x_ = false;
};

}  // namespace

std::string tables_html(const Outcome& outcome) {
  std::string text;
  for (const std::string& metric : distinct(outcome.cells, &Cell::metric)) text += Table(outcome, metric).html();
  return text;
}

std::string legend_html() {
  std::string text =
      "<p class=\"legend\">Deviation is measured \u2212 published, and its share of the published value:";
  for (const Class& one : kClasses) text += " <span class=\"" + std::string(one.name) + "\">" + one.text + "</span>";
  return text +
         ". A published bound (&lt;, &gt;, a range) <span class=\"d0\">holds</span> or <span class=\"d4\">does not "
         "hold</span>. Point at the name of a program to see the command that runs it; add the design of the series "
         "(<code>--design</code>, <code>--set</code>), which the parameters list.</p>\n";
}

}  // namespace unibank
