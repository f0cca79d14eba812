// Runs a block with a deliberate fault in lock-step with its model, in its own process.
#pragma once

#include <functional>
#include <string>

#include "block/factories.h"
#include "support/forked.h"
#include "tlm/ports.h"

namespace unibank::test {

inline BlockOptions checked(unsigned fault = 0) {
  BlockOptions options;
  options.check = true;
  options.fault = fault;
  return options;
}

// The message that ended the simulation in `run`, or else what `run` returned.
inline std::string in_lock_step(unsigned fault, const std::function<std::string(const BlockOptions&)>& run) {
  return forked([&] {
    try {
      return run(checked(fault));
    } catch (const sc_core::sc_report& report) {
      return std::string(report.get_msg());
    }
  });
}

}  // namespace unibank::test
