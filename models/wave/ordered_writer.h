// Common to all file formats: records in the order of time, changes only, a window of cycles that a trigger
// may open, selected signals.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "wave/record_queue.h"
#include "wave/trigger.h"
#include "wave/view.h"
#include "wave/writer.h"

namespace unibank::wave {

// A file format: receives the shown signals, then changes in the order (cycle, signal).
class Sink {
 public:
  struct Value {
    bool known = false;
    std::uint64_t value = 0;
  };
  virtual ~Sink() = default;
  // Declare a signal; signals are numbered in the order of these calls. Throw RunError for an invalid signal.
  virtual void add(const std::string& path, unsigned bits) = 0;
  virtual void add_text(const std::string& path, const std::vector<std::string>& texts) = 0;
  // Opens the window with these values of all signals.
  virtual void start(Cycle at, const std::vector<Value>& values) = 0;
  virtual void change(Cycle at, unsigned signal, std::uint64_t value) = 0;
  // Throws RunError for an invalid value of the signal; also called for values before the window.
  virtual void check(unsigned signal, std::uint64_t value) = 0;
  virtual void finish(Cycle end) = 0;
};

class OrderedWriter final : public Writer {
 public:
  // Throws InputError when the window is empty or the trigger is not a condition. `views`: the views of the sink's
  // file.
  OrderedWriter(std::unique_ptr<Sink> sink, const Selection& selection,
                std::vector<std::unique_ptr<View>> views = {});

  SignalId signal(const std::string& path, unsigned bits) override;
  SignalId text_signal(const std::string& path, std::vector<std::string> texts) override;
  void declared() override;
  void record(SignalId signal, Cycle at, std::uint64_t value) override { add(signal, at, value); }
  // record() without a virtual call, for a caller that knows that its writer is an OrderedWriter.
  void add(SignalId signal, Cycle at, std::uint64_t value) {
    if (at < records_.now()) refuse(signal, at);
    if (at >= to_ || !states_[signal.index].recorded) return;
    records_.add(at, {signal.index, value});
  }
  void advance(Cycle now) override;
  void finish(Cycle end) override;
  Cycle window_end() const override { return to_; }
  std::string remark() const override;

 private:
  static constexpr unsigned kHidden = ~0u;
  static constexpr unsigned kBits = 64;
  struct Signal {
    std::string path;
    std::vector<std::string> texts;
  };
  // State needed for every record.
  struct State {
    unsigned shown_as = kHidden;  // the sink's number
    bool recorded = false;        // whether the signal is shown, or is the trigger's
    bool known = false;           // whether the signal has a value
    std::uint64_t next = 0, value = 0;
  };
  struct Change {
    Cycle at;
    unsigned signal;
    std::uint64_t value;
  };

  bool shows(const std::string& path) const;
  [[noreturn]] [[gnu::cold]] void refuse(SignalId signal, Cycle at) const;
  SignalId declare(const std::string& path, std::vector<std::string> texts);
  void add_to_views(const std::string& path, Kind kind, unsigned bits);
  bool waits_for_trigger() const { return trigger_ && !triggered_; }
  void take(Cycle at, const RecordQueue::Bucket& bucket);
  void hold(Cycle at);
  void open_at_trigger(Cycle at);
  void change(Cycle at, unsigned signal, std::uint64_t value) {
    State& state = states_[signal];
    if (state.shown_as == kHidden || (state.known && state.value == value)) return;
    state.known = true;
    state.value = value;
    if (started_)
      sink_->change(at, state.shown_as, value);
    else
      sink_->check(state.shown_as, value);
  }
  void start(Cycle at);

  std::unique_ptr<Sink> sink_;
  std::vector<std::unique_ptr<View>> views_;
  Selection selection_;
  std::optional<Trigger> trigger_;
  unsigned trigger_signal_ = kHidden;
  bool triggered_ = false;
  Cycle from_, to_;
  Cycle end_ = kNever;                 // of the run
  RecordQueue records_;
  std::vector<Signal> signals_;
  std::vector<State> states_;  // [signal]
  unsigned shown_ = 0;                 // number of shown signals
  std::vector<std::uint64_t> touched_;  // bit i: signal i has a record in the cycle under way
  std::deque<Change> held_;  // before the trigger: changes that may lie in its window
  bool started_ = false;
};

}  // namespace unibank::wave
