// The time that a run would take on several cores, computed from the host's time of its parts on one core.
#pragma once

#include <vector>

#include "sm/core_gain.h"

namespace unibank::bench {

// A cycle of one Sm, in nanoseconds of the host.
struct TickTime {
  unsigned number = 0;      // of the Sm
  double before_turn = 0;   // until it accesses what it shares with Sms of lower numbers; all of it if it does not
  double in_turn = 0;       // from then on
  bool takes_turn = false;
  unsigned issued = 0;      // instructions
};

// Schedules the ticks of each cycle as SmClock does: the Sms with number mod `cores` equal to k run on thread k in the
// order of their numbers, a turn begins when all due Sms of lower numbers have ended, and the cycle ends with the last
// thread. In a period that has too little work to share (CoreGain) the ticks run one after the other. The host's caches
// are not modelled: a tick takes as long as it did on one core.
class CoresModel {
 public:
  // `meeting`: nanoseconds for which threads that share a cycle wait for each other even if they have no work. At most
  // one thread per Sm is used.
  CoresModel(unsigned cores, unsigned sms, double meeting);

  // A cycle: the ticks in the order of the Sms' numbers.
  void cycle(const std::vector<TickTime>& ticks);
  // Of all cycles so far.
  double nanoseconds() const { return nanoseconds_; }
  // The part of it in which threads met, and waited for the last of them after their own ticks, on average.
  double meeting() const { return meeting_; }
  double imbalance() const { return imbalance_; }

 private:
  double shared(const std::vector<TickTime>& ticks);

  double each_meeting_;
  std::vector<double> end_;       // [thread]: of its ticks, in the current cycle
  std::vector<unsigned> issued_;  // [thread]
  CoreGain gain_;
  double nanoseconds_ = 0, meeting_ = 0, imbalance_ = 0;
};

// The same ticks if threads met only once in a window of cycles, as a network with credits at the Sms' ports and stores
// that other Sms see at the end of a window would allow. No tick waits for a turn. This is a bound: it adds nothing for
// credits, for stores that wait, or for requests that must be sorted by time.
class WindowsModel {
 public:
  // `window`: cycles in which some Sm runs; `meeting` as in CoresModel, once in a window.
  WindowsModel(unsigned cores, unsigned sms, double meeting, unsigned window);

  void cycle(const std::vector<TickTime>& ticks);
  double nanoseconds() const { return nanoseconds_ + busiest(); }  // of all cycles so far

 private:
  double busiest() const;

  double each_meeting_;
  unsigned window_, cycles_ = 0;   // cycles_: of the current window
  std::vector<double> busy_;       // [thread]: in the current window
  double nanoseconds_ = 0;         // of the windows before
};

}  // namespace unibank::bench
