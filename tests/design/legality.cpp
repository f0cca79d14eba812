// Passes of the compiler on kernels that are not PTX.
#include "design/legality.h"

#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "design/design.h"

using namespace unibank;

TEST_CASE("a record may have registers in turns, because it names the base registers, and a trace may not") {
  Design design;
  design.kernel.pass = KernelPass::kTimeShared;
  CHECK(refusal(design, KernelKind::kPtx).empty());
  CHECK(refusal(design, KernelKind::kRecord).empty());
  CHECK(refusal(design, KernelKind::kTrace) ==
        "kernel.pass \"time-shared\" needs PTX: a trace does not say which registers a warp holds always; expected "
        "kernel.pass = \"none\"");
}

TEST_CASE("a trace is refused with the name of the pass that the design asks for") {
  for (const auto& [pass, name] : {std::pair{KernelPass::kOnChip, "onchip"}, {KernelPass::kLocal, "local"}}) {
    Design design;
    design.kernel.pass = pass;
    CHECK(refusal(design, KernelKind::kTrace) ==
          "kernel is a trace: the pass \"" + std::string(name) + "\" needs PTX; expected kernel.pass = \"none\"");
  }
}
