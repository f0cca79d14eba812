// A block as RTL that Verilator has compiled, or, in a build without Verilator, its name alone.
#pragma once

#include <utility>

#include "block/factories.h"

namespace unibank::rtl {

[[noreturn]] inline void without_verilator(BlockFactories& /*factories*/, const BlockOptions& options) {
  throw InputError(options.block + " needs Verilator, which was not found when this program was built: install the "
                   "Debian package verilator, configure and build again");
}

// As BlockRegistration, of a class that is made as Block(name, parameters, options). Where UNIBANK_WITHOUT_VERILATOR is
// defined the class is not used, and whoever chooses the block is told what is missing.
template <typename Kind, typename Block>
struct Verilated {
  explicit Verilated(BlockVariant variant) {
    variant.kind = Kind::kName;
    variant.compares = true;
#ifdef UNIBANK_WITHOUT_VERILATOR
    InstalledBlock(std::move(variant), without_verilator);
#else
    BlockRegistration<Kind>(std::move(variant), made_as<Kind, Block>());
#endif
  }
};

}  // namespace unibank::rtl
