// A block with a deliberate fault beside its model, in a process of its own.
#pragma once

#include <functional>
#include <string>

#include "block/factories.h"
#include "support/forked.h"
#include "tlm/ports.h"

namespace unibank::test {

// What ended the simulation that `run` makes of a block with these options; otherwise what `run` says of it.
inline std::string in_lock_step(unsigned fault, const std::function<std::string(const BlockOptions&)>& run) {
  return forked([&] {
    BlockOptions options;
    options.check = true;
    options.fault = fault;
    try {
      return run(options);
    } catch (const sc_core::sc_report& report) {
      return std::string(report.get_msg());
    }
  });
}

}  // namespace unibank::test
