#include "sm/register_rows.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "memory/row_enables.h"
#include "tlm/protocol.h"
#include "tlm/time.h"

namespace unibank {

namespace {

constexpr unsigned kRowBytes = SharedRows::kRowBytes;

// `clusters`: the clusters with an enabled byte. `whole`: whether all bytes of each of these clusters are enabled.
struct Enabled {
  unsigned clusters = SharedRows::kAllBanks;
  bool whole = true;
};

Enabled enabled_clusters(const Payload& payload) {
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  if (!enables) return {};
  const unsigned known = RowEnables::banks_of(enables);
  if (known != RowEnables::kNone) return {known, true};
  Enabled found{0, true};
  for (unsigned cluster = 0; cluster < SharedRows::kBanks; ++cluster) {
    std::uint64_t low, high;
    std::memcpy(&low, enables + cluster * kBankWidth, 8);
    std::memcpy(&high, enables + cluster * kBankWidth + 8, 8);
    found.clusters |= static_cast<unsigned>((low | high) != 0) << cluster;
    found.whole = found.whole && low == high && (low == 0 || low == ~std::uint64_t{0});
  }
  return found;
}

// Whether the request is a whole row, as the operand stage sends it.
bool is_row(const SharedRows& shared, const Payload& payload) {
  const std::uint64_t address = payload.get_address();
  return payload.get_data_length() == kRowBytes && address % kRowBytes == 0 && address < shared.bytes() &&
         (!payload.get_byte_enable_ptr() || payload.get_byte_enable_length() == kRowBytes);
}

}  // namespace

RegisterRows::Bank::Bank(RegisterRows* owner, unsigned number, const BankParameters& parameters)
    : shared(parameters.rows), target(("rows" + std::to_string(number)).c_str(), owner, number) {
  for (unsigned cluster = 0; cluster < kClusters; ++cluster) {
    const std::string name = "to" + std::to_string(cluster) + "_" + std::to_string(number);
    initiators.push_back(
        std::make_unique<InitiatorPort<RegisterRows>>(name.c_str(), owner, number * kClusters + cluster));
  }
}

RegisterRows::RegisterRows(const sc_core::sc_module_name& name, unsigned banks_per_cluster, const BankParameters& bank)
    : sc_module(name), check_ports_(bank.check_ports) {
  for (unsigned number = 0; number < banks_per_cluster; ++number)
    banks_.push_back(std::make_unique<Bank>(this, number, bank));
}

RegisterRows::~RegisterRows() = default;

// The target bound to a socket tells whether the bank is this library's own, regardless of the factory that built it.
void RegisterRows::end_of_elaboration() {
  next_cycle_delay();
  for (const auto& bank : banks_) {
    bank->together = std::all_of(bank->initiators.begin(), bank->initiators.end(), [&](auto& initiator) {
      auto* const port = dynamic_cast<TargetPort<UnifiedBank>*>((*initiator).operator->());
      return port && port->owner().is_plain_part() && port->owner().core().shared() == &bank->shared;
    });
  }
}

tlm::tlm_sync_enum RegisterRows::request(unsigned number, Payload& payload, tlm::tlm_phase& phase,
                                         sc_core::sc_time& delay) {
  Bank& bank = *banks_[number];
  if (!bank.together || phase != tlm::BEGIN_REQ || !is_row(bank.shared, payload))
    return request_any(number, payload, phase, delay);
  const Enabled enabled = enabled_clusters(payload);
  if (!enabled.whole || enabled.clusters == 0) return request_any(number, payload, phase, delay);
  const auto address = static_cast<unsigned>(payload.get_address());
  if (payload.is_read()) {
    bank.shared.read(address, enabled.clusters, payload.get_data_ptr());
  } else if (payload.is_write()) {
    bank.shared.write(address, enabled.clusters, payload.get_data_ptr());
  } else {
    return request_any(number, payload, phase, delay);
  }
  if (check_ports_) bank.shared.check_ports(enabled.clusters, payload.is_write(), due_cycle(delay));
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  delay += found_next_cycle_delay;
  return tlm::TLM_COMPLETED;
}

// Returns OK when the register map allows the request.
tlm::tlm_response_status RegisterRows::check(const Bank& bank, const Payload& payload) const {
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (payload.get_data_length() != kRowBytes) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (payload.get_address() % kRowBytes != 0 || payload.get_address() >= bank.shared.bytes())
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (!payload.get_byte_enable_ptr()) return tlm::TLM_OK_RESPONSE;
  if (payload.get_byte_enable_length() != kRowBytes) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  const Enabled enabled = enabled_clusters(payload);
  return enabled.clusters != 0 && (payload.is_write() || enabled.whole) ? tlm::TLM_OK_RESPONSE
                                                                        : tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
}

tlm::tlm_sync_enum RegisterRows::request_any(unsigned number, Payload& payload, tlm::tlm_phase& phase,
                                             sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  const tlm::tlm_response_status status = check(*banks_[number], payload);
  if (status != tlm::TLM_OK_RESPONSE) return refuse(payload, phase, status);
  return split(number, payload, phase, delay);
}

RegisterRows::Whole* RegisterRows::begin(unsigned bank, Payload& payload) {
  if (free_wholes_.empty()) {
    all_wholes_.push_back(std::make_unique<Whole>());
    free_wholes_.push_back(all_wholes_.back().get());
  }
  Whole* const whole = free_wholes_.back();
  free_wholes_.pop_back();
  *whole = Whole();
  whole->payload = &payload;
  whole->bank = bank;
  return whole;
}

// Returns the row of one cluster; its bytes, enables and writers point into those of the whole request.
RegisterRows::Row* RegisterRows::part(Payload& payload, unsigned cluster) {
  const unsigned at = cluster * kBankWidth;
  Row* const row = pool_.get();
  row->own_data = row->get_data_ptr();
  row->set_command(payload.get_command());
  row->set_address(payload.get_address() / SharedRows::kBanks);
  row->set_data_ptr(payload.get_data_ptr() + at);
  row->set_data_length(kBankWidth);
  row->set_streaming_width(kBankWidth);
  unsigned char* const enables = payload.get_byte_enable_ptr();
  const bool all = !enables || std::all_of(enables + at, enables + at + kBankWidth,
                                           [](unsigned char enable) { return enable == TLM_BYTE_ENABLED; });
  row->set_byte_enable_ptr(all ? nullptr : enables + at);
  row->set_byte_enable_length(all ? 0 : kBankWidth);
  AccessNote& note = PayloadPool<Row>::note_of(*row);
  const AccessNote* const whole = payload.get_extension<AccessNote>();
  note.copy_from(whole ? *whole : AccessNote());
  if (note.writers) note.writers += at;
  return row;
}

void RegisterRows::part_done(Row& row, Whole& whole) {
  if (!row.is_response_ok()) whole.status = row.get_response_status();
  row.set_data_ptr(row.own_data);
  row.set_byte_enable_ptr(nullptr);
  row.release();
}

// A bank that responds at once returns its row at once. The whole response is due with the last response of a bank.
tlm::tlm_sync_enum RegisterRows::split(unsigned number, Payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) {
  Whole* const whole = begin(number, payload);
  const Bank& bank = *banks_[number];
  sc_core::sc_time latest = delay;
  for (unsigned left = enabled_clusters(payload).clusters; left; left &= left - 1) {
    const auto cluster = static_cast<unsigned>(__builtin_ctz(left));
    Row& row = *part(payload, cluster);
    row.whole = whole;
    tlm::tlm_phase sent = tlm::BEGIN_REQ;
    sc_core::sc_time time = delay;
    const tlm::tlm_sync_enum answer = bank.initiators[cluster]->send(row, sent, time);
    row.unaccepted = answer == tlm::TLM_ACCEPTED;
    whole->unaccepted += row.unaccepted;
    if (answer != tlm::TLM_COMPLETED) {
      ++whole->unanswered;
      continue;
    }
    latest = std::max(latest, time);
    part_done(row, *whole);
  }
  if (whole->unanswered == 0) {
    payload.set_response_status(whole->status);
    free_wholes_.push_back(whole);
    delay = latest;
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  whole->due = due_cycle(latest);
  whole->waits = whole->unaccepted != 0;
  if (whole->waits) return tlm::TLM_ACCEPTED;
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void RegisterRows::request_blocking(unsigned number, Payload& payload) {
  payload.set_response_status(check(*banks_[number], payload));
  if (!payload.is_response_ok()) return;
  Whole whole;
  for (unsigned left = enabled_clusters(payload).clusters; left; left &= left - 1) {
    const auto cluster = static_cast<unsigned>(__builtin_ctz(left));
    Row& row = *part(payload, cluster);
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    (*banks_[number]->initiators[cluster])->b_transport(row, none);
    part_done(row, whole);
  }
  payload.set_response_status(whole.status);
}

// Handles a response that came later.
void RegisterRows::answered(unsigned /*port*/, Payload& part, const tlm::tlm_phase& phase,
                            const sc_core::sc_time& delay) {
  Row& row = static_cast<Row&>(part);
  Whole& whole = *row.whole;
  whole.unaccepted -= row.unaccepted;  // BEGIN_RESP implies END_REQ
  row.unaccepted = false;
  const bool last = phase == tlm::BEGIN_RESP && whole.unanswered == 1;
  tlm::tlm_phase up = tlm::END_REQ;
  sc_core::sc_time time = sc_core::SC_ZERO_TIME;
  if (whole.waits && whole.unaccepted == 0) {
    whole.waits = false;
    if (!last) banks_[whole.bank]->target.answer(*whole.payload, up, time);
  }
  if (phase != tlm::BEGIN_RESP) return;
  Payload& payload = *whole.payload;
  whole.due = std::max(whole.due, due_cycle(delay));
  part_done(row, whole);
  if (--whole.unanswered != 0) return;
  payload.set_response_status(whole.status);
  const sc_dt::uint64 due = whole.due * units_per_cycle(), now = present().value();
  if (due > now) time = sc_core::sc_time::from_value(due - now);
  free_wholes_.push_back(&whole);
  up = tlm::BEGIN_RESP;
  banks_[whole.bank]->target.answer(payload, up, time);
  payload.release();
}

}  // namespace unibank
