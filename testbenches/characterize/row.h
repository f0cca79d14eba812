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
  enum class Is { kCycles, kPerCycle, kBytes };  // cycles per event, events per cycle, a size
  std::string group, name, unit;
  Is is = Is::kCycles;
  Due due;
  double within = 0;         // relative difference that start and end of a run explain; 0: exact
  double slower = 0;         // the same for a machine that is slower than `due`, because accesses wait for others
  double faster = 0;         // the same for a machine that is faster than `due`, because accesses meet less
  bool at_least = false;     // accepts more cycles, or fewer events per cycle, than `due`
  std::string absent;        // why this design has no such path; then the fields below are not used
  // The parameters that limit the figure, or fail to, if it is less or more than expected.
  std::string if_less, if_more;
  // Cycles and events of `longer` minus those of its half, so that launch and loop cancel.
  Trial longer;
  bool one_run = false;      // `longer` alone
  double events = 0;
  // kBytes: chains through working sets. The size is the largest set whose load takes at most `stays` cycles.
  std::vector<Trial> sweep;
  double stays = 0;
  // The memory system that a row needs beyond one SM's: for a card whose number of SMs is not the design's.
  enum class Memory { kAny, kOfAll, kOfSome };  // of all SMs at work; of some, beside what all share
  Memory memory = Memory::kAny;
  bool rounds = false;       // a turn goes once through the working set; it is not kOps loads
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
// "exact", "within 1 %", "0.25 of what is due: free: ...".
std::string verdict_text(const Row& row);
// Whether `--check` accepts it.
bool is_right(const Row& row);

// A launch of one warp with small needs. rows_of() must know the cache that the partition leaves beside it.
Trial probe();
// Every row that a design has, in the order of the table, with nothing measured.
std::vector<Row> rows_of(const Design& design, double cache_bytes);

}  // namespace unibank::characterize
