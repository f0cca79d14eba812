#include <algorithm>
#include <string_view>

#include "base/input_error.h"
#include "wave/output_file.h"
#include "wave/record_queue.h"
#include "wave/vcd_signals.h"
#include "wave/writer.h"

namespace unibank::wave {

namespace {

class VcdWriter : public Writer {
 public:
  VcdWriter(const std::string& path, Cycle from, Cycle to) : file_(path), from_(from), to_(to) {}

  SignalId signal(const std::string& path, unsigned bits) override { return declared(signals_.add(path, bits)); }
  SignalId text_signal(const std::string& path, std::vector<std::string> texts) override {
    return declared(signals_.add_text(path, texts));
  }

  void record(SignalId signal, Cycle at, std::uint64_t value) override {
    if (at < records_.now()) refuse(signal, at);
    if (at < to_) records_.add(at, {signal.index, value});
  }

  void advance(Cycle now) override {
    if (now <= records_.now()) return;
    records_.drain(now, [this](Cycle at, const RecordQueue::Bucket& bucket) { take(at, bucket); });
  }

  void finish(Cycle end) override {
    advance(std::min(end, to_ - 1) + 1);
    if (!started_) start(std::min(from_, end));
    const Cycle last = std::min(end, to_);
    if (last > written_) write_time(last);
    file_.publish();
  }

  Cycle window_end() const override { return to_; }

 private:
  struct State {
    std::uint64_t value = 0, next = 0;
    bool known = false;
  };
  static constexpr unsigned kBits = 64;

  SignalId declared(unsigned index) {
    states_.emplace_back();
    touched_.resize(index / kBits + 1);
    return {index};
  }

  [[noreturn]] void refuse(SignalId signal, Cycle at) const {
    throw RunError("wave signal '" + signals_.path(signal.index) + "' changes at cycle " + std::to_string(at) +
                   ", but cycle " + std::to_string(records_.now()) + " has already been reached");
  }

  // One cycle's records: the last value of each signal counts, in the order of the signals.
  void take(Cycle at, const RecordQueue::Bucket& bucket) {
    if (at > from_ && !started_) start(from_);
    for (const RecordQueue::Record& record : bucket) {
      states_[record.signal].next = record.value;
      touched_[record.signal / kBits] |= std::uint64_t{1} << record.signal % kBits;
    }
    for (unsigned word = 0; word < touched_.size(); ++word) {
      for (std::uint64_t left = touched_[word]; left != 0; left &= left - 1) {
        change(at, word * kBits + static_cast<unsigned>(__builtin_ctzll(left)));
      }
      touched_[word] = 0;
    }
  }

  void change(Cycle at, unsigned signal) {
    State& state = states_[signal];
    if (state.known && state.value == state.next) return;
    state.value = state.next;
    state.known = true;
    const std::string_view line = signals_.value_line(signal, state.value, line_);
    if (!started_) return;  // before the window, or the first values in it
    if (at != written_) write_time(at);
    file_.write(line);
  }

  // The declarations, and the values in force at the beginning of the window.
  void start(Cycle at) {
    started_ = true;
    file_.write(signals_.header());
    write_time(at);
    file_.write("$dumpvars\n");
    for (unsigned signal = 0; signal < states_.size(); ++signal) {
      if (states_[signal].known)
        file_.write(signals_.value_line(signal, states_[signal].value, line_));
      else
        file_.write(signals_.unknown_line(signal));
    }
    file_.write("$end\n");
  }

  void write_time(Cycle at) {
    written_ = at;
    file_.write("#" + std::to_string(at * kTicksPerCycle) + "\n");
  }

  OutputFile file_;
  Cycle from_, to_;
  VcdSignals signals_;
  RecordQueue records_;
  std::vector<State> states_;
  std::vector<std::uint64_t> touched_;  // bit i: signal i has a record in the cycle under way
  std::string line_;
  bool started_ = false;
  Cycle written_ = 0;
};

}  // namespace

std::unique_ptr<Writer> open_vcd(const std::string& path, Cycle from, Cycle to) {
  if (from >= to)
    throw InputError("the waveform window " + std::to_string(from) + ":" + std::to_string(to) + " is empty");
  return std::make_unique<VcdWriter>(path, from, to);
}

}  // namespace unibank::wave
