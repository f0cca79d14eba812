// One point of a paper's experiments, run in a process of its own: what becomes of it as text, and back.
#pragma once

#include <string>

#include "reproduce/point_csv.h"
#include "unibank/process.h"

namespace unibank {

// Runs it: its row, or why there is none. A program that cannot run on the design is a row, a wrong answer is not.
std::string run_paper_point(const Point& point, const Notify& notify);

struct PaperPointEnd {
  bool finished = false;
  std::string row;      // of the table of points, with its line feed
  FinishedPoint point;
  std::string failure;  // when it is not finished
};
PaperPointEnd read_paper_point_end(const std::string& text);
// The same of a row.
PaperPointEnd read_paper_row(const std::string& row);

}  // namespace unibank
