#include "cosim/pin_watch.h"

#include <algorithm>
#include <exception>

#include "base/input_error.h"
#include "block/signals.h"

namespace unibank::rtl {

namespace {

const SignalDeclaration kSignals("rtl", "the pins of blocks that are RTL",
                                 {{"rtl.*", "a pin: rtl.MODULE.PORT, the SystemC module and the port of the RTL"}});

}  // namespace

class PinWatch::Signals {
 public:
  Signals(wave::Writer& writer, const std::string& path, const std::vector<Pin>& pins) : writer_(writer) {
    for (const Pin& pin : pins) {
      const std::string name = path + "." + pin.name;
      ids_.push_back(pin.texts.empty() ? writer.signal(name, pin.bits) : writer.text_signal(name, pin.texts));
    }
  }
  void record(const Shown& shown) {
    for (std::size_t i = 0; i < ids_.size(); ++i) writer_.record(ids_[i], shown.at, shown.values[i]);
  }

 private:
  wave::Writer& writer_;
  std::vector<wave::SignalId> ids_;
};

PinWatch::PinWatch(const std::string& name, std::vector<Pin> pins, const BlockOptions& options)
    : name_(name), pins_(std::move(pins)), keeps_(options.check) {
  if (options.waves) live_ = std::make_unique<Signals>(*options.waves, "rtl." + name_, pins_);
}

PinWatch::~PinWatch() = default;

void PinWatch::show(Cycle at, const PinValues& values) {
  const Shown shown{at, values};
  if (live_) live_->record(shown);
  if (!keeps_) return;
  while (!shown_.empty() && shown_.front().at + kCycles <= at) shown_.pop_front();
  shown_.push_back(shown);
}

void PinWatch::differ(Cycle now, const std::string& what) const {
  end(now, "RTL and model differ in cycle " + std::to_string(now) + ": " + what);
}

void PinWatch::break_rule(Cycle now, const std::string& what) const {
  end(now, "the RTL breaks a rule of its register map in cycle " + std::to_string(now) + ": " + what);
}

void PinWatch::end(Cycle now, const std::string& what) const {
  const std::string file = name_ + ".difference.vcd";
  std::string waves = "the pins of the last " + std::to_string(kCycles) + " cycles are in " + file;
  try {
    write_last(file, now + 1);
  } catch (const std::exception& error) {  // the difference counts more than its waveform
    waves = std::string("the waveform of its pins could not be written: ") + error.what();
  }
  throw RunError(name_ + ": " + what + "; " + waves);
}

// Writes the waveform of the last cycles before `end`.
void PinWatch::write_last(const std::string& file, Cycle end) const {
  wave::Selection window;
  window.from = static_cast<std::int64_t>(end - std::min(end, kCycles));
  window.views = {name_ + ".difference.gtkw"};
  const std::unique_ptr<wave::Writer> writer = wave::open_vcd(file, window);
  Signals signals(*writer, name_, pins_);
  for (const Shown& shown : shown_) signals.record(shown);
  writer->finish(end);
}

}  // namespace unibank::rtl
