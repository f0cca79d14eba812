// One point of a study, run in a process of its own: what becomes of it as text, and back.
#pragma once

#include <string>

#include "sweep/points.h"
#include "sweep/row.h"
#include "unibank/process.h"

namespace unibank {

// Runs it: its row, or why there is none. A program that cannot run on the design is a row, a wrong answer is not.
std::string run_point(const sweep::Point& point, const Notify& notify);

struct PointEnd {
  bool finished = false;
  sweep::Finished row;
  std::string failure;  // when it is not
};
PointEnd read_point_end(const std::string& text);

}  // namespace unibank
