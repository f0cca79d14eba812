#include "memory/dram_channel.h"

#include <algorithm>

#include "block/factories.h"
#include "tlm/time.h"

namespace unibank {

DramChannel::DramChannel(const sc_core::sc_module_name& name, const DramParameters& parameters)
    : DramModule(name, parameters.ports), core_(parameters), answers_(parameters.ports) {}

unsigned DramChannel::queue_depth() const { return core_.depth(current_cycle()); }

Cycle DramChannel::run(Cycle now) {
  give_answers(now);
  accept_requests(now);
  Cycle next = next_request(now, core_.has_room(now) ? 0 : core_.next_room());
  for (Answers& answers : answers_) {
    const std::deque<Answer>* queue = answers.first();
    if (queue) next = std::min(next, std::max(queue->front().due, now + 1));
  }
  return next;
}

void DramChannel::give_answers(Cycle now) {
  for (unsigned port = 0; port < answers_.size(); ++port) {
    std::deque<Answer>* queue = answers_[port].first();
    if (!queue || queue->front().due > now) continue;
    Payload& payload = *queue->front().payload;
    queue->pop_front();
    answer(port, payload);
  }
}

void DramChannel::take(unsigned port, Payload& payload, Cycle now) {
  const unsigned sectors = touched_sectors(payload.get_address(), payload.get_data_length(),
                                           payload.get_byte_enable_ptr(), payload.get_byte_enable_length());
  const bool write = payload.is_write();
  Answers& answers = answers_[port];
  serve(payload);
  (write ? answers.writes : answers.reads).push_back({core_.accept(now, write, sectors), order_++, &payload});
}

// Transfers start in the order of their requests, so the cycle with room is known. If a request waits for it, the queue
// is equally full before and after its acceptance, so the watcher need not be called.
DramModule::Ahead DramChannel::take_ahead(Payload& payload, Cycle at) {
  const Cycle accepted = core_.room_from(at);
  take(0, payload, accepted);
  if (accepted == at) tell_depth(at, core_.depth(at));
  return {accepted, std::max(answers_[0].first()->front().due, current_cycle() + 1)};
}

std::deque<DramChannel::Answer>* DramChannel::Answers::first() {
  if (reads.empty()) return writes.empty() ? nullptr : &writes;
  if (writes.empty()) return &reads;
  const Answer &read = reads.front(), &write = writes.front();
  if (read.due != write.due) return read.due < write.due ? &reads : &writes;
  return read.order < write.order ? &reads : &writes;
}

namespace {

const BlockFactoryRegistration<DramKind> kBandwidthFactory(
    "fixed-latency", [](const char* name, const DramParameters& machine, const BlockOptions& options) {
      return std::make_unique<DramChannel>(name, with_fixed_latency(machine, options.values));
    });

}  // namespace

}  // namespace unibank
