#include "read_only/memory_port.h"

#include <algorithm>

#include "tlm/protocol.h"

namespace unibank {

MemoryPort::MemoryPort(sc_core::sc_module_name name, bool follow_values, std::function<void(Cycle)> answered)
    : sc_module(name),
      mshr("mshr", this),
      memory("memory", this),
      follow_values_(follow_values),
      answered_(std::move(answered)),
      half_("half", this, Alarm::At::kHalf) {
  SC_HAS_PROCESS(MemoryPort);
  SC_METHOD(half_cycle);
  sensitive << half_.calls<&MemoryPort::half_cycle>();
  dont_initialize();
}

MemoryPort::~MemoryPort() = default;

void MemoryPort::read(unsigned cache, std::uint64_t line, unsigned length, Cycle now) {
  Read* const read = pool_.get();
  read->cache = cache;
  read->line = line;
  read->set_command(tlm::TLM_READ_COMMAND);
  read->set_address(line);
  read->set_data_length(length);
  read->set_streaming_width(length);
  if (follow_values_) PayloadPool<Read>::follow_values(*read);
  if (waiting_.empty()) own_from_ = std::max(own_from_, now + 1);
  waiting_.push_back(read);
  schedule(now + 1);
}

tlm::tlm_sync_enum MemoryPort::request(unsigned /*port*/, Payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  if (held_) protocol_error(name(), "a request came before END_REQ of the last one");
  const Cycle now = current_cycle(), arrival = due_cycle(delay);
  if (arrival == now && free(now) && !own_turn(now)) return send(payload, phase, delay, now);
  payload.acquire();
  held_ = &payload;
  held_from_ = std::max(arrival, now + 1);
  schedule(now + 1);
  return tlm::TLM_ACCEPTED;
}

void MemoryPort::request_blocking(unsigned /*port*/, Payload& payload) {
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  memory->b_transport(payload, none);
}

unsigned MemoryPort::request_debug(unsigned /*port*/, Payload& payload) { return memory->transport_dbg(payload); }

tlm::tlm_sync_enum MemoryPort::send(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay, Cycle now) {
  last_sent_ = now;
  unaccepted_ = &payload;
  const tlm::tlm_sync_enum status = memory.send(payload, phase, delay);
  if (status != tlm::TLM_ACCEPTED) unaccepted_ = nullptr;
  if (status == tlm::TLM_UPDATED) free_from_ = due_cycle(delay);
  return status;
}

void MemoryPort::send_own(Cycle now) {
  Read& read = *waiting_.front();
  waiting_.pop_front();
  own_from_ = now + 2;
  out_.push_back(&read);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  if (send(read, phase, delay, now) == tlm::TLM_COMPLETED) came(read, std::max(due_cycle(delay), now + 1));
}

// The MSHR sends its next request in the cycle after this one at the earliest.
void MemoryPort::send_held(Cycle now) {
  Payload& payload = *held_;
  held_ = nullptr;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum status = send(payload, phase, delay, now);
  if (status != tlm::TLM_ACCEPTED) {
    phase = status == tlm::TLM_COMPLETED ? tlm::BEGIN_RESP : tlm::END_REQ;
    delay = std::max(delay, answer_delay(1));
    mshr.answer(payload, phase, delay);
  }
  payload.release();
}

void MemoryPort::half_cycle() {
  half_.rang();
  const Cycle now = current_cycle();
  if (free(now)) {
    if (own_turn(now)) {
      send_own(now);
    } else if (held_ && held_from_ <= now) {
      send_held(now);
    }
  }
  schedule(now + 1);
}

// A request that memory has not accepted blocks all others; its END_REQ calls this again.
void MemoryPort::schedule(Cycle from) {
  if (unaccepted_ || (waiting_.empty() && !held_)) return;
  Cycle next = kNever;
  if (!waiting_.empty()) next = own_from_;
  if (held_) next = std::min(next, held_from_);
  half_.set(std::max({next, from, free_from_}));
}

void MemoryPort::answered(unsigned /*port*/, Payload& payload, const tlm::tlm_phase& phase,
                          const sc_core::sc_time& delay) {
  const Cycle now = current_cycle();
  if (unaccepted_ == &payload) {  // BEGIN_RESP implies END_REQ
    unaccepted_ = nullptr;
    free_from_ = due_cycle(delay);
    schedule(now);
  }
  const auto own = std::find(out_.begin(), out_.end(), &payload);
  if (own != out_.end()) {
    if (phase == tlm::BEGIN_RESP) came(**own, due_cycle(delay));
    return;
  }
  tlm::tlm_phase same_phase = phase;
  sc_core::sc_time same_delay = delay;
  mshr.answer(payload, same_phase, same_delay);
}

void MemoryPort::came(Read& read, Cycle due) {
  if (read.is_response_error()) protocol_error(name(), ("memory answered " + read.get_response_string()).c_str());
  out_.erase(std::find(out_.begin(), out_.end(), &read));
  read.due = due;
  came_.push_back(&read);
  answered_(due);
}

void MemoryPort::take(Cycle now, const std::function<void(const Came&)>& each) {
  const auto later = [now](const Read* read) { return read->due > now; };
  const auto end = std::stable_partition(came_.begin(), came_.end(), [&](const Read* read) { return !later(read); });
  std::stable_sort(came_.begin(), end, [](const Read* a, const Read* b) { return a->due < b->due; });
  for (auto it = came_.begin(); it != end; ++it) {
    each({(*it)->cache, (*it)->line, *it});
    (*it)->release();
  }
  came_.erase(came_.begin(), end);
}

}  // namespace unibank
