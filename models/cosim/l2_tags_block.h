// What the transactor of an L2 slice's tags needs of them in RTL, as plain C++. Knows no SystemC.
#pragma once

#include <cstdint>

#include "memory/tag_array_core.h"

namespace unibank::rtl {

class L2TagsBlock {
 public:
  virtual ~L2TagsBlock() = default;
  virtual unsigned most_sets() const = 0;  // that they were built with
  virtual unsigned most_ways() const = 0;

  virtual void configure(unsigned sets, unsigned ways) = 0;  // drops all lines

  // What the outputs say of a line (its number). The victim of one that is absent is what would go for it.
  virtual TagResult find(std::uint64_t line) = 0;
  // A rising edge with `touch`, or with `enter`.
  virtual void touch(std::uint64_t line) = 0;
  virtual void enter(std::uint64_t line) = 0;
};

}  // namespace unibank::rtl
