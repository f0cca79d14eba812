// A row of the table: the measurement of two trials, and the expected value from the design's parameters.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/types.h"
#include "characterize/trial.h"
#include "design/design.h"

namespace unibank::characterize {

// The expected value, and the formula in the names of the design's parameters.
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
  double slower = 0;         // the same of a machine that is slower than due alone: what waits for others
  bool at_least = false;     // more cycles, or fewer events a cycle, than `due` are as right
  std::string absent;        // why this design has no such path; then nothing below counts
  // What bounds it, or fails to, where the figure is another: by the names of parameters.
  std::string if_less, if_more;
  // Cycles and events of `longer` less those of its half: neither launch nor loop is in the difference.
  Trial longer;
  bool one_run = false;      // `longer` alone
  double events = 0;
  // kBytes: chains through working sets; the largest whose load takes no more than `stays` cycles is the size.
  std::vector<Trial> sweep;
  double stays = 0;
  bool rounds = false;       // a turn is once through the working set, not kOps loads of it
  // Of a picture: the curve's name and where along it this row is. Empty: none.
  std::string curve;
  double at = 0;

  double measured = 0;       // filled in by measure()
  std::string refused;       // why a trial could not run
};

// The cycles of a trial's launch.
struct Measured {
  Cycle cycles = 0;
  double cache_bytes = 0;    // what the partition left the cache
  std::string refused;       // empty: it ran
};

enum class Verdict { kExact, kWithin, kLess, kMore, kAbsent, kRefused };
Verdict verdict(const Row& row);
// "exact", "within 1 %", "0.25 of what is due: free: ...".
std::string verdict_text(const Row& row);
// Whether `--check` accepts it.
bool is_right(const Row& row);

// Of one warp that asks for little: what the partition leaves the cache beside it, rows_of() must know.
Trial probe();
// Every row that a design has, in the order of the table, with nothing measured.
std::vector<Row> rows_of(const Design& design, double cache_bytes);

}  // namespace unibank::characterize
