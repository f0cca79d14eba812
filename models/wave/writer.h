// Waveforms from (time, signal, value) records. A block that answers early knows its times before they come, so
// records are ordered here and written once their time has passed; only changes are written.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/types.h"

namespace unibank::wave {

// A tenth of a cycle; model changes fall on whole cycles.
using Tick = std::uint64_t;
constexpr Tick kTicksPerCycle = 10;

enum class Kind { kWire, kInteger, kText };  // kText: a GTKWave string signal (values are indices into `texts`)

struct SignalId {
  unsigned index = ~0u;
};

class Writer {
 public:
  virtual ~Writer() = default;
  // "sm.scheduler.warp03.state"; dots make the hierarchy. Signals are declared before the first record.
  virtual SignalId signal(const std::string& path, unsigned bits) = 0;
  // The same for a signal whose values have names: value v is shown as texts[v].
  virtual SignalId text_signal(const std::string& path, std::vector<std::string> texts) = 0;
  // `at` is never before the time of the last advance(). Of two records of one signal at one time the later call wins.
  virtual void record(SignalId signal, Cycle at, std::uint64_t value) = 0;
  // No more records before cycle `now` will come: writes what lies before it.
  virtual void advance(Cycle now) = 0;
  // The run ended at `end`: writes the rest up to it. Call it once.
  virtual void finish(Cycle end) = 0;
  // Records at or after this cycle are ignored: whoever makes them may stop.
  virtual Cycle window_end() const { return kNever; }
};

// Value change dump. Only records inside [from, to) are written (the values in force at `from` first). It grows
// under the name `path`.part, takes its own name in finish(), is removed when there is none, and never carries a date
// or a path.
// Throws InputError when the file cannot be made or the window is empty.
std::unique_ptr<Writer> open_vcd(const std::string& path, Cycle from = 0, Cycle to = kNever);

}  // namespace unibank::wave
