#include "cycle/row_ports.h"

#include <string>

#include "tlm/protocol.h"

namespace unibank {

RowPorts::RowPorts(sc_core::sc_module_name name, const Design& design, SmCycle& cycle)
    : sc_module(name), cycle_(cycle), arbitrated_(design.conflicts.model == ConflictModel::kArbitrated) {
  for (unsigned port = 0; port < kPorts; ++port) {
    ports_[port] = std::make_unique<InitiatorPort<RowPorts>>(("crossbar" + std::to_string(port)).c_str(), this, port);
  }
}

RowPorts::~RowPorts() = default;

WideInitiatorSocket& RowPorts::lines() {
  if (!line_port_) line_port_ = std::make_unique<InitiatorPort<RowPorts, kWideSocketBits>>("line_rows", this, kPorts);
  return *line_port_;
}

void RowPorts::line_not_answered() const { protocol_error(name(), "rows of a line were not answered at once"); }

void RowPorts::end_of_elaboration() {
  for (unsigned port = 0; port < kPorts; ++port) paths_[port] = ports_[port]->path();
  if (line_port_) line_path_ = line_port_->path();
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
