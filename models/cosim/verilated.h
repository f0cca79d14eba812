// Registers a block in RTL compiled by Verilator, or only its name in a build without Verilator.
#pragma once

#include <utility>

#include "block/factories.h"

namespace unibank::rtl {

[[noreturn]] inline void without_verilator(BlockFactories& /*factories*/, const BlockOptions& options) {
  throw InputError(options.block + " needs Verilator, which was not found when this program was built: install the "
                   "Debian package verilator, configure and build again");
}

// Registers as BlockRegistration does, for a class constructed as Block(name, parameters, options). If
// UNIBANK_WITHOUT_VERILATOR is defined, the class is not used, and choosing the block throws an InputError that names
// the missing package.
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
