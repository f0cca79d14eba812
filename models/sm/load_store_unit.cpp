#include "sm/load_store_unit.h"

#include <algorithm>
#include <string>

#include "memory/tag_array.h"

namespace unibank {

namespace {

// Cycles from issue to an answer when nothing waits: two until the operands are there, crossbar and bank. What the
// latency parameter has above that is spent behind the answer.
constexpr unsigned kScratchpadPath = 4;

// At whatever level of the register hierarchy.
bool brings_value(const InFlight& instruction) { return instruction.decoded->result_registers != 0; }

}  // namespace

LoadStoreUnit::LoadStoreUnit(sc_core::sc_module_name name, const Design& design, SmContext& context, CacheWatch& watch,
                             LinePolicy& lines)
    : sc_module(name),
      tags("tags", this, kTags),
      memory("memory", this, kMemory),
      context_(context),
      watch_(watch),
      lines_(lines),
      queue_(design.sm.memory_queue),
      lookups_per_cycle_(design.cache.lookups_per_cycle * design.cache.tag_banks),
      arbitrated_(design.conflicts.model == ConflictModel::kArbitrated),
      caches_global_(design.cache.holds_global_memory),
      caches_local_(design.cache.holds_local_memory),
      side_by_side_(!arbitrated_ && design.conflicts.penalty_blocks == PenaltyBlocks::kResult),
      global_stores_(design.cache.global_stores),
      local_stores_(design.cache.local_stores),
      local_stores_allocate_(design.cache.local_stores_allocate),
      bypasses_(lines.bypasses()),
      ways_(design.cache.ways),
      victims_(lines.victims()) {
  turns_.fill(std::vector<Turns>(design.sm.max_warps));
  for (unsigned port = 0; port < AddressMap::kPorts; ++port) {
    const std::string socket = "crossbar" + std::to_string(port);
    crossbar[port] = std::make_unique<InitiatorPort<LoadStoreUnit>>(socket.c_str(), this, port);
  }
}

LoadStoreUnit::~LoadStoreUnit() = default;

void LoadStoreUnit::end_of_elaboration() {
  for (unsigned port = 0; port < AddressMap::kPorts; ++port) to_banks_[port] = crossbar[port]->path();
}

void LoadStoreUnit::accept(InFlight& instruction) {
  const bool scratchpad = instruction.decoded->space == Space::kScratchpad;
  Turns& turns = turns_[scratchpad][instruction.warp];
  if (instruction.turn != turns.accepted) return early_.push_back(&instruction);
  ++turns.accepted;
  serve(instruction);
  const auto next = std::find_if(early_.begin(), early_.end(), [&](const InFlight* one) {
    return one->warp == instruction.warp && (one->decoded->space == Space::kScratchpad) == scratchpad &&
           one->turn == turns.accepted;
  });
  if (next == early_.end()) return;
  InFlight& follows = **next;
  early_.erase(next);
  accept(follows);
}

void LoadStoreUnit::serve(InFlight& instruction) {
  if (context_.expected) context_.expected->accepted(instruction);
  instruction.unanswered = 0;
  instruction.all_sent = false;
  instruction.next = 0;
  instruction.done = 0;
  instruction.modifies = false;
  instruction.read_until = 0;
  if (!arbitrated_ && map_.scratchpad_row_bytes() == 4) {
    join_neighbours(instruction.plan.rows);
    join_neighbours(instruction.plan.modified);
  }
  (instruction.decoded->space == Space::kScratchpad ? scratchpad_ : memory_queue_).push(&instruction);
}

bool LoadStoreUnit::wants_next_cycle() const {
  if (!fill_rows_.empty() || !cache_rows_.empty() || !scratchpad_.empty()) return true;
  if (victims_ && !(victim_rows_.empty() && misses_.empty())) return true;
  if (!fills_held() && (!fill_tags_.empty() || (flushing_ && !flush_asked_))) return true;
  // Behind an MSHR that has not accepted its last request nothing moves until it does: no reason to wake.
  return (!(memory_jobs_.empty() && misses_.empty()) && !blocked(kMemory)) ||
         (!memory_queue_.empty() && line_room(*memory_queue_.front()));
}

void LoadStoreUnit::advance() {
  while (!misses_.empty() && misses_.front().due <= context_.now) take_miss();
  if (!fill_tags_.empty() || !fill_rows_.empty()) advance_fills();
  if (!scratchpad_.empty()) advance_scratchpad();
  if (!cache_rows_.empty()) advance_cache_rows();
  if (!memory_jobs_.empty()) advance_memory_jobs();
  if (!memory_queue_.empty()) advance_lookups();
  if (!victim_rows_.empty()) advance_victims();
  if (flushing_) advance_flush();
}

// A bank that answers at once gives the payload back at once, for the next row.
[[gnu::always_inline]] inline void LoadStoreUnit::send_row(unsigned port, std::uint64_t address, SendState& state) {
  Request& request = *state.request;
  request.set_address(address);
  request.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  const SendOutcome outcome = send_request(to_banks_[port], request, context_.now);
  if (outcome.taken != Taken::kAnswered) return row_under_way(port, outcome.taken, state);
  check_response(request);
  state.latest = std::max(state.latest, outcome.due);
}

// Sends the rows that are granted their banks in this cycle, leaves the others; true when none is left. In the
// per-instruction model only the instruction's own rows meet, and they stand in the order of their turns: the first
// that has to wait ends the cycle.
bool LoadStoreUnit::send_rows(RowSource from, bool write, unsigned path, std::uint64_t& counter) {
  std::vector<BankRow>& rows = *from.rows;
  const bool watched = context_.observer || context_.expected;
  if (from.line && from.line->whole && may_send_whole(*from.line, watched)) {
    send_whole(from, write, path, counter);
    return true;
  }
  const bool followed = context_.expected != nullptr;
  context_.arbiter.begin_instruction();
  std::size_t kept = from.next;
  SendState state;
  for (std::size_t i = from.next; i < rows.size(); ++i) {
    const BankRow& row = rows[i];
    if (blocked(row.port) || !context_.arbiter.memory(row, write)) {
      if (!arbitrated_) {
        kept = i;
        break;
      }
      rows[kept++] = row;
      continue;
    }
    counter += row.banks;
    if (watched) tell_row(row, write);
    if (followed) {
      send_followed_row(from, row, write, path, state);
      if (!arbitrated_) kept = i + 1;
      continue;
    }
    if (!state.request) state.request = row_request(from.instruction, write, path);
    state.request->set_data_length(row.width);
    state.request->set_streaming_width(row.width);
    send_row(row.port, row.address, state);
    if (!arbitrated_) kept = i + 1;
  }
  if (arbitrated_) rows.resize(kept);
  from.next = arbitrated_ ? 0 : static_cast<unsigned>(kept);
  sent_rows(from, write, path, state);
  return from.next == rows.size();
}

void LoadStoreUnit::sent_rows(const RowSource& from, bool write, unsigned path, const SendState& state) {
  if (state.request) state.request->release();
  if (from.instruction && state.latest != 0) {
    value_there(*from.instruction, state.latest, path);
    from.instruction->read_until = std::max(from.instruction->read_until, state.latest);
  }
  if (!from.instruction && !write) rows_there_ = std::max(rows_there_, state.latest);
}

// Else its rows are sent one by one, as others'.
bool LoadStoreUnit::may_send_whole(RowJob& job, bool watched) {
  constexpr std::uint32_t kBankPorts = (1u << AddressMap::kPorts) - 1;
  if (!watched && (blocked_ & kBankPorts) == 0) return true;
  job.whole = false;
  add_line_rows(job, ~std::uint32_t{0});
  return false;
}

void LoadStoreUnit::send_whole(const RowSource& from, bool write, unsigned path, std::uint64_t& counter) {
  const BankRow& row = from.line->first;
  counter += std::uint64_t{row.banks} * AddressMap::kPorts;
  SendState state;
  for (unsigned port = 0; port < AddressMap::kPorts; ++port) {
    if (!state.request) {
      state.request = row_request(from.instruction, write, path);
      state.request->set_data_length(row.width);
      state.request->set_streaming_width(row.width);
    }
    send_row(port, row.address, state);
  }
  sent_rows(from, write, path, state);
}

// For observers; a fill or a store on its way belongs to no warp any more.
void LoadStoreUnit::note(Request& request, const InFlight* instruction, AccessNote::Kind kind) {
  AccessNote& note = pool_.note_of(request);
  note.kind = kind;
  note.warp = instruction ? static_cast<unsigned short>(instruction->warp) : 0;
  note.lanes = instruction ? instruction->active : 0;
}

// Observers: a row has been granted its bank.
void LoadStoreUnit::tell_row(const BankRow& row, bool write) {
  if (!context_.observer) return;
  for (unsigned bank = row.bank; bank < unsigned{row.bank} + row.banks; ++bank) {
    context_.observer->memory_row(row.port, bank, write);
  }
}

LoadStoreUnit::Request* LoadStoreUnit::row_request(InFlight* instruction, bool write, unsigned path) {
  Request* request = request_for(Purpose::kRow, write, 0, 0);
  request->instruction = instruction;
  request->path = path;
  note(*request, instruction, path == kScratchpadPath ? AccessNote::Kind::kScratchpad : AccessNote::Kind::kCache);
  return request;
}

// The bank takes its time, and the payload.
void LoadStoreUnit::row_under_way(unsigned port, Taken taken, SendState& state) {
  Request& request = *state.request;
  ++requests_out_;
  if (request.instruction) ++request.instruction->unanswered;
  if (!request.instruction && request.is_read()) ++rows_awaited_;
  if (taken == Taken::kNotYet) not_accepted(port, request);
  state.request = nullptr;
}

// The first in the queue; where they do not hold each other up, the first of each warp. One that has rows left keeps its
// place.
void LoadStoreUnit::advance_scratchpad() {
  if (!side_by_side_) {
    if (advance_scratchpad(*scratchpad_.front())) scratchpad_.pop();
    return;
  }
  std::uint64_t held = 0;  // warps with an instruction that has rows left
  for (std::size_t left = scratchpad_.size(); left != 0; --left) {
    InFlight* instruction = scratchpad_.front();
    const std::uint64_t warp = std::uint64_t{1} << instruction->warp % 64;
    const bool sent = !(held & warp) && advance_scratchpad(*instruction);
    scratchpad_.pop();
    if (sent) continue;
    held |= warp;
    scratchpad_.push(instruction);
  }
}

// An atomic reads its rows, one lane an address and turn, and writes them when they are there: nothing of the queue
// comes between.
bool LoadStoreUnit::advance_scratchpad(InFlight& instruction) {
  const bool write = instruction.decoded->memory == MemoryOp::kStore || instruction.modifies;
  if (instruction.modifies && (context_.now < instruction.read_until || instruction.unanswered != 0)) return false;
  if (!send_rows({&instruction, &instruction.plan.rows, instruction.next}, write, kScratchpadPath,
                 write ? counters_.scratchpad_row_writes : counters_.scratchpad_row_reads)) {
    return false;
  }
  if (!instruction.plan.modified.empty()) {
    instruction.modifies = true;
    instruction.next = 0;
    instruction.plan.rows.swap(instruction.plan.modified);
    instruction.plan.modified.clear();
    return false;
  }
  --scratchpad_taken_;
  instruction.all_sent = true;
  maybe_done(instruction);
  return true;
}

LoadStoreUnit::Request* LoadStoreUnit::request_for(Purpose purpose, bool write, std::uint64_t address,
                                                   unsigned length) {
  Request* request = (purpose == Purpose::kRow ? row_pool_ : pool_).get();
  request->purpose = purpose;
  request->instruction = nullptr;
  request->job = nullptr;
  request->fill = false;
  request->dirty_line = false;
  request->path = 0;
  request->data = nullptr;
  request->of_line = false;
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
  if (outcome.taken == Taken::kAnswered && !missed(request, outcome.due)) finish_request(request, outcome.due);
  if (outcome.taken == Taken::kNotYet) not_accepted(index, request);
}

void LoadStoreUnit::not_accepted(unsigned port, const Payload& payload) {
  blocked_ |= 1u << port;
  unaccepted_[port] = &payload;
}

void LoadStoreUnit::answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase,
                             const sc_core::sc_time& delay) {
  if (unaccepted_[port] == &payload) {
    unaccepted_[port] = nullptr;
    blocked_ &= ~(1u << port);
    if (port == kMemory) memory_took(static_cast<Request&>(payload), current_cycle());
  }
  if (phase == tlm::BEGIN_RESP) {
    finish_request(static_cast<Request&>(payload), due_cycle(delay));
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
      const bool leaves = !instruction && request.is_read();
      if (context_.expected && writers_of(request)) take_values(request);
      request.release();
      if (instruction) part_done(*instruction, due, path);
      if (leaves) {
        --rows_awaited_;
        rows_there_ = std::max(rows_there_, due);
      }
      return;
    }
    case Purpose::kLookup: context_.add_answer(due, Due::kTagAnswer, request.order, &request); return;
    case Purpose::kFill:
    case Purpose::kFlush: context_.add_answer(due, Due::kFillAnswer, request.order, &request); return;
    case Purpose::kMemory: context_.add_answer(due, Due::kMemoryAnswer, request.order, &request); return;
  }
}

// Whether it is the lookup of a load, answered at once: that the line is not there. Observers see it when it is due.
bool LoadStoreUnit::missed(Request& request, Cycle due) {
  if (request.purpose != Purpose::kLookup || due != context_.now + 1 || context_.observer) return false;
  LineJob& job = *request.job;
  if (job.instruction->decoded->memory != MemoryOp::kLoad || unpack_tag_answer(request.get_data_ptr()).hit) return false;
  check_response(request);
  misses_.push({due, request.order, job.instruction, job.line});
  request.release();
  free_jobs_.push_back(&job);
  --requests_out_;
  return true;
}

void LoadStoreUnit::take_miss() {
  const Miss miss = misses_.front();
  misses_.pop();
  --jobs_out_;
  count_access(*miss.instruction, false);
  watch_.looked_up(*miss.instruction, miss.line.address, false, context_.now);
  load_missed(*miss.instruction, miss.line);
}

// The line is read and enters, or the sectors that the load needs are read around the cache.
void LoadStoreUnit::load_missed(InFlight& instruction, const LineAccess& line) {
  if (victims_ && find_victim(instruction, line)) return;
  if (!bypasses_ || lines_.enters(CacheWatch::lookup_of(instruction, line.address, false, context_.now))) {
    memory_jobs_.push({&instruction, line.address, kLineBytes, false, true});
    return;
  }
  ++counters_.bypasses;
  push_sectors(&instruction, line);
  part_done(instruction, 0, 0);
}

// A part of the instruction is there at `due`; a path of 0 stands for a part that has no value to bring.
void LoadStoreUnit::part_done(InFlight& instruction, Cycle due, unsigned path) {
  --instruction.unanswered;
  if (path != 0) value_there(instruction, due, path);
  maybe_done(instruction);
}

// A part's answer is due: what the latency has above the way here is still to come before the value can be used.
void LoadStoreUnit::value_there(InFlight& instruction, Cycle due, unsigned path) {
  // In the per-instruction model the waits for operands are part of the penalty, counted at issue.
  const Cycle waited = arbitrated_ ? 0 : instruction.operand_delay();
  const Cycle usable = due + instruction.latency - path - waited;
  instruction.done = std::max(instruction.done, brings_value(instruction) ? usable : due);
}

void LoadStoreUnit::maybe_done(InFlight& instruction) {
  if (!instruction.all_sent || instruction.unanswered != 0) return;
  Cycle at = instruction.done;
  if (brings_value(instruction)) {
    at = std::max(at, instruction.issued + instruction.latency + instruction.penalty) - context_.tag_stage;
  }
  context_.add_answer(std::max(at, context_.now + 1), Due::kWriteback, instruction.sequence, &instruction);
}

}  // namespace unibank
