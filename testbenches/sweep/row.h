// Finished points as lines of text: a task writes them while it runs, and they can be read even after the task has
// crashed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace unibank::sweep {

struct Finished {
  std::string key;                           // 32 hexadecimal digits; the following texts are for readers
  unsigned model = 0;
  std::string program, size, arguments, style, design, overrides;
  std::string refused;                       // why the program cannot run on the design; empty: it ran
  double seconds = 0;                        // CPU time
  std::vector<std::pair<std::string, double>> values;  // counters and metrics, always in the same order
};

// Writes the lines of one file. A line with the values' names precedes the first point that has these values, so that a
// point is a line of numbers; every line ends with check digits and a line feed.
class RowWriter {
 public:
  std::string lines_of(const Finished& point);  // the point's line, after a line of names if these have changed

 private:
  std::vector<std::string> names_;
};

// A line of another kind of table, with check digits: a row of `unibank reproduce`. Tabs, line feeds and carriage
// returns become blanks.
std::string text_line(const std::string& text);

class RowReader {
 public:
  enum class Line { kPoint, kNames, kText, kDamaged };
  // Reads a line without its line feed, and returns its kind.
  Line read(std::string_view line, Finished& point);
  const std::string& text() const { return text_; }  // text of the last line of kind kText

 private:
  std::string text_;
  std::vector<std::string> names_;
};

}  // namespace unibank::sweep
