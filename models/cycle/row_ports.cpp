#include "cycle/row_ports.h"

#include <string>

namespace unibank {

RowPorts::RowPorts(sc_core::sc_module_name name, const Design& design, SmCycle& cycle)
    : sc_module(name), cycle_(cycle), arbitrated_(design.conflicts.model == ConflictModel::kArbitrated) {
  for (unsigned port = 0; port < kPorts; ++port) {
    ports_[port] = std::make_unique<InitiatorPort<RowPorts>>(("crossbar" + std::to_string(port)).c_str(), this, port);
  }
}

RowPorts::~RowPorts() = default;

void RowPorts::end_of_elaboration() {
  for (unsigned port = 0; port < kPorts; ++port) paths_[port] = ports_[port]->path();
}

void RowPorts::answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  if (unaccepted_[port] == &payload) {
    unaccepted_[port] = nullptr;
    blocked_ &= ~(1u << port);
  }
  if (phase != tlm::BEGIN_RESP) return cycle_.wake(current_cycle());
  check_response(payload);
  RowRequest& request = static_cast<RowRequest&>(payload);
  request.user->row_answered(request, due_cycle(delay));
}

}  // namespace unibank
