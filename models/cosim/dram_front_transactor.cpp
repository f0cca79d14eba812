#include "cosim/dram_front_transactor.h"

#include <algorithm>
#include <sstream>
#include <utility>

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
  // The number of outstanding requests is largest for the shortest reads: as many per cycle as ports and bandwidth
  // allow, and those that wait.
  const std::uint64_t bytes = std::min(parameters.ports * kSectorBytes, parameters.bytes_per_cycle);
  check_most(block, "the number of requests on their way",
             parameters.queue + parameters.latency * bytes / kSectorBytes + 2, pins.names());
  return parameters;
}

// A design's latency and bandwidth are values of the block (dram.model = "fixed-latency").
DramParameters complete(const DramParameters& machine, const BlockOptions& options) {
  return options.values.empty() ? machine : with_fixed_latency(machine, options.values);
}

std::vector<Pin> pins_of_a_front(const DramFrontBlock& pins) {
  unsigned depth_bits = 1;
  while (pins.most_queue() >> depth_bits != 0) ++depth_bits;
  return {{"req_valid", 1}, {"req_ready", 1}, {"rsp_valid", pins.most_ports()}, {"rsp_write", pins.most_ports()},
          {"rsp_name", 10}, {"depth", depth_bits}};
}

std::string text_of(const Payload* payload) {
  if (!payload) return "no request";
  std::ostringstream text;
  text << "the " << (payload->is_write() ? "write" : "read") << " of " << payload->get_data_length() << " bytes at 0x"
       << std::hex << payload->get_address();
  return text.str();
}

// Makes the edges of the cycles before `now` in which only a transfer has started.
void advance(DramFrontBlock& pins, Cycle now) {
  while (pins.next_start() < now) {
    pins.cycle(pins.next_start());
    pins.edge();
  }
  pins.cycle(now);
}

}  // namespace

DramFrontTransactor::DramFrontTransactor(const sc_core::sc_module_name& name, const DramParameters& machine,
                                         const BlockOptions& options, std::unique_ptr<DramFrontBlock> pins)
    : DramModule(name, machine.ports),
      pins_(std::move(pins)),
      ports_(machine.ports),
      named_(pins_->names()),
      check_(this->name(), name_of(options, "dram_front"), options, false),
      watch_(this->name(), pins_of_a_front(*pins_), options) {
  const DramParameters parameters = complete(machine, options);
  pins_->configure(checked(parameters, name_of(options, "dram_front"), *pins_));
  for (unsigned one = pins_->names(); one-- > 0;) free_names_.push_back(one);
  if (check_.has_twin()) model_ = std::make_unique<Model>(parameters, !check_.by_cycles());
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
    if (check_.by_cycles()) due = std::min(due, model_->next_answer());
  }
  const Cycle answer = due == kNever ? kNever : std::max(due, now + 1);
  return std::min(answer, next_request(now, pins_->ready() ? 0 : pins_->next_start()));
}

DramFrontTransactor::Model::Model(const DramParameters& parameters, bool checks_order)
    : core(parameters), by_order(checks_order), ports(parameters.ports) {}

Cycle DramFrontTransactor::Model::next_answer() const {
  Cycle next = kNever;
  for (const Port& port : ports) {
    if (!port.answers.empty()) next = std::min(next, port.answers.begin()->first.first);
  }
  return next;
}

void DramFrontTransactor::Model::accept(unsigned index, const Payload& payload, unsigned sectors, Cycle now) {
  Port& port = ports[index];
  port.answers[{core.accept(now, payload.is_write(), sectors), ++order}] = &payload;
  if (by_order) port.open[payload.is_write()].push_back({&payload, order});
}

// Gives the responses of the native channel up to cycle `now`.
void DramFrontTransactor::Model::give(Port& port, Cycle now) {
  while (!port.answers.empty()) {
    const auto first = port.answers.begin();
    const Cycle at = std::max(first->first.first, port.next);
    if (at > now) return;
    port.given[first->first.second] = at;
    port.next = at + 1;
    port.answers.erase(first);
  }
}

// Gives one answer per port; the answers leave the pins at the cycle's first edge.
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
  if (check_.by_cycles() && model_->core.has_room(now) != room) {
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
  if (model_) model_->accept(port, payload, sectors, now);
  last_.is(payload, now);
}

void DramFrontTransactor::compare_answer(unsigned port, const Payload* found, Cycle now) {
  if (!check_.by_cycles()) {
    if (found) compare_order(port, *found, now);
    return;
  }
  auto& answers = model_->ports[port].answers;
  const auto first = answers.begin();
  const bool due = first != answers.end() && first->first.first <= now;
  const Payload* const expected = due ? first->second : nullptr;
  if (found != expected)
    watch_.differ(now, "the model answers " + text_of(expected) + "; the RTL answers " + text_of(found));
  if (found) check_.answered(now, now);
  if (due) answers.erase(first);
}

// The oldest request that the native channel would have answered.
void DramFrontTransactor::no_progress() const {
  if (!model_) return;
  const Cycle now = current_cycle();
  for (Model::Port& port : model_->ports) {
    model_->give(port, now);
    for (const std::deque<Asked>& open : port.open) {
      const auto given = open.empty() ? port.given.end() : port.given.find(open.front().order);
      if (given == port.given.end()) continue;
      watch_.differ(now, "no answer to " + text_of(open.front().payload) + ", which the model answers in cycle " +
                             std::to_string(given->second));
    }
  }
  if (free_names_.size() == named_.size() && !pins_->ready())
    watch_.differ(now, after(last_) + "the RTL has answered all requests and takes no other");
}

// Expects the reads of a port in their order, and the writes of a port in theirs.
void DramFrontTransactor::compare_order(unsigned index, const Payload& found, Cycle now) {
  Model::Port& port = model_->ports[index];
  std::deque<Asked>& open = port.open[found.is_write()];
  const Payload* const expected = open.empty() ? nullptr : open.front().payload;
  if (&found != expected)
    watch_.differ(now, "the model's next answer is to " + text_of(expected) + "; the RTL answers " + text_of(&found));
  model_->give(port, now);
  const auto given = port.given.find(open.front().order);
  check_.answered(now, given == port.given.end() ? now : given->second);
  open.pop_front();
  // Responses of the native channel that come after those of the RTL are not needed any more.
  std::uint64_t oldest = model_->order + 1;
  for (const std::deque<Asked>& kind : port.open) {
    if (!kind.empty()) oldest = std::min(oldest, kind.front().order);
  }
  port.given.erase(port.given.begin(), port.given.lower_bound(oldest));
}

// A comparison by order compares counters only while the channel is idle, and never its busy cycles: these depend on
// which requests were in the channel at the same time.
void DramFrontTransactor::compare_counters(Cycle now) const {
  if (!check_.by_cycles()) {
    if (free_names_.size() != named_.size()) return;
    DramChannelCounters expected = model_->core.counters();
    expected.busy_cycles = pins_->counters().busy_cycles;
    if (pins_->counters() != expected || pins_->depth() != 0)
      watch_.differ(now, after(last_) +
                             "every request is answered, but the numbers of requests or bytes differ, or one waits");
    return;
  }
  if (pins_->counters() != model_->core.counters())
    watch_.differ(now, after(last_) + "the numbers of requests, bytes or busy cycles differ");
  const unsigned expected = model_->core.depth(now);
  if (pins_->depth() != expected) {
    watch_.differ(now, after(last_) + "requests that wait: the model has " + std::to_string(expected) + ", the RTL " +
                           std::to_string(pins_->depth()));
  }
}

// Shows the first of several requests, or responses, of a cycle. After the edge the pins are idle.
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
