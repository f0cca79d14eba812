// Runs a block of testbenches/example_block beside the native one, compares the answers in order, in its own process.
#pragma once

#include <functional>
#include <string>

#include "block/compared.h"
#include "block/factories.h"
#include "support/forked.h"
#include "tlm/ports.h"

namespace unibank::test {

inline const char* const kSame = "no difference";

// "N answers, M late, at most K": the number of answers, how many of them came later than the native block's, and by
// how many cycles at most.
inline std::string text_of(const Compared& block) {
  const Comparison* const found = block.comparison();
  if (!found) return "nothing was compared";
  return std::to_string(found->answers) + " answers, " + std::to_string(found->late) + " late, at most " +
         std::to_string(found->most);
}

// The message that ended the simulation in `run`, or else what `run` returned.
inline std::string compared(CheckBy by, unsigned fault, const std::function<std::string(const BlockOptions&)>& run) {
  return forked([&] {
    BlockOptions options;
    options.check = true;
    options.check_by = by;
    options.fault = fault;
    try {
      return run(options);
    } catch (const sc_core::sc_report& report) {
      return std::string(report.get_msg());
    }
  });
}

}  // namespace unibank::test
