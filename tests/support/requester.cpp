#include "support/requester.h"

#include <algorithm>
#include <utility>

namespace unibank::test {

Requester::Requester(const sc_core::sc_module_name& name, std::vector<Access> accesses, unsigned turn)
    : sc_module(name), port("port", this), accesses_(std::move(accesses)), turn_(turn), wake_("wake") {
  SC_HAS_PROCESS(Requester);
  SC_METHOD(issue);
  sensitive << wake_;
}

Requester::~Requester() = default;

void Requester::issue() {
  if (next_ == accesses_.size() || unaccepted_) return;
  const Cycle now = current_cycle();
  if (now < free_) return wake_.notify(until_half(free_));
  const bool half = sc_core::sc_time_stamp() != cycles(now);
  if (accesses_[next_].issue <= now && half) {
    if (!my_turn(now)) return wake_.notify(sc_core::SC_ZERO_TIME);
    send(now);
  }
  if (next_ == accesses_.size() || unaccepted_) return;
  const bool sent_one = one_a_cycle && half && next_ != 0 && accesses_[next_ - 1].sent == now;
  wake_.notify(until_half(std::max(accesses_[next_].issue, now + sent_one)));
}

bool Requester::my_turn(Cycle now) {
  if (cycle_ != now) passed_ = 0;
  cycle_ = now;
  return passed_++ >= turn_;
}

void Requester::send(Cycle now) {
  while (next_ < accesses_.size() && accesses_[next_].issue <= now && !unaccepted_) {
    Access& access = accesses_[next_];
    Request& request = *pool_.get();
    fill(request, access);
    request.index = next_++;
    access.sent = now;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    unaccepted_ = &request;
    const tlm::tlm_sync_enum status = port.send(request, phase, delay);
    if (status == tlm::TLM_ACCEPTED) continue;
    const Cycle due = due_cycle(delay);
    accept(access, status == tlm::TLM_COMPLETED ? now : due);
    if (status == tlm::TLM_COMPLETED) answer(request, due);
    if (one_a_cycle || access.accepted > now) return;
  }
}

void Requester::answered(unsigned, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  Request& request = static_cast<Request&>(payload);
  const Cycle due = due_cycle(delay);
  if (unaccepted_ == &request) {
    accept(accesses_[request.index], due);
    wake_.notify(until_half(due));
  }
  if (phase == tlm::BEGIN_RESP) answer(request, due);
}

void Requester::accept(Access& access, Cycle cycle) {
  access.accepted = free_ = cycle;
  unaccepted_ = nullptr;
}

void Requester::answer(Request& request, Cycle due) {
  Access& access = accesses_[request.index];
  if (access.answered != kNever) ++double_answers_;
  access.answered = due;
  access.status = request.get_response_status();
  access.answer.assign(request.get_data_ptr(), request.get_data_ptr() + request.get_data_length());
  if (const Writer* const writers = writers_of(request)) {
    access.writers.assign(writers, writers + request.get_data_length());
  }
  if (access.returns) {
    access.answer.assign(request.found.bytes.begin(), request.found.bytes.begin() + access.length);
    access.writers.assign(request.found.writers.begin(), request.found.writers.begin() + access.length);
  }
  access.order = answers_++;
  if (access.turns != 0) request.clear_extension(&request.atomic);
  request.set_byte_enable_ptr(nullptr);
  if (access.alone) request.clear_extension(&alone_);
  request.release();
}

void Requester::fill(Request& request, const Access& access) {
  request.set_command(access.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  request.set_address(access.address);
  request.set_data_length(access.length);
  for (unsigned i = 0; i < access.length && i < 128; ++i) {
    request.get_data_ptr()[i] = i < access.data.size() ? access.data[i] : 0;
  }
  if (follow_values) std::fill_n(PayloadPool<Request>::follow_values(request), access.length, access.writer);
  if (access.alone) request.set_extension(&alone_);
  if (access.orders) request.set_command(tlm::TLM_IGNORE_COMMAND);
  request.note.warp = access.warp;
  if (!request.get_extension<LineNote>()) request.set_extension(&request.note);
  if (access.turns != 0) {
    request.atomic.turns = access.turns;
    request.atomic.returns = access.returns;
    request.atomic.found = access.returns ? &request.found : nullptr;
    request.set_extension(&request.atomic);
  }
  request.enables = access.enables;
  request.set_byte_enable_ptr(request.enables.empty() ? nullptr : request.enables.data());
  request.set_byte_enable_length(static_cast<unsigned>(request.enables.size()));
}

Access read_at(Cycle issue, std::uint64_t address, unsigned length) {
  Access access;
  access.issue = issue;
  access.address = address;
  access.length = length;
  return access;
}

Access atomic_at(Cycle issue, std::uint64_t address, unsigned turns, unsigned length) {
  Access access = write_at(issue, address, length);
  access.turns = turns;
  return access;
}

Access write_at(Cycle issue, std::uint64_t address, unsigned length,
                std::vector<unsigned char> data, std::vector<unsigned char> enables) {
  Access access = read_at(issue, address, length);
  access.write = true;
  access.data = std::move(data);
  access.enables = std::move(enables);
  return access;
}

}  // namespace unibank::test
