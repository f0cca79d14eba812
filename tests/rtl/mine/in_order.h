// A block of testbenches/example_block beside the native one, its answers compared in order, in a process of its own.
#pragma once

#include <functional>
#include <string>

#include "block/compared.h"
#include "block/factories.h"
#include "support/forked.h"
#include "tlm/ports.h"

namespace unibank::test {

// How many answers came, of them those in a later cycle than the native block's, and by how much at most.
inline std::string text_of(const Compared& block) {
  const Comparison* const found = block.comparison();
  if (!found) return "nothing was compared";
  return std::to_string(found->answers) + " answers, " + std::to_string(found->late) + " late, at most " +
         std::to_string(found->most);
}

// What ended the simulation that `run` makes of a block with these options; otherwise what `run` says of it.
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
