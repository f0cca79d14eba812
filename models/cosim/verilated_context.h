// The context of a Verilated block.
#pragma once

#include <verilated.h>

#include <memory>

namespace unibank::rtl {

// Blocks are Verilated for one thread. By default a context starts a thread for every other core of the host.
inline std::unique_ptr<VerilatedContext> make_context() {
  auto context = std::make_unique<VerilatedContext>();
  context->threads(1);
  return context;
}

}  // namespace unibank::rtl
