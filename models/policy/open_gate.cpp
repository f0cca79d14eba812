// Scratchpad gate `open`: every block has a private scratchpad, no access is refused.
#include "policy/scratchpad_gate.h"

namespace unibank {
namespace {

class OpenGate : public ScratchpadGate {
 public:
  bool may_refuse() const override { return false; }
  void reset(const GateLaunch& /*launch*/) override {}
  void block_started(unsigned /*block_slot*/, Cycle /*cycle*/) override {}
  void block_finished(unsigned /*block_slot*/, Cycle /*cycle*/) override {}
  GateAnswer ask(const ScratchpadAccess& /*access*/) override { return {}; }
};

const ScratchpadGateRegistry::Registration kRegistration({
    "open",
    "every block has a private scratchpad",
    {},
    [](const PolicyValues&) { return std::make_unique<OpenGate>(); },
});

}  // namespace
}  // namespace unibank
