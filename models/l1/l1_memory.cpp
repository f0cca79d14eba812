// What the L1 asks of tag array and MSHR for lines on their way.
#include <algorithm>

#include "l1/l1.h"
#include "memory/mshr.h"
#include "memory/tag_array.h"

namespace unibank {

namespace {

// Beside payloads of any SM: it has nothing to say but that it is there.
GoesAlone& goes_alone_note() {
  static GoesAlone note;
  return note;
}

// Calls use(address, bytes) for each run of touched sectors.
template <typename Use>
void each_run(const LineAccess& line, const Use& use) {
  const unsigned sectors = line.sectors();
  for (unsigned sector = 0; sector < kLineBytes / kSectorBytes;) {
    unsigned end = sector;
    while (end < kLineBytes / kSectorBytes && (sectors >> end & 1)) ++end;
    if (end != sector) use(line.address + sector * kSectorBytes, (end - sector) * kSectorBytes);
    sector = end + (end == sector);
  }
}

}  // namespace

L1::Request* L1::request_for(Purpose purpose, bool write, std::uint64_t address, unsigned length) {
  Request* request = pool_.get();
  request->purpose = purpose;
  request->job = nullptr;
  request->fill = false;
  request->dirty_line = false;
  request->data = nullptr;
  request->warp = kNoWarp;
  request->order = order_++;
  request->set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  request->set_address(address);
  request->set_data_length(length);
  request->set_streaming_width(length);
  return request;
}

void L1::send(InitiatorPort<L1>& port, unsigned index, Request& request) {
  ++requests_out_;
  const SendOutcome outcome = send_request(port, request, cycle_.now);
  if (outcome.taken == Taken::kAnswered && !missed(request, outcome.due)) finish_request(request, outcome.due);
  if (outcome.taken == Taken::kNotYet) unaccepted_[index] = &request;
}

void L1::answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  Request& request = static_cast<Request&>(payload);
  if (unaccepted_[port] == &payload) {
    unaccepted_[port] = nullptr;
    if (port == kMemory) memory_took(request, current_cycle());
  }
  if (phase == tlm::BEGIN_RESP) {
    finish_request(request, due_cycle(delay));
  } else {
    cycle_.wake(current_cycle());
  }
}

// The answer is here; what follows from it happens when it is due.
void L1::finish_request(Request& request, Cycle due) {
  check_response(request);
  --requests_out_;
  switch (request.purpose) {
    case Purpose::kLookup: return cycle_.add_answer(due, Due::kTagAnswer, request.order, &request);
    case Purpose::kFill:
    case Purpose::kFlush: return cycle_.add_answer(due, Due::kFillAnswer, request.order, &request);
    case Purpose::kMemory: return cycle_.add_answer(due, Due::kMemoryAnswer, request.order, &request);
  }
}

// Bytes of the line are still on their way to the MSHR, or reached it in this cycle; it tells of earlier ones.
bool L1::overtaken(std::uint64_t line) const {
  const auto writes = [line](std::uint64_t address) { return (address & ~std::uint64_t{kLineBytes - 1}) == line; };
  for (std::size_t i = 0; i < memory_jobs_.size(); ++i) {
    if (memory_jobs_.at(i).write && writes(memory_jobs_.at(i).address)) return true;
  }
  const Payload* last = unaccepted_[kMemory];
  return (last && last->is_write() && writes(last->get_address())) || leaving_lines_.has(line) ||
         leaving_lines_.written_in(line, cycle_.now);
}

void L1::advance_memory_jobs() {
  if (blocked(kMemory)) return;
  const MemoryJob job = memory_jobs_.front();
  if (!job.write && leaving_lines_.has(job.address & ~std::uint64_t{kLineBytes - 1})) return;
  if (job.dirty_line) {
    if (lines_read_ == 0) return;
    --lines_read_;
    --leaving_;
  }
  memory_jobs_.pop();
  Request* request = request_for(Purpose::kMemory, job.write, job.address, job.length);
  request->job = job.job;
  request->fill = job.fill;
  request->dirty_line = job.dirty_line;
  request->warp = job.warp;
  request->age = age_;
  const bool alone = job.alone || (job.fill && age_ != 0 && leaving_lines_.asked.older_under_way(job.address, age_));
  if (alone) request->set_extension(&goes_alone_note());
  if (follows_) {
    PayloadPool<Request>::follow_values(*request);
    if (job.data) put_line(*job.data, *request);
    buffers_.put(job.data);
  }
  if (job.write) enable_part(*request, job.bytes, request->enables);
  if (job.turns != 0) make_atomic(*request, job);
  note(*request, job.job, AccessNote::Kind::kMemory);
  send(memory, kMemory, *request);
  if (!blocked(kMemory)) memory_took(*request, cycle_.now);
}

// In the order in which memory will see them.
void L1::memory_took(Request& request, Cycle at) {
  const std::uint64_t line = request.get_address();
  if (request.dirty_line) {
    leaving_lines_.has_left(line, at);
  } else if (request.is_write()) {
    leaving_lines_.written(line & ~std::uint64_t{kLineBytes - 1}, at);
  } else if (request.fill) {
    request.asked = leaving_lines_.asked.read(line, at, request.age, goes_alone(request));
  }
}

// A line that enters when it comes.
void L1::read_line(LineJob* job, std::uint64_t line) {
  memory_jobs_.push({job, line, kLineBytes, false, true});
  ++fills_;
}

// Runs of touched sectors, each one read: an entry of the MSHR, a lookup in the L2.
void L1::push_reads(LineJob* job, const LineAccess& line, bool alone) {
  each_run(line, [&](std::uint64_t address, unsigned length) {
    if (job) ++job->parts;
    MemoryJob read{job, address, length};
    read.alone = alone;
    memory_jobs_.push(read);
  });
}

// The same of writes.
void L1::push_store(const LineJob& job) {
  leaving_lines_.overtake(job.line.address);
  each_run(job.line, [&](std::uint64_t address, unsigned length) {
    MemoryJob write{nullptr, address, length, true};
    write.data = stored(job);
    write.bytes = job.bytes;
    write.warp = job.warp;
    ++stores_out_[job.warp];
    ++stores_under_way_;
    memory_jobs_.push(write);
  });
}

// One request to the atomic unit before memory: a write whose answer brings what it has found there.
void L1::push_atomic(LineJob& job) {
  leaving_lines_.overtake(job.line.address);
  each_run(job.line, [&](std::uint64_t address, unsigned length) {
    MemoryJob atomic{nullptr, address, length, true};
    if (job.operation == LineOperation::kAtomic) {
      atomic.job = &job;
      ++job.parts;
    }
    atomic.data = stored(job);
    atomic.bytes = job.bytes;
    atomic.warp = job.warp;
    const auto first = job.turns.begin() + static_cast<std::ptrdiff_t>(address % kLineBytes / kSectorBytes);
    atomic.turns = std::max(1u, unsigned{*std::max_element(first, first + length / kSectorBytes)});
    ++stores_out_[job.warp];
    ++stores_under_way_;
    memory_jobs_.push(atomic);
  });
}

void L1::make_atomic(Request& request, const MemoryJob& job) {
  request.atomic.turns = job.turns;
  request.atomic.returns = job.job != nullptr;
  request.atomic.found = follows_ && job.job ? &request.found : nullptr;
  request.set_extension(&request.atomic);
}

// The tag of a line that has come.
void L1::enter_fill() {
  while (!fill_tags_.empty() && leaving_lines_.first_is_stale()) {
    buffers_.put(fill_tags_.front().data);
    fill_tags_.pop();
    leaving_lines_.first_goes();
    --fills_;
  }
  if (fill_tags_.empty() || fills_held()) return;
  if (!cycle_.arbiter.tag_port(false, fill_tags_.front().line) || blocked(kTags)) return;
  Request* request = request_for(Purpose::kFill, false,
                                 tag_request_address(TagOperation::kFill, fill_tags_.front().line, kCleanLine),
                                 kTagAnswerBytes);
  request->data = fill_tags_.front().data;
  request->age = fill_tags_.front().age;
  fill_tags_.pop();
  leaving_lines_.first_goes();
  note(*request, nullptr, AccessNote::Kind::kTag);
  send(tags, kTags, *request);
}

void L1::fill_answer(void* what) {
  Request& request = *static_cast<Request*>(what);
  const TagResult answer = unpack_tag_answer(request.get_data_ptr());
  const bool flush = request.purpose == Purpose::kFlush;
  const std::uint64_t line = request.get_address() & kTagAddressMask;
  LineValues* const data = request.data;
  const std::uint32_t age = request.age;
  request.release();
  if (flush) return flush_answer(answer);
  const auto dropped = [&] {
    buffers_.put(data);
    --fills_;
  };
  if (answer.way == TagArrayCore::kNoWay) return dropped();
  std::uint32_t& there = ages_[std::size_t{answer.set} * ways_ + answer.way];
  // There already, and no older: what has come is dropped.
  if (answer.hit && (answer.state == kDirtyLine || there >= age)) return dropped();
  there = age;
  if (answer.victim_valid) evicted(answer);
  push_rows(fill_rows_, nullptr, answer, {line, ~std::uint32_t{0}}, true).data = data;
}

// The words of a line that was asked for are there a cycle later, as after a row of the banks.
void L1::memory_answer(void* what) {
  Request& request = *static_cast<Request*>(what);
  LineJob* const job = request.job;
  if (follows_) take_line(request);
  if (request.fill) {
    const LinesAsked::Answer answer = leaving_lines_.asked.answered(request.asked, cycle_.now);
    if (answer.first && !answer.stale && !overtaken(request.get_address())) {
      fill_tags_.push({request.get_address(), request.data, request.age});
      leaving_lines_.has_come(request.get_address());
    } else {
      buffers_.put(request.data);
      --fills_;
    }
  }
  if (request.warp != kNoWarp) {
    --stores_out_[request.warp];
    --stores_under_way_;
  }
  request.set_byte_enable_ptr(nullptr);
  if (goes_alone(request)) request.clear_extension(&goes_alone_note());
  if (AtomicNote* const atomic = atomic_note_of(request)) request.clear_extension(atomic);
  request.release();
  if (job) part_done(*job, cycle_.now + 1);
}

}  // namespace unibank
