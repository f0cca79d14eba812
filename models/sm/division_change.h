// The progress of a change of the division while a launch runs. Plain C++; the Sm executes the change.
#pragma once

#include <algorithm>

#include "base/counters.h"
#include "policy/partition.h"

namespace unibank {

#define UNIBANK_DIVISION_COUNTERS(counter) \
  counter(changes, "division.changes", "changes", "of the division while a launch ran") \
  counter(drain_cycles, "division.drain_cycles", "cycles", "until the blocks of removed slots had ended") \
  counter(held_cycles, "division.held_cycles", "cycles", \
          "without issue, while accesses ended and dirty lines were written back") \
  counter(dropped_lines, "division.dropped_lines", "lines", "of memory dropped from the cache by a change")
UNIBANK_COUNTERS(DivisionCounters, "sm", UNIBANK_DIVISION_COUNTERS);

class DivisionChange {
 public:
  // What a change waits for: the blocks of removed slots, outstanding accesses, or dirty lines on their way to memory.
  enum class Waits { kForNothing, kForBlocks, kForAccesses, kForLines };

  // A launch begins. Without a control its division does not change.
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

  // Whether a block may start in the slot: only in slots that both the current and the next division have.
  bool may_start(int slot) const {
    return !control_ || static_cast<unsigned>(slot) < std::min(division_.resident_blocks, wanted_.resident_blocks);
  }
  Waits waits() const { return waits_; }
  void wait_for(Waits what, Cycle now) {
    waits_ = what;
    waits_since_ = now;
  }
  Cycle waited(Cycle now) const { return now - waits_since_; }
  // Whether no instruction may issue.
  bool holds() const { return waits_ == Waits::kForAccesses || waits_ == Waits::kForLines; }
  // The cycle in which the control is called next; kNever: there is no control, or a change is in progress.
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
  CounterValues counted_before;  // at the last call of the control

 private:
  DivisionControl* control_ = nullptr;
  PartitionResult division_, wanted_;
  Waits waits_ = Waits::kForNothing;
  Cycle waits_since_ = 0, asked_ = 0, next_question_ = kNever;
  DivisionCounters counters_;
};

}  // namespace unibank
