// Waveforms from (time, signal, value) records. A block that responds early knows its times in advance, so
// records are sorted here and written when their time has passed; only changes are written.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/types.h"

namespace unibank::wave {

// The time unit of the files: a tenth of a cycle. Records fall on whole cycles.
using Tick = std::uint64_t;
constexpr Tick kTicksPerCycle = 10;

enum class Kind { kWire, kInteger, kText };  // kText: a GTKWave string signal (values are indices into `texts`)

struct SignalId {
  unsigned index = ~0u;
};

// Wires that are recorded together (Writer::join).
struct WiresId {
  unsigned index = ~0u;
};

class Writer {
 public:
  virtual ~Writer() = default;
  // Declares a signal, for example "sm.scheduler.warp03.state"; dots separate the levels of the hierarchy. Signals are
  // declared before the first advance().
  virtual SignalId signal(const std::string& path, unsigned bits) = 0;
  // Declares a signal whose values have names: value v is shown as texts[v].
  virtual SignalId text_signal(const std::string& path, std::vector<std::string> texts) = 0;
  // Called when all signals are declared. Throws InputError when the trigger's signal does not exist, or the selection
  // selects no signal.
  virtual void declared() {}
  // Records that the signal has `value` from cycle `at` on. `at` is never before the cycle of the last advance(). Of
  // two records of a signal in one cycle, the later call counts.
  virtual void record(SignalId signal, Cycle at, std::uint64_t value) = 0;
  // Joins at most 32 signals of one bit; to be called before the first advance().
  WiresId join(std::vector<SignalId> wires) {
    joined_.push_back(std::move(wires));
    return {static_cast<unsigned>(joined_.size() - 1)};
  }
  // Records bit i of `values` for wire i of `wires`, for each i whose bit in `changed` is 1: one call for all of them.
  virtual void record_all(WiresId wires, Cycle at, std::uint32_t changed, std::uint32_t values) {
    record_each(*this, wires, at, changed, values);
  }
  // Writes all records before cycle `now`; from now on, no record before that cycle may be added.
  virtual void advance(Cycle now) = 0;
  // Called once, when the run has ended in cycle `end`: writes all records up to it.
  virtual void finish(Cycle end) = 0;
  // Records at or after this cycle are ignored: callers may stop recording.
  virtual Cycle window_end() const { return kNever; }
  // A note for the user on a finished file, one sentence; empty: no note.
  virtual std::string remark() const { return ""; }

 protected:
  // Records each wire in `to`, in which the wires have the same numbers.
  template <typename To>
  void record_each(To& to, WiresId wires, Cycle at, std::uint32_t changed, std::uint32_t values) const {
    for (std::uint32_t left = changed; left != 0; left &= left - 1) {
      const auto i = static_cast<unsigned>(__builtin_ctz(left));
      to.record(joined_[wires.index][i], at, values >> i & 1);
    }
  }

 private:
  std::vector<std::vector<SignalId>> joined_;
};

// The part of the records that is written: the cycles [from, to). With a trigger, both count from the first cycle in
// which the trigger holds, so `from` may be negative.
struct Selection {
  std::int64_t from = 0;
  Cycle to = kNever;
  // The condition: "SIGNAL" (any value but 0), "SIGNAL>=8" (with ==, !=, <, <=, > or >= and a number), or == or != and
  // a named value. SIGNAL is the signal's whole path or a unique suffix of it, such as "mshr.full". Empty: no trigger.
  std::string trigger;
  std::function<bool(const std::string& path)> shows;  // whether a signal is written; empty: all are
  // The views (view.h), which are written after the waveform, and the group of a signal in them.
  std::vector<std::string> views;
  std::function<std::string(const std::string& path)> group_of;
};

// Opens a value change dump. Only records inside the window are written, after the values in force at its beginning.
// The file appears, complete, after finish(), and has another name before that (files/whole_file.h); it contains no
// date and no path. If `path` ends in .fst, the file is an FST with the same content (fst.h). Throws InputError if the
// file or a view of it cannot be created, if the window is empty, or if the trigger is not a condition.
std::unique_ptr<Writer> open_vcd(const std::string& path, const Selection& selection = {});
// Opens a value change dump of the cycles [from, to).
std::unique_ptr<Writer> open_vcd(const std::string& path, Cycle from, Cycle to = kNever);

// Opens a timeline: the records as a trace for Chrome's and Perfetto's viewers (JSON, Trace Event Format), one
// nanosecond per cycle. Every signal is a track, numbers are counters, and named values and wires are slices with a
// beginning and a length. A signal's idle value (0 of a wire, a name in `quiet`) has no slice.
std::unique_ptr<Writer> open_timeline(const std::string& path, const Selection& selection,
                                      std::vector<std::string> quiet);

// Returns a writer that forwards every call to each of `writers`; null if there are none.
std::unique_ptr<Writer> all_of(std::vector<std::unique_ptr<Writer>> writers);

// Returns a writer that passes its records to `writer` in a separate thread: a caller waits only when that thread is
// far behind. An exception of `writer` is thrown by a later record() or by finish(). Returns null for null.
std::unique_ptr<Writer> in_background(std::unique_ptr<Writer> writer);

}  // namespace unibank::wave
