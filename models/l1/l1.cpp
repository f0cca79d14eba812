// Lines that are asked for: taken, looked up, answered.
#include "l1/l1.h"

#include "block/factories.h"
#include "memory/tag_array.h"
#include "tlm/protocol.h"

namespace unibank {

L1::L1(sc_core::sc_module_name name, const L1Parameters& parameters)
    : sc_module(name),
      loads("loads", this),
      tags("tags", this, kTags),
      memory("memory", this, kMemory),
      cycle_(*parameters.cycle),
      rows_(*parameters.rows),
      leaving_lines_(*parameters.leaving),
      watch_(*parameters.watch),
      lines_(*parameters.lines),
      register_row_(parameters.register_row),
      follows_(parameters.follow_values),
      lookups_per_cycle_(parameters.design->cache.lookups_per_cycle * parameters.design->cache.tag_banks),
      arbitrated_(parameters.design->conflicts.model == ConflictModel::kArbitrated),
      caches_global_(parameters.design->cache.holds_global_memory),
      caches_local_(parameters.design->cache.holds_local_memory),
      global_stores_(store_rules(parameters.design->cache.global_stores, false)),
      local_stores_(store_rules(parameters.design->cache.local_stores, parameters.design->cache.local_stores_allocate)),
      bypasses_(lines_.bypasses()),
      ways_(parameters.design->cache.ways),
      fill_buffer_(parameters.design->cache.fill_buffer),
      store_buffer_(parameters.design->cache.store_buffer),
      victims_(lines_.victims()),
      stores_out_(parameters.design->sm.max_warps) {}

L1::~L1() = default;

bool L1::wants_next_cycle() const {
  if (!fill_rows_.empty() || !cache_rows_.empty()) return true;
  if (victims_ && !(victim_rows_.empty() && misses_.empty())) return true;
  if (!fills_held() && (!fill_tags_.empty() || (flushing_ && !flush_asked_))) return true;
  // Behind an MSHR that has not accepted its last request nothing moves until it does: no reason to wake.
  return (!(memory_jobs_.empty() && misses_.empty()) && !blocked(kMemory)) || (waiting_ && line_room(*waiting_));
}

void L1::advance() {
  if (!cache_rows_.empty()) advance_cache_rows();
  if (!memory_jobs_.empty()) advance_memory_jobs();
  if (!waiting_ || !take(*waiting_)) return;
  LineJob& job = *waiting_;
  waiting_ = nullptr;
  if (job.parts == 0) return answer(job);
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay;
  loads.answer(*job.request, phase, delay);
}

void L1::advance_behind_lines() {
  if (!victim_rows_.empty()) advance_victims();
  if (flushing_) advance_flush();
  if (!releases_.empty()) advance_releases();
}

// Null: the register map does not have it.
L1::LineJob* L1::job_of(Payload& payload) {
  const std::uint64_t word = payload.get_address();
  const auto operation = static_cast<LineOperation>(word >> 60);
  const std::uint64_t address = word & kLineRequestAddress;
  const std::uint32_t words = enabled_words(payload);
  const bool write = operation == LineOperation::kStore || operation == LineOperation::kReduction;
  if (operation > LineOperation::kReduction || payload.is_write() != write || payload.get_data_length() != kLineBytes ||
      address % kLineBytes != 0 || words == 0) {
    return nullptr;
  }
  if (free_jobs_.empty()) {
    all_jobs_.push_back(std::make_unique<LineJob>());
    free_jobs_.push_back(all_jobs_.back().get());
  }
  LineJob* const job = free_jobs_.back();
  free_jobs_.pop_back();
  job->payload = &payload;
  job->operation = operation;
  job->local = word & kLineRequestLocal;
  job->past = word & kLineRequestPast;
  job->line = {address, words};
  if (operation != LineOperation::kLoad) job->bytes = enabled_bytes(payload);
  job->parts = 0;
  job->due = 0;
  const LineNote* const note = payload.get_extension<LineNote>();
  job->warp = note ? note->warp : 0;
  job->lanes = note ? note->lanes : 0;
  job->pc = note ? note->pc : 0;
  job->turns = note ? note->turns : AtomicTurns{};
  return job;
}

tlm::tlm_sync_enum L1::request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  if (waiting_) protocol_error(name(), "a request came before the last one was accepted");
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return order(payload, phase);
  LineJob* const job = job_of(payload);
  if (!job) return refuse(payload, phase, tlm::TLM_GENERIC_ERROR_RESPONSE);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (!take(*job)) {
    payload.acquire();
    job->request = &payload;
    waiting_ = job;
    return tlm::TLM_ACCEPTED;
  }
  if (job->parts == 0) {
    free_jobs_.push_back(job);
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  job->request = &payload;
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

// No time passes, so nothing can be looked up.
void L1::request_blocking(unsigned, Payload& payload) {
  payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
}

void L1::part_done(LineJob& job, Cycle due) {
  job.due = std::max(job.due, due);
  if (--job.parts == 0 && job.request) answer(job);
}

void L1::answer(LineJob& job) {
  Payload& payload = *job.request;
  const sc_dt::uint64 due = job.due * units_per_cycle();
  const sc_dt::uint64 now = present().value();
  job.request = nullptr;
  free_jobs_.push_back(&job);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = due > now ? sc_core::sc_time::from_value(due - now) : sc_core::SC_ZERO_TIME;
  loads.answer(payload, phase, delay);
  payload.release();
}

bool L1::around_cache(const LineJob& job) const {
  return map_.cache_sets() == 0 || !(job.local ? caches_local_ : caches_global_);
}

// Loads that are being looked up may miss, and stores follow.
bool L1::buffer_room(const LineJob& job) const {
  if (job.operation != LineOperation::kLoad)
    return store_buffer_ == 0 || stores_under_way_ + lookups_out_ < store_buffer_;
  return fill_buffer_ == 0 || around_cache(job) || fills_ + lookups_out_ < fill_buffer_;
}

// Two requests may wait for the MSHR or the banks behind the tag array, no more: beyond that lookups stop.
bool L1::line_room(const LineJob& job) const {
  if (!buffer_room(job)) return false;
  if (around_cache(job)) return memory_jobs_.empty();
  const std::size_t most = 2 * lookups_per_cycle_;
  return lookups_out_ + memory_jobs_.size() < most && cache_rows_.size() < most;
}

bool L1::take(LineJob& job) {
  if (lookup_cycle_ != cycle_.now) {
    lookup_cycle_ = cycle_.now;
    lookups_ = 0;
  }
  if (lookups_ == lookups_per_cycle_ || !line_room(job)) return false;
  if (around_cache(job)) {
    without_cache(job);
  } else {
    if (enters(job) && fills_held()) return false;
    if (!cycle_.arbiter.tag_port(true, job.line.address) || blocked(kTags)) return false;
    look_up(job);
  }
  ++lookups_;
  return true;
}

void L1::look_up(LineJob& job) {
  const TagOperation operation = tag_operation(job);
  const bool enter = operation == TagOperation::kClaim;
  const std::uint8_t state = enter || operation == TagOperation::kStore ? kDirtyLine : 0;
  entering_ += enter;
  Request* request =
      request_for(Purpose::kLookup, false, tag_request_address(operation, job.line.address, state), kTagAnswerBytes);
  request->job = &job;
  ++lookups_out_;
  ++job.parts;
  note(*request, &job, AccessNote::Kind::kTag);
  send(tags, kTags, *request);
}

void L1::without_cache(LineJob& job) {
  switch (job.operation) {
    case LineOperation::kLoad:
      looked_up(job, false);
      push_reads(&job, job.line, job.past || age_ != 0);  // what is under way may be older than an acquire
      break;
    case LineOperation::kStore:
      looked_up(job, false);
      push_store(job);
      break;
    default: push_atomic(job);
  }
  job.due = cycle_.now;
}

void L1::looked_up(const LineJob& job, bool hit) {
  ++counters_.accesses;
  counters_.hits += hit;
  counters_.local_accesses += job.local;
  counters_.local_hits += job.local && hit;
  if (job.operation != LineOperation::kLoad) return;
  ++counters_.load_accesses;
  counters_.load_hits += hit;
}

CacheLookup L1::lookup_of(const LineJob& job, bool hit) const {
  CacheLookup lookup;
  lookup.warp = job.warp;
  lookup.pc = job.pc;
  lookup.line = job.line.address;
  lookup.hit = hit;
  lookup.store = job.operation == LineOperation::kStore;
  lookup.local = job.local;
  lookup.cycle = cycle_.now;
  return lookup;
}

// Whether it is the lookup of a load, answered at once: that the line is not there. Observers see it when it is due.
bool L1::missed(Request& request, Cycle due) {
  if (request.purpose != Purpose::kLookup || due != cycle_.now + 1 || cycle_.observer) return false;
  LineJob& job = *request.job;
  if (job.operation != LineOperation::kLoad || unpack_tag_answer(request.get_data_ptr()).hit) return false;
  check_response(request);
  misses_.push({due, request.order, &job});
  request.release();
  --requests_out_;
  return true;
}

void L1::take_miss() {
  LineJob& job = *misses_.front().job;
  misses_.pop();
  --lookups_out_;
  looked_up(job, false);
  watch_.looked_up(lookup_of(job, false));
  load_missed(job);
}

// The line is read and enters, or the sectors that the load needs are read around the cache.
void L1::load_missed(LineJob& job) {
  if (job.past) {
    if (victims_) victims_->changed(job.line.address);
    push_reads(&job, job.line, true);
    return part_done(job, 0);
  }
  if (victims_ && find_victim(job)) return;
  if (!bypasses_ || lines_.enters(lookup_of(job, false))) {
    return read_line(&job, job.line.address);
  }
  ++counters_.bypasses;
  push_reads(&job, job.line, age_ != 0);
  part_done(job, 0);
}

void L1::tag_answer(void* what) {
  Request& request = *static_cast<Request*>(what);
  while (!misses_.empty() && misses_.front().due == cycle_.now && misses_.front().order < request.order) take_miss();
  LineJob& job = *request.job;
  const TagResult answer = unpack_tag_answer(request.get_data_ptr());
  request.release();
  --lookups_out_;
  const bool dirty = answer.hit && answer.state == kDirtyLine;
  if (job.operation == LineOperation::kAtomic || job.operation == LineOperation::kReduction) {
    if (dirty) write_back(job.line.address, answer);
    if (victims_) victims_->changed(job.line.address);
    push_atomic(job);
    return part_done(job, cycle_.now);
  }
  const bool load = job.operation == LineOperation::kLoad;
  const bool found = answer.hit && !(load && (job.past || is_old(job, answer)));
  if (cycle_.observer) cycle_.observer->tag_lookup(found);
  looked_up(job, found);
  watch_.looked_up(lookup_of(job, found));
  counters_.dirty_hits += dirty;
  if (job.operation == LineOperation::kStore) {
    entering_ -= enters(job);
    store(job, answer, dirty);
    part_done(job, cycle_.now);
  } else if (found) {
    push_rows(cache_rows_, &job, answer, job.line, false);
  } else {
    if (job.past && dirty) write_back(job.line.address, answer);
    load_missed(job);
  }
}

namespace {

const NativeBlock<L1Kind, L1> kNative("lookups, fills, stores and dirty lines in C++");

}  // namespace

}  // namespace unibank
