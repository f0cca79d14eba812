#include "memory/network_core.h"

#include <algorithm>

#include "base/input_error.h"

namespace unibank {

NetworkCore::NetworkCore(const NetworkParameters& parameters)
    : parameters_(parameters),
      inputs_(parameters.inputs),
      outputs_(parameters.outputs),
      first_(parameters.outputs, nullptr) {
  if (parameters.inputs == 0 || parameters.outputs == 0 || parameters.latency == 0 || parameters.bytes_per_cycle == 0) {
    throw InputError("interconnect: SMs, slices, latency and bytes a cycle must be at least 1");
  }
}

void NetworkCore::arrive(unsigned input, const Packet& packet) {
  std::deque<Packet>& waiting = inputs_[input].waiting;
  auto at = waiting.end();
  const auto later = [&packet](const Packet& other) {
    return other.ready != packet.ready ? other.ready > packet.ready : other.rank > packet.rank;
  };
  while (at != waiting.begin() && later(*std::prev(at))) --at;
  waiting.insert(at, packet);
}

// Of the heads for one output, the lower input wins where both have waited equally long: it comes first in the loop.
void NetworkCore::advance(Cycle now) {
  for (Input& input : inputs_) {
    if (input.waiting.empty() || input.free > now) continue;
    const Packet& head = input.waiting.front();
    if (head.ready > now || outputs_[head.output].free > now || !has_room(outputs_[head.output])) continue;
    Input*& first = first_[head.output];
    if (!first || head.ready < first->waiting.front().ready) first = &input;
  }
  for (Input*& first : first_) {
    if (first) start(*first, now);
    first = nullptr;
  }
}

void NetworkCore::start(Input& input, Cycle now) {
  const Packet packet = input.waiting.front();
  input.waiting.pop_front();
  Output& output = outputs_[packet.output];
  input.free = output.free = now + transfer(packet);
  output.under_way.push_back({packet, now + way(packet)});
}

const NetworkCore::Packet* NetworkCore::come(unsigned output, Cycle now) const {
  const std::deque<UnderWay>& under_way = outputs_[output].under_way;
  return under_way.empty() || under_way.front().due > now ? nullptr : &under_way.front().packet;
}

void NetworkCore::take(unsigned output, Cycle now) {
  std::deque<UnderWay>& under_way = outputs_[output].under_way;
  const Packet& packet = under_way.front().packet;
  wait_cycles_ += now - (packet.ready + way(packet));
  under_way.pop_front();
}

Cycle NetworkCore::next_start(Cycle from) const {
  Cycle next = kNever;
  for (const Input& input : inputs_) {
    if (input.waiting.empty()) continue;
    const Packet& head = input.waiting.front();
    const Output& output = outputs_[head.output];
    if (has_room(output)) next = std::min(next, std::max({from, head.ready, input.free, output.free}));
  }
  return next;
}

Cycle NetworkCore::next_come(unsigned output) const {
  const std::deque<UnderWay>& under_way = outputs_[output].under_way;
  return under_way.empty() ? kNever : under_way.front().due;
}

Cycle NetworkCore::transfer(const Packet& packet) const {
  return std::max(1u, (packet.bytes + parameters_.bytes_per_cycle - 1) / parameters_.bytes_per_cycle);
}

bool NetworkCore::has_room(const Output& output) const {
  return parameters_.places == 0 || output.under_way.size() < parameters_.places;
}

}  // namespace unibank
