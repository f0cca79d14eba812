// The pins of a block in RTL as waves: their changes, and their last cycles when RTL and model differ.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "block/factories.h"
#include "wave/writer.h"

namespace unibank::rtl {

struct Pin {
  std::string name;
  unsigned bits;
  std::vector<std::string> texts = {};  // names of its values, if they have names
};
using PinValues = std::vector<std::uint64_t>;  // in the order of the pins

class PinWatch {
 public:
  static constexpr Cycle kCycles = 200;  // how many last cycles are kept

  // `name`: the module with the pins; in waveforms the pins are below rtl.NAME.
  PinWatch(const std::string& name, std::vector<Pin> pins, const BlockOptions& options);
  ~PinWatch();

  // Whether show() has any effect.
  bool on() const { return keeps_ || live_; }
  void show(Cycle at, const PinValues& values);
  // Writes NAME.difference.vcd, and NAME.difference.gtkw for viewing it, and throws RunError. If they cannot be written
  // (a full disk, a read-only folder), the error says so in addition.
  [[noreturn]] void differ(Cycle now, const std::string& what) const;
  // Reports a broken rule, for a block that is checked with rules.
  [[noreturn]] void break_rule(Cycle now, const std::string& what) const;

 private:
  struct Shown {
    Cycle at;
    PinValues values;
  };
  class Signals;

  [[noreturn]] void end(Cycle now, const std::string& what) const;
  void write_last(const std::string& file, Cycle end) const;

  const std::string name_;
  const std::vector<Pin> pins_;
  const bool keeps_;
  std::deque<Shown> shown_;
  std::unique_ptr<Signals> live_;
};

}  // namespace unibank::rtl
