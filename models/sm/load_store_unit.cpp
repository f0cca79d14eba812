#include "sm/load_store_unit.h"

#include <algorithm>

#include "sm/line_operation.h"
#include "warp/past_the_l1.h"

namespace unibank {

namespace {

// Cycles from issue to a response without waits: two for the operands, crossbar and bank. The rest of the latency
// parameter passes after the response.
constexpr unsigned kScratchpadPath = 4;
constexpr unsigned kCachePath = 5;  // tag array, crossbar and bank; plus memory's own time

// Whether the instruction writes a register, at any level of the register hierarchy, or a predicate.
bool brings_value(const InFlight& instruction) {
  return instruction.decoded->result_registers != 0 || instruction.decoded->predicate_value;
}
bool is_copy(const InFlight& instruction) { return instruction.decoded->memory == MemoryOp::kCopy; }

}  // namespace

LoadStoreUnit::LoadStoreUnit(sc_core::sc_module_name name, const Design& design, SmContext& context, RowPorts& rows)
    : sc_module(name),
      lines("lines", this),
      context_(context),
      rows_(rows),
      queue_(design.sm.memory_queue),
      lines_per_cycle_(design.cache.lookups_per_cycle * design.cache.tag_banks),
      arbitrated_(design.conflicts.model == ConflictModel::kArbitrated),
      own_queue_(design.sm.scheduler_memory_queue),
      own_taken_(design.sm.schedulers) {
  turns_.fill(std::vector<Turns>(design.sm.max_warps));
  under_way_.assign(design.sm.max_warps, 0);
  releases_.assign(design.sm.max_warps, Release::kNone);
}

LoadStoreUnit::~LoadStoreUnit() = default;

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
  instruction.copied = false;
  if (!arbitrated_ && map_.scratchpad_row_bytes() == 4) {
    if (instruction.plan.joined.empty()) join_neighbours(instruction.plan.rows);
    else instruction.plan.rows.swap(instruction.plan.joined);
    join_neighbours(instruction.plan.modified);
    for (unsigned i = 0; i < instruction.plan.phases_left; ++i) join_neighbours(instruction.plan.later[i]);
  }
  (instruction.decoded->space == Space::kScratchpad ? scratchpad_ : memory_queue_).push(&instruction);
}

// Sends the rows that are granted their banks in this cycle. Returns true when no row is left.
bool LoadStoreUnit::send_rows(InFlight& instruction, bool write, std::uint64_t& counter) {
  SendState state;
  const bool followed = context_.expected != nullptr;
  std::vector<BankRow>& rows = instruction.plan.rows;
  const bool together = !followed && !context_.observer && !rows.empty() && rows_.takes_line(rows.front().address);
  granted_.clear();
  const bool all = rows_.send_granted(rows, instruction.next, write, [&](const BankRow& row) {
    counter += row.banks;
    if (context_.observer) tell_row(row, write);
    if (together) {
      granted_.push_back(row);
    } else if (followed) {
      send_followed_row(instruction, row, write, state);
    } else {
      send_row(instruction, row, write, state);
    }
  });
  if (!granted_.empty()) send_granted_rows(instruction, write, state);
  if (state.request) state.request->release();
  if (state.latest != 0) {
    value_there(instruction, state.latest, kScratchpadPath);
    instruction.read_until = std::max(instruction.read_until, state.latest);
  }
  return all;
}

[[gnu::always_inline]] inline void LoadStoreUnit::send_row(InFlight& instruction, const BankRow& row, bool write,
                                                           SendState& state) {
  if (!state.request) state.request = row_request(instruction, row, write);
  Row& request = *state.request;
  request.set_address(row.address);
  request.set_data_length(row.width);
  request.set_streaming_width(row.width);
  const SendOutcome outcome = rows_.send(row.port, request);
  if (outcome.taken != Taken::kAnswered) return row_under_way(state);
  state.latest = std::max(state.latest, outcome.due);
}

// Fast path: the words of a warp mostly lie side by side, at the same address of all ports.
void LoadStoreUnit::send_granted_rows(InFlight& instruction, bool write, SendState& state) {
  RowGroups groups(arbitrated_);
  for (const BankRow& row : granted_) groups.add(row);
  for (const RowGroups::Group& group : groups) {
    if (groups.together(group)) send_group(instruction, group, write, state);
  }
  if (groups.all_together()) return;
  for (const BankRow& row : granted_) {
    if (!groups.together(row)) send_row(instruction, row, write, state);
  }
}

void LoadStoreUnit::send_group(InFlight& instruction, const RowGroups::Group& group, bool write, SendState& state) {
  if (!state.request) state.request = row_request(instruction, granted_.front(), write);
  Row& request = *state.request;
  address_all_ports(request, group.address, group.words, request.enables);
  state.latest = std::max(state.latest, rows_.send_line(request));
}

LoadStoreUnit::Row* LoadStoreUnit::row_request(InFlight& instruction, const BankRow& row, bool write) {
  Row* request = row_pool_.get();
  request->user = this;
  request->instruction = &instruction;
  request->row = row;
  request->set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  AccessNote& note = row_pool_.note_of(*request);
  note.kind = AccessNote::Kind::kScratchpad;
  note.warp = static_cast<unsigned short>(instruction.warp);
  note.lanes = instruction.active;
  return request;
}

// Handles a bank that responds late and keeps the payload.
void LoadStoreUnit::row_under_way(SendState& state) {
  ++rows_out_;
  ++state.request->instruction->unanswered;
  state.request = nullptr;
}

void LoadStoreUnit::row_answered(RowRequest& answered, Cycle due) {
  Row& request = static_cast<Row&>(answered);
  --rows_out_;
  InFlight& instruction = *request.instruction;
  if (context_.expected && writers_of(request)) take_values(request);
  request.release();
  instruction.read_until = std::max(instruction.read_until, due);  // the response may come before it is due
  // The last argument: the cycle in which a native bank's response would have taken effect.
  part_done(instruction, due, kScratchpadPath, context_.now + 1);
}

// Notifies the observer that a row has been granted its banks.
void LoadStoreUnit::tell_row(const BankRow& row, bool write) {
  for (unsigned bank = row.bank; bank < unsigned{row.bank} + row.banks; ++bank) {
    context_.observer->memory_row(row.port, bank, write);
  }
}

void LoadStoreUnit::write_copy(InFlight& instruction) {
  if (context_.expected) context_.expected->copied(instruction);
  instruction.all_sent = false;
  instruction.next = 0;
  instruction.done = context_.now;
  ++scratchpad_taken_;
  scratchpad_.push(&instruction);
}

// The first instruction in the queue has the banks until its last row is sent.
void LoadStoreUnit::advance_scratchpad() {
  if (!scratchpad_.empty() && advance_scratchpad(*scratchpad_.front())) scratchpad_.pop();
}

// An atomic's rows are written when all of them have been read.
bool LoadStoreUnit::begin_writes(InFlight& instruction) {
  if (context_.now < instruction.read_until || instruction.unanswered != 0) return false;
  instruction.next = 0;
  instruction.plan.rows.swap(instruction.plan.modified);
  instruction.plan.modified.clear();
  return true;
}

// The rows of a phase are sent after all rows of the previous phase, at the earliest in the next cycle. An atomic reads
// its rows, one lane per address and turn, and then writes them: no other access of the queue comes between.
bool LoadStoreUnit::advance_scratchpad(InFlight& instruction) {
  if (instruction.modifies && !instruction.plan.modified.empty() && !begin_writes(instruction)) return false;
  const bool write = instruction.decoded->memory == MemoryOp::kStore || instruction.modifies || is_copy(instruction);
  if (!send_rows(instruction, write, write ? counters_.scratchpad_row_writes : counters_.scratchpad_row_reads)) {
    return false;
  }
  if (instruction.plan.next_phase()) {
    instruction.next = 0;
    return false;
  }
  if (!instruction.plan.modified.empty()) {
    instruction.modifies = true;
    return false;
  }
  --scratchpad_taken_;
  if (!is_copy(instruction)) --own_taken(instruction);  // a copy has left its place with its lines
  instruction.all_sent = true;
  maybe_done(instruction, context_.now + 1);
  return true;
}

namespace {

std::uint64_t line_address(const StaticInstruction& what, std::uint64_t line) {
  return static_cast<std::uint64_t>(line_operation(what.memory)) << 60 |
         (what.space == Space::kLocal ? kLineRequestLocal : 0) | (is_past_the_l1(what) ? kLineRequestPast : 0) |
         (line & kLineRequestAddress);
}

}  // namespace

// Sends lines to the L1: per cycle as many as the tags have lookups, until the L1 does not accept a line.
void LoadStoreUnit::advance_lines() {
  if (unaccepted_) return;
  if (acquires_) acquire(0);
  if (memory_queue_.empty()) return;
  if (lines_cycle_ != context_.now) {
    lines_cycle_ = context_.now;
    lines_taken_ = 0;
  }
  const InFlight& first = *memory_queue_.front();
  if (first.next != 0 && first.next == first.plan.lines.size()) all_lines_sent();
  for (; lines_taken_ < lines_per_cycle_ && !memory_queue_.empty(); ++lines_taken_) {
    InFlight& instruction = *memory_queue_.front();
    if (instruction.next < instruction.plan.lines.size()) {
      if (!send_line(instruction, instruction.next)) return;
      ++instruction.next;
    }
    if (instruction.next == instruction.plan.lines.size()) all_lines_sent();
  }
}

void LoadStoreUnit::all_lines_sent() {
  InFlight& instruction = *memory_queue_.front();
  memory_queue_.pop();
  --memory_taken_;
  --own_taken(instruction);
  instruction.all_sent = true;
  maybe_done(instruction, context_.now + 1);
}

// Returns false when the L1 has no room yet and holds the request.
bool LoadStoreUnit::send_line(InFlight& instruction, std::size_t number) {
  const LineAccess& line = instruction.plan.lines[number];
  const StaticInstruction& what = *instruction.decoded;
  const bool write = what.memory == MemoryOp::kStore || what.memory == MemoryOp::kReduction;
  Line* request = line_pool_.get();
  request->instruction = &instruction;
  request->set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  request->set_address(line_address(what, line.address));
  request->set_data_length(kLineBytes);
  request->set_streaming_width(kLineBytes);
  if (instruction.plan.bytes.empty()) {
    enable_words(*request, line.words, request->enables);
  } else {
    enable_bytes(*request, instruction.plan.bytes[number], request->enables);
  }
  if (context_.expected) put_line(*request);
  request->note.warp = instruction.warp;
  request->note.lanes = instruction.active;
  request->note.pc = what.pc;
  request->note.turns = instruction.plan.turns.empty() ? AtomicTurns{} : instruction.plan.turns[number];
  AccessNote& note = line_pool_.note_of(*request);
  note.kind = AccessNote::Kind::kCache;
  note.warp = static_cast<unsigned short>(instruction.warp);
  note.lanes = instruction.active;
  const SendOutcome outcome = send_request(lines, *request, context_.now);
  if (outcome.taken == Taken::kAnswered) {
    check_response(*request);
    request->set_byte_enable_ptr(nullptr);
    request->release();
    instruction.done = std::max(instruction.done, outcome.due);  // a store that bypasses the cache
    return true;
  }
  ++lines_out_;
  ++instruction.unanswered;
  if (outcome.taken == Taken::kAccepted) return true;
  unaccepted_ = request;
  return false;
}

// While a line waits for the L1, no other request is sent there.
bool LoadStoreUnit::release(unsigned warp, bool acquires) {
  Release& state = releases_[warp];
  if (state == Release::kNone && !unaccepted_)
    state = send_order(LineOperation::kRelease, warp, acquires) ? Release::kDone : Release::kAsked;
  return state == Release::kDone;
}

// The loads that the acquire orders follow the waiting line.
void LoadStoreUnit::acquire(unsigned warp) {
  acquires_ = unaccepted_ != nullptr;
  if (!acquires_) send_order(LineOperation::kAcquire, warp);
}

// Returns whether the response came at once.
bool LoadStoreUnit::send_order(LineOperation operation, unsigned warp, bool acquires) {
  Line* request = line_pool_.get();
  request->instruction = nullptr;
  request->set_command(tlm::TLM_IGNORE_COMMAND);
  request->set_address(static_cast<std::uint64_t>(operation) << 60 | (acquires ? kLineRequestPast : 0));
  request->note.warp = warp;
  AccessNote& note = line_pool_.note_of(*request);
  note.kind = AccessNote::Kind::kCache;
  note.warp = operation == LineOperation::kRelease ? static_cast<unsigned short>(warp) : AccessNote::kNoWarp;
  note.lanes = 0;
  const SendOutcome outcome = send_request(lines, *request, context_.now);
  if (outcome.taken != Taken::kAnswered) {
    ++lines_out_;
    return false;
  }
  check_response(*request);
  request->release();
  return true;
}

void LoadStoreUnit::answered(unsigned, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  Line& request = static_cast<Line&>(payload);
  if (!request.instruction) return released(request);
  InFlight& instruction = *request.instruction;
  if (unaccepted_ == &payload) {
    unaccepted_ = nullptr;
    ++instruction.next;
    if (lines_cycle_ != context_.now) lines_taken_ = 0;
    lines_cycle_ = context_.now;
    ++lines_taken_;
  }
  if (phase != tlm::BEGIN_RESP) return context_.wake(current_cycle());
  check_response(payload);
  --lines_out_;
  const Cycle due = due_cycle(delay);
  if (context_.expected) take_line(request);
  request.set_byte_enable_ptr(nullptr);
  request.release();
  part_done(instruction, due, kCachePath, current_cycle() + 1);  // the L1 may respond before the Sm's cycle
}

void LoadStoreUnit::released(Line& request) {
  check_response(request);
  releases_[request.note.warp] = Release::kDone;
  --lines_out_;
  request.release();
  context_.wake(context_.now + 1);
}

// Records that a part of the instruction is done at `due`. A `path` of 0 means a part without a value.
void LoadStoreUnit::part_done(InFlight& instruction, Cycle due, unsigned path, Cycle earliest) {
  --instruction.unanswered;
  if (path != 0) value_there(instruction, due, path);
  maybe_done(instruction, earliest);
}

// Handles a response that is due: the rest of the latency passes before the value can be used.
void LoadStoreUnit::value_there(InFlight& instruction, Cycle due, unsigned path) {
  // In the per-instruction model the waits for operands are part of the penalty, counted at issue.
  const Cycle waited = arbitrated_ ? 0 : instruction.operand_delay();
  const Cycle usable = due + instruction.latency - path - waited;
  // A copy's lines are at the banks when a load's would be in the registers.
  const bool far = brings_value(instruction) || (is_copy(instruction) && !instruction.copied);
  instruction.done = std::max(instruction.done, far ? usable : due);
}

void LoadStoreUnit::maybe_done(InFlight& instruction, Cycle earliest) {
  if (!instruction.all_sent || instruction.unanswered != 0) return;
  if (is_copy(instruction) && !instruction.copied) {
    instruction.copied = true;
    const Cycle there = std::max(instruction.done, earliest);
    return context_.add_answer(there, Due::kCopyLines, instruction.sequence, &instruction);
  }
  under_way_[instruction.warp] -= instruction.decoded->space != Space::kScratchpad;
  Cycle at = instruction.done;
  if (brings_value(instruction)) {
    at = std::max(at, instruction.issued + instruction.latency + instruction.penalty) - context_.tag_stage;
  }
  context_.add_answer(std::max(at, earliest), Due::kWriteback, instruction.sequence, &instruction);
}

}  // namespace unibank
