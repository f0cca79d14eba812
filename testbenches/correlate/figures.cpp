#include "correlate/figures.h"

#include <charconv>
#include <map>
#include <tuple>

#include "base/input_error.h"
#include "reproduce/csv_text.h"
#include "reproduce/values.h"

namespace unibank::correlate {
namespace {

const std::vector<std::string> kColumns = {"card",   "clock_mhz",    "sms",    "driver",         "program",
                                           "size",   "launch",       "kernel", "clock64_cycles", "event_cycles",
                                           "design", "model_cycles", "ratio"};

std::string number(const std::optional<double>& value) { return value ? exact(*value) : ""; }

class Reader {
 public:
  Reader(const CsvTable::Row& row, const std::string& file) : row_(row), file_(file) {}

  std::string text(const char* column) const {
    const std::string& cell = row_.cells.at(column);
    if (cell.empty()) fail(column, "nothing", "a text");
    return cell;
  }
  std::optional<double> positive(const char* column) const {
    const std::string& cell = row_.cells.at(column);
    if (cell.empty()) return std::nullopt;
    const double value = csv_number(row_, column, file_);
    if (!(value > 0)) fail(column, "'" + cell + "'", "a number above 0, or nothing");
    return value;
  }
  std::optional<unsigned> whole(const char* column) const {
    const std::string& cell = row_.cells.at(column);
    if (cell.empty()) return std::nullopt;
    unsigned value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size()) fail(column, "'" + cell + "'", "a whole number");
    return value;
  }
  [[noreturn]] void fail(const std::string& column, const std::string& found, const std::string& expected) const {
    throw InputError(where() + "column '" + column + "': found " + found + "; expected " + expected);
  }
  std::string where() const { return file_ + ":" + std::to_string(row_.line) + ": "; }

 private:
  const CsvTable::Row& row_;
  const std::string& file_;
};

Card card_of(const Reader& reader) {
  Card card;
  card.name = reader.text("card");
  card.driver = reader.text("driver");
  card.clock_mhz = reader.positive("clock_mhz").value_or(0);
  if (card.clock_mhz == 0) reader.fail("clock_mhz", "nothing", "the clock in MHz");
  card.sms = reader.whole("sms").value_or(0);
  return card;
}

// The first column in which the cards differ, with its value in the row and that of the rows before; empty: they are
// the same card.
std::string difference_of(const Card& card, const Card& before) {
  if (card.name != before.name) return "card '" + card.name + "', and '" + before.name + "' before";
  if (card.driver != before.driver) return "driver " + card.driver + ", and " + before.driver + " before";
  if (card.clock_mhz != before.clock_mhz)
    return "clock_mhz " + exact(card.clock_mhz) + ", and " + exact(before.clock_mhz) + " before";
  const auto sms = [](const Card& one) { return one.sms == 0 ? "nothing" : std::to_string(one.sms); };
  if (card.sms != before.sms) return "sms " + sms(card) + ", and " + sms(before) + " before";
  return "";
}

Figure figure_of(const Reader& reader, unsigned line) {
  Figure figure;
  figure.program = reader.text("program");
  figure.size = reader.text("size");
  figure.kernel = reader.text("kernel");
  const std::optional<unsigned> launch = reader.whole("launch");
  if (!launch) reader.fail("launch", "nothing", "a whole number");
  figure.launch = *launch;
  figure.clock64_cycles = reader.positive("clock64_cycles");
  figure.event_cycles = reader.positive("event_cycles");
  figure.line = line;
  if (!figure.clock64_cycles && !figure.event_cycles)
    reader.fail("clock64_cycles", "nothing", "cycles here or in event_cycles");
  return figure;
}

}  // namespace

std::string figures_csv(const Figures& figures) {
  std::string out;
  for (const std::string& column : kColumns) out += (out.empty() ? "" : ",") + column;
  out += "\n";
  const Card& card = figures.card;
  for (const Figure& one : figures.launches) {
    std::optional<double> ratio;
    if (one.model_cycles && one.card_cycles() > 0) ratio = *one.model_cycles / one.card_cycles();
    std::string row;
    for (const std::string& cell :
         {card.name, exact(card.clock_mhz), card.sms == 0 ? "" : std::to_string(card.sms), card.driver, one.program,
          one.size, std::to_string(one.launch), one.kernel, number(one.clock64_cycles), number(one.event_cycles),
          one.design, number(one.model_cycles), number(ratio)})
      row += csv_cell(cell) + ",";
    row.back() = '\n';
    out += row;
  }
  return out;
}

Figures parse_figures(const std::string& text, const std::string& file) {
  const CsvTable table = parse_csv_table(text, file, kColumns);
  Figures figures;
  std::map<std::tuple<std::string, std::string, unsigned>, unsigned> lines;
  for (const CsvTable::Row& row : table.rows) {
    const Reader reader(row, file);
    const Card card = card_of(reader);
    if (figures.launches.empty()) figures.card = card;
    const std::string other = difference_of(card, figures.card);
    if (!other.empty()) throw InputError(reader.where() + "found " + other + "; expected one card a file");
    Figure figure = figure_of(reader, row.line);
    const auto [first, added] = lines.insert({{figure.program, figure.size, figure.launch}, row.line});
    if (!added)
      throw InputError(reader.where() + "found launch " + std::to_string(figure.launch) + " of '" + figure.program +
                       "', size " + figure.size + ", which line " + std::to_string(first->second) +
                       " has; expected each once");
    figures.launches.push_back(std::move(figure));
  }
  if (figures.launches.empty()) throw InputError(file + ": found no row; expected one for each launch");
  return figures;
}

}  // namespace unibank::correlate
