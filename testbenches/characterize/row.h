// A row of the table: the measurement of two trials, and the expected value from the design's parameters.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/types.h"
#include "characterize/trial.h"
#include "design/design.h"

namespace unibank::characterize {

// The expected value, and its formula with the names of the design's parameters.
struct Due {
  double value = 0;
  std::string formula;
};

struct Row {
  enum class Is { kCycles, kPerCycle, kBytes };  // cycles per event, events per cycle, a size
  std::string group, name, unit;
  Is is = Is::kCycles;
  Due due;
  double within = 0;         // accepted relative difference, explained by start and end of a run; 0: exact
  double slower = 0;         // accepted share by which a machine is slower than `due`, because accesses wait
  double faster = 0;         // accepted share by which a machine is faster than `due`, because of fewer conflicts
  bool at_least = false;     // more cycles, or fewer events per cycle, than `due` are accepted
  std::string absent;        // why this design has no such path; then the fields below are not used
  // Why accesses probably cost less or more than expected, such as a parameter; empty: in the words of `verdict_text`.
  std::string if_less, if_more;
  // Cycles and events of `longer` minus those of its half, so that launch and loop cancel.
  Trial longer;
  bool one_run = false;      // `longer` alone is measured
  double events = 0;
  // kBytes: chains through working sets. The size is the largest set whose load takes at most `stays` cycles.
  std::vector<Trial> sweep;
  double stays = 0;
  // The part of the memory system that a row needs beyond that of one SM; matters for a card whose number of SMs
  // differs from the design's.
  enum class Memory { kAny, kOfAll, kOfSome };  // kOfAll: for all SMs; kOfSome: a part of it
  Memory memory = Memory::kAny;
  bool rounds = false;       // a turn is one pass through the working set, instead of kOps loads
  // For a picture: the curve's name and this row's position on it. Empty: no picture.
  std::string curve;
  double at = 0;

  double measured = 0;       // filled in by measure()
  std::string refused;       // why a trial could not run
};

// The cycles of a trial's launch.
struct Measured {
  Cycle cycles = 0;
  double cache_bytes = 0;    // the cache that the partition leaves
  std::string refused;       // empty if it ran
};

enum class Verdict { kExact, kWithin, kLess, kMore, kAbsent, kRefused };
Verdict verdict(const Row& row);
// "exact", "within 1 %", "0.25 of the expected figure: free: ...".
std::string verdict_text(const Row& row);
// Whether `--check` accepts the row.
bool is_right(const Row& row);

// A launch of one warp with small needs. It is run first, because rows_of() must know the size of the cache that the
// partition leaves with such a launch.
Trial probe();
// All rows of a design, in the order of the table, without measured values.
std::vector<Row> rows_of(const Design& design, double cache_bytes);

}  // namespace unibank::characterize
