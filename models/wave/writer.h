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
  // "sm.scheduler.warp03.state"; dots make the hierarchy. Signals are declared before the first advance().
  virtual SignalId signal(const std::string& path, unsigned bits) = 0;
  // The same for a signal whose values have names: value v is shown as texts[v].
  virtual SignalId text_signal(const std::string& path, std::vector<std::string> texts) = 0;
  // All signals are declared. Throws InputError when the trigger's signal, or all signals of the selection, are
  // missing.
  virtual void declared() {}
  // `at` is never before the time of the last advance(). Of two records of one signal at one time the later call
  // counts.
  virtual void record(SignalId signal, Cycle at, std::uint64_t value) = 0;
  // No more records before cycle `now` will come: writes everything before it.
  virtual void advance(Cycle now) = 0;
  // The run ended at `end`: writes the rest up to it. Call it once.
  virtual void finish(Cycle end) = 0;
  // Records at or after this cycle are ignored: callers may stop recording.
  virtual Cycle window_end() const { return kNever; }
  // A note for the user on a finished file, in a sentence; empty: none.
  virtual std::string remark() const { return ""; }
};

// The part of the records that is written. Without a trigger: the cycles [from, to). With one: counted from the first
// cycle in which it holds, so `from` may be negative.
struct Selection {
  std::int64_t from = 0;
  Cycle to = kNever;
  // "SIGNAL" (any value but 0) or "SIGNAL>=8" with ==, !=, <, <=, > or >= and a number, or == or != and a named value.
  // The signal's whole path, or a unique suffix of it: "mshr.full". Empty: none.
  std::string trigger;
  std::function<bool(const std::string& path)> shows;  // which signals; empty: all
  // Files by which a viewer shows them (view.h), written when the waveform is there, and a signal's group there.
  std::vector<std::string> views;
  std::function<std::string(const std::string& path)> group_of;
};

// Value change dump. Only records inside the window are written (the values in force at its beginning first). The
// file appears complete after finish(), and has another name before that (files/whole_file.h); it contains no date and
// no path. If `path` ends in .fst it is FST with the same content (fst.h).
// Throws InputError if the file, or a view of it, cannot be made, the window is empty or the trigger cannot be read.
std::unique_ptr<Writer> open_vcd(const std::string& path, const Selection& selection = {});
// The cycles [from, to).
std::unique_ptr<Writer> open_vcd(const std::string& path, Cycle from, Cycle to = kNever);

// The same records as a trace for Chrome's and Perfetto's viewers (JSON, Trace Event Format), one nanosecond per cycle:
// every signal is a track, numbers are counters, named values and wires are slices with a beginning and a length. A
// signal's idle value (a wire of 0, a name in `quiet`) has no slice.
std::unique_ptr<Writer> open_timeline(const std::string& path, const Selection& selection,
                                      std::vector<std::string> quiet);

// Forwards everything to each of them. None: null.
std::unique_ptr<Writer> all_of(std::vector<std::unique_ptr<Writer>> writers);

// The same file, written by a separate thread: a caller waits only when the thread is far behind. An exception of
// `writer` is thrown by a later record or in finish(). Null: null.
std::unique_ptr<Writer> in_background(std::unique_ptr<Writer> writer);

}  // namespace unibank::wave
