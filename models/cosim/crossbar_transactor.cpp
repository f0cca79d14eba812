#include "cosim/crossbar_transactor.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cosim/request_text.h"
#include "cosim/sizes.h"

namespace unibank::rtl {

namespace {

std::vector<std::uint64_t> ends_of(const CrossbarParameters& parameters) {
  std::vector<std::uint64_t> ends;
  std::uint64_t end = 0;
  for (const std::uint64_t bytes : parameters.range_bytes) ends.push_back(end += bytes);
  return ends;
}

// For each port the requests and responses of a cycle, and the data of its first responding lane.
std::vector<Pin> pins_of_a_crossbar(const CrossbarBlock& pins) {
  std::vector<Pin> result;
  const auto each = [&](const char* before, const char* behind, unsigned bits) {
    for (unsigned port = 0; port < pins.most_ports(); ++port)
      result.push_back({before + std::to_string(port) + behind, bits});
  };
  each("req", "", 3);
  each("rsp", "", 3);
  for (unsigned port = 0; port < pins.most_ports(); ++port) {
    for (const char* half : {"_data_low", "_data_high"}) result.push_back({"rsp" + std::to_string(port) + half, 64});
  }
  return result;
}

}  // namespace

CrossbarTransactor::CrossbarTransactor(const sc_core::sc_module_name& name, const CrossbarParameters& parameters,
                                       const BlockOptions& options, std::unique_ptr<CrossbarBlock> pins)
    : sc_module(name),
      ends_(ends_of(parameters)),
      count_(parameters.ports),
      ranges_(static_cast<unsigned>(ends_.size())),
      pins_(std::move(pins)),
      ports_(this, numbered_ports(parameters.ports)),
      passed_(pins_->names()),
      turns_(parameters.ports),
      delivered_(parameters.ports),
      check_(this->name(), name_of(options, "crossbar"), options, false),
      watch_(this->name(), pins_of_a_crossbar(*pins_), options),
      whole_("whole"),
      half_("half") {
  SC_HAS_PROCESS(CrossbarTransactor);
  const std::string block = name_of(options, "crossbar");
  check_most(block, "the number of ports", parameters.ports, pins_->most_ports());
  check_most(block, "the number of ranges of a port", ranges_, pins_->most_ranges());
  pins_->configure(ends_);
  for (unsigned i = 0; i < parameters.ports * ranges_; ++i) {
    const std::string socket = "to" + std::to_string(i / ranges_) + "_" + std::to_string(i % ranges_);
    initiators_.push_back(std::make_unique<InitiatorPort<CrossbarTransactor>>(socket.c_str(), this, i));
  }
  for (unsigned one = pins_->names(); one-- > 0;) free_names_.push_back(one);
  SC_METHOD(whole_cycle);
  sensitive << whole_;
  dont_initialize();
  SC_METHOD(half_cycle);
  sensitive << half_;
  dont_initialize();
}

tlm::tlm_sync_enum CrossbarTransactor::request(unsigned port, Payload& payload, tlm::tlm_phase& phase,
                                        sc_core::sc_time& delay) {
  ports_.check_begin(name(), port, phase);
  if (payload.get_address() >= ends_.back()) return refuse(payload, phase, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  const Cycle now = current_cycle(), arrival = due_cycle(delay);
  payload.acquire();
  advance(now);
  if (arrival == now && pins_->requests(port) < pins_->lanes()) {
    const tlm::tlm_sync_enum status = pass(port, payload, delay);
    show(now);
    phase = status == tlm::TLM_ACCEPTED ? tlm::BEGIN_REQ : tlm::END_REQ;
    return status;
  }
  const Cycle next = std::max(arrival, now + 1);
  ports_.wait(port, payload, next);
  half_.notify(until_half(next));
  return tlm::TLM_ACCEPTED;
}

// The socket that the RTL selects, with the address there.
InitiatorPort<CrossbarTransactor>* CrossbarTransactor::route(unsigned port, Payload& payload) {
  const std::uint64_t address = payload.get_address();
  const CrossbarBlock::Route found = pins_->request(port, static_cast<std::uint32_t>(address));
  const auto range = static_cast<unsigned>(std::upper_bound(ends_.begin(), ends_.end(), address) - ends_.begin());
  const std::uint64_t relative = address - (range == 0 ? 0 : ends_[range - 1]);
  if (check_.has_twin() && (found.none || found.range != range || found.address != relative)) {
    watch_.differ(cycle_, "address " + std::to_string(address) + " of port " + std::to_string(port) +
                              ": the model selects " + std::to_string(relative) + " of range " +
                              std::to_string(range) + ", the RTL " + std::to_string(found.address) + " of range " +
                              std::to_string(found.range) + (found.none ? ", which does not exist" : ""));
  }
  payload.set_address(found.address);
  return initiators_[port * ranges_ + std::min(found.range, ranges_ - 1)].get();
}

tlm::tlm_sync_enum CrossbarTransactor::pass(unsigned port, Payload& payload, sc_core::sc_time& delay) {
  if (free_names_.empty()) protocol_error(name(), "more requests are under way than the RTL has names");
  Passed& passed = passed_[free_names_.back()];
  free_names_.pop_back();
  passed = {&payload, port, payload.get_address()};
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  const tlm::tlm_sync_enum status = route(port, payload)->send(payload, phase, delay);
  passed.accepted = status != tlm::TLM_ACCEPTED;
  if (status == tlm::TLM_COMPLETED) bank_answered(passed, due_cycle(delay));
  delay = sc_core::SC_ZERO_TIME;
  return passed.accepted ? tlm::TLM_UPDATED : tlm::TLM_ACCEPTED;
}

void CrossbarTransactor::request_blocking(unsigned port, Payload& payload) {
  if (payload.get_address() >= ends_.back()) return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  if (free_names_.size() != pins_->names())
    protocol_error(name(), "b_transport came between a request and its answer");
  if (pins_->requests(port) == pins_->lanes()) pins_->edge();
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  (*route(port, payload))->b_transport(payload, none);
}

void CrossbarTransactor::answered(unsigned /*initiator*/, Payload& payload, const tlm::tlm_phase& phase,
                           const sc_core::sc_time& delay) {
  Passed& passed = passed_as(payload);
  if (!passed.accepted) {  // BEGIN_RESP implies END_REQ
    passed.accepted = true;
    ports_.end_request(passed.port, payload);
  }
  if (phase == tlm::BEGIN_RESP) bank_answered(passed, due_cycle(delay));
}

CrossbarTransactor::Passed& CrossbarTransactor::passed_as(Payload& payload) {
  const auto found = std::find_if(passed_.begin(), passed_.end(),
                                  [&payload](const Passed& passed) { return passed.payload == &payload; });
  if (found == passed_.end()) protocol_error(name(), "a response came for a request that was not sent");
  return *found;
}

void CrossbarTransactor::bank_answered(Passed& passed, Cycle due) {
  const Cycle now = current_cycle();
  advance(now);
  if (due > now) due_.add(due, passed);
  else present(passed);
  schedule(now);
}

// Presents a response at the pins in their cycle; if the port has no free lane, a cycle later.
void CrossbarTransactor::present(Passed& passed) {
  if (pins_->answers(passed.port) == pins_->lanes()) return due_.add(cycle_ + 1, passed);
  CrossbarBlock::Bytes bytes{};
  const Payload& payload = *passed.payload;
  if (payload.is_read())
    std::memcpy(bytes.data(), payload.get_data_ptr(), std::min<std::size_t>(bytes.size(), payload.get_data_length()));
  passed.bytes = bytes;
  passed.due = cycle_ + 1;
  passed.turn = turns_[passed.port]++;
  ++inside_;
  pins_->answer(passed.port, static_cast<unsigned>(&passed - passed_.data()), bytes);
}

// Makes the edge into cycle `now`, if anything happens there; then begins that cycle.
void CrossbarTransactor::advance(Cycle now) {
  if (cycle_ == now) return;
  const bool moves = pins_->busy() || inside_ != 0;
  cycle_ = now;
  if (moves) pins_->edge();
  for (unsigned port = 0; moves && port < ports_.size(); ++port) {
    for (unsigned lane = 0; lane < pins_->lanes(); ++lane) {
      if (pins_->answers_out(port, lane)) deliver(port, lane);
    }
  }
  if (check_.by_cycles()) check_delivered(now);
  while (Passed* passed = due_.take(now)) present(*passed);
  if (moves) show(now);
}

void CrossbarTransactor::deliver(unsigned port, unsigned lane) {
  const unsigned one = pins_->name_out(port, lane);
  const CrossbarBlock::Bytes bytes = pins_->bytes_out(port, lane);
  if (one >= passed_.size()) protocol_error(name(), "the RTL gives an answer with a name that it does not have");
  Passed& passed = passed_[one];
  if (check_.has_twin()) compare(passed, port, one, bytes);
  if (!passed.payload || passed.port != port || passed.due == kNever)
    protocol_error(name(), "the RTL gives a response without a request");
  ++delivered_[port];
  --inside_;
  Payload& payload = *passed.payload;
  passed.payload = nullptr;
  free_names_.push_back(one);
  if (payload.is_read())
    std::memcpy(payload.get_data_ptr(), bytes.data(), std::min<std::size_t>(bytes.size(), payload.get_data_length()));
  ports_.answer(passed.port, payload);
}

// A port returns the responses in the order in which they entered; a comparison by cycles expects them after the next
// edge.
void CrossbarTransactor::compare(const Passed& passed, unsigned port, unsigned one, const CrossbarBlock::Bytes& bytes) {
  const bool known = passed.payload && passed.port == port && passed.due != kNever && passed.turn == delivered_[port];
  if (!known || passed.bytes != bytes || (check_.by_cycles() && passed.due != cycle_)) {
    watch_.differ(cycle_, "port " + std::to_string(port) + ": the RTL answers the request of name " +
                              std::to_string(one) + ", which is not the model's next answer, or with other bytes");
  }
  check_.answered(cycle_, passed.due);
}

void CrossbarTransactor::check_delivered(Cycle now) const {
  for (const Passed& passed : passed_) {
    if (!passed.payload || passed.due > now) continue;
    const Payload& payload = *passed.payload;
    watch_.differ(now, "port " + std::to_string(passed.port) + ": the model answers the " +
                           request_text(payload.is_write(), passed.address, payload.get_data_length()) +
                           " in cycle " + std::to_string(passed.due) + ", the RTL does not");
  }
}

void CrossbarTransactor::whole_cycle() {
  const Cycle now = current_cycle();
  advance(now);
  schedule(now);
}

// Accepts requests that had no lane when they arrived.
void CrossbarTransactor::half_cycle() {
  const Cycle now = current_cycle();
  advance(now);
  for (unsigned port = 0; port < ports_.size(); ++port) {
    if (!ports_.waits(port, now)) continue;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    Payload& payload = ports_.take(port);
    if (pass(port, payload, delay) == tlm::TLM_UPDATED) ports_.end_request(port, payload);
  }
  const Cycle next = ports_.next(now);
  if (next != kNever) half_.notify(until_half(next));
  schedule(now);
}

// No edge is made only to remove requests or responses from the pins: it would lengthen the simulation.
void CrossbarTransactor::schedule(Cycle now) {
  const Cycle next = inside_ != 0 ? now + 1 : due_.next();
  if (next != kNever) whole_.notify(until(std::max(next, now + 1)));
}

void CrossbarTransactor::show(Cycle now) {
  if (!watch_.on()) return;
  PinValues requests, answers, data;
  for (unsigned port = 0; port < pins_->most_ports(); ++port) {
    requests.push_back(pins_->requests(port));
    std::uint64_t out = 0, halves[2] = {};
    for (unsigned lane = 0; lane < pins_->lanes(); ++lane) {
      if (!pins_->answers_out(port, lane)) continue;
      const CrossbarBlock::Bytes bytes = pins_->bytes_out(port, lane);
      if (out++ == 0) std::memcpy(halves, bytes.data(), sizeof halves);
    }
    answers.push_back(out);
    data.insert(data.end(), halves, halves + 2);
  }
  requests.insert(requests.end(), answers.begin(), answers.end());
  requests.insert(requests.end(), data.begin(), data.end());
  watch_.show(now, requests);
  watch_.show(now + 1, PinValues(requests.size(), 0));
}

}  // namespace unibank::rtl
