// Stores that hit, and dirty lines on their way from the banks to memory.
//
// A line that leaves takes its place among the requests to memory when its tag goes, and its rows are read before
// another line is written to them: whoever misses the line afterwards reads memory behind it.
#include "memory/tag_array.h"
#include "policy/line_state.h"
#include "sm/load_store_unit.h"

namespace unibank {

namespace {

// Dirty lines between banks and MSHR; as many as requests that may wait for the MSHR. Beyond that no line enters.
constexpr unsigned kLeavingLines = 2;

}  // namespace

StorePolicy LoadStoreUnit::policy_of(const InFlight& instruction) const {
  return instruction.decoded->space == Space::kLocal ? local_stores_ : global_stores_;
}

// A miss of this store enters its line, now or when it has been read.
bool LoadStoreUnit::allocates(const InFlight& instruction) const {
  return local_stores_allocate_ && instruction.decoded->space == Space::kLocal &&
         instruction.decoded->memory == MemoryOp::kStore;
}

// And does so now: it writes all of the line. Lanes of local memory lie side by side in words of 4 bytes.
bool LoadStoreUnit::enters(const InFlight& instruction, const LineAccess& line) const {
  return allocates(instruction) && line.words == ~std::uint32_t{0} && instruction.decoded->bytes_per_lane >= 4;
}

// The tags have been looked up: what the store does next. `dirty`: the line was, before this store.
void LoadStoreUnit::store(const InFlight& instruction, const LineAccess& line, const TagAnswer& answer, bool dirty) {
  const StorePolicy policy = policy_of(instruction);
  if (victims_) victims_->changed(line.address);
  const bool entered = !answer.hit && answer.way != TagAnswer::kNoWay;
  if (entered) {
    ++counters_.store_allocations;
    if (answer.victim_valid) evicted(answer);
  }
  if (policy == StorePolicy::kWriteEvict && answer.hit) {
    ++counters_.store_evictions;
    if (dirty) write_back(line.address, answer);
  }
  if (policy == StorePolicy::kWriteBack && (answer.hit || entered)) {
    counters_.dirtied += !dirty;
  } else {
    push_store(instruction, line);
    if (allocates(instruction) && !enters(instruction, line))
      memory_jobs_.push({nullptr, line.address, kLineBytes, false, true});
  }
  if (policy == StorePolicy::kWriteEvict || !(answer.hit || entered)) return;
  RowJob& job = push_rows(cache_rows_, nullptr, answer, line, true);
  if (context_.expected) job.data = stored(instruction, line.address);
}

// A line of memory has taken another's way.
void LoadStoreUnit::evicted(const TagAnswer& answer) {
  ++(is_register(answer.victim_state) ? counters_.register_by_cache : counters_.cache_by_cache);
  if (!is_register(answer.victim_state)) watch_.evicted(answer.victim_address, context_.now);
  if (is_unwritten(answer.victim_state)) {
    write_back(answer.victim_address, answer, answer.victim_state);
  } else if (victims_) {
    keep_victim(answer);
  }
}

// `state`: of the line, which may be a register's (LRU-fair).
void LoadStoreUnit::write_back(std::uint64_t line, const TagAnswer& where, std::uint8_t state) {
  if (is_register(state)) context_.leaving.push_back(line);  // loads stand behind the lines of their own unit anyway
  overtake(line);
  LineValues* data = context_.expected ? buffers_.get(line) : nullptr;
  push_rows(fill_rows_, nullptr, where, {line, ~std::uint32_t{0}}, false).data = data;
  memory_jobs_.push({nullptr, line, kLineBytes, true, false, true, data});
  ++leaving_;
  ++(is_register(state) ? context_.line_counters.register_spills : context_.line_counters.write_backs);
}

// Reads a line that goes, to memory or to a row of registers; true when its last row is there.
bool LoadStoreUnit::line_left() {
  RowJob& job = fill_rows_.front();
  if (job.next < job.rows.size()) {
    send_rows({nullptr, &job.rows, job.next, &job}, false, 0, counters_.row_reads);
    return false;
  }
  if (rows_awaited_ != 0 || context_.now < rows_there_) return false;
  if (job.victim) {
    victim_rows_.push({job.data, context_.now + 1, nullptr, {job.line, ~std::uint32_t{0}}, job.to});
    return true;
  }
  ++lines_read_;
  return true;
}

bool LoadStoreUnit::fills_held() const { return leaving_ + entering_ >= kLeavingLines; }

bool LoadStoreUnit::flush() {
  if (global_stores_ != StorePolicy::kWriteBack && local_stores_ != StorePolicy::kWriteBack) return false;
  flushing_ = true;
  flush_from_ = 0;
  return true;
}

// One line a lookup, in the order of sets and ways, until there is none.
void LoadStoreUnit::advance_flush() {
  if (flush_asked_ || fills_held() || blocked(kTags)) return;
  if (!context_.arbiter.tag_port(false, flush_from_ / ways_ * kLineBytes)) return;
  Request* request = request_for(Purpose::kFlush, false,
                                 tag_request_address(TagOperation::kClean, flush_from_ * kLineBytes), kTagAnswerBytes);
  flush_asked_ = true;
  note(*request, nullptr, AccessNote::Kind::kTag);
  send(tags, kTags, *request);
}

void LoadStoreUnit::flush_answer(const TagAnswer& answer) {
  flush_asked_ = false;
  flushing_ = answer.hit;
  if (!answer.hit) return;
  flush_from_ = std::uint64_t{answer.set} * ways_ + answer.way + 1;
  ++counters_.flushed;
  write_back(answer.victim_address, answer);
}

}  // namespace unibank
