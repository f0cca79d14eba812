// The interface of the tags of an L2 slice in RTL to their transactor, as plain C++. Knows no SystemC.
#pragma once

#include <cstdint>

#include "memory/tag_array_core.h"

namespace unibank::rtl {

class L2TagsBlock {
 public:
  virtual ~L2TagsBlock() = default;
  virtual unsigned most_sets() const = 0;  // the size that the RTL was built with
  virtual unsigned most_ways() const = 0;

  // Drops all lines. Called once, before the first lookup: lines stay from launch to launch.
  virtual void configure(unsigned sets, unsigned ways) = 0;

  // The outputs for a line (by number). For an absent line the victim is the line that it would replace.
  virtual TagResult find(std::uint64_t line) = 0;
  // A rising edge with `touch`, or with `enter`.
  virtual void touch(std::uint64_t line) = 0;
  virtual void enter(std::uint64_t line) = 0;
};

}  // namespace unibank::rtl
