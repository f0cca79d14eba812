// One point of a paper's experiments, run in its own process: its result as text, and back.
#pragma once

#include <string>

#include "reproduce/point_csv.h"
#include "unibank/process.h"

namespace unibank {

// Runs the point and returns its row, or the reason why there is none. A program that the design cannot run gives a
// row; a wrong answer does not.
std::string run_paper_point(const Point& point, const Notify& notify);

struct PaperPointEnd {
  bool finished = false;
  std::string row;      // a line of the table of points, with its line feed
  FinishedPoint point;
  double seconds = 0;   // CPU time of its process; 0: not known
  std::string failure;  // when it is not finished
};
PaperPointEnd read_paper_point_end(const std::string& text);
// The result as a row of the table.
PaperPointEnd read_paper_row(const std::string& row);

}  // namespace unibank
