#include "rtl/dram_front_transactor.h"

#include <algorithm>
#include <sstream>

#include "base/input_error.h"
#include "tlm/time.h"

namespace unibank::rtl {

namespace {

void check_most(const char* what, std::uint64_t design, std::uint64_t built) {
  if (design <= built) return;
  throw InputError("dram_front as RTL: " + std::string(what) + " is " + std::to_string(design) +
                   ", the RTL has been built with " + std::to_string(built));
}

DramParameters checked(const DramParameters& parameters) {
  check_most("the number of ports", parameters.ports, DramFrontPins::kPorts);
  check_most("dram.queue", parameters.queue, DramFrontPins::kQueue);
  check_most("dram.latency", parameters.latency, DramFrontPins::kMostCycles);
  const DramChannelCore at_least_one_of_each(parameters);
  // Of the shortest reads, as many a cycle as ports and bandwidth take, and those that wait.
  const std::uint64_t bytes = std::min(parameters.ports * kSectorBytes, parameters.bytes_per_cycle);
  check_most("the number of requests on their way", parameters.queue + parameters.latency * bytes / kSectorBytes + 2,
             DramFrontPins::kNames);
  return parameters;
}

std::vector<Pin> pins_of_a_front() {
  return {{"req_valid", 1}, {"req_ready", 1}, {"rsp_valid", DramFrontPins::kPorts},
          {"rsp_write", DramFrontPins::kPorts}, {"rsp_name", 10}, {"depth", 7}};
}

std::string text_of(const Payload* payload) {
  if (!payload) return "nobody";
  std::ostringstream text;
  text << "the " << (payload->is_write() ? "write" : "read") << " of " << payload->get_data_length() << " bytes at 0x"
       << std::hex << payload->get_address();
  return text.str();
}

// The edges of the cycles before `now` in which a transfer has started and nothing else has happened.
void advance(DramFrontPins& pins, Cycle now) {
  while (pins.next_start() < now) {
    pins.cycle(pins.next_start());
    pins.edge();
  }
  pins.cycle(now);
}

}  // namespace

DramFrontRtl::DramFrontRtl(const sc_core::sc_module_name& name, const DramParameters& parameters,
                           const BlockOptions& options)
    : DramModule(name, parameters.ports),
      pins_(checked(parameters), options.fault),
      ports_(parameters.ports),
      named_(DramFrontPins::kNames),
      watch_(this->name(), pins_of_a_front(), options) {
  for (unsigned one = DramFrontPins::kNames; one-- > 0;) free_names_.push_back(one);
  if (options.check) model_ = std::make_unique<Model>(parameters);
}

unsigned DramFrontRtl::queue_depth() const {
  advance(pins_, current_cycle());
  return pins_.depth();
}

Cycle DramFrontRtl::run(Cycle now) {
  advance(pins_, now);
  give_answers(now);
  accept_requests(now);
  show(now);
  pins_.edge();
  Cycle due = pins_.next_answer();
  if (model_) {
    compare_counters(now);
    due = std::min(due, model_->next_answer());
  }
  const Cycle answer = due == kNever ? kNever : std::max(due, now + 1);
  return std::min(answer, next_request(now, pins_.ready() ? 0 : pins_.next_start()));
}

Cycle DramFrontRtl::Model::next_answer() const {
  Cycle next = kNever;
  for (const auto& port : answers) {
    if (!port.empty()) next = std::min(next, port.begin()->first.first);
  }
  return next;
}

// One a port; they leave the pins at the cycle's first edge.
void DramFrontRtl::give_answers(Cycle now) {
  pins_.take_answers();
  for (unsigned port = 0; port < ports_; ++port) {
    const DramFrontPins::Answer found = pins_.answer(port);
    Payload* const payload = found.valid ? named_[found.name] : nullptr;
    if (model_) compare_answer(port, payload, now);
    if (!payload) continue;
    named_[found.name] = nullptr;
    free_names_.push_back(found.name);
    answer(port, *payload);
  }
}

bool DramFrontRtl::has_room(Cycle now) {
  if (pins_.requested()) {
    if (ports_ == 1) return false;
    show(now);
    pins_.edge();
  }
  const bool room = pins_.ready();
  if (model_ && model_->core.has_room(now) != room) {
    watch_.differ(now, std::string("the model has ") + (room ? "no " : "") + "room for a request, the RTL has " +
                           (room ? "some" : "none"));
  }
  return room;
}

void DramFrontRtl::take(unsigned port, Payload& payload, Cycle now) {
  const unsigned sectors = touched_sectors(payload.get_address(), payload.get_data_length(),
                                           payload.get_byte_enable_ptr(), payload.get_byte_enable_length());
  const unsigned name = free_names_.back();
  free_names_.pop_back();
  named_[name] = &payload;
  serve(payload);
  pins_.request(port, payload.is_write(), sectors, name);
  if (!model_) return;
  model_->answers[port][{model_->core.accept(now, payload.is_write(), sectors), model_->order++}] = &payload;
}

void DramFrontRtl::compare_answer(unsigned port, const Payload* found, Cycle now) {
  auto& answers = model_->answers[port];
  const auto first = answers.begin();
  const bool due = first != answers.end() && first->first.first <= now;
  const Payload* const expected = due ? first->second : nullptr;
  if (found != expected)
    watch_.differ(now, "the model answers " + text_of(expected) + "; the RTL answers " + text_of(found));
  if (due) answers.erase(first);
}

void DramFrontRtl::compare_counters(Cycle now) const {
  if (pins_.counters() != model_->core.counters())
    watch_.differ(now, "requests, bytes or busy cycles are not as many");
  const unsigned expected = model_->core.depth(now);
  if (pins_.depth() != expected) {
    watch_.differ(now, "requests that wait: the model has " + std::to_string(expected) + ", the RTL " +
                           std::to_string(pins_.depth()));
  }
}

// Of several requests, or answers, of a cycle the first. Behind the edge nothing stands at the pins.
void DramFrontRtl::show(Cycle now) {
  if (!watch_.on() || shown_ == now) return;
  shown_ = now;
  PinValues values = {pins_.requested(), pins_.ready(), 0, 0, 0, pins_.depth()};
  for (unsigned port = ports_; port-- > 0;) {
    const DramFrontPins::Answer answer = pins_.answer(port);
    values[2] |= std::uint64_t{answer.valid} << port;
    values[3] |= std::uint64_t{answer.write} << port;
    if (answer.valid) values[4] = answer.name;
  }
  watch_.show(now, values);
  values[0] = values[2] = 0;
  watch_.show(now + 1, values);
}

}  // namespace unibank::rtl
