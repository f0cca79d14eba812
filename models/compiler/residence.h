// Where each register's value is needed, block by block, and so where a spill saves a register.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/body.h"

namespace unibank::compiler {

// Points of a body at which registers are counted. Each instruction has three: before it, with its sources; across it,
// with the values that are live during a call; after it, with its results.
using Point = std::uint32_t;
constexpr Point before(std::uint32_t pc) { return 3 * pc; }
constexpr Point across(std::uint32_t pc) { return 3 * pc + 1; }
constexpr Point behind(std::uint32_t pc) { return 3 * pc + 2; }
constexpr std::uint32_t instruction_at(Point point) { return point / 3; }

struct Interval {
  Point begin = 0, end = 0;  // begin .. end - 1
};

// An instruction that names the register.
struct Visit {
  std::uint32_t pc = 0;
  bool needs = false;        // the instruction reads the value, or the value survives its guarded write
  bool writes = false;
};

// One register in one block.
struct Stay {
  std::uint32_t used = 0, block = 0;
  std::uint32_t first = 0, last = 0;   // visits first .. last - 1
  bool live_in = false, live_out = false;
};

// The stays of one file's registers, by register and block.
class Residence {
 public:
  Residence(const Body& body, bool predicates);

  const Body& body() const { return body_; }
  bool predicates() const { return predicates_; }
  const std::vector<Stay>& stays() const { return stays_; }
  const std::vector<Visit>& visits() const { return visits_; }
  std::uint32_t stay_of(std::uint32_t visit) const { return stay_of_[visit]; }
  // Stays of a register: first .. last - 1.
  std::uint32_t first_stay(std::uint32_t used) const { return first_stay_[used]; }
  std::uint32_t last_stay(std::uint32_t used) const { return first_stay_[used + 1]; }

  // Between a visit and the next one of its stay: whether the value is kept, and the points between the two, at which
  // it takes registers although no instruction needs it there.
  bool kept_behind(const Stay& stay, std::uint32_t visit) const;
  Interval gap(std::uint32_t visit) const;
  // The intervals at block borders: from a block's begin to the first visit, and from the last visit to the end.
  std::vector<Interval> borders(std::uint32_t used) const;
  // Points at which the value is read or written and always takes units.
  template <typename Take>
  void each_visit_point(std::uint32_t visit, Take take) const {
    if (visits_[visit].needs) take(before(visits_[visit].pc));
    if (visits_[visit].writes) take(behind(visits_[visit].pc));
  }

 private:
  void visit_block(std::uint32_t block);
  void settle(Stay& stay);

  const Body& body_;
  bool predicates_;
  std::vector<Stay> stays_;
  std::vector<Visit> visits_;
  std::vector<std::uint32_t> stay_of_, first_stay_;
};

}  // namespace unibank::compiler
