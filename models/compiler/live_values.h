// The values that a straight line of instructions reads and writes, and how many registers they take in any order.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/bit_matrix.h"
#include "compiler/register_use.h"

namespace unibank::compiler {

class LiveValues {
 public:
  // The line first .. last - 1; `live_behind`: the used registers that are live behind it, one row.
  LiveValues(const RegisterUse& use, std::uint32_t first, std::uint32_t last, const BitMatrix& live_behind);

  // 32-bit registers that are live now, before the first or behind the last instruction issued.
  unsigned live() const { return live_; }
  // How many there are while `node`, counted from the line's first, writes its results, with those that nothing reads.
  unsigned with(std::uint32_t node) const;
  void issue(std::uint32_t node);

 private:
  struct Value {
    unsigned units = 0, readers = 0;  // readers: those that have not been issued
    bool survives = false;            // it is live behind the line
  };
  bool ends(std::uint32_t value) const { return values_[value].readers == 1 && !values_[value].survives; }

  std::vector<Value> values_;
  std::vector<std::vector<std::uint32_t>> reads_, writes_;  // values, of each node
  unsigned live_ = 0;
};

}  // namespace unibank::compiler
