#include "sm/load_store_unit.h"

#include <algorithm>
#include <string>

#include "memory/tag_array.h"

namespace unibank {

namespace {

// Cycles from issue to an answer when nothing waits: two until the operands are there, then the hops of the way. What a
// latency parameter has above that is spent behind the answer.
constexpr unsigned kScratchpadPath = 4;  // crossbar and bank
constexpr unsigned kCachePath = 5;       // tag array, crossbar and bank
constexpr unsigned kMemoryPath = 4;      // tag array and MSHR; memory's own time comes on top

}  // namespace

LoadStoreUnit::LoadStoreUnit(sc_core::sc_module_name name, const Design& design, SmContext& context)
    : sc_module(name),
      tags("tags", this, kTags),
      memory("memory", this, kMemory),
      context_(context),
      queue_(design.sm.memory_queue),
      lookups_per_cycle_(design.cache.lookups_per_cycle),
      arbitrated_(design.conflicts.model == ConflictModel::kArbitrated),
      caches_local_(design.cache.holds_local_memory) {
  for (unsigned port = 0; port < AddressMap::kPorts; ++port) {
    const std::string socket = "crossbar" + std::to_string(port);
    crossbar[port] = std::make_unique<InitiatorPort<LoadStoreUnit>>(socket.c_str(), this, port);
  }
}

LoadStoreUnit::~LoadStoreUnit() = default;

void LoadStoreUnit::accept(InFlight& instruction) {
  instruction.unanswered = 0;
  instruction.all_sent = false;
  instruction.next = 0;
  instruction.done = 0;
  (instruction.what->space == Space::kScratchpad ? scratchpad_ : memory_queue_).push(&instruction);
}

bool LoadStoreUnit::wants_next_cycle() const {
  if (!fill_tags_.empty() || !fill_rows_.empty() || !cache_rows_.empty() || !scratchpad_.empty()) return true;
  // Behind an MSHR that has not accepted its last request nothing moves until it does: no reason to wake.
  return (!memory_jobs_.empty() && !blocked(kMemory)) || (!memory_queue_.empty() && line_room(*memory_queue_.front()));
}

bool LoadStoreUnit::around_cache(const InFlight& instruction) const {
  return map_.cache_sets() == 0 || (instruction.what->space == Space::kLocal && !caches_local_);
}

// Two requests may wait for the MSHR or the banks behind the tag array, no more: beyond that lookups stop.
bool LoadStoreUnit::line_room(const InFlight& instruction) const {
  if (around_cache(instruction)) return memory_jobs_.empty();
  const std::size_t room = 2 * lookups_per_cycle_;
  return jobs_out_ + memory_jobs_.size() < room && cache_rows_.size() < room;
}

void LoadStoreUnit::advance() {
  if (!fill_tags_.empty() || !fill_rows_.empty()) advance_fills();
  if (!scratchpad_.empty()) advance_scratchpad();
  if (!cache_rows_.empty()) advance_cache_rows();
  if (!memory_jobs_.empty()) advance_memory_jobs();
  if (!memory_queue_.empty()) advance_lookups();
}

// Sends the rows that are granted their banks in this cycle, leaves the others; true when none is left. In the
// per-instruction model only the instruction's own rows meet, and they stand in the order of their turns: the first
// that has to wait ends the cycle.
bool LoadStoreUnit::send_rows(RowSource from, bool write, unsigned path, std::uint64_t& counter) {
  std::vector<BankRow>& rows = *from.rows;
  context_.arbiter.begin_instruction();
  std::size_t kept = from.next;
  SendState state;
  for (std::size_t i = from.next; i < rows.size(); ++i) {
    const BankRow row = rows[i];
    if (blocked(row.port) || !context_.arbiter.memory(row, write)) {
      if (!arbitrated_) {
        kept = i;
        break;
      }
      rows[kept++] = row;
      continue;
    }
    ++counter;
    if (context_.observer) context_.observer->bank_access(BankKind::kMemory, row.port, row.bank, write);
    send_row(row, from.instruction, write, path, state);
    if (!arbitrated_) kept = i + 1;
  }
  if (arbitrated_) rows.resize(kept);
  from.next = arbitrated_ ? 0 : static_cast<unsigned>(kept);
  if (state.request) state.request->release();
  if (from.instruction && state.latest != 0) value_there(*from.instruction, state.latest, path);
  return from.next == rows.size();
}

// A bank that answers at once gives the payload back at once, for the next row.
void LoadStoreUnit::send_row(const BankRow& row, InFlight* instruction, bool write, unsigned path, SendState& state) {
  if (!state.request) state.request = request_for(Purpose::kRow, write, 0, row.width);
  Request& request = *state.request;
  request.instruction = instruction;
  request.path = path;
  request.set_address(row.address);
  request.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  const SendOutcome outcome = send_request(*crossbar[row.port], request, context_.now);
  if (outcome.taken == Taken::kAnswered) {
    check_response(request);
    state.latest = std::max(state.latest, outcome.due);
    return;
  }
  ++requests_out_;
  if (instruction) ++instruction->unanswered;
  if (outcome.taken == Taken::kNotYet) not_accepted(row.port, request);
  state.request = nullptr;
}

void LoadStoreUnit::advance_scratchpad() {
  InFlight& instruction = *scratchpad_.front();
  const bool write = instruction.what->memory == MemoryOp::kStore;
  SmCounters& counters = context_.counters;
  if (!send_rows({&instruction, &instruction.plan.rows, instruction.next}, write, kScratchpadPath,
                 write ? counters.scratchpad_row_writes : counters.scratchpad_row_reads)) {
    return;
  }
  scratchpad_.pop();
  --scratchpad_taken_;
  instruction.all_sent = true;
  maybe_done(instruction);
}

void LoadStoreUnit::advance_fills() {
  if (!fill_rows_.empty()) {
    RowJob& job = fill_rows_.front();
    if (send_rows({nullptr, &job.rows, job.next}, true, 0, context_.counters.cache_row_writes)) fill_rows_.pop();
  }
  if (fill_tags_.empty() || blocked(kTags) || !context_.arbiter.tag_port(false)) return;
  Request* request = request_for(Purpose::kFill, false, tag_request_address(TagOperation::kFill, fill_tags_.front()),
                                 kTagAnswerBytes);
  fill_tags_.pop();
  ++context_.counters.tag_fills;
  send(tags, kTags, *request);
}

void LoadStoreUnit::advance_cache_rows() {
  RowJob& job = cache_rows_.front();
  SmCounters& counters = context_.counters;
  const unsigned path = job.write ? 0 : kCachePath;
  if (!send_rows({job.instruction, &job.rows, job.next}, job.write, path,
                 job.write ? counters.cache_row_writes : counters.cache_row_reads)) {
    return;
  }
  InFlight* instruction = job.instruction;
  cache_rows_.pop();
  if (instruction) part_done(*instruction, 0, 0);
}

void LoadStoreUnit::advance_memory_jobs() {
  if (blocked(kMemory)) return;
  const MemoryJob job = memory_jobs_.front();
  memory_jobs_.pop();
  Request* request = request_for(Purpose::kMemory, job.write, job.address, job.length);
  request->instruction = job.instruction;
  request->fill = job.fill;
  request->path = kMemoryPath;
  send(memory, kMemory, *request);
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
  if (blocked(kTags) || !context_.arbiter.tag_port(true)) return false;
  look_up(instruction, line);
  return true;
}

void LoadStoreUnit::look_up(InFlight& instruction, const LineAccess& line) {
  const MemoryOp operation = instruction.what->memory;
  const bool atomic = operation == MemoryOp::kAtomic || operation == MemoryOp::kReduction;
  Request* request = request_for(
      Purpose::kLookup, false,
      tag_request_address(atomic ? TagOperation::kInvalidate : TagOperation::kLookup, line.address), kTagAnswerBytes);
  if (free_jobs_.empty()) {
    all_jobs_.push_back(std::make_unique<LineJob>());
    free_jobs_.push_back(all_jobs_.back().get());
  }
  request->job = free_jobs_.back();
  free_jobs_.pop_back();
  *request->job = {&instruction, line, request->order};
  ++jobs_out_;
  ++instruction.unanswered;
  ++context_.counters.tag_lookups;
  send(tags, kTags, *request);
}

void LoadStoreUnit::without_cache(InFlight& instruction, const LineAccess& line) {
  ++instruction.unanswered;
  switch (instruction.what->memory) {
    case MemoryOp::kLoad:
      count_access(MemoryOp::kLoad, false);
      push_sectors(&instruction, line);
      break;
    case MemoryOp::kStore:
      count_access(MemoryOp::kStore, false);
      push_store(line);
      break;
    default: push_atomic(instruction, line);
  }
  part_done(instruction, 0, 0);
}

void LoadStoreUnit::count_access(MemoryOp operation, bool hit) {
  SmCounters& counters = context_.counters;
  ++counters.cache_accesses;
  counters.cache_hits += hit;
  if (operation != MemoryOp::kLoad) return;
  ++counters.cache_load_accesses;
  counters.cache_load_hits += hit;
}

void LoadStoreUnit::tag_answer(void* what) {
  Request& request = *static_cast<Request*>(what);
  LineJob& job = *request.job;
  InFlight& instruction = *job.instruction;
  const TagResult answer = unpack_tag_answer(request.get_data_ptr());
  const MemoryOp operation = instruction.what->memory;
  request.release();
  free_jobs_.push_back(&job);
  --jobs_out_;
  if (operation == MemoryOp::kAtomic || operation == MemoryOp::kReduction) {
    push_atomic(instruction, job.line);
    part_done(instruction, 0, 0);
    return;
  }
  if (context_.observer) context_.observer->tag_lookup(answer.hit);
  count_access(operation, answer.hit);
  if (operation == MemoryOp::kStore) {
    push_store(job.line);
    if (answer.hit) push_rows(cache_rows_, nullptr, answer, job.line.words, true);
    part_done(instruction, 0, 0);
  } else if (answer.hit) {
    // The instruction's count for this line passes to the row job.
    push_rows(cache_rows_, &instruction, answer, job.line.words, false);
  } else {
    memory_jobs_.push({&instruction, job.line.address, kLineBytes, false, true});
  }
}

void LoadStoreUnit::push_rows(Fifo<RowJob>& queue, InFlight* instruction, const TagAnswer& where, std::uint32_t words,
                              bool write) {
  RowJob& job = queue.push();
  job.instruction = instruction;
  job.write = write;
  job.rows.clear();
  job.next = 0;
  const unsigned step = map_.piece_bytes() / 4;
  const std::uint32_t mask = (1u << step) - 1;
  for (unsigned piece = 0; piece < kLineBytes / map_.piece_bytes(); ++piece) {
    if (words >> (piece * step) & mask) job.rows.push_back(map_.cache(where.set, where.way, piece));
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
void LoadStoreUnit::push_store(const LineAccess& line) {
  const unsigned sectors = line.sectors();
  for (unsigned sector = 0; sector < 4;) {
    if (!(sectors >> sector & 1)) {
      ++sector;
      continue;
    }
    unsigned end = sector;
    while (end < 4 && (sectors >> end & 1)) ++end;
    memory_jobs_.push({nullptr, line.address + sector * kSectorBytes, (end - sector) * kSectorBytes, true, false});
    sector = end;
  }
}

// Done at memory, a sector at a time: read, change, write.
void LoadStoreUnit::push_atomic(InFlight& instruction, const LineAccess& line) {
  push_sectors(instruction.what->memory == MemoryOp::kAtomic ? &instruction : nullptr, line);
  push_store(line);
}

LoadStoreUnit::Request* LoadStoreUnit::request_for(Purpose purpose, bool write, std::uint64_t address, unsigned length) {
  Request* request = pool_.get();
  request->purpose = purpose;
  request->instruction = nullptr;
  request->job = nullptr;
  request->fill = false;
  request->path = 0;
  request->order = order_++;
  request->set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  request->set_address(address);
  request->set_data_length(length);
  request->set_streaming_width(length);
  return request;
}

void LoadStoreUnit::send(InitiatorPort<LoadStoreUnit>& port, unsigned index, Request& request) {
  ++requests_out_;
  const SendOutcome outcome = send_request(port, request, context_.now);
  if (outcome.taken == Taken::kAnswered) finish_request(request, outcome.due);
  if (outcome.taken == Taken::kNotYet) not_accepted(index, request);
}

void LoadStoreUnit::not_accepted(unsigned port, const Payload& payload) {
  blocked_ |= 1u << port;
  unaccepted_[port] = &payload;
}

void LoadStoreUnit::answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  if (unaccepted_[port] == &payload) {
    unaccepted_[port] = nullptr;
    blocked_ &= ~(1u << port);
  }
  if (phase == tlm::BEGIN_RESP) {
    finish_request(static_cast<Request&>(payload), cycle_of(sc_core::sc_time_stamp() + delay));
  } else {
    context_.wake(current_cycle());
  }
}

// The answer is here; what follows from it happens when it is due.
void LoadStoreUnit::finish_request(Request& request, Cycle due) {
  check_response(request);
  --requests_out_;
  switch (request.purpose) {
    case Purpose::kRow: {
      InFlight* instruction = request.instruction;
      const unsigned path = request.path;
      request.release();
      if (instruction) part_done(*instruction, due, path);
      return;
    }
    case Purpose::kLookup: context_.add_answer(due, Due::kTagAnswer, request.order, &request); return;
    case Purpose::kFill: context_.add_answer(due, Due::kFillAnswer, request.order, &request); return;
    case Purpose::kMemory: context_.add_answer(due, Due::kMemoryAnswer, request.order, &request); return;
  }
}

void LoadStoreUnit::fill_answer(void* what) {
  Request& request = *static_cast<Request*>(what);
  const TagResult answer = unpack_tag_answer(request.get_data_ptr());
  request.release();
  if (answer.hit || answer.way == TagArrayCore::kNoWay) return;  // there already, or not entered
  push_rows(fill_rows_, nullptr, answer, ~std::uint32_t{0}, true);
}

void LoadStoreUnit::memory_answer(void* what) {
  Request& request = *static_cast<Request*>(what);
  InFlight* instruction = request.instruction;
  const bool enter = request.fill && request.get_data_ptr()[0] == 1;
  if (enter) fill_tags_.push(request.get_address());
  const unsigned path = request.path;
  request.release();
  if (instruction) part_done(*instruction, context_.now, path);
}

// A part of the instruction is there at `due`; a path of 0 stands for a part that has no value to bring.
void LoadStoreUnit::part_done(InFlight& instruction, Cycle due, unsigned path) {
  --instruction.unanswered;
  if (path != 0) value_there(instruction, due, path);
  maybe_done(instruction);
}

// A part's answer is due: what the latency has above the way here is still to come before the value can be used.
void LoadStoreUnit::value_there(InFlight& instruction, Cycle due, unsigned path) {
  const bool brings_value = !instruction.what->results.empty();
  // In the per-instruction model the waits for operands are part of the penalty, counted at issue.
  const Cycle waited = arbitrated_ ? 0 : instruction.operand_delay();
  instruction.done = std::max(instruction.done, brings_value ? due + instruction.latency - path - waited : due);
}

void LoadStoreUnit::maybe_done(InFlight& instruction) {
  if (!instruction.all_sent || instruction.unanswered != 0) return;
  Cycle at = instruction.done;
  if (!instruction.what->results.empty()) at = std::max(at, instruction.issued + instruction.latency + instruction.penalty);
  context_.add_answer(std::max(at, context_.now + 1), Due::kWriteback, instruction.sequence, &instruction);
}

}  // namespace unibank
