// The values that a straight line of instructions reads and writes, and the registers that they take while its
// instructions are issued in some order.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/bit_matrix.h"
#include "compiler/register_use.h"

namespace unibank::compiler {

class LiveValues {
 public:
  // The line first .. last - 1; `live_behind`: the used registers that are live after it, one row.
  LiveValues(const RegisterUse& use, std::uint32_t first, std::uint32_t last, const BitMatrix& live_behind);

  // 32-bit registers that are live now, before the first or after the last instruction issued.
  unsigned live() const { return live_; }
  // The number of registers that are live while `node`, counted from the line's first instruction, writes its results,
  // unread results included.
  unsigned with(std::uint32_t node) const;
  void issue(std::uint32_t node);

 private:
  struct Value {
    unsigned units = 0, readers = 0;  // readers: those not issued yet
    bool survives = false;            // it is live after the line
  };
  bool ends(std::uint32_t value) const { return values_[value].readers == 1 && !values_[value].survives; }

  std::vector<Value> values_;
  std::vector<std::vector<std::uint32_t>> reads_, writes_;  // values, of each node
  unsigned live_ = 0;
};

}  // namespace unibank::compiler
