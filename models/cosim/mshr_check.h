// The model's MSHR in lock-step with the RTL: it gets the same requests and data in the same cycles, and reports
// differences. Like the RTL it has one port: a request that waits outside the pins reaches both when the pins are free.
#pragma once

#include <string>

#include "memory/mshr_core.h"
#include "cosim/mshr_block.h"
#include "tlm/ports.h"

namespace unibank::rtl {

class MshrCheck {
 public:
  explicit MshrCheck(const MshrParameters& parameters);

  // Each call reports an action of the RTL in a cycle to the model. Returns "" if the model has done the same.
  void begins(Cycle now);  // called before all other calls of the cycle
  std::string asks(Payload& payload, Cycle now, bool taken);
  std::string sends(const MshrBlock::ToMemory& what, const Payload* write, Cycle now);
  std::string counts(const MshrBlock& rtl) const;  // after asks() for the request at the cycle's edge
  void data(unsigned entry, Cycle now) { core_.data_came(entry, now); }
  void written(Payload& payload, Cycle now) { core_.write_done(0, &payload, now); }
  std::string answers(const Payload* payload, unsigned answer, Cycle now);  // null: no requester
  std::string ends(Cycle now);                                              // after all other calls of the cycle

  // Whether the model has work even without new inputs.
  bool busy() const { return core_.answers_waiting() || core_.sends_waiting() || core_.ended_waiting(); }
  bool sends_waiting() const { return core_.sends_waiting(); }

 private:
  MshrCore core_;
  std::uint64_t refusals_ = 0, stalls_ = 0;  // cycles in which reads were refused: all, and those before this cycle
};

}  // namespace unibank::rtl
