// For any text, a file of points is read without an exception, and the accepted rows are the same when written and read
// again. The corpus holds rows without their last cells, which are 0, so that it stays valid when counters are added.
// The header is added here, because a text without it would be refused at once.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>

#include "fuzz/target.h"
#include "reproduce/point_csv.h"

namespace {

using namespace unibank;

std::size_t commas_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), ','));
}

// Pads every line to the header's number of cells.
std::string filled(const std::string& text) {
  const std::size_t commas = commas_of(point_csv_header());
  std::string all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line); all += line + (lines.eof() ? "" : "\n"))
    for (std::size_t there = commas_of(line); there < commas; ++there) line += ",0";
  return all;
}

void read_any(const std::string& text) {
  parse_point_csv(text, "fuzz.csv");
  const std::string written = point_csv(parse_point_csv(point_csv_header() + filled(text), "fuzz.csv").points);
  const PointTable again = parse_point_csv(written, "again.csv");
  if (!again.messages.empty()) throw std::logic_error(again.messages.front());
  if (point_csv(again.points) != written) throw std::logic_error("other rows after writing");
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) { read_any(text); }
