// The options --seed, --count and --minutes of a search, and its loop over the seeds.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>

#include "base/input_error.h"

namespace unibank::test {

// The number of an option, at most 2^32 - 1. InputError for another text.
inline unsigned number_of(const std::string& name, const std::string& text) {
  const bool digits = !text.empty() && text.size() <= 10 && text.find_first_not_of("0123456789") == std::string::npos;
  const std::uint64_t value = digits ? std::stoull(text) : 0;
  if (!digits || value > std::numeric_limits<unsigned>::max())
    throw InputError(name + ": found '" + text + "'; expected a number");
  return static_cast<unsigned>(value);
}

class Seeds {
 public:
  // False: the option is none of these.
  bool take(const std::string& name, const std::string& value) {
    if (name == "--seed") first_ = number_of(name, value);
    else if (name == "--count") count_ = number_of(name, value), counted_ = true;
    else if (name == "--minutes") minutes_ = number_of(name, value);
    else return false;
    return true;
  }

  // Calls attempt(seed) for each seed until the count or the minutes are reached; minutes alone: without a count.
  template <typename Attempt>
  void each(Attempt attempt) const {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::minutes(minutes_);
    const std::uint64_t most = minutes_ != 0 && !counted_ ? std::numeric_limits<std::uint64_t>::max() : count_;
    for (std::uint64_t n = 0; n < most && (minutes_ == 0 || Clock::now() < end); ++n)
      attempt(static_cast<unsigned>(first_ + n));
  }

 private:
  unsigned first_ = 1, minutes_ = 0;
  std::uint64_t count_ = 100;
  bool counted_ = false;
};

}  // namespace unibank::test
