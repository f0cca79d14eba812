// One point of a study, run in a process of its own: what becomes of it as text, and back.
#pragma once

#include <string>

#include "sweep/bounds.h"
#include "sweep/points.h"
#include "sweep/row.h"
#include "unibank/process.h"

namespace unibank {

// When the run of a search's point ends early.
struct StopRule {
  const sweep::Goals* goals = nullptr;    // null: never
  const sweep::Bounds* bounds = nullptr;
};

// Runs it: its row, or why there is none. A program that cannot run on the design is a row, a wrong answer is not. A run
// that is stopped is a row without values under the key of stopped_key().
std::string run_point(const sweep::Point& point, const StopRule& stop, const Notify& notify);

struct PointEnd {
  bool finished = false;
  sweep::Finished row;
  std::string failure;  // when it is not
};
PointEnd read_point_end(const std::string& text);

}  // namespace unibank
