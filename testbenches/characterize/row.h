// A row of the table: what two trials measure, and what the design's own parameters say it should be.
#pragma once

#include <string>
#include <vector>

#include "base/types.h"
#include "characterize/trial.h"
#include "design/design.h"

namespace unibank::characterize {

// What follows from the design, and how: the formula in the names of its parameters.
struct Due {
  double value = 0;
  std::string formula;
};

struct Row {
  enum class Is { kCycles, kPerCycle, kBytes };  // cycles an event, events a cycle, a size
  std::string group, name, unit;
  Is is = Is::kCycles;
  Due due;
  double within = 0;         // relative difference that start and end of a run explain; 0: to the last cycle
  bool at_least = false;     // more cycles, or fewer events a cycle, than `due` are as right
  std::string absent;        // why this design has no such path; then nothing below counts
  // What bounds it, or fails to, where the figure is another: by the names of parameters.
  std::string if_less, if_more;
  // Cycles and events of `longer` less those of `shorter`: neither launch nor loop is in the difference.
  Trial shorter, longer;
  bool one_run = false;      // `longer` alone
  double events = 0;
  // kBytes: the trials, by working set, of which the largest that stays is the size. Two passes each; of one: `events`
  // lines are asked for.
  std::vector<Trial> sweep;
  // Of a picture: the curve's name and where along it this row is. Empty: none.
  std::string curve;
  double at = 0;

  double measured = 0;       // filled in by measure()
  std::string refused;       // why a trial could not run
};

// Of a trial: the cycles of its launch, and what its loads found.
struct Measured {
  Cycle cycles = 0;
  std::uint64_t l1_hits = 0, l1_accesses = 0, l2_hits = 0, l2_accesses = 0;
  std::string refused;       // empty: it ran
};

enum class Verdict { kExact, kWithin, kLess, kMore, kAbsent, kRefused };
Verdict verdict(const Row& row);
// "exact", "within 1 %", "0.25 of what is due: free (...)".
std::string verdict_text(const Row& row);
// Whether `--check` takes it.
bool is_right(const Row& row);

// Every row that a design has, in the order of the table, with nothing measured.
std::vector<Row> rows_of(const Design& design);

}  // namespace unibank::characterize
