#include "cosim/tag_array_transactor.h"

#include <sstream>
#include <utility>

#include "cosim/sizes.h"
#include "policy/kept_states.h"
#include "policy/line_state.h"

namespace unibank::rtl {

namespace {

constexpr unsigned kMostLookupEdges = 1000;  // limit for a request by b_transport

const std::vector<std::string> kOperations = {"lookup", "fill",  "invalidate", "set_state", "probe",
                                              "store",  "clean", "claim",      "mark"};

std::vector<Pin> pins_of(const TagArrayBlock& block) {
  std::vector<Pin> pins = {{"req_valid", 1},        {"req_op", 4, kOperations}, {"req_state", 4}, {"req_line", 49},
                           {"rsp_valid", 1},        {"rsp_hit", 1},             {"rsp_way", 8},   {"rsp_set", 16},
                           {"rsp_state", 4},        {"rsp_victim_valid", 1},    {"rsp_victim_state", 4},
                           {"rsp_victim_line", 49}};
  if (block.lanes() > 1) pins.insert(pins.end(), {{"req_lanes", 8}, {"rsp_lanes", 8}});  // how many requests and
                                                                                         // responses; the other pins
                                                                                         // show the first
  for (Pin& own : block.own_pins()) pins.push_back(std::move(own));
  return pins;
}

unsigned check_parameters(const TagArrayParameters& parameters, const std::string& name, const TagArrayBlock& block) {
  check_most(name, "cache.ways", parameters.ways, block.most_ways());
  if (parameters.lookups > block.lanes()) {
    throw InputError(name + " as RTL: cache.lookups_per_cycle x cache.tag_banks is " +
                     std::to_string(parameters.lookups) + ", the RTL answers " +
                     (block.lanes() == 1 ? "one lookup" : std::to_string(block.lanes()) + " lookups") + " per cycle");
  }
  if (parameters.replacement && !dynamic_cast<const KeptStates*>(parameters.replacement))
    throw InputError(name + " as RTL: a policy of the design has its own replacement, the RTL has only LRU");
  return parameters.ways;
}

std::uint16_t kept_states(const Replacement* replacement) {
  const auto* const states = dynamic_cast<const KeptStates*>(replacement);
  return states ? states->kept() : 0;
}

// OK when the register map allows the request.
tlm::tlm_response_status check_request(const Payload& payload) {
  if (!payload.is_read()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (payload.get_data_length() != kTagAnswerBytes) return tlm::TLM_BURST_ERROR_RESPONSE;
  const bool known = payload.get_address() >> 60 <= static_cast<std::uint64_t>(TagOperation::kMark);
  return known ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE;
}

std::string text_of(const TagResult& result) {
  std::ostringstream text;
  text << (result.hit ? "hit" : "miss") << ", set " << result.set << ", way ";
  if (result.way == TagResult::kNoWay) text << "none";
  else text << unsigned{result.way};
  text << ", state " << unsigned{result.state};
  if (result.victim_valid) text << ", victim of state " << unsigned{result.victim_state};
  text << ", address 0x" << std::hex << result.victim_address;
  return text.str();
}

std::string text_of(std::uint64_t word) {
  std::ostringstream text;
  text << kOperations[word >> 60] << " of 0x" << std::hex << (word & kTagAddressMask) << " with state " << std::dec
       << (word >> 56 & 15);
  return text.str();
}

// A request by its address and its cycle.
std::string came(std::uint64_t word, Cycle arrival) {
  return text_of(word) + ", which came in cycle " + std::to_string(arrival);
}

std::string text_of(const TagCounters& counters) {
  return std::to_string(counters.lookups) + " lookups, " + std::to_string(counters.hits) + " hits, " +
         std::to_string(counters.fills) + " fills, " + std::to_string(counters.evictions) + " evictions";
}

// What in a design makes the Sm request the operation.
std::string needed_by(TagOperation operation, std::uint8_t state) {
  if (operation == TagOperation::kFill && is_register(state)) return "registers that are lines";
  switch (operation) {
    case TagOperation::kStore:
      return "cache.global_stores or cache.local_stores = \"write-back\", and by registers that are lines";
    case TagOperation::kClean: return "cache.global_stores or cache.local_stores = \"write-back\"";
    case TagOperation::kClaim: return "cache.local_stores_allocate = true, and by registers that are lines";
    case TagOperation::kInvalidate: return "atomics, stores that evict their line, and loads past the cache";
    case TagOperation::kMark: return "registers that are lines";
    case TagOperation::kSetState:
    case TagOperation::kProbe: return "requesters other than an Sm";
    default: return "every cache";
  }
}

TagOperation operation_of(const Payload& payload) { return static_cast<TagOperation>(payload.get_address() >> 60); }
std::uint8_t state_of(const Payload& payload) { return static_cast<std::uint8_t>(payload.get_address() >> 56 & 15); }

bool same(const TagResult& a, const TagResult& b) {
  return a.hit == b.hit && a.way == b.way && a.set == b.set && a.state == b.state &&
         a.victim_valid == b.victim_valid && a.victim_state == b.victim_state && a.victim_address == b.victim_address;
}

}  // namespace

TagArrayTransactor::TagArrayTransactor(const sc_core::sc_module_name& name, const TagArrayParameters& parameters,
                                       const BlockOptions& options, std::unique_ptr<TagArrayBlock> pins)
    : sc_module(name),
      block_(name_of(options, "tag_array")),
      pins_(std::move(pins)),
      ways_(check_parameters(parameters, block_, *pins_)),
      lanes_(parameters.lookups > 1 ? pins_->lanes() : 1),
      keep_(kept_states(parameters.replacement)),
      hash_(parameters.index),
      banks_(parameters.banks),
      ports_(this, numbered_ports(parameters.ports)),
      check_(this->name(), block_, options, true),
      watch_(this->name(), pins_of(*pins_), options),
      edge_event_("edge_event") {
  SC_HAS_PROCESS(TagArrayTransactor);
  if (check_.by_rules()) rules_ = std::make_unique<TagRules>(ways_, hash_, banks_);
  if (check_.has_twin()) {
    TagArrayParameters native = parameters;
    native.ports = 1;
    model_ = std::make_unique<TagArray>("model", native);
    to_model_ = std::make_unique<InitiatorPort<TagArrayTransactor>>("to_model", this);
    to_model_->bind(model_->socket(0));
  }
  SC_METHOD(edge);
  sensitive << edge_event_;
  dont_initialize();
}

void TagArrayTransactor::configure(unsigned sets, unsigned ways) {
  if (sets > pins_->most_sets()) {
    throw InputError(block_ + " as RTL: the cache has " + std::to_string(sets) +
                     " sets, the RTL has been built with " + std::to_string(pins_->most_sets()));
  }
  if (sets != 0) index_ = HashedIndex(sets, hash_, banks_);
  pins_->configure(sets, ways == 0 ? ways_ : ways, keep_);
  if (rules_) rules_->configure(sets, ways == 0 ? ways_ : ways);
  if (model_) model_->configure(sets, ways);
}

tlm::tlm_sync_enum TagArrayTransactor::request(unsigned index, Payload& payload, tlm::tlm_phase& phase,
                                               sc_core::sc_time& delay) {
  ports_.check_begin(name(), index, phase);
  const tlm::tlm_response_status status = check_request(payload);
  if (status != tlm::TLM_OK_RESPONSE) return refuse(payload, phase, status);
  count_request(payload.get_address(), index);
  const Cycle now = current_cycle(), arrival = due_cycle(delay);
  payload.acquire();
  wake_up(now);
  if (arrival == now && has_room()) {
    take(index, payload, now);
    show(now);
    schedule(now);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  ports_.wait(index, payload, arrival);
  schedule(now);
  return tlm::TLM_ACCEPTED;
}

// Changes the lines in zero time: a separate clock for one request.
void TagArrayTransactor::request_blocking(unsigned port, Payload& payload) {
  const tlm::tlm_response_status status = check_request(payload);
  payload.set_response_status(status);
  if (status != tlm::TLM_OK_RESPONSE) return;
  if (!taken_.empty()) protocol_error(name(), "b_transport came between a request and its answer");
  count_request(payload.get_address(), port);
  pins_->request(at_pins(payload.get_address()));
  for (unsigned edges = 0; edges == 0 || !pins_->answered(); ++edges) {
    if (edges == kMostLookupEdges) protocol_error(name(), "the RTL gives no answer");
    pins_->edge();
  }
  const TagResult found = from_pins();
  if (model_) ask_model(payload.get_address());
  if (rules_)
    rules_->answered(operation_of(payload), payload.get_address() & kTagAddressMask, state_of(payload), found);
  pack_tag_answer(found, payload.get_data_ptr());
}

// The pins take a line's number; for kClean a place counted by the RTL's ways, of which the design may use fewer.
TagArrayBlock::Request TagArrayTransactor::at_pins(std::uint64_t word) const {
  TagArrayBlock::Request request;
  request.operation = static_cast<std::uint8_t>(word >> 60);
  request.state = static_cast<std::uint8_t>(word >> 56 & 15);
  request.line = (word & kTagAddressMask) / kLineBytes;
  if (request.operation == static_cast<std::uint8_t>(TagOperation::kClean))
    request.line = request.line / ways_ * pins_->most_ways() + request.line % ways_;
  else
    request.line = index_.hashed(request.line);
  if (!pins_->has(request)) {
    const auto operation = static_cast<TagOperation>(request.operation);
    throw RunError(std::string(name()) + ": block " + block_ + " has no " + text_of(word) +
                   ": its pins lack " + kOperations[request.operation] + " with this state, which is needed by " +
                   needed_by(operation, request.state));
  }
  return request;
}

// Returns the result at the pins, with the original address of the victim, or of the dirty line that kClean has found.
TagResult TagArrayTransactor::from_pins(unsigned number) const {
  TagResult found = pins_->answer(number);
  found.victim_address = index_.restored(found.victim_address / kLineBytes) * kLineBytes;
  return found;
}

void TagArrayTransactor::take(unsigned port, Payload& payload, Cycle arrival) {
  const std::uint64_t word = payload.get_address();
  pins_->request(at_pins(word));
  taken_.push_back({&payload, port, arrival, model_ ? ask_model(word) : TagResult()});
}

// Reports a difference from the model, or from the rules.
void TagArrayTransactor::differ(Cycle now, const std::string& what) const {
  if (rules_) watch_.break_rule(now, what);
  watch_.differ(now, what);
}

void TagArrayTransactor::no_progress() const {
  if (!comparison()) return;
  const Cycle now = current_cycle();
  if (!taken_.empty())
    differ(now, "no answer to " + came(taken_.front().payload->get_address(), taken_.front().arrival));
  const unsigned port = ports_.first(now, [](unsigned) { return true; });
  if (port != ports_.kNone)
    differ(now, "the RTL does not take " + came(ports_.waiting(port)->get_address(), ports_.since(port)));
}

// Makes an edge at a whole cycle.
void TagArrayTransactor::edge() {
  const Cycle now = current_cycle();
  pins_->edge();
  last_edge_ = now;
  show(now);
  const unsigned answers = pins_->answers();
  for (unsigned number = 0; number < answers; ++number) answer(number, now);
  if (check_.by_cycles() && !taken_.empty()) {
    watch_.differ(now, "no answer to " + came(taken_.front().payload->get_address(), taken_.front().arrival));
  }
  if (taken_.empty()) compare_counts(now);
  accept_waiting(now);
  schedule(now);
}

void TagArrayTransactor::answer(unsigned number, Cycle now) {
  const TagResult found = from_pins(number);
  if (taken_.empty()) {
    if (model_ || rules_) watch_.differ(now, "an answer without a request: " + text_of(found));
    protocol_error(name(), "the RTL gives an answer without a request");
  }
  check_answer(found, now);
  Payload& payload = *taken_.front().payload;
  last_word_ = payload.get_address();
  last_arrival_ = taken_.front().arrival;
  const unsigned port = taken_.front().port;
  taken_.pop_front();
  pack_tag_answer(found, payload.get_data_ptr());
  ports_.answer(port, payload);
}

// The port that has waited longest comes first; of equal ones, the lower.
void TagArrayTransactor::accept_waiting(Cycle now) {
  for (unsigned first; has_room() && (first = ports_.first(now, [](unsigned) { return true; })) != ports_.kNone;) {
    take(first, *ports_.waiting(first), ports_.since(first));
    show(now);
    ports_.accept(first);
  }
}

// No edge is made only to remove a response from the pins: it would lengthen the simulation. Observers still see it
// removed.
void TagArrayTransactor::schedule(Cycle now) {
  const Cycle next = pins_->requested() || !taken_.empty() ? now + 1 : ports_.next(now);
  if (next != kNever) edge_event_.notify(until(next));
  else if (pins_->answered()) show(now + 1, true);
}

// Makes the edge after the last response, for which there is no event.
void TagArrayTransactor::wake_up(Cycle now) {
  if (pins_->answered() && !pins_->requested() && last_edge_ < now) pins_->edge();
}

// `rests`: the cycle of the last response is over.
void TagArrayTransactor::show(Cycle at, bool rests) {
  if (!watch_.on()) return;
  const TagArrayBlock::Request request = pins_->request();
  const TagResult answer = pins_->answer();
  PinValues values = {pins_->requested(), request.operation, request.state, request.line,
                      pins_->answered() && !rests, answer.hit, answer.way, answer.set, answer.state,
                      answer.victim_valid, answer.victim_state, answer.victim_address / kLineBytes};
  if (pins_->lanes() > 1) values.insert(values.end(), {pins_->requests(), rests ? 0 : pins_->answers()});
  for (const std::uint64_t own : pins_->own_values()) values.push_back(own);
  watch_.show(at, values);
}

TagResult TagArrayTransactor::ask_model(std::uint64_t word) {
  unsigned char bytes[kTagAnswerBytes] = {};
  Payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(word);
  payload.set_data_ptr(bytes);
  payload.set_data_length(kTagAnswerBytes);
  payload.set_streaming_width(kTagAnswerBytes);
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  (*to_model_)->b_transport(payload, none);
  return unpack_tag_answer(bytes);
}

// The native block responds a cycle after the request.
void TagArrayTransactor::check_answer(const TagResult& found, Cycle now) {
  const Taken& asked = taken_.front();
  if (model_) compare(found, now);
  if (rules_) {
    const Payload& payload = *asked.payload;
    const std::string wrong =
        rules_->answered(operation_of(payload), payload.get_address() & kTagAddressMask, state_of(payload), found);
    if (!wrong.empty())
      watch_.break_rule(now, came(payload.get_address(), asked.arrival) + ": " + wrong);
  }
  check_.answered(now, asked.arrival + 1);
}

void TagArrayTransactor::compare(const TagResult& found, Cycle now) {
  const Taken& asked = taken_.front();
  if (same(found, asked.expected)) return;
  watch_.differ(now, came(asked.payload->get_address(), asked.arrival) + ": the model answers " +
                         text_of(asked.expected) + "; the RTL answers " + text_of(found));
}

// The request whose work the counts show first.
std::string TagArrayTransactor::after_last() const {
  return last_arrival_ == kNever ? "before any answer: " : "after " + came(last_word_, last_arrival_) + ": ";
}

// Called only while no request is in flight.
void TagArrayTransactor::compare_counts(Cycle now) {
  if (rules_) return compare_with_rules(now);
  if (!model_) return;
  for (std::uint8_t state = 0; state < 16; ++state) {
    if (pins_->lines(state) == model_->lines(state)) continue;
    watch_.differ(now, after_last() + "lines of state " + std::to_string(state) + ": the model has " +
                           std::to_string(model_->lines(state)) + ", the RTL " + std::to_string(pins_->lines(state)));
  }
  if (pins_->counters() != model_->counters())
    watch_.differ(now, after_last() + "the model has counted " + text_of(model_->counters()) + "; the RTL " +
                           text_of(pins_->counters()));
}

void TagArrayTransactor::compare_with_rules(Cycle now) {
  for (std::uint8_t state = 0; state < 16; ++state) {
    if (pins_->lines(state) == rules_->lines(state)) continue;
    watch_.break_rule(now, after_last() + "lines of state " + std::to_string(state) + ": its answers imply " +
                               std::to_string(rules_->lines(state)) + ", the RTL counts " +
                               std::to_string(pins_->lines(state)));
  }
  if (pins_->counters() != rules_->counters())
    watch_.break_rule(now, after_last() + "its answers imply " + text_of(rules_->counters()) + "; the RTL counts " +
                               text_of(pins_->counters()));
}

}  // namespace unibank::rtl
