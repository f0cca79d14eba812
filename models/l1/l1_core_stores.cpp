// Stores that hit, and dirty lines on their way from the banks to memory.
//
// An evicted line takes its place among the memory requests when its tag is replaced, and its rows are read before
// another line is written to them: a later miss of the line reads memory after it.
#include <algorithm>

#include "l1/l1_core.h"

namespace unibank {

namespace {

// How many dirty lines may be between banks and MSHR. At this number no line enters.
constexpr unsigned kLeavingLines = 2;

bool writes_all(const LineBytes& bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint32_t sector) { return sector == ~std::uint32_t{0}; });
}

}  // namespace

TagOperation L1Core::tag_operation(const LineJob& job) const {
  const bool whole_line = job.operation == LineOperation::kStore && writes_all(job.bytes);
  return unibank::tag_operation(job.operation, job.past, job.rules, whole_line);
}

// Whether it is a store that allocates its line at once.
bool L1Core::enters(const LineJob& job) const {
  return job.operation == LineOperation::kStore && tag_operation(job) == TagOperation::kClaim;
}

// The next steps of a store after its lookup. `dirty`: the line was dirty before this store.
void L1Core::store(const LineJob& job, const TagAnswer& answer, bool dirty) {
  const StoreRules& rules = *job.rules;
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
  if (!rules.writes_line() || !there) return;
  const LineAccess line{job.line.address, job.line.words & words_of(sectors_there(job, answer))};
  if (line.words != 0) push_rows(cache_rows_, nullptr, answer, line, true).data = stored(job);
}

// Stores that every SM must see leave no dirty line. From an acquire's release on, neither do other stores to global
// memory: the acquire must find no dirty line, and after it the other words of a line may be old.
const StoreRules& L1Core::rules_of(const LineJob& job) const {
  const StoreRules& rules = job.local ? local_stores_ : global_stores_;
  const bool leaves = job.past || ((age_ != 0 || !leaves_dirty_) && !job.local);
  return leaves ? leaving(rules) : rules;
}

// Whether the line is of global memory and was requested before the last acquire(). Dirty lines have been written back
// by then (release).
bool L1Core::is_old(const LineJob& job, const TagResult& answer) const {
  return age_ != 0 && !job.local && answer.hit && answer.state != kDirtyLine &&
         ages_[std::size_t{answer.set} * ways_ + answer.way] < age_;
}

// If stores leave dirty lines, the release begins one search for those of all warps. If a search is under way and a
// line has become dirty behind it, another one follows.
bool L1Core::release(unsigned warp, void* release, bool acquires) {
  const bool dirty = global_stores_.keeps_dirty();
  if (!dirty && released(warp)) return true;
  if (acquires) leaves_dirty_ = false;
  if (dirty && flushing_) flush_again_ |= dirty_behind_;
  else if (dirty) flush();
  releases_.push_back({warp, release});
  return false;
}

// Whether the warp has no store on its way to memory, and dirty lines of global memory have been written back.
bool L1Core::released(unsigned warp) const {
  const bool dirty = global_stores_.keeps_dirty() && (flushing_ || leaving_ != 0);
  return stores_out_[warp] == 0 && !dirty;
}

void L1Core::advance_releases() {
  for (std::size_t i = 0; i < releases_.size();) {
    const Release release = releases_[i];
    if (!released(release.warp)) {
      ++i;
      continue;
    }
    releases_.erase(releases_.begin() + static_cast<std::ptrdiff_t>(i));
    out_.released(release.release);
  }
}

void L1Core::note_dirty(const LineJob& job, const TagAnswer& answer, bool dirty) {
  const std::size_t place = std::size_t{answer.set} * ways_ + answer.way;
  dirty_behind_ |= flushing_ && !job.local && place < flush_from_;
  flush_again_ |= dirty_behind_ && !leaves_dirty_;  // its lookup was before the release
  LineBytes& bytes = leaving_lines_.dirty[place];
  if (job.local || dirty_bits_ == DirtyBits::kLine) return bytes.fill(~std::uint32_t{0});
  if (!dirty) bytes.fill(0);
  for (std::size_t sector = 0; sector < bytes.size(); ++sector) {
    const bool whole = dirty_bits_ == DirtyBits::kSector && job.bytes[sector] != 0;
    bytes[sector] |= whole ? ~std::uint32_t{0} : job.bytes[sector];
  }
}

// A line of memory has evicted another one.
void L1Core::evicted(const TagAnswer& answer) {
  ++(is_register(answer.victim_state) ? counters_.register_by_cache : counters_.cache_by_cache);
  if (!is_register(answer.victim_state)) watch_.evicted({answer.victim_address, now_});
  if (is_unwritten(answer.victim_state)) {
    write_back(answer.victim_address, answer, answer.victim_state);
  } else if (victims_) {
    keep_victim(answer);
  }
}

// `state`: of the line, which may hold a register (LRU-fair).
void L1Core::write_back(std::uint64_t line, const TagAnswer& where, std::uint8_t state) {
  if (is_register(state)) leaving_lines_.add(line);  // a later read of a line of the L1 queues behind its write anyway
  leaving_lines_.invalidate_pending_fill(line);
  LineValues* const data = line_buffer(line);
  push_rows(fill_rows_, nullptr, where, {line, ~std::uint32_t{0}}, false).data = data;
  MemoryJob job{nullptr, line, kLineBytes, true, false, true, data};
  job.bytes.fill(~std::uint32_t{0});
  if (!is_register(state)) job.bytes = leaving_lines_.dirty[std::size_t{where.set} * ways_ + where.way];
  memory_jobs_.push(job);
  ++leaving_;
  ++(is_register(state) ? leaving_lines_.counters.register_spills : leaving_lines_.counters.write_backs);
}

bool L1Core::fills_held() const { return leaving_ + entering_ >= kLeavingLines; }

bool L1Core::flush() {
  if (!global_stores_.keeps_dirty() && !local_stores_.keeps_dirty()) return false;
  flushing_ = true;
  flush_from_ = 0;
  dirty_behind_ = flush_again_ = false;
  return true;
}

// Writes dirty lines back, one line per lookup, in the order of sets and ways, until none is left.
void L1Core::advance_flush() {
  if (flush_asked_ || fills_held() || blocked(kTags)) return;
  if (!arbiter_.tag_port(false, flush_from_ / ways_ * kLineBytes)) return;
  flush_asked_ = true;
  L1Request request;
  request.purpose = L1Request::Purpose::kFlush;
  request.address = flush_from_ * kLineBytes;
  ask_tags(request, TagOperation::kClean, 0);
}

// A store that the tags have seen before writes its bytes to the line before the line is read for memory.
void L1Core::flush_answer(std::uint64_t order, const TagResult& answer) {
  take_misses_before(order);
  flush_asked_ = false;
  flushing_ = answer.hit;
  if (!answer.hit && flush_again_) flush();
  if (!answer.hit) return;
  flush_from_ = std::uint64_t{answer.set} * ways_ + answer.way + 1;
  ++counters_.flushed;
  write_back(answer.victim_address, answer);
}

// The values that a store or an atomic writes to its line; null where values are not followed.
LineValues* L1Core::stored(const LineJob& job) {
  if (!follows_) return nullptr;
  LineValues* const line = buffers_.get(job.line.address);
  out_.stored(job, *line);
  for (unsigned byte = 0; byte < kLineBytes; ++byte)
    line->enabled[byte] = job.bytes[byte / kSectorBytes] >> byte % kSectorBytes & 1 ? 0xff : 0;
  return line;
}

}  // namespace unibank
