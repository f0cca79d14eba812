// Fills, and requests to memory: sectors that bypass the cache, stores, atomics, evicted lines.
#include <algorithm>

#include "l1/l1_core.h"
#include "l1/sector_runs.h"

namespace unibank {

// Whether bytes of the line are still on their way to the MSHR, or reached it in this cycle; the MSHR reports earlier
// bytes.
bool L1Core::write_is_pending(std::uint64_t line, Cycle at) const {
  const auto writes = [line](std::uint64_t address) { return (address & ~std::uint64_t{kLineBytes - 1}) == line; };
  for (std::size_t i = 0; i < memory_jobs_.size(); ++i) {
    if (memory_jobs_.at(i).write && writes(memory_jobs_.at(i).address)) return true;
  }
  const L1Request* last = unaccepted_[kMemory];
  return (last && last->write && writes(last->address)) || leaving_lines_.has(line) ||
         leaving_lines_.written_in(line, at);
}

void L1Core::advance_memory_jobs() {
  if (blocked(kMemory)) return;
  const MemoryJob& job = memory_jobs_.front();
  const bool stores = job.warp != MemoryJob::kNoWarp;
  if (stores && store_buffer_ != 0 && stores_sent_ == store_buffer_) return;  // the second run of a line
  if (!job.write && leaving_lines_.has(job.address & ~std::uint64_t{kLineBytes - 1})) return;
  if (job.dirty_line) {
    if (lines_read_ == 0) return;
    --lines_read_;
    --leaving_;
  }
  L1Request request;
  request.purpose = L1Request::Purpose::kMemory;
  request.job = job.job;
  request.address = job.address;
  request.length = job.length;
  request.write = job.write;
  request.fill = job.fill;
  request.dirty_line = job.dirty_line;
  request.warp = job.warp;
  request.age = age_;
  request.alone =
      job.alone || (job.fill && age_ != 0 && leaving_lines_.asked.older_under_way(job.address, age_, job.length));
  stores_sent_ += stores;
  const L1Outward::Sent sent = out_.to_memory(request, job);
  buffers_.put(job.data);
  memory_jobs_.pop();
  if (sent.accepted) {
    memory_took(*sent.request, now_);
  } else {
    unaccepted_[kMemory] = sent.request;
  }
}

void L1Core::accepted(Port port, Cycle at) {
  L1Request* const request = unaccepted_[port];
  unaccepted_[port] = nullptr;
  if (port == kMemory) memory_took(*request, at);
}

// Called in the order in which memory accepts the requests.
void L1Core::memory_took(L1Request& request, Cycle at) {
  const std::uint64_t line = request.address;
  if (request.dirty_line) {
    leaving_lines_.has_left(line, at);
  } else if (request.write) {
    leaving_lines_.written(line & ~std::uint64_t{kLineBytes - 1}, at);
  } else if (request.fill) {
    request.asked = leaving_lines_.asked.read(line, at, request.age, request.alone, request.length);
  }
}

// Reads a line that enters on arrival.
void L1Core::read_line(LineJob* job, std::uint64_t line) {
  memory_jobs_.push({job, line, kLineBytes, false, true});
  ++fills_;
}

// Adds one read per run of touched sectors; each read takes one entry of the MSHR and one lookup in the L2.
void L1Core::push_reads(LineJob* job, const LineAccess& line, bool alone) {
  each_run(line, [&](std::uint64_t address, unsigned length) {
    if (job) ++job->parts;
    MemoryJob read{job, address, length};
    read.alone = alone;
    memory_jobs_.push(read);
  });
}

// Adds one write per run of touched sectors.
void L1Core::push_store(const LineJob& job) {
  leaving_lines_.invalidate_pending_fill(job.line.address);
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

// One request to the atomic unit before memory for each run of sectors: a write. An atomic waits for its responses,
// which have the old values.
void L1Core::push_atomic(LineJob& job) {
  leaving_lines_.invalidate_pending_fill(job.line.address);
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

// Enters the tag of a line that has arrived. Tags that answer in the next cycle hold no line back: the requests of
// earlier cycles have been answered.
void L1Core::enter_fill() {
  drop_stale_fills();
  if (fill_tags_.empty() || fills_held() || leaving_lines_.may_leave(fill_tags_.front().line)) return;
  if (arbiter_.tag_port(false, fill_tags_.front().line) && !blocked(kTags)) enter_first(now_);
}

void L1Core::drop_stale_fills() {
  while (!fill_tags_.empty() && leaving_lines_.first_is_stale()) {
    buffers_.put(fill_tags_.front().data);
    fill_tags_.pop();
    leaving_lines_.first_goes();
    --fills_;
  }
}

void L1Core::enter_first(Cycle at) {
  L1Request request;
  request.purpose = L1Request::Purpose::kFill;
  request.address = fill_tags_.front().line;
  request.data = fill_tags_.front().data;
  request.age = fill_tags_.front().age;
  request.sectors = fill_tags_.front().sectors;
  fill_tags_.pop();
  leaving_lines_.first_goes();
  entering_at_ = at;
  if (leave_dirty_) leaving_lines_.asked_tags(LeavingLines::kAnyLine);
  ask_tags(request, TagOperation::kFill, kCleanLine);
}

void L1Core::fill_answer(const L1Request& request, const TagResult& answer) {
  if (leave_dirty_) leaving_lines_.tags_answered(LeavingLines::kAnyLine);
  line_entered({request.address, request.data, request.age, request.sectors}, answer);
}

// Dirty victims have to be read first.
bool L1Core::entered(const L1Request& request, const TagResult& answer, Cycle due) {
  const bool writes_back = answer.victim_valid && is_unwritten(answer.victim_state);
  if (!enters_late_ || due != now_ + 1 || observer_ || writes_back) return false;
  if (leave_dirty_) leaving_lines_.tags_answered(LeavingLines::kAnyLine);
  entered_ = {entering_at_ + 1, {request.address, request.data, request.age, request.sectors}, answer};
  return true;
}

bool L1Core::enter_now() {
  const Entered one = *entered_;
  entered_.reset();
  line_entered(one.fill, one.answer);
  return true;
}

// Makes up for the cycles in which the Sm did not run, in the order in which these cycles would have acted.
void L1Core::catch_up(Cycle now) {
  enter_late(now);
  if (arrived_at_ >= now) return;
  while (!misses_.empty()) take_miss();  // they were due before the line arrived
  enter_first(arrived_at_);
  arrived_at_ = kNever;
  enter_late(now);
}

bool L1Core::do_late() {
  const bool arrived = arrived_;
  catch_up(now_);
  arrived_ = false;
  arrived_at_ = kNever;
  while (!misses_.empty() && misses_.front().due < now_) take_miss();
  return (entered_ && enter_now()) || arrived;
}

bool L1Core::may_arrive(const L1Request& request, Cycle at) {
  if (!enters_late_ || !request.fill || !request.job || fills_held()) return false;
  catch_up(at);
  return fill_tags_.empty();
}

bool L1Core::arrive(const L1Request& request, Cycle at) {
  memory_answer(request, at);
  arrived_ = true;
  if (fill_tags_.empty()) return false;
  arrived_at_ = at;
  return fills_ - entered_.has_value() == 1;
}

// The Sm slept in that cycle, so no other rows were under way.
void L1Core::enter_late(Cycle now) {
  if (!entered_ || entered_->due >= now) return;
  enter_now();
  if (!fill_rows_.empty() && out_.send_rows(fill_rows_.front(), counters_.row_writes)) rows_done(fill_rows_);
}

void L1Core::line_entered(const FillJob& fill, const TagResult& answer) {
  const auto dropped = [&] {
    buffers_.put(fill.data);
    --fills_;
  };
  if (answer.way == TagArrayCore::kNoWay) return dropped();
  if (sectors_alone_) return sectors_entered(fill, answer);
  std::uint32_t& there = ages_[std::size_t{answer.set} * ways_ + answer.way];
  // The line is present already, and not older: the arrived line is dropped.
  if (answer.hit && (answer.state == kDirtyLine || there >= fill.age)) return dropped();
  there = fill.age;
  if (answer.victim_valid) evicted(answer);
  push_rows(fill_rows_, nullptr, answer, {fill.line, ~std::uint32_t{0}}, true).data = fill.data;
}

// The words of a requested line are valid a cycle later, as after a row of the banks.
void L1Core::memory_answer(const L1Request& request, Cycle at) {
  if (request.fill) {
    const LinesAsked::Answer answer = leaving_lines_.asked.answered(request.asked, at);
    const std::uint64_t line = request.address & ~std::uint64_t{kLineBytes - 1};
    if (answer.first && !answer.stale && !write_is_pending(line, at)) {
      fill_tags_.push({line, request.data, request.age, sectors_of(request.address, request.length)});
      leaving_lines_.has_come(line);
    } else {
      buffers_.put(request.data);
      --fills_;
    }
  }
  if (request.warp != MemoryJob::kNoWarp) {
    --stores_out_[request.warp];
    --stores_under_way_;
    --stores_sent_;
  }
  if (request.job) part_done(*request.job, at + 1);
}

}  // namespace unibank
