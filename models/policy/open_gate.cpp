// Scratchpad gate `open`: every block has its scratchpad to itself, no access is refused.
#include "policy/scratchpad_gate.h"

namespace unibank {
namespace {

class OpenGate : public ScratchpadGate {
 public:
  void reset(unsigned /*block_slots*/, unsigned /*scratchpad_bytes_per_block*/) override {}
  void block_started(unsigned /*block_slot*/) override {}
  void block_finished(unsigned /*block_slot*/) override {}
  GateAnswer ask(const ScratchpadAccess& /*access*/) override { return {}; }
};

const ScratchpadGateRegistry::Registration kRegistration({
    "open",
    "every block has its scratchpad to itself",
    {},
    [](const PolicyValues&) { return std::make_unique<OpenGate>(); },
});

}  // namespace
}  // namespace unibank
