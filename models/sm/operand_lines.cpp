// Registers that are lines of the array: lookups, values that go to memory and come back, deaths.
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

void OperandStage::begin_integrated(Access& access) {
  access.tag = TagAnswer();
  access.tag_valid = access.line_read = access.counted = false;
  if (access.reg.write) return;
  ++waiting_reads_[place_of(access.reg.warp, access.reg.number)];
  if (context_.check) context_.check->will_read(access.order, access.reg.warp, access.reg.number);
}

void OperandStage::end_integrated(const Access& access) {
  if (context_.check) context_.check->ended(access.order);
  if (!access.reg.write) read_found(access.reg);
}

void OperandStage::tell_deaths() {
  if (!integrated_) return;
  std::vector<RegisterDeath>& deaths = store_->deaths();
  std::size_t told = 0;
  for (; told < deaths.size() && !unaccepted_[kTags]; ++told) {
    const RegisterDeath& death = deaths[told];
    const TagOperation operation = death.inactive ? TagOperation::kInvalidate : TagOperation::kMark;
    send_on(tags, kTags, *request_for(pool_, nullptr, false, tag_request_address(operation, death.address, kDeadBit),
                                      kTagAnswerBytes));
  }
  deaths.erase(deaths.begin(), deaths.begin() + static_cast<std::ptrdiff_t>(told));
}

bool OperandStage::older_read_waits(const Access& access) const {
  const RegisterAccess& reg = access.reg;
  return reg.write && waiting_reads_[place_of(reg.warp, reg.number)] != 0;
}

bool OperandStage::look_up(Access& access) {
  if (!context_.arbiter.tag_port(false, access.step.address) || unaccepted_[kTags]) return false;
  const TagOperation operation = operation_of(access.step.kind);
  const std::uint64_t address = tag_request_address(operation, access.step.address, access.step.state);
  Request* request = request_for(pool_, &access, false, address, kTagAnswerBytes);
  access.ready = 0;
  if (send_on(tags, kTags, *request)) next_step(access);
  return true;
}

bool OperandStage::fetch(Access& access) {
  if (unaccepted_[kMemory] || context_.is_leaving(access.step.address)) return false;
  ++counters_.fetches;
  if (context_.check) context_.check->fetch(access.order, access.step.address);
  access.ready = 0;
  if (send_line(access.step.address, &access)) next_step(access);
  return true;
}

// First the line is read from its bank, then it goes to memory; nobody waits for its arrival there.
bool OperandStage::spill(Access& access) {
  if (access.line_read) {
    if (unaccepted_[kMemory]) return false;
    ++(is_register(access.step.state) ? context_.line_counters.register_spills : context_.line_counters.write_backs);
    send_line(access.step.address, nullptr);
    if (!unaccepted_[kMemory]) context_.has_left(access.step.address, context_.now);
    access.ready = 0;
    next_step(access);
    return true;
  }
  access.ready = 0;
  if (!access_bank(access, false)) return false;
  if (access.unanswered == 0) next_step(access);
  return true;
}

bool OperandStage::restore(Access& access) {
  if (!access_bank(access, true)) return false;
  access.ready = std::max(access.ready, context_.now + 1);
  finish_bank(access);
  return true;
}

// Loads and stores that found the victim before it was one go first, or they would find a register there.
bool OperandStage::takes_line_in_use(const Access& access) const {
  const TagAnswer& tag = access.tag;
  return tag.victim_valid && !is_register(tag.victim_state) && context_.line_in_use(tag.set, tag.way);
}

// A read for `access`, or a write that nobody waits for. True when it was answered early.
bool OperandStage::send_line(std::uint64_t address, Access* access) {
  Request* request = request_for(pool_, access, access == nullptr, address, kLineBytes);
  return send_on(memory, kMemory, *request);
}

// A victim's kind, by what took its way; and that it is on its way to memory from now on.
void OperandStage::note_tag_answer(Access& access) {
  if (!access.counted) ++(access.tag.hit ? counters_.hits : counters_.misses);
  access.counted = true;
  if (!access.tag.victim_valid) return;
  ++(is_register(access.tag.victim_state) ? counters_.register_by_register : counters_.cache_by_register);
  if (!is_unwritten(access.tag.victim_state)) return;
  context_.leaving.push_back(access.tag.victim_address);
  context_.line_driven_out(access.tag.victim_address);
}

// Values move in the order of the tag lookups.
void OperandStage::check_step(const Access& access, const RegisterStep& done) {
  RegisterCheck& check = *context_.check;
  const InFlight& instruction = *access.instruction;
  switch (done.kind) {
    case RegisterStep::Kind::kLookup:
      if (access.tag.hit) check.read_line(access.order, instruction, access.reg, access.tag, done.address);
      else if (access.step.kind == RegisterStep::Kind::kBuffer)
        check.read_nothing(access.order, instruction, access.reg);
      return;
    case RegisterStep::Kind::kUpdate:
    case RegisterStep::Kind::kClaim:
      if (access.tag.way == TagAnswer::kNoWay) return;
      check.write_line(access.order, instruction, access.tag, done.address);
      return;
    case RegisterStep::Kind::kFill: check.fill_line(access.order, access.tag, done.address); return;
    case RegisterStep::Kind::kFetch:
      if (!access.reg.write) check.read_fetched(access.order, instruction, access.reg);
      return;
    default: return;
  }
}

// The rows of lines of memory are gone where registers are written; where a dirty one has to go it is read whole.
void OperandStage::check_row(const RegisterStep& step, unsigned clusters, bool write) {
  LineCheck& check = *context_.line_check;
  if (write) return check.register_written(step.bank, step.row, clusters);
  if (step.kind != RegisterStep::Kind::kSpill || is_register(step.state)) return;
  check.spill(step.bank, step.row, step.address);
}

}  // namespace unibank
