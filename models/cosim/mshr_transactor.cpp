#include "cosim/mshr_transactor.h"

#include <algorithm>
#include <string>
#include <utility>

#include "cosim/sizes.h"
#include "memory/passed_on.h"

namespace unibank::rtl {

namespace {

std::vector<Pin> pins_of_an_mshr() {
  return {{"req_valid", 1}, {"req_now", 1},   {"mem_valid", 1}, {"data_valid", 1},
          {"rsp_valid", 1}, {"rsp_name", 16}, {"rsp_answer", 2}, {"occupancy", 16}};
}

}  // namespace

MshrTransactor::MshrTransactor(const sc_core::sc_module_name& name, const MshrParameters& parameters,
                               const BlockOptions& options, std::unique_ptr<MshrBlock> pins)
    : sc_module(name),
      pins_(std::move(pins)),
      ports_(this, numbered_ports(parameters.ports)),
      memory_port_("memory", this),
      named_(pins_->names()),
      came_(pins_->most_entries()),
      check_(this->name(), name_of(options, "mshr"), options, false),
      watch_(this->name(), pins_of_an_mshr(), options),
      whole_("whole"),
      half_("half") {
  SC_HAS_PROCESS(MshrTransactor);
  const std::string block = name_of(options, "mshr");
  check_most(block, "mshr.entries", parameters.entries, pins_->most_entries());
  check_most(block, "mshr.merges", parameters.merges, pins_->most_merges());
  pins_->configure(parameters.entries, parameters.merges);
  if (check_.by_cycles()) model_ = std::make_unique<MshrCheck>(parameters);
  else if (check_.has_twin()) order_ = std::make_unique<MshrOrder>(parameters);
  // One name remains free: at most names() - 1 responses can be ready.
  for (unsigned one = pins_->names() - 1; one != 0; --one) free_names_.push_back(one);
  SC_METHOD(whole_cycle);
  sensitive << whole_;
  dont_initialize();
  SC_METHOD(half_cycle);
  sensitive << half_;
  dont_initialize();
}

MshrCounters MshrTransactor::counters() const {
  MshrCounters counters;
  counters.allocations = pins_->allocations();
  counters.merges = pins_->merges();
  counters.full_stalls = pins_->stalls();
  counters.reads = reads_;
  counters.writes = writes_;
  return counters;
}

tlm::tlm_sync_enum MshrTransactor::request(unsigned index, Payload& payload, tlm::tlm_phase& phase,
                                           sc_core::sc_time& delay) {
  ports_.check_begin(name(), index, phase);
  const tlm::tlm_response_status status = check_mshr_request(payload);
  if (status != tlm::TLM_OK_RESPONSE) return refuse(payload, phase, status);
  const Cycle now = current_cycle(), arrival = due_cycle(delay);
  payload.acquire();
  ++in_flight_;
  advance(now);
  last_.is(payload, arrival);
  if (arrival == now && !pins_->requested() && !free_names_.empty()) {
    present(index, payload);
    if (model_) compare(model_->asks(payload, now, pins_->room_now()));
    if (pins_->room_now()) {
      took(payload, now);
      send();
      show(now);
      schedule(now);
      phase = tlm::END_REQ;
      return tlm::TLM_UPDATED;
    }
    presented_ = index;
  }
  ports_.wait(index, payload, arrival);
  show(now);
  schedule(now);
  return tlm::TLM_ACCEPTED;
}

void MshrTransactor::request_blocking(unsigned /*port*/, Payload& payload) {
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  memory_port_->b_transport(payload, none);
}

unsigned MshrTransactor::request_debug(unsigned /*port*/, Payload& payload) {
  return memory_port_->transport_dbg(payload);
}

void MshrTransactor::present(unsigned port, Payload& payload) {
  const unsigned name = free_names_.back();
  free_names_.pop_back();
  named_[name] = {&payload, port};
  pins_->request({payload.is_write(), payload.get_address(), payload.get_data_length(), name,
                 goes_alone(payload)});
}

// Makes the edge into cycle `now`, if anything happens there; then begins that cycle.
void MshrTransactor::advance(Cycle now) {
  if (cycle_ == now) return;
  if (model_) compare(model_->ends(cycle_));
  const bool moves = pins_->requested() || pins_->has_data() || pins_->busy() || last_send_ == cycle_;
  const bool taken = presented_ != ports_.kNone && pins_->taken();
  cycle_ = now;
  if (moves) pins_->edge();
  if (model_) model_->begins(now);
  if (presented_ != ports_.kNone && model_) compare(model_->asks(*ports_.waiting(presented_), now, taken));
  if (model_) compare_counts(model_->counts(*pins_));
  if (!moves) return;
  if (taken) accepted();
  if (order_) compare_at_rest();
  give_answer();
  present_waiting(now);
  show(now);
  if ((pins_->to_memory().valid || (model_ && model_->sends_waiting())) && !unaccepted_) half_.notify(until_half(now));
}

// The request at the pins was accepted at an edge, so later than it arrived.
void MshrTransactor::accepted() {
  const unsigned port = presented_;
  presented_ = ports_.kNone;
  took(*ports_.waiting(port), cycle_);
  ports_.accept(port);
}

void MshrTransactor::took(Payload& payload, Cycle now) {
  if (order_) order_->takes(payload, now);
}

void MshrTransactor::compare_at_rest() const {
  if (in_flight_ == 0 && !pins_->requested() && !pins_->has_data() && !pins_->busy())
    compare_counts(order_->counts(*pins_));
}

// Presents the request of the higher port first, in the order of the Sm's stages.
void MshrTransactor::present_waiting(Cycle now) {
  if (pins_->requested() || free_names_.empty()) return;
  for (unsigned port = ports_.size(); port-- > 0;) {
    if (!ports_.waits(port, now)) continue;
    present(port, *ports_.waiting(port));
    presented_ = port;
    if (model_) compare(model_->asks(*ports_.waiting(port), now, pins_->room_now()));
    if (pins_->room_now()) accepted();
    return;
  }
}

void MshrTransactor::half_cycle() {
  const Cycle now = current_cycle();
  advance(now);
  send();
  schedule(now);
}

void MshrTransactor::send() {
  const MshrBlock::ToMemory what = pins_->to_memory();
  if (what.valid && !unaccepted_ && memory_free_ > cycle_) half_.notify(until_half(memory_free_));
  if (unaccepted_ || memory_free_ > cycle_ || last_send_ == cycle_) return;
  if (model_) compare(model_->sends(what, named_[what.name].payload, cycle_));
  if (!what.valid) return;
  const Cycle free = last_send_ == kNever ? 0 : std::max(memory_took_, last_send_ + 1);
  if (order_) compare(order_->sends(what, what.write ? named_[what.name].payload : nullptr, cycle_, free));
  MemoryRequest& request = prepare(what);
  pins_->memory_took();
  last_send_ = cycle_;
  ++(what.write ? writes_ : reads_);
  unaccepted_ = &request;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum status = memory_port_.send(request, phase, delay);
  if (status != tlm::TLM_ACCEPTED) unaccepted_ = nullptr;
  if (status == tlm::TLM_UPDATED) memory_free_ = memory_took_ = due_cycle(delay);
  if (memory_free_ > cycle_) half_.notify(until_half(memory_free_));
  if (status == tlm::TLM_COMPLETED) memory_due(request, std::max(due_cycle(delay), cycle_ + 1));
}

// A write is forwarded with the bytes and enables of the request itself, which this block owns until its response.
MshrTransactor::MemoryRequest& MshrTransactor::prepare(const MshrBlock::ToMemory& what) {
  MemoryRequest& request = *pool_.get();
  request.entry_or_name = what.write ? what.name : what.entry;
  request.passed_on = what.write;
  request.set_command(what.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  request.set_address(what.address);
  if (!what.write) {
    request.set_data_length(what.length);
    PayloadPool<MemoryRequest>::follow_values(request);
    return request;
  }
  Payload& write = *named_[what.name].payload;
  request.set_address(write.get_address());
  request.set_data_length(write.get_data_length());
  borrow_data(request, write);
  return request;
}

void MshrTransactor::answered(unsigned /*port*/, Payload& payload, const tlm::tlm_phase& phase,
                       const sc_core::sc_time& delay) {
  const Cycle now = current_cycle();
  if (unaccepted_ == &payload) {  // BEGIN_RESP implies END_REQ
    unaccepted_ = nullptr;
    memory_free_ = memory_took_ = due_cycle(delay);
    half_.notify(until_half(due_cycle(delay)));
  }
  if (phase != tlm::BEGIN_RESP) return;
  MemoryRequest& request = static_cast<MemoryRequest&>(payload);
  const Cycle due = due_cycle(delay);
  if (due > now) return memory_due(request, due);
  advance(now);
  data_came(request);
  schedule(now);
}

void MshrTransactor::memory_due(MemoryRequest& request, Cycle due) {
  due_.add(due, request);
  whole_.notify(until(due));
}

// Presents the data in the cycle of the pins. The RTL accepts one response per cycle.
void MshrTransactor::data_came(MemoryRequest& request) {
  if (pins_->has_data()) return memory_due(request, cycle_ + 1);
  if (!request.is_response_ok()) protocol_error(name(), ("memory answered " + request.get_response_string()).c_str());
  pins_->data(request.passed_on, request.entry_or_name);
  if (request.passed_on) {
    if (model_) model_->written(*named_[request.entry_or_name].payload, cycle_);
    if (order_) order_->written(*named_[request.entry_or_name].payload, cycle_);
    return_data(request);
  } else {
    came_[request.entry_or_name].take(request);
    if (model_) model_->data(request.entry_or_name, cycle_);
    if (order_) order_->data(request.entry_or_name, cycle_);
  }
  request.release();
  give_answer();
  show(cycle_);
}

// Gives one answer per cycle.
void MshrTransactor::give_answer() {
  const MshrBlock::Answer answer = pins_->answer();
  if (!answer.valid || last_answer_ == cycle_) return;
  last_answer_ = cycle_;
  const Named named = named_[answer.name];
  if (model_) {
    compare(model_->answers(named.payload, answer.answer, cycle_));
    check_.answered(cycle_, cycle_);
  }
  if (order_) {
    compare(order_->answers(named.payload, answer.answer, answer.entry, cycle_));
    check_.answered(cycle_, order_->due());
  }
  if (!named.payload) protocol_error(name(), "the RTL gives a response without a request");
  named_[answer.name].payload = nullptr;
  free_names_.push_back(answer.name);
  --in_flight_;
  if (named.payload->is_read() && writers_of(*named.payload)) came_[answer.entry].put(*named.payload);
  ports_.answer(named.port, *named.payload);
}

void MshrTransactor::whole_cycle() {
  const Cycle now = current_cycle();
  advance(now);
  while (MemoryRequest* request = due_.take(now)) data_came(*request);
  present_waiting(now);
  schedule(now);
}

// No edge is made only to remove a write's response from the pins after it has left: it would lengthen the simulation.
void MshrTransactor::schedule(Cycle now) {
  Cycle next = std::min(due_.next(), ports_.next(now));
  const bool data = pins_->has_data_of_read() || (pins_->has_data() && in_flight_ != 0);
  if (pins_->requested() || data || pins_->busy() || last_send_ == cycle_) next = now + 1;
  if (model_ && model_->busy()) next = now + 1;
  if (next != kNever) whole_.notify(until(next));
}

void MshrTransactor::compare(const std::string& difference) const {
  if (!difference.empty()) watch_.differ(cycle_, difference);
}

void MshrTransactor::compare_counts(const std::string& difference) const {
  if (!difference.empty()) compare(after(last_) + difference);
}

void MshrTransactor::no_progress() const {
  if (!order_) return;
  const Cycle now = current_cycle();
  const bool memory_free = !unaccepted_ && memory_free_ <= now;
  const Payload* const at_pins = presented_ == ports_.kNone ? nullptr : ports_.waiting(presented_);
  const std::string owed = order_->owed(at_pins, memory_free);
  if (!owed.empty()) watch_.differ(now, owed);
}

void MshrTransactor::show(Cycle now) {
  if (watcher_) watcher_();
  if (!watch_.on()) return;
  const MshrBlock::Answer answer = pins_->answer();
  watch_.show(now, {pins_->requested(), pins_->room_now(), pins_->to_memory().valid, pins_->has_data(), answer.valid,
                    answer.name, answer.answer, pins_->occupancy()});
}

}  // namespace unibank::rtl
