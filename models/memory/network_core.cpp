#include "memory/network_core.h"

#include <algorithm>

#include "base/input_error.h"

namespace unibank {

NetworkCore::NetworkCore(const NetworkParameters& parameters)
    : parameters_(parameters),
      inputs_(parameters.inputs),
      outputs_(parameters.outputs),
      waiting_(parameters.inputs),
      coming_(parameters.outputs) {
  if (parameters.inputs == 0 || parameters.outputs == 0 || parameters.latency == 0 || parameters.bytes_per_cycle == 0 ||
      parameters.choices == 0) {
    throw InputError("interconnect: SMs, slices, latency, choices and bytes per cycle must be at least 1");
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
  waiting_.set(input, true);
}

bool NetworkCore::waits(unsigned input, const void* name) const {
  const std::deque<Packet>& waiting = inputs_[input].waiting;
  return std::any_of(waiting.begin(), waiting.end(), [name](const Packet& one) { return one.name == name; });
}

bool NetworkCore::may_start(const Packet& packet, Cycle now) const {
  const Output& output = outputs_[packet.output];
  return packet.ready <= now && output.free <= now && has_room(output);
}

// The first packet for each output, among those that may be chosen. At least one packet waits.
template <typename Use>
void NetworkCore::each_choice(const Input& input, const Use& use) const {
  if (parameters_.choices == 1) return use(input.waiting.front(), 0);
  const std::size_t count = std::min<std::size_t>(parameters_.choices, input.waiting.size());
  std::uint64_t seen = 0;  // outputs below 64
  for (std::size_t place = 0; place < count; ++place) {
    const Packet& packet = input.waiting[place];
    if (packet.output < 64) {
      const std::uint64_t bit = std::uint64_t{1} << packet.output;
      if (!(seen & bit)) use(packet, place);
      seen |= bit;
      continue;
    }
    const auto same = [&packet](const Packet& other) { return other.output == packet.output; };
    const auto here = input.waiting.begin() + static_cast<std::ptrdiff_t>(place);
    if (std::find_if(input.waiting.begin(), here, same) == here) use(packet, place);
  }
}

void NetworkCore::add_candidates(Input& input, Cycle now) {
  each_choice(input, [&](const Packet& packet, std::size_t place) {
    if (may_start(packet, now)) candidates_.push_back({packet.ready, &input, place});
  });
}

// A starting packet occupies its input and its output, so later packets of either cannot start.
bool NetworkCore::advance(Cycle now) {
  candidates_.clear();
  waiting_.each([&](std::size_t input) {
    if (inputs_[input].free <= now) add_candidates(inputs_[input], now);
  });
  if (candidates_.size() > 1) {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.ready < b.ready; });
  }
  bool started = false;
  for (const Candidate& one : candidates_) {
    if (one.input->free > now || !may_start(one.input->waiting[one.place], now)) continue;
    start(*one.input, one.place, now);
    started = true;
  }
  return started;
}

void NetworkCore::start(Input& input, std::size_t place, Cycle now) {
  const Packet packet = input.waiting[place];
  input.waiting.erase(input.waiting.begin() + static_cast<std::ptrdiff_t>(place));
  if (input.waiting.empty()) waiting_.set(static_cast<std::size_t>(&input - inputs_.data()), false);
  Output& output = outputs_[packet.output];
  coming_.set(packet.output, true);
  input.free = output.free = now + transfer(packet);
  output.under_way.push_back({packet, now + way(packet)});
}

const NetworkCore::Packet* NetworkCore::come(unsigned output, Cycle now) const {
  const std::deque<UnderWay>& under_way = outputs_[output].under_way;
  return under_way.empty() || under_way.front().due > now ? nullptr : &under_way.front().packet;
}

bool NetworkCore::take(unsigned output, Cycle now) {
  const bool was_full = !has_room(outputs_[output]);
  std::deque<UnderWay>& under_way = outputs_[output].under_way;
  const Packet& packet = under_way.front().packet;
  wait_cycles_ += now - (packet.ready + way(packet));
  under_way.pop_front();
  if (under_way.empty()) coming_.set(output, false);
  return was_full;
}

Cycle NetworkCore::next_start(Cycle from) const {
  Cycle next = kNever;
  waiting_.each([&](std::size_t number) {
    const Input& input = inputs_[number];
    if (std::max(from, input.free) >= next) return;
    each_choice(input, [&](const Packet& packet, std::size_t) {
      const Output& output = outputs_[packet.output];
      if (has_room(output)) next = std::min(next, std::max({from, packet.ready, input.free, output.free}));
    });
  });
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
