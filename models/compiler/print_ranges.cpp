// Prints scratchpad variables and their ranges.
#include <algorithm>
#include <string>

#include "compiler/access_ranges.h"
#include "compiler/cfg.h"
#include "compiler/print.h"
#include "compiler/share_scratchpad.h"

namespace unibank::compiler {
namespace {

class RangePrinter {
 public:
  explicit RangePrinter(const ptx::Kernel& kernel)
      : kernel_(kernel), flow_(control_flow(kernel)),
        accesses_(scratchpad_accesses(kernel, surroundings_of(kernel))),
        ranges_(access_ranges(flow_.graph, accessed_in_blocks(flow_, accesses_))) {}

  std::string run() const {
    std::string text = "kernel " + kernel_.name + ": " + std::to_string(kernel_.scratchpad_bytes) +
                       " bytes of scratchpad\n";
    const RangeLengths lengths(flow_, accesses_);
    for (std::size_t place = 0; place < known(); ++place) {
      const ptx::Variable& variable = variable_at(place);
      text += "  " + variable.name + ": bytes " + std::to_string(variable.offset) + "-" +
              std::to_string(variable.offset + variable.bytes - 1) + ", in use for " +
              std::to_string(static_cast<std::uint64_t>(lengths.of(VariableSet{1} << place))) +
              " instructions (a loop counts ten times)\n";
    }
    for (std::uint32_t block = 0; block < flow_.exit(); ++block) text += line(block);
    return text;
  }

 private:
  std::size_t known() const { return std::min<std::size_t>(accesses_.symbols.size(), kVariableBits - 1); }
  const ptx::Variable& variable_at(std::size_t place) const {
    return kernel_.symbols[static_cast<std::size_t>(accesses_.symbols[place])];
  }

  std::string line(std::uint32_t block) const {
    const Block& extent = flow_.blocks[block];
    std::string start, end;
    const auto add = [](std::string& names, const std::string& name) { names += (names.empty() ? "" : ", ") + name; };
    const auto look = [&](VariableSet variable, const std::string& name) {
      if (ranges_.at_start(block, variable)) add(start, name);
      if (ranges_.at_end(block, variable)) add(end, name);
    };
    for (std::size_t place = 0; place < known(); ++place) look(VariableSet{1} << place, variable_at(place).name);
    look(kElsewhere, "others");
    return "  BB" + std::to_string(block) + " instructions " + std::to_string(extent.first) + "-" +
           std::to_string(extent.last - 1) + ": at its start " + (start.empty() ? "none" : start) + "; at its end " +
           (end.empty() ? "none" : end) + "\n";
  }

  const ptx::Kernel& kernel_;
  const ControlFlow flow_;
  const ScratchpadAccesses accesses_;
  const AccessRanges ranges_;
};

}  // namespace

std::string ranges_text(const ptx::Kernel& kernel) { return RangePrinter(kernel).run(); }

}  // namespace unibank::compiler
