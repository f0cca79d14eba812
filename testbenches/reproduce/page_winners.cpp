// The tables of winners.h on the page.
#include <algorithm>
#include <cmath>

#include "reproduce/metrics.h"
#include "reproduce/page.h"
#include "reproduce/values.h"
#include "reproduce/winners.h"

namespace unibank {

namespace {

std::string td(const std::string& text, const std::string& of = "") {
  return "<td" + (of.empty() ? "" : " class=\"" + of + "\"") + ">" + text + "</td>";
}

std::string change_html(const std::optional<CounterChange>& change) {
  if (!change) return td("none", "words") + td("") + td("") + td("");
  const double percent = 100 * change->relative();
  return td(escaped(with_unit(change->metric)), "words") + td(for_page(change->baseline)) +
         td(for_page(change->value)) + td((percent < 0 ? "\u2212" : "+") + for_page(std::fabs(percent)) + "%");
}

std::string list_text(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + escaped(name);
  return text;
}

std::string best_html(const Outcome& outcome) {
  const Winners& asked = *outcome.winners;
  std::string text =
      "<h3>The best series, and the counter that changes most</h3>\n<p>The best series has the highest " +
      escaped(asked.metric) +
      ", once among the series of one idea and once among those of several. The counter is the one of " +
      list_text(asked.counters) + " with the largest change relative to " + escaped(asked.baseline) +
      "; counters that are 0 there are left out. The table does not claim that the counter is the cause.</p>\n"
      "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\"></th><th scope=\"col\" class=\"words\">among</th>"
      "<th scope=\"col\" class=\"words\">best</th><th scope=\"col\">" +
      escaped(with_unit(asked.metric)) + "</th><th scope=\"col\" class=\"words\">counter</th><th scope=\"col\">" +
      escaped(asked.baseline) + "</th><th scope=\"col\">best</th><th scope=\"col\">change</th></tr></thead>\n<tbody>\n";
  for (const Winner& winner : winners(outcome))
    text += "<tr><th scope=\"row\">" + escaped(winner.row) + "</th>" +
            td(winner.combined ? "several ideas" : "one idea", "words") + td(escaped(winner.series), "words") +
            td(for_page(winner.value)) + change_html(winner.change) + "</tr>\n";
  return text + "</tbody></table></div>\n";
}

const char* colour_of(Combination::Kind kind) {
  switch (kind) {
    case Combination::Kind::kMore: return "d0";
    case Combination::Kind::kAddsUp: return "";
    case Combination::Kind::kInTheWay: return "d4";
  }
  return "";
}

std::string combinations_html(const Outcome& outcome) {
  const std::vector<Combination> all = combinations(outcome);
  std::string text =
      "<h3>Where ideas add up</h3>\n<p>" + escaped(with_unit(outcome.winners->metric)) +
      " of several ideas together, and the product of their values alone. Within 1% of the product the ideas add up; "
      "<span class=\"d0\">above it they gain more together</span>; <span class=\"d4\">below it they "
      "interfere</span>.</p>\n<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\"></th>";
  for (const std::string& row : outcome.winners->rows) text += "<th scope=\"col\">" + escaped(row) + "</th>";
  text += "</tr></thead>\n<tbody>\n";
  for (const WinnersSeries& series : outcome.winners->series) {
    if (series.parts.empty()) continue;
    text += "<tr><th scope=\"row\">" + escaped(series.name) + "</th>";
    for (const std::string& row : outcome.winners->rows) {
      const auto found = std::find_if(all.begin(), all.end(), [&](const Combination& one) {
        return one.row == row && one.series == series.name;
      });
      text += found == all.end() ? td("not run", "open")
                                 : td(for_page(found->value) + " <small>of " + for_page(found->product) + "</small>",
                                      colour_of(found->kind));
    }
    text += "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

}  // namespace

std::string winners_html(const Outcome& outcome) {
  if (!outcome.winners) return "";
  const auto& series = outcome.winners->series;
  const bool combined =
      std::any_of(series.begin(), series.end(), [](const WinnersSeries& one) { return !one.parts.empty(); });
  return best_html(outcome) + (combined ? combinations_html(outcome) : "");
}

}  // namespace unibank
