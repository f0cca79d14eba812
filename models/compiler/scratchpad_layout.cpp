#include "compiler/scratchpad_layout.h"

#include <utility>
#include <vector>

#include "compiler/access_ranges.h"
#include "compiler/cfg.h"
#include "ptx/variables.h"

namespace unibank::compiler {
namespace {

struct Layout {
  std::vector<std::uint64_t> offsets;  // of each variable
  VariableSet shared = 0;              // variables that extend beyond the private bytes
  unsigned private_variables = 0;
  bool fits = true;                    // in the bytes of the declared order
  double length = 0;                   // instructions in the range of the shared variables
};

class Layouts {
 public:
  Layouts(const ptx::Kernel& body, const ScratchpadAccesses& accesses, std::uint64_t private_bytes)
      : body_(body), accesses_(accesses), private_bytes_(private_bytes), lengths_(control_flow(body), accesses) {}

  Layout declared() const {
    Layout layout;
    for (std::size_t i = 0; i < accesses_.symbols.size(); ++i) layout.offsets.push_back(variable(i).offset);
    finish(layout);
    return layout;
  }

  // Returns a layout with the variables of `first` before all others.
  Layout with_first(VariableSet first) const {
    Layout layout;
    layout.offsets.resize(accesses_.symbols.size());
    std::uint64_t used = 0;
    for (const bool part : {true, false}) {
      for (std::size_t i = 0; i < layout.offsets.size(); ++i) {
        if (((first >> i & 1) != 0) != part) continue;
        layout.offsets[i] = ptx::round_up(used, variable(i).align);
        used = layout.offsets[i] + variable(i).bytes;
      }
    }
    layout.fits = used <= body_.scratchpad_bytes;
    finish(layout);
    return layout;
  }

 private:
  const ptx::Variable& variable(std::size_t place) const {
    return body_.symbols[static_cast<std::size_t>(accesses_.symbols[place])];
  }

  void finish(Layout& layout) const {
    for (std::size_t i = 0; i < layout.offsets.size(); ++i) {
      if (layout.offsets[i] + variable(i).bytes > private_bytes_) layout.shared |= VariableSet{1} << i;
      else ++layout.private_variables;
    }
    layout.length = lengths_.of(layout.shared | kElsewhere);
  }

  const ptx::Kernel& body_;
  const ScratchpadAccesses& accesses_;
  const std::uint64_t private_bytes_;
  const RangeLengths lengths_;
};

}  // namespace

void lay_out_scratchpad(ptx::Kernel& body, const ScratchpadAccesses& accesses, std::uint64_t private_bytes) {
  const std::size_t variables = accesses.symbols.size();
  if (variables < 2 || variables > kMostOrderedVariables) return;
  const Layouts layouts(body, accesses, private_bytes);
  const Layout declared = layouts.declared();
  Layout best = declared;
  for (VariableSet first = 0; first < VariableSet{1} << variables; ++first) {
    Layout layout = layouts.with_first(first);
    if (!layout.fits || layout.length > best.length || layout.length == declared.length) continue;
    if (layout.length == best.length && layout.private_variables <= best.private_variables) continue;
    best = std::move(layout);
  }
  for (std::size_t i = 0; i < variables; ++i)
    body.symbols[static_cast<std::size_t>(accesses.symbols[i])].offset = best.offsets[i];
}

}  // namespace unibank::compiler
