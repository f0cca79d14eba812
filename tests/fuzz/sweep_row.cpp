// Any lines are read: as the kind that their first cell says, or as damaged. Lines with wrong check digits are damaged.
// Names, texts and points are what the cells say, and points are the same when they are written and read again.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "fuzz/target.h"
#include "sweep/hash.h"
#include "sweep/row.h"

namespace {

using namespace unibank::sweep;
using Line = RowReader::Line;
using Cells = std::vector<std::string>;

constexpr std::size_t kWords = 11;  // cells of a point before its values: P, key, model, seven texts, seconds

// The cells before the check digits; none: the line is damaged.
Cells checked_cells(const std::string& line) {
  Cells cells;
  const std::size_t end = line.rfind('\t');
  if (end == line.npos || line.find('\r') != line.npos || check_digits(line.substr(0, end + 1)) != line.substr(end + 1))
    return cells;
  for (std::size_t from = 0; from <= end; from = line.find('\t', from) + 1)
    cells.push_back(line.substr(from, line.find('\t', from) - from));
  return cells;
}

Cells texts_of(const Finished& point) {
  return {point.program, point.size, point.arguments, point.style, point.design, point.overrides, point.refused};
}

bool same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool same(const Finished& a, const Finished& b) {
  const auto same_value = [](const auto& x, const auto& y) {
    return x.first == y.first && same_number(x.second, y.second);
  };
  return a.key == b.key && a.model == b.model && texts_of(a) == texts_of(b) && a.seconds == b.seconds &&
         std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(), same_value);
}

class Reading {
 public:
  // Throws for a line that is read as something else than its cells say.
  void read(const std::string& line) {
    Finished point;
    const Line kind = reader_.read(line, point);
    const Cells cells = checked_cells(line);
    const std::string first = cells.empty() ? "" : cells[0];
    if (first == "N") {
      expect(kind == Line::kNames, "names are not read");
      names_.assign(cells.begin() + 1, cells.end());
    } else if (first == "T" && cells.size() == 2) {
      expect(kind == Line::kText && reader_.text() == cells[1], "a text is not read");
    } else if (first == "P" && kind == Line::kPoint) {
      check_point(point, cells);
    } else {
      expect(kind == Line::kDamaged, "a damaged line is read");
    }
  }

 private:
  static void expect(bool holds, const char* otherwise) {
    if (!holds) throw std::logic_error(otherwise);
  }

  void check_point(const Finished& point, const Cells& cells) {
    expect(cells.size() == kWords + point.values.size(), "a point has other values than its line");
    const bool is_key = cells[1].size() == 32 && cells[1].find_first_not_of("0123456789abcdef") == std::string::npos;
    expect(is_key && point.key == cells[1] && point.model == std::stoul(cells[2]) &&
               texts_of(point) == Cells(cells.begin() + 3, cells.begin() + 10) &&
               point.seconds == std::strtod(cells[10].c_str(), nullptr),
           "a point has other words than its line");
    Cells names;
    for (std::size_t i = 0; i < point.values.size(); ++i) {
      names.push_back(point.values[i].first);
      expect(same_number(point.values[i].second, std::strtod(cells[kWords + i].c_str(), nullptr)),
             "a value is not that of its line");
    }
    expect(names.empty() || names == names_, "the values of a point have other names than the last line of names");
    check_written(point);
  }

  static void check_written(const Finished& point) {
    RowWriter writer;
    const std::string text = writer.lines_of(point);
    RowReader other;
    Finished again;
    Line kind = Line::kDamaged;
    std::size_t from = 0;
    for (std::size_t end; (end = text.find('\n', from)) != std::string::npos; from = end + 1)
      kind = other.read(std::string_view(text).substr(from, end - from), again);
    expect(kind == Line::kPoint && same(point, again), "a point that was read is written as another");
  }

  RowReader reader_;
  Cells names_;
};

}  // namespace

// Each line is read as it is, and with right check digits, so that the parser reaches the faults in the rest of it.
void unibank::fuzz::try_text(const std::string& text) {
  Reading as_it_is, mended;
  std::size_t from = 0;
  for (std::size_t end; (end = text.find('\n', from)) != std::string::npos; from = end + 1) {
    const std::string line = text.substr(from, end - from);
    as_it_is.read(line);
    const std::size_t tab = line.rfind('\t');
    if (tab != std::string::npos) mended.read(line.substr(0, tab + 1) + check_digits(line.substr(0, tab + 1)));
  }
}
