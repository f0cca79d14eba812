// Line requests: acceptance, lookup, response.
#include "l1/l1_core.h"

#include <algorithm>

namespace unibank {

L1Core::L1Core(const L1CoreParameters& parameters)
    : out_(*parameters.outward),
      now_(*parameters.now),
      arbiter_(*parameters.arbiter),
      observer_(*parameters.observer),
      leaving_lines_(*parameters.leaving),
      watch_(*parameters.watch),
      lines_(*parameters.lines),
      register_row_(parameters.register_row),
      follows_(parameters.follow_values),
      lookups_per_cycle_(parameters.design->cache.lookups_per_cycle * parameters.design->cache.tag_banks),
      lines_per_cycle_(parameters.design->cache.lines_per_cycle),
      arbitrated_(parameters.design->conflicts.model == ConflictModel::kArbitrated),
      caches_global_(parameters.design->cache.holds_global_memory),
      caches_local_(parameters.design->cache.holds_local_memory),
      global_stores_(store_rules(parameters.design->cache.global_stores, false)),
      local_stores_(store_rules(parameters.design->cache.local_stores, parameters.design->cache.local_stores_allocate)),
      leave_dirty_(global_stores_.keeps_dirty() || local_stores_.keeps_dirty()),
      dirty_bits_(parameters.design->cache.dirty_bits),
      sectors_alone_(parameters.design->cache.fetch == FetchUnit::kSectors),
      bypasses_(lines_.bypasses()),
      ways_(parameters.design->cache.ways),
      fill_buffer_(parameters.design->cache.fill_buffer),
      store_buffer_(parameters.design->cache.store_buffer),
      victims_(lines_.victims()),
      stores_out_(parameters.design->sm.max_warps) {}

void L1Core::reset(const AddressMap& map) {
  map_ = map;
  age_ = 0;
  leaves_dirty_ = true;
  ages_.assign(std::size_t{map.cache_sets()} * ways_, 0);
  sectors_.resize(ages_.size());  // lines kept from the previous launch keep their sectors
  leaving_lines_.dirty.resize(ages_.size());
  enters_late_ = !follows_ && !sectors_alone_ && !victims_ && fill_buffer_ == 0 && arbiter_.grants_whole_lines() &&
                 map.cache_sets() != 0 && out_.writes_whole_lines(map.cache(0, 0, 0).address);
}

bool L1Core::wants_next_cycle() const {
  if (!fill_rows_.empty() || !cache_rows_.empty()) return true;
  // No other line is on its way, so nothing else may run the Sm; or a policy must see the miss in its cycle.
  if (entered_ && (fills_ == 1 || !misses_.empty())) return true;
  if (victims_ && !(victim_rows_.empty() && misses_.empty())) return true;
  if (!fills_held() && (!fill_tags_.empty() || (flushing_ && !flush_asked_))) return true;
  // While the MSHR has not accepted its last request, requests to it cannot progress: no reason to wake.
  return (!(memory_jobs_.empty() && misses_.empty()) && !blocked(kMemory)) || (waiting_ && line_room(*waiting_));
}

void L1Core::advance_going() {
  if (!cache_rows_.empty()) advance_cache_rows();
  if (!memory_jobs_.empty()) advance_memory_jobs();
  if (!waiting_ || !take(*waiting_)) return;
  LineJob& job = *waiting_;
  waiting_ = nullptr;
  if (job.parts == 0) return out_.answer(job);
  out_.taken(job);
}

void L1Core::advance_last() {
  if (!victim_rows_.empty()) advance_victims();
  if (flushing_) advance_flush();
  if (!releases_.empty()) advance_releases();
}

bool L1Core::request(LineJob& job) {
  if (take(job)) return true;
  waiting_ = &job;
  return false;
}

void L1Core::part_done(LineJob& job, Cycle due) {
  job.due = std::max(job.due, due);
  if (--job.parts == 0 && job.kept) out_.answer(job);
}

bool L1Core::around_cache(const LineJob& job) const {
  return map_.cache_sets() == 0 || !(job.local ? caches_local_ : caches_global_);
}

unsigned L1Core::store_entries(const LineJob& job) const {
  return store_buffer_ == 0 || job.operation == LineOperation::kLoad ? 0 : runs_of(job.line);
}

// Counts pending lookups, which may miss, and the runs of pending stores. A store of more runs than the buffer has
// entries needs all of them (advance_memory_jobs).
bool L1Core::buffer_room(const LineJob& job) const {
  if (job.operation != LineOperation::kLoad) {
    const unsigned entries = std::min(store_entries(job), store_buffer_);
    return store_buffer_ == 0 || stores_under_way_ + stores_looked_up_ + entries <= store_buffer_;
  }
  return fill_buffer_ == 0 || around_cache(job) || fills_ + lookups_out_ < fill_buffer_;
}

bool L1Core::line_room(const LineJob& job) const {
  if (!buffer_room(job)) return false;
  if (around_cache(job)) return memory_jobs_.empty();
  const std::size_t most = most_behind_tags();
  return lookups_out_ + memory_jobs_.size() < most && cache_rows_.size() < most;
}

bool L1Core::take(LineJob& job) {
  if (lookup_cycle_ != now_) {
    lookup_cycle_ = now_;
    lookups_ = 0;
  }
  if (lookups_ == lookups_per_cycle_ || !line_room(job)) return false;
  if (around_cache(job)) {
    without_cache(job);
  } else {
    if (job.operation == LineOperation::kStore) job.rules = &rules_of(job);
    if (enters(job) && fills_held()) return false;
    if (!arbiter_.tag_port(true, job.line.address) || blocked(kTags)) return false;
    look_up(job);
  }
  ++lookups_;
  return true;
}

void L1Core::look_up(LineJob& job) {
  const TagOperation operation = tag_operation(job);
  const bool enter = operation == TagOperation::kClaim;
  const std::uint8_t state = enter || operation == TagOperation::kStore ? kDirtyLine : 0;
  entering_ += enter;
  ++lookups_out_;
  stores_looked_up_ += store_entries(job);
  ++job.parts;
  if (may_write(job)) leaving_lines_.asked_tags(may_leave(job));
  L1Request request;
  request.job = &job;
  request.address = job.line.address;
  ask_tags(request, operation, state);
}

// The line that a lookup may send to memory. A store that allocates may evict any other.
std::uint64_t L1Core::may_leave(const LineJob& job) const {
  return enters(job) ? LeavingLines::kAnyLine : job.line.address;
}

void L1Core::ask_tags(const L1Request& request, TagOperation operation, std::uint8_t state) {
  const L1Outward::Sent sent = out_.to_tags(request, operation, state);
  if (!sent.accepted) unaccepted_[kTags] = sent.request;
}

void L1Core::without_cache(LineJob& job) {
  switch (job.operation) {
    case LineOperation::kLoad:
      looked_up(job, false);
      push_reads(&job, job.line, job.past || age_ != 0);  // an outstanding read may be older than an acquire
      break;
    case LineOperation::kStore:
      looked_up(job, false);
      push_store(job);
      break;
    default: push_atomic(job);
  }
  job.due = now_;
}

void L1Core::looked_up(const LineJob& job, bool hit) {
  ++counters_.accesses;
  counters_.hits += hit;
  counters_.local_accesses += job.local;
  counters_.local_hits += job.local && hit;
  if (job.operation != LineOperation::kLoad) return;
  ++counters_.load_accesses;
  counters_.load_hits += hit;
}

CacheLookup L1Core::lookup_of(const LineJob& job, bool hit) const {
  CacheLookup lookup;
  lookup.warp = job.warp;
  lookup.pc = job.pc;
  lookup.line = job.line.address;
  lookup.hit = hit;
  lookup.store = job.operation == LineOperation::kStore;
  lookup.local = job.local;
  lookup.cycle = now_;
  return lookup;
}

// Observers see a miss when it is due. A miss may make room in a limited fill buffer for the load that waits.
bool L1Core::missed(LineJob& job, std::uint64_t order, bool hit, Cycle due) {
  if (due != now_ + 1 || observer_ || hit || job.operation != LineOperation::kLoad) return false;
  if (fill_buffer_ != 0) return false;
  if (may_write(job)) leaving_lines_.tags_answered(may_leave(job));
  misses_.push({due, order, &job});
  return true;
}

void L1Core::take_miss() {
  LineJob& job = *misses_.front().job;
  misses_.pop();
  --lookups_out_;
  looked_up(job, false);
  watch_.looked_up(lookup_of(job, false));
  load_missed(job);
}

// Responses of one cycle are handled in the order of their requests.
void L1Core::take_misses_before(std::uint64_t order) {
  while (!misses_.empty() && misses_.front().due == now_ && misses_.front().order < order) take_miss();
}

// The line is read and enters, or the sectors of the load are read and bypass the cache.
void L1Core::load_missed(LineJob& job) {
  if (job.past) {
    if (victims_) victims_->changed(job.line.address);
    push_reads(&job, job.line, true);
    return part_done(job, 0);
  }
  if (victims_ && find_victim(job)) return;
  if (!bypasses_ || lines_.enters(lookup_of(job, false))) {
    return in_sectors(job) ? read_sectors(job, job.line) : read_line(&job, job.line.address);
  }
  ++counters_.bypasses;
  push_reads(&job, job.line, age_ != 0);
  part_done(job, 0);
}

void L1Core::tag_answer(LineJob& job, std::uint64_t order, const TagResult& answer) {
  take_misses_before(order);
  --lookups_out_;
  stores_looked_up_ -= store_entries(job);
  if (may_write(job)) leaving_lines_.tags_answered(may_leave(job));
  const bool dirty = answer.hit && answer.state == kDirtyLine;
  if (job.operation == LineOperation::kAtomic || job.operation == LineOperation::kReduction) {
    if (observer_) observer_->atomic_lookup();
    if (dirty) write_back(job.line.address, answer);
    if (victims_) victims_->changed(job.line.address);
    push_atomic(job);
    return part_done(job, now_);
  }
  const bool load = job.operation == LineOperation::kLoad;
  const bool line_found = answer.hit && !(load && (job.past || is_old(job, answer)));
  const unsigned there = line_found ? sectors_there(job, answer) : 0;
  const bool found = line_found && (!load || (job.line.sectors() & ~there) == 0);
  if (observer_) observer_->tag_lookup(found);
  looked_up(job, found);
  watch_.looked_up(lookup_of(job, found));
  counters_.dirty_hits += dirty;
  if (job.operation == LineOperation::kStore) {
    entering_ -= enters(job);
    store(job, answer, dirty);
    part_done(job, now_);
  } else if (found) {
    push_rows(cache_rows_, &job, answer, job.line, false);
  } else if (line_found) {
    sectors_missed(job, answer, there);
  } else {
    if (job.past && dirty) write_back(job.line.address, answer);
    load_missed(job);
  }
}

}  // namespace unibank
