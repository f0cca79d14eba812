// The condition on one signal that opens a window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace unibank::wave {

class Trigger {
 public:
  // "mshr.full", "dram.queue>=8", "warp.state_03==long_wait". Throws InputError for an invalid condition.
  explicit Trigger(const std::string& text);

  const std::string& signal() const { return signal_; }
  // Returns the index of the signal with this path or path suffix. Throws InputError when no signal or several signals
  // match.
  unsigned find(const std::vector<std::string>& paths) const;
  // Checks the condition against the signal. `texts`: the names of the signal's values; empty: its values are numbers.
  // Throws InputError when the condition is not valid for the signal.
  void suit(const std::vector<std::string>& texts);

  bool holds(std::uint64_t value) const;

 private:
  enum class Relation { kEqual, kNotEqual, kLess, kAtMost, kMore, kAtLeast };
  std::string text_, signal_, operand_;
  Relation relation_ = Relation::kNotEqual;
  std::uint64_t value_ = 0;
};

}  // namespace unibank::wave
