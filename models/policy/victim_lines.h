// A cache of evicted lines in rows of the register file that hold no register of a resident block. A line policy may
// provide one (LinePolicy::victims).
//
// A line of 128 bytes is one row of one bank in every cluster, as a warp's register is. The SM reads a clean line that
// is evicted from the L1 and writes it to the row that keep() names; a load that misses the L1 and finds its line here
// reads that row, and the line stays. Both accesses get the bank only after the operands of the cycle. The set of rows
// changes as blocks start and end.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/types.h"
#include "policy/cache_observer.h"

namespace unibank {

struct RegisterRow {
  std::uint16_t bank = 0;  // of each cluster
  std::uint32_t row = 0;
  friend bool operator==(const RegisterRow& a, const RegisterRow& b) { return a.bank == b.bank && a.row == b.row; }
};

class VictimLines {
 public:
  virtual ~VictimLines() = default;
  // A launch begins: all earlier rows and lines are dropped, and these rows of the register file are idle.
  virtual void reset(const std::vector<RegisterRow>& idle) = 0;
  // rows_idle(): a block has retired, and its rows are idle. rows_taken(): a block starts, and the lines in its rows
  // are lost.
  virtual void rows_idle(const std::vector<RegisterRow>& rows) = 0;
  virtual void rows_taken(const std::vector<RegisterRow>& rows) = 0;
  // A clean line is evicted: returns the row to write it to; none: the line is dropped.
  virtual std::optional<RegisterRow> keep(const CacheEviction& eviction) = 0;
  // A load has missed the L1: returns the row that holds its line, if there is one.
  virtual std::optional<RegisterRow> find(const CacheLookup& miss) = 0;
  // Whether the row still holds the line, without a lookup: it may have been lost since find() or keep().
  virtual bool holds(std::uint64_t line, const RegisterRow& row) const = 0;
  // A store or an atomic changes the line in memory or in the L1.
  virtual void changed(std::uint64_t line) = 0;
  // Cycles from an L1 miss until the result of find().
  virtual Cycle lookup_cycles() const { return 1; }
};

}  // namespace unibank
