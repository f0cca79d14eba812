#include "memory/fr_fcfs_channel.h"

#include <algorithm>

#include "base/input_error.h"
#include "block/factories.h"
#include "tlm/time.h"

namespace unibank {

FrFcfsChannel::FrFcfsChannel(const sc_core::sc_module_name& name, const DramParameters& parameters)
    : DramModule(name, parameters.ports),
      parameters_(parameters),
      slice_map_(parameters.slices, parameters.slice_hash),
      controller_(parameters.timing, parameters.parts, parameters.queue),
      answers_(parameters.ports) {
  if (parameters.ports == 0 || parameters.memory_cycles == 0 || parameters.slices == 0 || parameters.channels == 0) {
    throw InputError("DRAM channel: ports, memory cycles, slices and channels must be at least 1");
  }
}

// The refreshes of an idle channel until now have not been issued.
DramChannelCounters FrFcfsChannel::counters() const {
  while (controller_.waiting() == 0 && controller_.step(memory_cycle(current_cycle())).command != DramCommand::kNone) {
  }
  DramChannelCounters counters = counters_;
  const RowCounters& rows = controller_.counters();
  counters.busy_cycles = sm_cycle(rows.bus_cycles);
  counters.row_hits = rows.hits;
  counters.row_misses = rows.misses;
  counters.row_conflicts = rows.conflicts;
  counters.refreshes = rows.refreshes;
  return counters;
}

Cycle FrFcfsChannel::run(Cycle now) {
  issue_commands(now);
  give_answers(now);
  accept_requests(now);
  return next_time(now);
}

// Issues the commands of memory cycles that began before `now`: their data end in `now` at the earliest.
void FrFcfsChannel::issue_commands(Cycle now) {
  const Cycle end = memory_cycle(now);
  for (;;) {
    const DramController::Issued issued = controller_.step(end);
    if (issued.command == DramCommand::kNone) return;
    if (!issued.handle) continue;
    Payload* payload = static_cast<Payload*>(issued.handle);
    serve(*payload);
    const auto at = accepted_.find(payload);
    const Cycle due = sm_cycle(issued.data_end) + (payload->is_read() ? parameters_.answer_latency : 0);
    answers_[at->second][{due, order_++}] = payload;
    accepted_.erase(at);
  }
}

void FrFcfsChannel::give_answers(Cycle now) {
  for (unsigned port = 0; port < answers_.size(); ++port) {
    Answers& answers = answers_[port];
    if (answers.empty() || answers.begin()->first.first > now) continue;
    Payload& payload = *answers.begin()->second;
    answers.erase(answers.begin());
    answer(port, payload);
  }
}

void FrFcfsChannel::take(unsigned port, Payload& payload, Cycle now) {
  const auto touched = [&payload](unsigned block) {
    return touched_blocks(payload.get_address(), payload.get_data_length(), payload.get_byte_enable_ptr(),
                          payload.get_byte_enable_length(), block);
  };
  const std::uint64_t bytes = std::uint64_t{touched(kSectorBytes)} * kSectorBytes;
  const bool write = payload.is_write();
  ++(write ? counters_.writes : counters_.reads);
  (write ? counters_.write_bytes : counters_.read_bytes) += bytes;
  accepted_[&payload] = port;
  const std::uint64_t address = slice_map_.channel_address(payload.get_address(), parameters_.channels);
  const unsigned bursts = std::max(1u, touched(parameters_.timing.burst_bytes));
  controller_.arrive(memory_cycle(now), address, write, bursts, &payload);
}

// Requests that wait for room are tried when a command has been issued.
Cycle FrFcfsChannel::next_time(Cycle now) const {
  const Cycle command = controller_.next_command();
  Cycle next = next_request(now, controller_.has_room() ? 0 : kNever);
  if (command != kNever) next = std::min(next, std::max(now + 1, command * 1000 / parameters_.memory_cycles + 1));
  for (const Answers& answers : answers_) {
    if (!answers.empty()) next = std::min(next, std::max(answers.begin()->first.first, now + 1));
  }
  return next;
}

namespace {

const BlockFactoryRegistration<DramKind> kFrFcfsFactory("fr-fcfs", made_as<DramKind, FrFcfsChannel>());

}  // namespace

}  // namespace unibank
