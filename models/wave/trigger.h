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
  // The index of the signal with this name or path suffix. Throws InputError when there is none or several.
  unsigned find(const std::vector<std::string>& paths) const;
  // The signal's value names (none: it is a number). Throws InputError when the condition does not suit the signal.
  void suit(const std::vector<std::string>& texts);

  bool holds(std::uint64_t value) const;

 private:
  enum class Relation { kEqual, kNotEqual, kLess, kAtMost, kMore, kAtLeast };
  std::string text_, signal_, operand_;
  Relation relation_ = Relation::kNotEqual;
  std::uint64_t value_ = 0;
};

}  // namespace unibank::wave
