#include "sm/operand_stage.h"

#include <string>

#include "base/types.h"
#include "memory/mshr.h"
#include "memory/row_enables.h"
#include "memory/tag_array.h"
#include "sm/unified_bank.h"

namespace unibank {

OperandStage::OperandStage(sc_core::sc_module_name name, const Design& design, SmContext& context)
    : sc_module(name),
      tags("tags", this, kTags),
      memory("memory", this, kMemory),
      context_(context),
      slots_(design.sm.operand_slots),
      arbitrated_(design.conflicts.model == ConflictModel::kArbitrated),
      banks_(design.sm.banks_per_cluster),
      ways_(design.cache.ways),
      unaccepted_(kFirstBank + banks_),
      reuse_(design.sm.operand_reuse ? std::make_unique<OperandReuse>() : nullptr) {
  for (unsigned bank = 0; bank < banks_; ++bank) {
    const std::string port = "registers" + std::to_string(bank);
    registers.push_back(
        std::make_unique<InitiatorPort<OperandStage, kWideSocketBits>>(port.c_str(), this, kFirstBank + bank));
  }
}

OperandStage::~OperandStage() = default;

// A port knows its bindings before SystemC calls end_of_elaboration() of the modules.
void OperandStage::end_of_elaboration() {
  for (const auto& bank : registers) paths_.push_back(bank->path());
}

bool OperandStage::reads_wait(unsigned warp, const RegisterSet& registers) const {
  if (!reads_may_wait_) return false;
  for (unsigned number = 0; number < kMaxRegisters; ++number)
    if (registers.has_register(number) && waiting_reads_[place_of(warp, number)] != 0) return true;
  return false;
}

void OperandStage::reset(RegisterStore& store, unsigned warps) {
  store_ = &store;
  integrated_ = store.integrated();
  context_.leaving.turns.share(integrated_);
  if (reuse_) reuse_->reset(banks_);
  reads_may_wait_ = integrated_ || arbitrated_;
  waits_alike_ = !integrated_ && !reuse_ && context_.arbiter.refuses_again();
  waiting_reads_.assign(reads_may_wait_ ? std::size_t{warps} * kMaxRegisters : 0, 0);
  dying_.assign(waiting_reads_.size(), false);
}

OperandStage::Access* OperandStage::begin(InFlight& instruction, unsigned operand, bool write, bool last_use) {
  if (free_accesses_.empty()) {
    all_accesses_.push_back(std::make_unique<Access>());
    free_accesses_.push_back(all_accesses_.back().get());
  }
  Access* access = free_accesses_.back();
  free_accesses_.pop_back();
  ++accesses_out_;
  access->instruction = &instruction;
  access->unanswered = 0;
  access->ready = 0;
  access->finished = access->reused = false;
  access->reg = RegisterAccess();
  access->reg.warp = instruction.warp;
  access->reg.number = (write ? instruction.decoded->results : instruction.decoded->sources)[operand];
  access->operand = operand;
  access->reg.write = write;
  access->reg.full_mask = instruction.covers_live();
  access->reg.last_use = last_use;
  access->order = order_++;
  access->tag_valid = access->line_read = access->counted = false;
  if (integrated_) access->tag = TagAnswer();
  if (reads_may_wait_ && !write) ++waiting_reads_[place_of(instruction.warp, access->reg.number)];
  access->step = store_->next(access->reg, nullptr);
  return access;
}

void OperandStage::read(InFlight& instruction) {
  ++reading_;
  instruction.operands_left = static_cast<unsigned>(instruction.decoded->sources.size());
  instruction.operands_ready = 0;
  counters_.operand_reads += instruction.operands_left;
  std::uint32_t last_use = instruction.covers_live() ? instruction.decoded->last_use : 0;
  for (unsigned operand = 0; operand < instruction.operands_left; ++operand) {
    reads_.push_back(begin(instruction, operand, false, last_use & 1));
    last_use >>= 1;
  }
}

// Counts accesses per level. A flat register file would access every operand and every result once.
void OperandStage::count_levels(const StaticInstruction& what) {
  counters_.lrf_reads += what.lrf_reads;
  counters_.lrf_writes += what.lrf_writes;
  counters_.orf_reads += what.orf_reads;
  counters_.orf_writes += what.orf_writes;
  counters_.flat_reads += what.sources.size() + what.lrf_reads + what.orf_reads;
  counters_.flat_writes += what.result_registers;
}

void OperandStage::write(InFlight& instruction) {
  instruction.results_left = static_cast<unsigned>(instruction.decoded->results.size());
  counters_.operand_writes += instruction.results_left;
  const std::vector<std::uint16_t>& results = instruction.decoded->results;
  for (unsigned operand = 0; operand < results.size(); ++operand) {
    if (reads_may_wait_) dying_[place_of(instruction.warp, results[operand])] = false;
    writes_.push_back(begin(instruction, operand, true, false));
  }
}

bool OperandStage::wants_next_cycle() const {
  return !reads_.empty() || !writes_.empty() || (integrated_ && !store_->deaths().empty());
}

bool OperandStage::idle() const {
  return accesses_out_ == 0 && untended_out_ == 0 && (!integrated_ || store_->deaths().empty());
}

// Fast check: waiting accesses ask in each cycle, and most are refused.
bool OperandStage::has_bank(const Access& access, ActiveClusters clusters, bool write) {
  const unsigned bank = access.step.bank;
  if (access.placed && context_.leaving.turns.others_first(access.place, access.turn)) return false;
  if (unaccepted_rows_ != 0 && unaccepted_[kFirstBank + bank]) return false;
  Arbiter& arbiter = context_.arbiter;
  return write ? arbiter.register_write(clusters.set, bank) : arbiter.register_read(clusters.set, bank);
}

// Returns true when the step has been taken (its response may come later), and false to retry in the next cycle.
inline bool OperandStage::take_step(Access& access) {
  if (reads_may_wait_ && older_read_waits(access)) return false;
  switch (access.step.kind) {
    case RegisterStep::Kind::kBank:
      if (reuse_ && !access.reg.write && take_kept(access)) return true;
      if (!has_bank(access, access.instruction->clusters, access.reg.write)) return false;
      access_granted_bank(access, access.instruction->clusters, access.reg.write);
      finish_bank(access);
      return true;
    case RegisterStep::Kind::kBuffer:
      if (context_.expected) check_buffer(access);
      access.ready = context_.now + 1;
      finish_bank(access);
      return true;
    case RegisterStep::Kind::kLookup:
    case RegisterStep::Kind::kUpdate:
    case RegisterStep::Kind::kClaim:
    case RegisterStep::Kind::kFill:
      if (!context_.arbiter.tag_port(false, access.step.address) || unaccepted_[kTags]) return false;
      look_up(access);
      return true;
    case RegisterStep::Kind::kFetch: return fetch(access);
    case RegisterStep::Kind::kRestore: return restore(access);
    case RegisterStep::Kind::kSpill: return spill(access);
  }
  return true;
}

void OperandStage::advance(std::vector<Access*>& accesses) {
  const InFlight* instruction = nullptr;
  std::uint64_t asked = 0;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    Access* access = accesses[i];
    if (access->instruction != instruction) {
      context_.arbiter.begin_instruction();
      instruction = access->instruction;
    }
    if (behind_another(*access, asked) || !take_step(*access)) accesses[kept++] = access;
  }
  accesses.resize(kept);
}

OperandStage::Request* OperandStage::row_request(Access& access, bool write) {
  const std::uint64_t address = std::uint64_t{access.step.row} * kLineBytes;
  if (!next_row_) next_row_ = request_for(row_pool_, &access, write, address, kLineBytes);
  next_row_->access = &access;
  next_row_->set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  next_row_->set_address(address);
  next_row_->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  AccessNote& note = row_pool_.note_of(*next_row_);
  note.warp = static_cast<unsigned short>(access.reg.warp);
  note.lanes = access.instruction->active;
  return next_row_;
}

// Sets the byte enables of the accessed clusters. If all clusters are accessed, the request has no byte enables.
void OperandStage::enable_clusters(Request& row, unsigned clusters) {
  row.clusters = clusters;
  if (clusters == ActiveClusters::all().set) return row.set_byte_enable_ptr(nullptr);
  row.set_byte_enable_ptr(RowEnables::of(clusters));
  row.set_byte_enable_length(kLineBytes);
}

// If the bank answers at once, the payload is free at once for the next row.
void OperandStage::send_row(Access& access, unsigned clusters, bool write) {
  const unsigned bank = access.step.bank;
  if (context_.observer) context_.observer->register_row(clusters, bank, write);
  access.ready = std::max(access.ready, context_.now + 1);
  Request& request = *row_request(access, write);
  enable_clusters(request, clusters);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  const tlm::tlm_sync_enum status = paths_[bank].send(request, phase, delay);
  if (status == tlm::TLM_COMPLETED && delay == next_cycle_delay() && request.is_response_ok()) return;
  row_answered(access, status, delay);
}

void OperandStage::access_granted_bank(Access& access, ActiveClusters clusters, bool write) {
  (write ? counters_.row_writes : counters_.row_reads) += clusters.count;
  if (context_.expected) {
    send_followed_row(access, clusters.set, write);
  } else {
    send_row(access, clusters.set, write);
  }
}

// A line that is spilled or fetched is moved whole, independent of the active lanes.
bool OperandStage::access_whole_row(Access& access, bool write) {
  if (!has_bank(access, ActiveClusters::all(), write)) return false;
  access_granted_bank(access, ActiveClusters::all(), write);
  return true;
}

// Handles an unusual response. If the response comes later, the bank keeps the payload.
void OperandStage::row_answered(Access& access, tlm::tlm_sync_enum status, const sc_core::sc_time& delay) {
  const SendOutcome outcome = outcome_of(status, delay, context_.now);
  if (outcome.taken == Taken::kAnswered) {
    check_response(*next_row_);
    access.ready = std::max(access.ready, outcome.due);
    return;
  }
  ++access.unanswered;
  if (outcome.taken == Taken::kNotYet) not_accepted(kFirstBank + access.step.bank, *next_row_);
  next_row_ = nullptr;
}

void OperandStage::not_accepted(unsigned port, const Payload& payload) {
  unaccepted_[port] = &payload;
  unaccepted_rows_ += port >= kFirstBank;
}

OperandStage::Request* OperandStage::request_for(PayloadPool<Request>& pool, Access* access, bool write,
                                                 std::uint64_t address, unsigned length) {
  Request* request = pool.get();
  request->access = access;
  request->line = nullptr;
  request->reader = nullptr;
  request->set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  request->set_address(address);
  request->set_data_length(length);
  request->set_streaming_width(length);
  AccessNote& note = pool.note_of(*request);
  note.kind = AccessNote::Kind::kRegister;
  note.warp = access ? static_cast<unsigned short>(access->reg.warp) : AccessNote::kNoWarp;
  note.lanes = access ? access->instruction->active : 0;
  return request;
}

// Returns whether the response came early.
bool OperandStage::send_on(const ForwardPath& path, unsigned port, Request& request) {
  const SendOutcome outcome = send_request(path, request, context_.now);
  Access* access = request.access;
  if (port == kMemory && outcome.taken != Taken::kNotYet) memory_took(request, context_.now);
  if (outcome.taken == Taken::kAnswered) {
    if (access) note_answer(*access, port, request, outcome.due);
    if (access && context_.expected && port == kMemory) take_line(*access, request);
    request.set_byte_enable_ptr(nullptr);
    request.release();
    return true;
  }
  if (access) ++access->unanswered;
  else ++untended_out_;
  if (outcome.taken == Taken::kNotYet) not_accepted(port, request);
  return false;
}

void OperandStage::note_answer(Access& access, unsigned port, const Request& payload, Cycle due) {
  check_response(payload);
  access.ready = std::max(access.ready, due);
  if (port == kMemory) access.reg.merged = !context_.leaving.asked.answered(payload.asked, due).first;
  if (port != kTags) return;
  access.tag = unpack_tag_answer(payload.get_data_ptr());
  access.tag_valid = true;
  // No fill of a dirty line may enter in the very cycle in which the line has been evicted.
  if (access.tag.victim_valid && is_unwritten(access.tag.victim_state))
    context_.leaving.invalidate_pending_fill(access.tag.victim_address);
}

// Handles the grant of the last step. A written value can be forwarded from now on; a read value arrives with its
// responses.
void OperandStage::finish_bank(Access& access) {
  access.finished = true;
  if (access.placed) leave_place(access);
  InFlight& instruction = *access.instruction;
  const bool write = access.reg.write;
  if (write && reuse_) reuse_->written(access.step.bank, access.reg.warp, access.reg.number);
  if (!write && reuse_ && !access.reused) claim_kept(access);
  if (access.unanswered == 0) end(access);
  if (write && --instruction.results_left == 0) context_.result_written(instruction);
}

// Handles the end of a step that is not the last; the next step is taken when the response is due.
void OperandStage::next_step(Access& access) {
  context_.calendar.add(std::max(access.ready, context_.now + 1), Due::kRegisterStep, access.order, &access);
}

bool OperandStage::on_row(RegisterStep::Kind step) {
  return step == RegisterStep::Kind::kBank || step == RegisterStep::Kind::kSpill ||
         step == RegisterStep::Kind::kRestore;
}

void OperandStage::step_due(void* what) {
  Access& access = *static_cast<Access*>(what);
  if (access.tag_valid) note_tag_answer(access);
  if (access.step.kind == RegisterStep::Kind::kSpill && !access.line_read) {
    access.line_read = true;
  } else {
    access.line_read = false;
    access.step = store_->next(access.reg, access.tag_valid ? &access.tag : nullptr);
    if (access.tag_valid && on_row(access.step.kind)) take_place(access);
  }
  access.tag_valid = false;
  (access.reg.write ? writes_ : reads_).push_back(&access);
}

// Ends an access whose requests have all been sent and answered.
void OperandStage::end(Access& access) {
  InFlight& instruction = *access.instruction;
  --accesses_out_;
  free_accesses_.push_back(&access);
  if (access.reg.write) return;
  if (reuse_ && !access.reused) leave_kept(access);
  if (reads_may_wait_) read_found(access.reg);
  instruction.operands_ready = std::max(instruction.operands_ready, access.ready);
  if (--instruction.operands_left == 0) {
    context_.add_answer(instruction.operands_ready, Due::kOperandsReady, instruction.sequence, &instruction);
  }
}

void OperandStage::read_found(const RegisterAccess& reg) {
  const std::size_t place = place_of(reg.warp, reg.number);
  if (--waiting_reads_[place] != 0 || !dying_[place]) return;
  dying_[place] = false;
  store_->register_dead(reg.warp, reg.number);
}

void OperandStage::answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase,
                            const sc_core::sc_time& delay) {
  if (unaccepted_[port] == &payload) {
    unaccepted_[port] = nullptr;
    unaccepted_rows_ -= port >= kFirstBank;
    if (port == kMemory) memory_took(static_cast<Request&>(payload), current_cycle());
  }
  if (phase != tlm::BEGIN_RESP) {
    // The socket is free again; waiting accesses are tried in the next cycle.
    context_.wake(current_cycle());
    return;
  }
  Request& request = static_cast<Request&>(payload);
  if (!request.access) {
    --untended_out_;
    if (request.line) take_row(request);
    if (request.reader) row_read(request.reader, due_cycle(delay));
    request.set_byte_enable_ptr(nullptr);
    request.release();
    return;
  }
  Access& access = *request.access;
  note_answer(access, port, request, due_cycle(delay));
  if (context_.expected && port >= kFirstBank) take_values(access, request);
  if (context_.expected && port == kMemory) take_line(access, request);
  request.set_byte_enable_ptr(nullptr);
  request.release();
  if (--access.unanswered != 0) return;
  if (access.finished) {
    end(access);
  } else {
    context_.add_answer(access.ready, Due::kRegisterStep, access.order, &access);
  }
}

}  // namespace unibank
