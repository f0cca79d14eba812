// Reuse distances and counts of registers and memory lines (Jing et al. 2016, figures 2 and 5). An observer of
// one Sm under run.reuse_statistics; its size grows with the memory that a launch accesses. Plain C++.
//
// A value's reads are counted when instructions issue: one that waits for another operand may have read a register
// that is written again before the last operand comes. For distances a warp register is read when the operands of an
// instruction have been read. It is written when the instruction's results have been written; each write, also by
// only some of the lanes, begins a new value. A 128-byte line of global or local memory is accessed once by each
// load, store or atomic instruction that has it among its addresses, when the instruction's operands have been read:
// hits and misses alike, in the order in which instructions reach the load/store unit.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "sm/in_flight.h"
#include "sm/reuse_counters.h"

namespace unibank {

class ReuseStatistics {
 public:
  // A new launch; end() was called for the previous one.
  void reset(unsigned warps) { values_.assign(std::size_t{warps} * kMaxRegisters, {}); }

  void issued(const InFlight& instruction);
  void operands_read(const InFlight& instruction, Cycle now);
  void written(const InFlight& instruction, Cycle now);
  void warp_ended(unsigned warp);
  // The launch is over; no warp is resident.
  void end();

  void add_counters_to(CounterValues& all) const;

 private:
  struct Value {
    bool written = false;
    unsigned reads = 0;
    Cycle last = 0;   // cycle of the last access
  };
  struct Line {
    std::uint64_t accesses = 0;
    Cycle last = 0;
  };

  static unsigned distance_class(Cycle distance) {
    return distance <= 10 ? 0 : distance <= 100 ? 1 : distance <= 1000 ? 2 : 3;
  }
  static unsigned line_class(std::uint64_t accesses) {
    return accesses <= 3 ? static_cast<unsigned>(accesses - 1) : accesses <= 10 ? 3 : 4;
  }
  Value& value(unsigned warp, unsigned number) { return values_[std::size_t{warp} * kMaxRegisters + number]; }
  void close(Value& value);

  std::vector<Value> values_;                       // [warp x kMaxRegisters + register]
  std::unordered_map<std::uint64_t, Line> lines_;   // by address
  RegisterDistances registers_;
  LineDistances lines_again_;
  ValueReads reads_;
  LineAccesses accesses_;
};

}  // namespace unibank
