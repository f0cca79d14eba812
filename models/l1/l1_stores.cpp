// Stores that hit, and dirty lines on their way from the banks to memory.
//
// A line that leaves takes its place among the requests to memory when its tag goes, and its rows are read before
// another line is written to them: whoever misses the line afterwards reads memory behind it.
#include <algorithm>

#include "l1/l1.h"
#include "memory/tag_array.h"
#include "tlm/protocol.h"

namespace unibank {

namespace {

// Dirty lines between banks and MSHR; as many as requests that may wait for the MSHR. Beyond that no line enters.
constexpr unsigned kLeavingLines = 2;

bool writes_all(const LineBytes& bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint32_t sector) { return sector == ~std::uint32_t{0}; });
}

}  // namespace

// What a request does to its line's tag, all in one access.
TagOperation L1::tag_operation(const LineJob& job) const {
  switch (job.operation) {
    case LineOperation::kAtomic:
    case LineOperation::kReduction: return TagOperation::kInvalidate;
    case LineOperation::kStore: return rules_of(job).tag_operation(writes_all(job.bytes));
    default: return job.past ? TagOperation::kInvalidate : TagOperation::kLookup;
  }
}

// It is a store that enters its line at once.
bool L1::enters(const LineJob& job) const {
  return job.operation == LineOperation::kStore && tag_operation(job) == TagOperation::kClaim;
}

// The tags have been looked up: what the store does next. `dirty`: the line was, before this store.
void L1::store(const LineJob& job, const TagAnswer& answer, bool dirty) {
  const StoreRules& rules = rules_of(job);
  if (victims_) victims_->changed(job.line.address);
  const bool entered = !answer.hit && answer.way != TagAnswer::kNoWay;
  const bool there = answer.hit || entered;
  if (entered) {
    ++counters_.store_allocations;
    if (answer.victim_valid) evicted(answer);
  }
  if (rules.evicts() && answer.hit) {
    ++counters_.store_evictions;
    if (dirty) write_back(job.line.address, answer);
  }
  if (rules.keeps_dirty() && there) {
    counters_.dirtied += !dirty;
    note_dirty(job, answer, dirty);
  } else {
    push_store(job);
    if (rules.allocates() && !writes_all(job.bytes)) read_line(nullptr, job.line.address);
  }
  if (rules.writes_line() && there) push_rows(cache_rows_, nullptr, answer, job.line, true).data = stored(job);
}

// What every SM must see does not stay in a line; nor, behind an acquire, in one whose other words may be old.
const StoreRules& L1::rules_of(const LineJob& job) const {
  const StoreRules& rules = job.local ? local_stores_ : global_stores_;
  const bool leaves = job.past || (age_ != 0 && !job.local);
  return leaves && rules.keeps_dirty() ? write_evict() : rules;
}

// A line of global memory that was asked for before the last acquire(). Dirty ones have left by then (release).
bool L1::is_old(const LineJob& job, const TagResult& answer) const {
  return age_ != 0 && !job.local && answer.hit && answer.state != kDirtyLine &&
         ages_[std::size_t{answer.set} * ways_ + answer.way] < age_;
}

// Releases and acquires. Where stores leave dirty lines, of whatever warp, a release looks for them once.
tlm::tlm_sync_enum L1::order(Payload& payload, tlm::tlm_phase& phase) {
  const auto operation = static_cast<LineOperation>(payload.get_address() >> 60);
  const LineNote* const note = payload.get_extension<LineNote>();
  const bool release = operation == LineOperation::kRelease;
  if ((!release && operation != LineOperation::kAcquire) || (note && note->warp >= stores_out_.size()))
    return refuse(payload, phase, tlm::TLM_GENERIC_ERROR_RESPONSE);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (!release) {
    ++age_;
    return tlm::TLM_COMPLETED;
  }
  const bool dirty = global_stores_.keeps_dirty();
  if (!dirty && released(note ? note->warp : 0)) return tlm::TLM_COMPLETED;
  if (dirty && !flushing_) flush();
  payload.acquire();
  releases_.push_back(&payload);
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

// Stores that no line has kept are on their way.
bool L1::released(unsigned warp) const {
  const bool dirty = global_stores_.keeps_dirty() && (flushing_ || leaving_ != 0);
  return stores_out_[warp] == 0 && !dirty;
}

void L1::advance_releases() {
  for (std::size_t i = 0; i < releases_.size();) {
    Payload& payload = *releases_[i];
    const LineNote* const note = payload.get_extension<LineNote>();
    if (!released(note ? note->warp : 0)) {
      ++i;
      continue;
    }
    releases_.erase(releases_.begin() + static_cast<std::ptrdiff_t>(i));
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay;
    loads.answer(payload, phase, delay);
    payload.release();
  }
}

void L1::note_dirty(const LineJob& job, const TagAnswer& answer, bool dirty) {
  LineBytes& bytes = leaving_lines_.dirty[std::size_t{answer.set} * ways_ + answer.way];
  if (job.local) bytes.fill(~std::uint32_t{0});
  else if (!dirty) bytes = job.bytes;
  else for (std::size_t sector = 0; sector < bytes.size(); ++sector) bytes[sector] |= job.bytes[sector];
}

// A line of memory has taken another's way.
void L1::evicted(const TagAnswer& answer) {
  ++(is_register(answer.victim_state) ? counters_.register_by_cache : counters_.cache_by_cache);
  if (!is_register(answer.victim_state)) watch_.evicted({answer.victim_address, cycle_.now});
  if (is_unwritten(answer.victim_state)) {
    write_back(answer.victim_address, answer, answer.victim_state);
  } else if (victims_) {
    keep_victim(answer);
  }
}

// `state`: of the line, which may be a register's (LRU-fair).
void L1::write_back(std::uint64_t line, const TagAnswer& where, std::uint8_t state) {
  if (is_register(state)) leaving_lines_.add(line);  // loads stand behind the lines of the L1 anyway
  leaving_lines_.overtake(line);
  LineValues* const data = line_buffer(line);
  push_rows(fill_rows_, nullptr, where, {line, ~std::uint32_t{0}}, false).data = data;
  MemoryJob job{nullptr, line, kLineBytes, true, false, true, data};
  job.bytes.fill(~std::uint32_t{0});
  if (!is_register(state)) job.bytes = leaving_lines_.dirty[std::size_t{where.set} * ways_ + where.way];
  memory_jobs_.push(job);
  ++leaving_;
  ++(is_register(state) ? leaving_lines_.counters.register_spills : leaving_lines_.counters.write_backs);
}

bool L1::fills_held() const { return leaving_ + entering_ >= kLeavingLines; }

bool L1::flush() {
  if (!global_stores_.keeps_dirty() && !local_stores_.keeps_dirty()) return false;
  flushing_ = true;
  flush_from_ = 0;
  return true;
}

// One line a lookup, in the order of sets and ways, until there is none.
void L1::advance_flush() {
  if (flush_asked_ || fills_held() || blocked(kTags)) return;
  if (!cycle_.arbiter.tag_port(false, flush_from_ / ways_ * kLineBytes)) return;
  Request* request = request_for(Purpose::kFlush, false,
                                 tag_request_address(TagOperation::kClean, flush_from_ * kLineBytes), kTagAnswerBytes);
  flush_asked_ = true;
  note(*request, nullptr, AccessNote::Kind::kTag);
  send(tags, kTags, *request);
}

void L1::flush_answer(const TagAnswer& answer) {
  flush_asked_ = false;
  flushing_ = answer.hit;
  if (!answer.hit) return;
  flush_from_ = std::uint64_t{answer.set} * ways_ + answer.way + 1;
  ++counters_.flushed;
  write_back(answer.victim_address, answer);
}

}  // namespace unibank
