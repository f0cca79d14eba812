#include "wave/ordered_writer.h"

#include <algorithm>

#include "base/input_error.h"
#include "wave/late_window.h"

namespace unibank::wave {

namespace {

// The cycle `at` + `distance`; 0 if the sum is negative.
Cycle from_there(Cycle at, std::int64_t distance) {
  const auto back = static_cast<Cycle>(-distance);
  return distance >= 0 ? at + static_cast<Cycle>(distance) : at - std::min(at, back);
}

}  // namespace

OrderedWriter::OrderedWriter(std::unique_ptr<Sink> sink, const Selection& selection,
                             std::vector<std::unique_ptr<View>> views)
    : sink_(std::move(sink)), views_(std::move(views)), selection_(selection), from_(0), to_(selection.to) {
  const bool triggered = !selection.trigger.empty();
  if (triggered) trigger_.emplace(selection.trigger);
  if (selection.from >= 0) from_ = static_cast<Cycle>(selection.from);
  const bool empty = selection.from >= 0 && from_ >= to_;
  if (empty || (selection.from < 0 && !triggered)) {
    throw InputError("the waveform window " + std::to_string(selection.from) + ":" + std::to_string(to_) +
                     (empty ? " is empty" : " begins before cycle 0"));
  }
  if (triggered) to_ = kNever;
}

bool OrderedWriter::shows(const std::string& path) const { return !selection_.shows || selection_.shows(path); }

// A signal that the sink refuses is not declared.
SignalId OrderedWriter::signal(const std::string& path, unsigned bits) {
  if (shows(path)) {
    sink_->add(path, bits);
    add_to_views(path, bits == 1 ? Kind::kWire : Kind::kInteger, bits);
  }
  return declare(path, {});
}

SignalId OrderedWriter::text_signal(const std::string& path, std::vector<std::string> texts) {
  if (shows(path)) {
    sink_->add_text(path, texts);
    add_to_views(path, Kind::kText, 1);
  }
  return declare(path, std::move(texts));
}

SignalId OrderedWriter::declare(const std::string& path, std::vector<std::string> texts) {
  signals_.push_back({path, std::move(texts)});
  touched_.resize((signals_.size() - 1) / kBits + 1);
  states_.emplace_back();
  if (shows(path)) {
    states_.back().shown_as = shown_++;
    states_.back().recorded = true;
  }
  return {static_cast<unsigned>(signals_.size() - 1)};
}

void OrderedWriter::add_to_views(const std::string& path, Kind kind, unsigned bits) {
  for (const auto& view : views_) view->add(path, kind, bits);
}

void OrderedWriter::declared() {
  if (shown_ == 0) throw InputError("the waveform would be empty: the run has none of the selected signals");
  if (!trigger_) return;
  std::vector<std::string> paths;
  for (const Signal& signal : signals_) paths.push_back(signal.path);
  trigger_signal_ = trigger_->find(paths);
  trigger_->suit(signals_[trigger_signal_].texts);
  states_[trigger_signal_].recorded = true;
}

void OrderedWriter::refuse(SignalId id, Cycle at) const {
  throw RunError("wave signal '" + signals_[id.index].path + "' changes at cycle " + std::to_string(at) +
                 ", but cycle " + std::to_string(records_.now()) + " has already been reached");
}

void OrderedWriter::advance(Cycle now) {
  if (now <= records_.now()) return;
  records_.drain(now, [this](Cycle at, const RecordQueue::Bucket& bucket) { take(at, bucket); });
}

// Handles the records of one cycle: the last value of each signal, in the order of the signals.
void OrderedWriter::take(Cycle at, const RecordQueue::Bucket& bucket) {
  if (at >= to_) return;  // recorded before the trigger
  if (!waits_for_trigger() && at > from_ && !started_) start(from_);
  for (const RecordQueue::Record& record : bucket) {
    states_[record.signal].next = record.value;
    touched_[record.signal / kBits] |= std::uint64_t{1} << record.signal % kBits;
  }
  const bool waits = waits_for_trigger();
  for (unsigned word = 0; word < touched_.size(); ++word) {
    for (std::uint64_t left = touched_[word]; left != 0; left &= left - 1) {
      const unsigned signal = word * kBits + static_cast<unsigned>(__builtin_ctzll(left));
      if (waits)
        held_.push_back({at, signal, states_[signal].next});
      else
        change(at, signal, states_[signal].next);
    }
    touched_[word] = 0;
  }
  if (waits) hold(at);
}

// Applies the held records that no window can include any more, so that only the values in force are kept.
void OrderedWriter::hold(Cycle at) {
  bool now = false;
  for (auto one = held_.rbegin(); one != held_.rend() && one->at == at; ++one)
    now = now || (one->signal == trigger_signal_ && trigger_->holds(one->value));
  const Cycle reach = from_there(at, std::min<std::int64_t>(selection_.from, 0));
  while (!held_.empty() && held_.front().at <= reach) {
    change(held_.front().at, held_.front().signal, held_.front().value);
    held_.pop_front();
  }
  if (now) open_at_trigger(at);
}

void OrderedWriter::open_at_trigger(Cycle at) {
  triggered_ = true;
  from_ = from_there(at, selection_.from);
  to_ = selection_.to == kNever ? kNever : at + selection_.to;
  for (const Change& one : held_) {
    if (one.at >= to_) break;
    if (one.at > from_ && !started_) start(from_);
    change(one.at, one.signal, one.value);
  }
  held_.clear();
}

void OrderedWriter::start(Cycle at) {
  started_ = true;
  std::vector<Sink::Value> values;
  for (const State& state : states_)
    if (state.shown_as != kHidden) values.push_back({state.known, state.value});
  sink_->start(at, values);
}

void OrderedWriter::finish(Cycle end) {
  end_ = end;
  advance(std::min(end, to_ - 1) + 1);
  for (const Change& one : held_) change(one.at, one.signal, one.value);
  if (!started_) start(waits_for_trigger() ? end : std::min(from_, end));
  sink_->finish(std::min(end, to_));
  for (const auto& view : views_) view->write(std::min(from_, end), std::min(end, to_));
}

std::string OrderedWriter::remark() const {
  const std::string content = ": the waveform has only the values at the end of the run";
  if (waits_for_trigger()) return "the trigger '" + selection_.trigger + "' never occurred" + content;
  if (end_ > from_) return "";
  return late_window(end_, from_) + content;
}

}  // namespace unibank::wave
