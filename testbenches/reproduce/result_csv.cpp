#include "reproduce/result_csv.h"

#include "reproduce/values.h"

namespace unibank {

namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string number(const std::optional<double>& value) { return value ? exact(*value) : ""; }

}  // namespace

std::string result_csv(const Outcome& outcome) {
  std::string text = "row,series,metric,x,measured,relation,published,high,deviation,source,words\n";
  for (const Cell& cell : outcome.cells) {
    const Published published = cell.published.value_or(Published{});
    text += quoted(cell.row) + "," + quoted(cell.series) + "," + quoted(cell.metric) + "," + number(cell.x) + "," +
            number(cell.measured) + "," + quoted(published.relation) + "," + number(published.value) + "," +
            number(published.high) + "," + number(cell.deviation()) + "," + quoted(published.source) + "," +
            quoted(published.words) + "\n";
  }
  return text;
}

}  // namespace unibank
