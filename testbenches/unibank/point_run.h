// One point of a study, run in its own process: its result as text, and back.
#pragma once

#include <string>

#include "sweep/bounds.h"
#include "sweep/points.h"
#include "sweep/row.h"
#include "unibank/process.h"

namespace unibank {

// The rule by which the run of a search's point ends early.
struct StopRule {
  const sweep::Goals* goals = nullptr;    // null: never
  const sweep::Bounds* bounds = nullptr;
};

// Runs the point and returns its row, or the reason why there is none. A program that the design cannot run gives a
// row; a wrong answer does not. A stopped run gives a row without values, under the key of stopped_key().
std::string run_point(const sweep::Point& point, const StopRule& stop, const Notify& notify);

struct PointEnd {
  bool finished = false;
  sweep::Finished row;
  std::string failure;  // when it is not
};
PointEnd read_point_end(const std::string& text);

}  // namespace unibank
