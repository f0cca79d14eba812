// Payloads to the tag array and the MSHR, and their responses.
#include "l1/l1.h"
#include "memory/mshr.h"

namespace unibank {

namespace {

// Shared by payloads of all SMs: only its presence matters.
GoesAlone& goes_alone_note() {
  static GoesAlone note;
  return note;
}

}  // namespace

L1::Request* L1::request_for(const L1Request& what, std::uint64_t address, unsigned length) {
  Request* request = pool_.get();
  static_cast<L1Request&>(*request) = what;
  request->order = order_++;
  request->set_command(what.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  request->set_address(address);
  request->set_data_length(length);
  request->set_streaming_width(length);
  return request;
}

// Requests that nothing observes need no payload.
void L1::tags_are(TagArrayInterface& tags) {
  direct_tags_ = tags.answers_at_once() && !make_socket_tap ? &tags : nullptr;
}

L1Outward::Sent L1::to_tags(const L1Request& what, TagOperation operation, std::uint8_t state) {
  const std::uint64_t address = tag_request_address(operation, what.address, state);
  if (direct_tags_) return ask_tags(what, address);
  Request* const request = request_for(what, address, kTagAnswerBytes);
  note(*request, what.job, AccessNote::Kind::kTag);
  return send(tags, *request);
}

L1Outward::Sent L1::to_memory(const L1Request& what, const MemoryJob& job) {
  Request* const request = request_for(what, job.address, job.length);
  if (what.alone) request->set_extension(&goes_alone_note());
  if (follows_) {
    PayloadPool<Request>::follow_values(*request);
    if (job.data) put_line(*job.data, *request);
  }
  if (job.write) enable_part(*request, job.bytes, request->enables);
  if (job.turns != 0) make_atomic(*request, job);
  note(*request, job.job, AccessNote::Kind::kMemory, job.warp);
  return send(memory, *request);
}

void L1::make_atomic(Request& request, const MemoryJob& job) {
  request.atomic.turns = job.turns;
  request.atomic.returns = job.job != nullptr;
  request.atomic.found = follows_ && job.job ? &request.found : nullptr;
  request.set_extension(&request.atomic);
}

L1Outward::Sent L1::send(InitiatorPort<L1>& port, Request& request) {
  ++requests_out_;
  const SendOutcome outcome = send_request(port, request, cycle_.now);
  if (outcome.taken == Taken::kAnswered && !answered_now(request, outcome.due)) finish_request(request, outcome.due);
  return {&request, outcome.taken != Taken::kNotYet};
}

L1Outward::Sent L1::ask_tags(const L1Request& what, std::uint64_t address) {
  const TagResult answer = direct_tags_->answer(address, 0);
  const Cycle due = cycle_.now + 1;
  if (known_now(what, order_++, answer, due)) return {nullptr, true};
  Request* const request = request_for(what, address, kTagAnswerBytes);
  pack_tag_answer(answer, request->get_data_ptr());
  request->set_response_status(tlm::TLM_OK_RESPONSE);
  ++requests_out_;
  finish_request(*request, due);
  return {request, true};
}

// The early response to a load's lookup that misses, or to the entry of a line, is all that the core needs.
bool L1::known_now(const L1Request& what, std::uint64_t order, const TagResult& answer, Cycle due) {
  switch (what.purpose) {
    case Purpose::kLookup: return core_.missed(*what.job, order, answer.hit, due);
    case Purpose::kFill: return core_.entered(what, answer, due);
    default: return false;
  }
}

// known_now() for a request at the socket.
bool L1::answered_now(Request& request, Cycle due) {
  if (request.purpose == Purpose::kMemory) return false;
  if (!known_now(request, request.order, unpack_tag_answer(request.get_data_ptr()), due)) return false;
  check_response(request);
  request.release();
  --requests_out_;
  return true;
}

void L1::answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  Request& request = static_cast<Request&>(payload);
  const auto side = static_cast<L1Core::Port>(port);
  if (core_.unaccepted(side) == &request) core_.accepted(side, current_cycle());
  if (phase != tlm::BEGIN_RESP) return cycle_.wake(current_cycle());
  const Cycle due = due_cycle(delay);
  if (!arrives(request, due)) finish_request(request, due);
}

// A line that only has to enter, and whose load has its words, takes no cycle of the Sm.
bool L1::arrives(Request& request, Cycle due) {
  if (due != current_cycle() || due <= cycle_.now) return false;
  if (!core_.may_arrive(request, due) || !cycle_.passes(due)) return false;
  check_response(request);
  --requests_out_;
  const bool last = core_.arrive(request, due);
  end_memory(request);
  if (last) cycle_.wake(due + 1);
  return true;
}

// The response has arrived; it takes effect when it is due.
void L1::finish_request(Request& request, Cycle due) {
  check_response(request);
  --requests_out_;
  switch (request.purpose) {
    case Purpose::kLookup:
    case Purpose::kFlush: return cycle_.add_answer(due, Due::kTagAnswer, request.order, &request);
    case Purpose::kFill: return cycle_.add_answer(due, Due::kFillAnswer, request.order, &request);
    case Purpose::kMemory: return cycle_.add_answer(due, Due::kMemoryAnswer, request.order, &request);
  }
}

void L1::tag_answer(void* what) {
  Request& request = *static_cast<Request*>(what);
  LineJob* const job = request.job;
  const bool flushes = request.purpose == Purpose::kFlush;
  const std::uint64_t order = request.order;
  const TagResult answer = unpack_tag_answer(request.get_data_ptr());
  request.release();
  if (flushes) return core_.flush_answer(order, answer);
  core_.tag_answer(*job, order, answer);
}

void L1::fill_answer(void* what) {
  Request& request = *static_cast<Request*>(what);
  core_.fill_answer(request, unpack_tag_answer(request.get_data_ptr()));
  request.release();
}

void L1::memory_answer(void* what) {
  Request& request = *static_cast<Request*>(what);
  if (follows_) take_line(request);
  core_.memory_answer(request, cycle_.now);
  end_memory(request);
}

void L1::end_memory(Request& request) {
  if (request.alone) request.clear_extension(&goes_alone_note());
  if (request.write) end_write(request);
  request.release();
}

void L1::end_write(Request& request) {
  request.set_byte_enable_ptr(nullptr);
  if (AtomicNote* const atomic = atomic_note_of(request)) request.clear_extension(atomic);
}

}  // namespace unibank
