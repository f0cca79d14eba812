// Registers that are lines of the array: lookups, spills, fetches, deaths. Rows of registers that hold an L1 line.
#include <algorithm>

#include "base/types.h"
#include "memory/tag_array.h"
#include "policy/line_state.h"
#include "sm/operand_stage.h"

namespace unibank {

namespace {

TagOperation operation_of(RegisterStep::Kind step) {
  switch (step) {
    case RegisterStep::Kind::kUpdate: return TagOperation::kStore;
    case RegisterStep::Kind::kClaim: return TagOperation::kClaim;
    case RegisterStep::Kind::kFill: return TagOperation::kFill;
    default: return TagOperation::kLookup;
  }
}

}  // namespace

void OperandStage::register_dead(unsigned warp, unsigned number) {
  if (!integrated_ || waiting_reads_[place_of(warp, number)] == 0) {
    store_->register_dead(warp, number);
  } else {
    dying_[place_of(warp, number)] = true;
  }
}

void OperandStage::tell_deaths() {
  if (!integrated_) return;
  std::vector<RegisterDeath>& deaths = store_->deaths();
  std::size_t told = 0;
  for (; told < deaths.size() && !unaccepted_[kTags]; ++told) {
    const RegisterDeath& death = deaths[told];
    const TagOperation operation = death.inactive ? TagOperation::kInvalidate : TagOperation::kMark;
    send_tag(nullptr, tag_request_address(operation, death.address, kDeadBit));
  }
  deaths.erase(deaths.begin(), deaths.begin() + static_cast<std::ptrdiff_t>(told));
}

void OperandStage::look_up(Access& access) {
  const TagOperation operation = operation_of(access.step.kind);
  access.ready = 0;
  if (send_tag(&access, tag_request_address(operation, access.step.address, access.step.state))) next_step(access);
}

// Returns whether the response came early. `access`: the access that waits for it; null: the death of a register.
bool OperandStage::send_tag(Access* access, std::uint64_t address) {
  if (!next_tag_) next_tag_ = request_for(pool_, access, false, address, kTagAnswerBytes);
  Request& request = *next_tag_;
  request.access = access;
  request.set_address(address);
  request.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  AccessNote& note = pool_.note_of(request);
  note.warp = access ? static_cast<unsigned short>(access->reg.warp) : AccessNote::kNoWarp;
  note.lanes = access ? access->instruction->active : 0;
  const SendOutcome outcome = send_request(tags.path(), request, context_.now);
  if (outcome.taken == Taken::kAnswered) {
    if (access) note_answer(*access, kTags, request, outcome.due);
    return true;
  }
  next_tag_ = nullptr;
  if (access) ++access->unanswered;
  else ++untended_out_;
  if (access && (access->step.kind == RegisterStep::Kind::kClaim || access->step.kind == RegisterStep::Kind::kFill)) {
    access->evicts = true;
    context_.leaving.asked_tags(LeavingLines::kAnyLine);
  }
  if (outcome.taken == Taken::kNotYet) not_accepted(kTags, request);
  return false;
}

bool OperandStage::fetch(Access& access) {
  if (unaccepted_[kMemory] || context_.leaving.has(access.step.address)) return false;
  ++counters_.fetches;
  access.ready = 0;
  if (send_line(access.step.address, access, false)) next_step(access);
  return true;
}

// First the line is read from its bank, then it is sent to memory; no access waits for its arrival there.
bool OperandStage::spill(Access& access) {
  if (access.line_read) {
    if (unaccepted_[kMemory]) return false;
    ++(is_register(access.step.state) ? context_.leaving.counters.register_spills
                                      : context_.leaving.counters.write_backs);
    send_line(access.step.address, access, true);
    access.ready = 0;
    next_step(access);
    return true;
  }
  access.ready = 0;
  if (!access_whole_row(access, false)) return false;
  if (access.unanswered == 0) next_step(access);
  return true;
}

// The MSHR has accepted the spill or the fetch of a line.
void OperandStage::memory_took(Request& request, Cycle at) {
  if (request.is_write()) {
    context_.leaving.has_left(request.get_address(), at);
  } else {
    request.asked = context_.leaving.asked.read(request.get_address(), at);
  }
}

bool OperandStage::restore(Access& access) {
  if (!access_whole_row(access, true)) return false;
  access.ready = std::max(access.ready, context_.now + 1);
  finish_bank(access);
  return true;
}

// The tag array's response contains the way of the register's line. Earlier accesses may have to read or fill that way
// first.
void OperandStage::take_place(Access& access) {
  access.placed = true;
  access.place = std::size_t{access.tag.set} * ways_ + access.tag.way;
  access.turn = context_.leaving.turns.take(access.place, true);
}

void OperandStage::leave_place(Access& access) {
  access.placed = false;
  context_.leaving.turns.leave(access.turn);
}

// Sends a read, or a write without a waiting access. Returns whether the response came early.
bool OperandStage::send_line(std::uint64_t address, Access& access, bool write) {
  Request* request = request_for(pool_, write ? nullptr : &access, write, address, kLineBytes);
  if (context_.expected) follow_line(*request, write ? &access : nullptr);
  if (write && !is_register(access.step.state)) enable_part(*request, access.dirty, request->enables);
  return send_on(memory.path(), kMemory, *request);
}

// Counts an eviction by the kinds of victim and evictor, and records that the victim is on its way to memory.
void OperandStage::note_tag_answer(Access& access) {
  if (!access.counted) ++(access.tag.hit ? counters_.hits : counters_.misses);
  access.counted = true;
  if (access.evicts) context_.leaving.tags_answered(LeavingLines::kAnyLine);
  access.evicts = false;
  if (!access.tag.victim_valid) return;
  ++(is_register(access.tag.victim_state) ? counters_.register_by_register : counters_.cache_by_register);
  if (!is_unwritten(access.tag.victim_state)) return;
  const std::size_t place = std::size_t{access.tag.set} * ways_ + access.tag.way;
  if (!is_register(access.tag.victim_state)) access.dirty = context_.leaving.dirty[place];
  context_.leaving.add(access.tag.victim_address);
}

std::optional<Cycle> OperandStage::access_row(const RegisterRow& row, void* reader, LineValues* line) {
  const ActiveClusters all = ActiveClusters::all();
  const bool write = reader == nullptr;
  if (unaccepted_rows_ != 0 && unaccepted_[kFirstBank + row.bank]) return std::nullopt;
  context_.arbiter.begin_instruction();
  Arbiter& arbiter = context_.arbiter;
  const bool granted = write ? arbiter.register_write(all.set, row.bank) : arbiter.register_read(all.set, row.bank);
  if (!granted) return std::nullopt;
  (write ? counters_.row_writes : counters_.row_reads) += all.count;
  if (context_.observer) context_.observer->register_row(all.set, row.bank, write);
  Request* const request = request_for(row_pool_, nullptr, write, std::uint64_t{row.row} * kLineBytes, kLineBytes);
  request->reader = reader;
  if (line) follow_row(*request, *line);
  const SendOutcome outcome = send_request(paths_[row.bank], *request, context_.now);
  if (outcome.taken == Taken::kAnswered) {
    check_response(*request);
    if (line) take_row(*request);
    request->release();
    return std::max(outcome.due, context_.now + 1);
  }
  ++untended_out_;
  if (outcome.taken == Taken::kNotYet) not_accepted(kFirstBank + row.bank, *request);
  return kNever;
}

}  // namespace unibank
