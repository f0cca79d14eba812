// A division that changes while a launch runs: how far a change has come. Plain C++; the Sm does what it takes.
#pragma once

#include <algorithm>

#include "base/counters.h"
#include "policy/partition.h"

namespace unibank {

#define UNIBANK_DIVISION_COUNTERS(counter) \
  counter(changes, "division.changes", "changes", "of the division while a launch ran") \
  counter(drain_cycles, "division.drain_cycles", "cycles", "until the blocks of slots given up had ended") \
  counter(held_cycles, "division.held_cycles", "cycles", \
          "in which nothing issued, so that accesses ended and dirty lines left") \
  counter(dropped_lines, "division.dropped_lines", "lines", "of memory that the cache lost to a change")
UNIBANK_COUNTERS(DivisionCounters, "sm", UNIBANK_DIVISION_COUNTERS);

class DivisionChange {
 public:
  // What a change waits for: the blocks of slots that are given up, accesses under way, dirty lines on their way out.
  enum class Waits { kForNothing, kForBlocks, kForAccesses, kForLines };

  // A launch begins. Without a control its division stays.
  void reset(DivisionControl* control, const PartitionResult& division, Cycle start) {
    control_ = control;
    division_ = wanted_ = division;
    waits_ = Waits::kForNothing;
    ask_from(start);
  }
  DivisionControl* control() const { return control_; }
  const PartitionResult& division() const { return division_; }
  const PartitionResult& wanted() const { return wanted_; }
  const DivisionCounters& counters() const { return counters_; }
  DivisionCounters& counters() { return counters_; }

  // Slots that the division has, and that the one to come has.
  bool may_start(int slot) const {
    return !control_ || static_cast<unsigned>(slot) < std::min(division_.resident_blocks, wanted_.resident_blocks);
  }
  Waits waits() const { return waits_; }
  void wait_for(Waits what, Cycle now) {
    waits_ = what;
    waits_since_ = now;
  }
  Cycle waited(Cycle now) const { return now - waits_since_; }
  // Nothing issues.
  bool holds() const { return waits_ == Waits::kForAccesses || waits_ == Waits::kForLines; }
  // When the control is asked; kNever: not while a change is under way.
  Cycle next_question() const { return control_ && waits_ == Waits::kForNothing ? next_question_ : kNever; }
  Cycle asked() const { return asked_; }
  void ask_from(Cycle now) {
    asked_ = now;
    next_question_ = control_ ? now + std::max<Cycle>(1, control_->window()) : kNever;
  }
  void begin(const PartitionResult& wanted, Cycle now) {
    wanted_ = wanted;
    wait_for(Waits::kForBlocks, now);
  }
  void end(unsigned cache_sets, Cycle now) {
    division_ = wanted_;
    division_.cache_sets = cache_sets;
    waits_ = Waits::kForNothing;
    ++counters_.changes;
    ask_from(now);
  }
  CounterValues counted_before;  // when the control was asked last

 private:
  DivisionControl* control_ = nullptr;
  PartitionResult division_, wanted_;
  Waits waits_ = Waits::kForNothing;
  Cycle waits_since_ = 0, asked_ = 0, next_question_ = kNever;
  DivisionCounters counters_;
};

}  // namespace unibank
