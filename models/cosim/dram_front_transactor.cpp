#include "cosim/dram_front_transactor.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "cosim/check_mode.h"
#include "cosim/sizes.h"
#include "tlm/time.h"

namespace unibank::rtl {

namespace {

// Throws InputError if the design exceeds the RTL's size.
const DramParameters& checked(const DramParameters& parameters, const std::string& block, const DramFrontBlock& pins) {
  check_most(block, "the number of ports", parameters.ports, pins.most_ports());
  check_most(block, "dram.queue", parameters.queue, pins.most_queue());
  check_most(block, "dram.latency", parameters.latency, pins.most_cycles());
  const DramChannelCore at_least_one_of_each(parameters);
  // For the shortest reads: as many per cycle as ports and bandwidth allow, and the waiting ones.
  const std::uint64_t bytes = std::min(parameters.ports * kSectorBytes, parameters.bytes_per_cycle);
  check_most(block, "the number of requests on their way",
             parameters.queue + parameters.latency * bytes / kSectorBytes + 2, pins.names());
  return parameters;
}

std::vector<Pin> pins_of_a_front(const DramFrontBlock& pins) {
  return {{"req_valid", 1}, {"req_ready", 1}, {"rsp_valid", pins.most_ports()}, {"rsp_write", pins.most_ports()},
          {"rsp_name", 10}, {"depth", 7}};
}

std::string text_of(const Payload* payload) {
  if (!payload) return "no request";
  std::ostringstream text;
  text << "the " << (payload->is_write() ? "write" : "read") << " of " << payload->get_data_length() << " bytes at 0x"
       << std::hex << payload->get_address();
  return text.str();
}

// The edges of the cycles before `now` in which only a transfer has started.
void advance(DramFrontBlock& pins, Cycle now) {
  while (pins.next_start() < now) {
    pins.cycle(pins.next_start());
    pins.edge();
  }
  pins.cycle(now);
}

}  // namespace

DramFrontTransactor::DramFrontTransactor(const sc_core::sc_module_name& name, const DramParameters& parameters,
                                         const BlockOptions& options, std::unique_ptr<DramFrontBlock> pins)
    : DramModule(name, parameters.ports),
      pins_(std::move(pins)),
      ports_(parameters.ports),
      named_(pins_->names()),
      watch_(this->name(), pins_of_a_front(*pins_), options) {
  expect_check_by(name_of(options, "dram_front"), options, false, false);
  pins_->configure(checked(parameters, name_of(options, "dram_front"), *pins_));
  for (unsigned one = pins_->names(); one-- > 0;) free_names_.push_back(one);
  if (options.check) model_ = std::make_unique<Model>(parameters);
}

unsigned DramFrontTransactor::queue_depth() const {
  advance(*pins_, current_cycle());
  return pins_->depth();
}

Cycle DramFrontTransactor::run(Cycle now) {
  advance(*pins_, now);
  give_answers(now);
  accept_requests(now);
  show(now);
  pins_->edge();
  Cycle due = pins_->next_answer();
  if (model_) {
    compare_counters(now);
    due = std::min(due, model_->next_answer());
  }
  const Cycle answer = due == kNever ? kNever : std::max(due, now + 1);
  return std::min(answer, next_request(now, pins_->ready() ? 0 : pins_->next_start()));
}

Cycle DramFrontTransactor::Model::next_answer() const {
  Cycle next = kNever;
  for (const auto& port : answers) {
    if (!port.empty()) next = std::min(next, port.begin()->first.first);
  }
  return next;
}

// One per port; they leave the pins at the cycle's first edge.
void DramFrontTransactor::give_answers(Cycle now) {
  pins_->take_answers();
  for (unsigned port = 0; port < ports_; ++port) {
    const DramFrontBlock::Answer found = pins_->answer(port);
    Payload* const payload = found.valid ? named_[found.name] : nullptr;
    if (model_) compare_answer(port, payload, now);
    if (!payload) continue;
    named_[found.name] = nullptr;
    free_names_.push_back(found.name);
    answer(port, *payload);
  }
}

bool DramFrontTransactor::has_room(Cycle now) {
  if (pins_->requested()) {
    if (ports_ == 1) return false;
    show(now);
    pins_->edge();
  }
  const bool room = pins_->ready();
  if (model_ && model_->core.has_room(now) != room) {
    watch_.differ(now, std::string("the model has ") + (room ? "no " : "") + "room for a request, the RTL has " +
                           (room ? "some" : "none"));
  }
  return room;
}

void DramFrontTransactor::take(unsigned port, Payload& payload, Cycle now) {
  const unsigned sectors = touched_sectors(payload.get_address(), payload.get_data_length(),
                                           payload.get_byte_enable_ptr(), payload.get_byte_enable_length());
  const unsigned name = free_names_.back();
  free_names_.pop_back();
  named_[name] = &payload;
  serve(payload);
  pins_->request(port, payload.is_write(), sectors, name);
  if (!model_) return;
  model_->answers[port][{model_->core.accept(now, payload.is_write(), sectors), model_->order++}] = &payload;
}

void DramFrontTransactor::compare_answer(unsigned port, const Payload* found, Cycle now) {
  auto& answers = model_->answers[port];
  const auto first = answers.begin();
  const bool due = first != answers.end() && first->first.first <= now;
  const Payload* const expected = due ? first->second : nullptr;
  if (found != expected)
    watch_.differ(now, "the model answers " + text_of(expected) + "; the RTL answers " + text_of(found));
  if (due) answers.erase(first);
}

void DramFrontTransactor::compare_counters(Cycle now) const {
  if (pins_->counters() != model_->core.counters())
    watch_.differ(now, "the numbers of requests, bytes or busy cycles differ");
  const unsigned expected = model_->core.depth(now);
  if (pins_->depth() != expected) {
    watch_.differ(now, "requests that wait: the model has " + std::to_string(expected) + ", the RTL " +
                           std::to_string(pins_->depth()));
  }
}

// The first of several requests, or responses, of a cycle. After the edge the pins are idle.
void DramFrontTransactor::show(Cycle now) {
  if (!watch_.on() || shown_ == now) return;
  shown_ = now;
  PinValues values = {pins_->requested(), pins_->ready(), 0, 0, 0, pins_->depth()};
  for (unsigned port = ports_; port-- > 0;) {
    const DramFrontBlock::Answer answer = pins_->answer(port);
    values[2] |= std::uint64_t{answer.valid} << port;
    values[3] |= std::uint64_t{answer.write} << port;
    if (answer.valid) values[4] = answer.name;
  }
  watch_.show(now, values);
  values[0] = values[2] = 0;
  watch_.show(now + 1, values);
}

}  // namespace unibank::rtl
