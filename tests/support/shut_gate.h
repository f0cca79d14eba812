// A gate that refuses every access to the scratchpad, so that its launch never ends.
#pragma once

#include "policy/scratchpad_gate.h"

namespace unibank::test {

class ShutGate : public ScratchpadGate {
 public:
  void reset(const GateLaunch&) override {}
  void block_started(unsigned, Cycle) override {}
  void block_finished(unsigned, Cycle) override {}
  GateAnswer ask(const ScratchpadAccess&) override { return {false, kNever}; }
};

}  // namespace unibank::test
