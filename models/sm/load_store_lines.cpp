// The half of the load/store unit that goes to memory: lines through the tag array, then to the banks or the MSHR.
#include <algorithm>

#include "memory/mshr.h"
#include "memory/tag_array.h"
#include "policy/line_state.h"
#include "sm/load_store_unit.h"

namespace unibank {

namespace {

// As kScratchpadPath: two cycles for the operands, then the hops of the way.
constexpr unsigned kCachePath = 5;   // tag array, crossbar and bank
constexpr unsigned kMemoryPath = 4;  // tag array and MSHR; memory's own time comes on top

}  // namespace

bool LoadStoreUnit::around_cache(const InFlight& instruction) const {
  return map_.cache_sets() == 0 || !(instruction.decoded->space == Space::kLocal ? caches_local_ : caches_global_);
}

// Two requests may wait for the MSHR or the banks behind the tag array, no more: beyond that lookups stop.
bool LoadStoreUnit::line_room(const InFlight& instruction) const {
  if (around_cache(instruction)) return memory_jobs_.empty();
  const std::size_t most = 2 * lookups_per_cycle_;
  return jobs_out_ + memory_jobs_.size() < most && cache_rows_.size() < most;
}

void LoadStoreUnit::overtake(std::uint64_t line) {
  for (std::size_t i = 0; i < fill_tags_.size(); ++i) {
    FillJob& fill = fill_tags_.at(i);
    fill.stale = fill.stale || fill.line == line;
  }
}

bool LoadStoreUnit::line_in_use(std::size_t place, std::uint64_t turn) const {
  for (const Fifo<RowJob>* queue : {&cache_rows_, &fill_rows_}) {
    for (std::size_t i = 0; i < queue->size() && queue->at(i).turn < turn; ++i) {
      if (queue->at(i).place == place) return true;
    }
  }
  return false;
}

// The same queue keeps the order anyway.
bool LoadStoreUnit::after_another(const RowJob& job, const Fifo<RowJob>& queue) const {
  for (std::size_t i = 0; i < queue.size() && queue.at(i).turn < job.turn; ++i) {
    if (queue.at(i).place == job.place && (queue.at(i).write || job.write)) return true;
  }
  return context_.register_in_use(job.place, job.turn);
}

// Bytes of the line are still on their way to the MSHR, or reached it in this cycle; it tells of earlier ones.
bool LoadStoreUnit::overtaken(std::uint64_t line) const {
  const auto writes = [line](std::uint64_t address) { return (address & ~std::uint64_t{kLineBytes - 1}) == line; };
  for (std::size_t i = 0; i < memory_jobs_.size(); ++i) {
    if (memory_jobs_.at(i).write && writes(memory_jobs_.at(i).address)) return true;
  }
  const Payload* last = unaccepted_[kMemory];
  return (last && last->is_write() && writes(last->get_address())) || context_.is_leaving(line) ||
         (context_.last_write.at == context_.now && context_.last_write.line == line);
}

void LoadStoreUnit::advance_fills() {
  if (!fill_rows_.empty() && !after_another(fill_rows_.front(), cache_rows_)) {
    RowJob& job = fill_rows_.front();
    if (job.write ? send_rows({nullptr, &job.rows, job.next, &job}, true, 0, counters_.row_writes)
                  : line_left()) {
      if (job.write) buffers_.put(job.data);
      fill_rows_.pop();
    }
  }
  while (!fill_tags_.empty() && fill_tags_.front().stale) {
    buffers_.put(fill_tags_.front().data);
    fill_tags_.pop();
  }
  if (fill_tags_.empty() || fills_held()) return;
  if (!context_.arbiter.tag_port(false, fill_tags_.front().line) || blocked(kTags)) return;
  const FillJob fill = fill_tags_.front();
  Request* request = request_for(Purpose::kFill, false, tag_request_address(TagOperation::kFill, fill.line, kCleanLine),
                                 kTagAnswerBytes);
  request->data = fill.data;
  fill_tags_.pop();
  note(*request, nullptr, AccessNote::Kind::kTag);
  send(tags, kTags, *request);
}

void LoadStoreUnit::advance_cache_rows() {
  RowJob& job = cache_rows_.front();
  if (after_another(job, fill_rows_)) return;
  const unsigned path = job.write ? 0 : kCachePath;
  if (!send_rows({job.instruction, &job.rows, job.next, &job}, job.write, path,
                 job.write ? counters_.row_writes : counters_.row_reads)) {
    return;
  }
  InFlight* instruction = job.instruction;
  buffers_.put(job.data);
  cache_rows_.pop();
  if (instruction) part_done(*instruction, 0, 0);
}

void LoadStoreUnit::advance_memory_jobs() {
  if (blocked(kMemory)) return;
  const MemoryJob job = memory_jobs_.front();
  if (!job.write && context_.is_leaving(job.address & ~std::uint64_t{kLineBytes - 1})) return;
  if (job.dirty_line) {
    if (lines_read_ == 0) return;
    --lines_read_;
    --leaving_;
  }
  memory_jobs_.pop();
  Request* request = request_for(Purpose::kMemory, job.write, job.address, job.length);
  request->instruction = job.instruction;
  request->fill = job.fill;
  request->dirty_line = job.dirty_line;
  if (context_.expected) {
    PayloadPool<Request>::follow_values(*request);
    if (job.data) put_line(*job.data, *request);
    buffers_.put(job.data);
  }
  if (job.write && !job.dirty_line) enable(job.bytes, *request);
  request->path = kMemoryPath;
  note(*request, job.instruction, AccessNote::Kind::kMemory);
  send(memory, kMemory, *request);
  if (!blocked(kMemory)) memory_took(*request, context_.now);
}

// In the order in which memory will see them.
void LoadStoreUnit::memory_took(Request& request, Cycle at) {
  const std::uint64_t line = request.get_address();
  if (request.dirty_line) {
    context_.has_left(line, at);
  } else if (request.is_write()) {
    context_.wrote(line & ~std::uint64_t{kLineBytes - 1}, at);
  } else if (request.fill) {
    request.asked = context_.lines_asked.read(line, at);
  }
}

// A store of parts of its sectors says which bytes.
void LoadStoreUnit::enable(const LineBytes& bytes, Request& request) const {
  const auto first = static_cast<unsigned>(request.get_address() % kLineBytes);
  const unsigned length = request.get_data_length();
  bool whole = true;
  for (unsigned sector = first / kSectorBytes; sector < (first + length) / kSectorBytes; ++sector) {
    whole = whole && bytes[sector] == ~std::uint32_t{0};
  }
  if (whole) return;
  for (unsigned i = 0; i < length; ++i) {
    const unsigned at = first + i;
    request.enables[i] = bytes[at / kSectorBytes] >> at % kSectorBytes & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
  }
  request.set_byte_enable_ptr(request.enables.data());
  request.set_byte_enable_length(length);
}

void LoadStoreUnit::advance_lookups() {
  for (unsigned lookup = 0; lookup < lookups_per_cycle_ && !memory_queue_.empty(); ++lookup) {
    InFlight& instruction = *memory_queue_.front();
    if (instruction.next < instruction.plan.lines.size()) {
      if (!take_line(instruction, instruction.plan.lines[instruction.next])) return;
      ++instruction.next;
    }
    if (instruction.next < instruction.plan.lines.size()) continue;
    memory_queue_.pop();
    --memory_taken_;
    instruction.all_sent = true;
    maybe_done(instruction);
  }
}

bool LoadStoreUnit::take_line(InFlight& instruction, const LineAccess& line) {
  if (!line_room(instruction)) return false;
  if (around_cache(instruction)) {
    without_cache(instruction, line);
    return true;
  }
  if (enters(instruction, line) && fills_held()) return false;
  if (!context_.arbiter.tag_port(true, line.address) || blocked(kTags)) return false;
  look_up(instruction, line);
  return true;
}

namespace {

// What an instruction does to its line's tag, all in one access.
TagOperation tag_operation(MemoryOp operation, StorePolicy stores) {
  switch (operation) {
    case MemoryOp::kAtomic:
    case MemoryOp::kReduction: return TagOperation::kInvalidate;
    case MemoryOp::kStore:
      if (stores == StorePolicy::kWriteEvict) return TagOperation::kInvalidate;
      return stores == StorePolicy::kWriteBack ? TagOperation::kStore : TagOperation::kLookup;
    default: return TagOperation::kLookup;
  }
}

}  // namespace

void LoadStoreUnit::look_up(InFlight& instruction, const LineAccess& line) {
  const bool enter = enters(instruction, line);
  const TagOperation operation =
      enter ? TagOperation::kClaim : tag_operation(instruction.decoded->memory, policy_of(instruction));
  const std::uint8_t state = enter || operation == TagOperation::kStore ? kDirtyLine : 0;
  entering_ += enter;
  Request* request =
      request_for(Purpose::kLookup, false, tag_request_address(operation, line.address, state), kTagAnswerBytes);
  if (free_jobs_.empty()) {
    all_jobs_.push_back(std::make_unique<LineJob>());
    free_jobs_.push_back(all_jobs_.back().get());
  }
  request->job = free_jobs_.back();
  free_jobs_.pop_back();
  *request->job = {&instruction, line, request->order};
  ++jobs_out_;
  ++instruction.unanswered;
  note(*request, &instruction, AccessNote::Kind::kTag);
  send(tags, kTags, *request);
}

void LoadStoreUnit::without_cache(InFlight& instruction, const LineAccess& line) {
  ++instruction.unanswered;
  switch (instruction.decoded->memory) {
    case MemoryOp::kLoad:
      count_access(instruction, false);
      push_sectors(&instruction, line);
      break;
    case MemoryOp::kStore:
      count_access(instruction, false);
      push_store(instruction, line);
      break;
    default: push_atomic(instruction, line);
  }
  part_done(instruction, 0, 0);
}

void LoadStoreUnit::count_access(const InFlight& instruction, bool hit) {
  ++counters_.accesses;
  counters_.hits += hit;
  const bool local = instruction.decoded->space == Space::kLocal;
  counters_.local_accesses += local;
  counters_.local_hits += local && hit;
  if (instruction.decoded->memory != MemoryOp::kLoad) return;
  ++counters_.load_accesses;
  counters_.load_hits += hit;
}

void LoadStoreUnit::tag_answer(void* what) {
  Request& request = *static_cast<Request*>(what);
  while (!misses_.empty() && misses_.front().due == context_.now && misses_.front().order < request.order) take_miss();
  LineJob& job = *request.job;
  InFlight& instruction = *job.instruction;
  const TagResult answer = unpack_tag_answer(request.get_data_ptr());
  const MemoryOp operation = instruction.decoded->memory;
  request.release();
  free_jobs_.push_back(&job);
  --jobs_out_;
  const bool dirty = answer.hit && answer.state == kDirtyLine;
  if (operation == MemoryOp::kAtomic || operation == MemoryOp::kReduction) {
    if (dirty) write_back(job.line.address, answer);
    if (victims_) victims_->changed(job.line.address);
    push_atomic(instruction, job.line);
    part_done(instruction, 0, 0);
    return;
  }
  if (context_.observer) context_.observer->tag_lookup(answer.hit);
  count_access(instruction, answer.hit);
  watch_.looked_up(instruction, job.line.address, answer.hit, context_.now);
  counters_.dirty_hits += dirty;
  if (operation == MemoryOp::kStore) {
    entering_ -= enters(instruction, job.line);
    store(instruction, job.line, answer, dirty);
    part_done(instruction, 0, 0);
  } else if (answer.hit) {
    // The instruction's count for this line passes to the row job.
    push_rows(cache_rows_, &instruction, answer, job.line, false);
  } else {
    load_missed(instruction, job.line);
  }
}

LoadStoreUnit::RowJob& LoadStoreUnit::push_rows(Fifo<RowJob>& queue, InFlight* instruction, const TagAnswer& where,
                                                const LineAccess& line, bool write) {
  RowJob& job = queue.push();
  job.instruction = instruction;
  job.write = write;
  job.first = map_.cache(where.set, where.way, 0);
  job.rows.clear();
  job.next = 0;
  job.line = line.address;
  job.place = std::size_t{where.set} * ways_ + where.way;
  job.turn = context_.place_turns++;
  job.data = nullptr;
  job.victim = false;
  const bool leaves = !instruction && !write;  // and is awaited row by row
  job.whole = line.words == ~std::uint32_t{0} && context_.arbiter.grants_whole_lines() && !leaves;
  if (!job.whole) add_line_rows(job, line.words);
  return job;
}

// A line is in one place of all ports.
void LoadStoreUnit::add_line_rows(RowJob& job, std::uint32_t words) const {
  BankRow row = job.first;
  for (row.port = 0; row.port < AddressMap::kPorts; ++row.port) {
    const std::uint32_t touched = words >> (4 * row.port) & 0xf;
    if (touched == 0xf && !(arbitrated_ && row.narrow())) {
      job.rows.push_back(row);
    } else if (touched != 0) {
      add_rows(row, touched, job.rows);
    }
  }
}

// Of a row those words: of 4-byte banks a row for each run of them, or for each bank where banks are arbitrated.
void LoadStoreUnit::add_rows(const BankRow& whole, unsigned words, std::vector<BankRow>& rows) const {
  if (!whole.narrow()) {
    rows.push_back(whole);
    rows.back().words = static_cast<std::uint8_t>(words);
    return;
  }
  while (words != 0) {
    const auto first = static_cast<unsigned>(__builtin_ctz(words));
    const auto run = arbitrated_ ? 1u : static_cast<unsigned>(__builtin_ctz(~(words >> first)));
    rows.push_back(whole.part(first, run));
    words &= ~(((1u << run) - 1) << first);
  }
}

void LoadStoreUnit::push_sectors(InFlight* instruction, const LineAccess& line) {
  const unsigned sectors = line.sectors();
  for (unsigned sector = 0; sector < kLineBytes / kSectorBytes; ++sector) {
    if (!(sectors >> sector & 1)) continue;
    if (instruction) ++instruction->unanswered;
    memory_jobs_.push({instruction, line.address + sector * kSectorBytes, kSectorBytes, false, false});
  }
}

// Runs of touched sectors, each one write.
void LoadStoreUnit::push_store(const InFlight& instruction, const LineAccess& line) {
  overtake(line.address);
  const AccessPlan& plan = instruction.plan;
  const auto same = [&](const LineAccess& one) { return one.address == line.address; };
  const LineBytes bytes =
      plan.written(static_cast<std::size_t>(std::find_if(plan.lines.begin(), plan.lines.end(), same) - plan.lines.begin()));
  const unsigned sectors = line.sectors();
  for (unsigned sector = 0; sector < 4;) {
    if (!(sectors >> sector & 1)) {
      ++sector;
      continue;
    }
    unsigned end = sector;
    while (end < 4 && (sectors >> end & 1)) ++end;
    MemoryJob job{nullptr, line.address + sector * kSectorBytes, (end - sector) * kSectorBytes, true, false};
    if (context_.expected) job.data = stored(instruction, line.address);
    job.bytes = bytes;
    memory_jobs_.push(job);
    sector = end;
  }
}

// Done at memory, a sector at a time: read, change, write.
void LoadStoreUnit::push_atomic(InFlight& instruction, const LineAccess& line) {
  push_sectors(instruction.decoded->memory == MemoryOp::kAtomic ? &instruction : nullptr, line);
  push_store(instruction, line);
}

void LoadStoreUnit::fill_answer(void* what) {
  Request& request = *static_cast<Request*>(what);
  const TagResult answer = unpack_tag_answer(request.get_data_ptr());
  const bool flush = request.purpose == Purpose::kFlush;
  const std::uint64_t line = request.get_address() & kTagAddressMask;
  LineValues* data = request.data;
  request.release();
  if (flush) return flush_answer(answer);
  if (answer.hit || answer.way == TagArrayCore::kNoWay) return buffers_.put(data);  // there already, or not entered
  if (answer.victim_valid) evicted(answer);
  push_rows(fill_rows_, nullptr, answer, {line, ~std::uint32_t{0}}, true).data = data;
}

void LoadStoreUnit::memory_answer(void* what) {
  Request& request = *static_cast<Request*>(what);
  InFlight* instruction = request.instruction;
  if (context_.expected) take_line(request);
  if (request.fill) {
    const LinesAsked::Answer answer = context_.lines_asked.answered(request.asked, context_.now);
    if (answer.first && !answer.stale && !overtaken(request.get_address())) {
      fill_tags_.push({request.get_address(), request.data});
    } else {
      buffers_.put(request.data);
    }
  }
  const unsigned path = request.path;
  request.set_byte_enable_ptr(nullptr);
  request.release();
  if (instruction) part_done(*instruction, context_.now, path);
}

}  // namespace unibank
