// Payloads of bank rows of lines; the core chooses the rows and their order.
#include <algorithm>

#include "cycle/row_groups.h"
#include "l1/l1.h"

namespace unibank {

bool L1::send_rows(RowJob& job, std::uint64_t& counter) {
  if (!follows_ && !cycle_.observer && rows_.takes_line(job.first.address)) return send_together(job, counter);
  if (job.whole && may_send_whole(job)) {
    send_whole(job, counter);
    return true;
  }
  SendState state;
  const bool all = rows_.send_granted(job.rows, job.next, job.write, [&](const BankRow& row) {
    counter += row.banks;
    if (cycle_.observer) tell_row(row, job.write);
    if (follows_) {
      send_followed_row(job, row, state);
    } else {
      send_row(job, row, row.port, state);
    }
  });
  sent_rows(job, state);
  return all;
}

// Sends the rows that are granted, in one payload for all ports.
bool L1::send_together(RowJob& job, std::uint64_t& counter) {
  if (job.whole && !rows_.any_blocked()) {
    counter += std::uint64_t{job.first.banks} * AddressMap::kPorts;
    send_line(job, kAllWords);
    return true;
  }
  if (job.whole) core_.split(job);
  std::uint32_t words = 0;
  const bool all = rows_.send_granted(job.rows, job.next, job.write, [&](const BankRow& row) {
    counter += row.banks;
    words |= RowGroups::words_of(row);
  });
  if (words != 0) send_line(job, words);
  return all;
}

void L1::send_line(const RowJob& job, std::uint32_t words) {
  Row& request = *row_pool_.get();
  request.set_command(job.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  address_all_ports(request, job.first.address, words, request.enables);
  note(request, job.job, AccessNote::Kind::kCache);
  core_.rows_sent(job, rows_.send_line(request));
  request.release();
}

[[gnu::always_inline]] inline void L1::send_row(const RowJob& job, const BankRow& row, unsigned port,
                                                SendState& state) {
  if (!state.request) {
    state.request = row_pool_.get();
    state.request->user = this;
    state.request->job = job.job;
    state.request->set_command(job.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    note(*state.request, job.job, AccessNote::Kind::kCache);
  }
  Row& request = *state.request;
  request.set_address(row.address);
  request.set_data_length(row.width);
  request.set_streaming_width(row.width);
  const SendOutcome outcome = rows_.send(port, request);
  if (outcome.taken == Taken::kAnswered) {
    state.latest = std::max(state.latest, outcome.due);
    return;
  }
  row_under_way(job, state);
}

// The bank responds late and keeps the payload.
void L1::row_under_way(const RowJob& job, SendState& state) {
  ++requests_out_;
  core_.row_under_way(job);
  state.request = nullptr;
}

void L1::sent_rows(const RowJob& job, const SendState& state) {
  if (state.request) state.request->release();
  core_.rows_sent(job, state.latest);
}

void L1::row_answered(RowRequest& answered, Cycle due) {
  Row& request = static_cast<Row&>(answered);
  --requests_out_;
  LineJob* const job = request.job;
  const bool leaves = !job && request.is_read();
  if (follows_) take_values(request);
  request.release();
  core_.row_answered(job, leaves, due);
}

// Whether all rows can be sent together; otherwise they are sent one by one.
bool L1::may_send_whole(RowJob& job) {
  if (!cycle_.observer && !follows_ && !rows_.any_blocked()) return true;
  core_.split(job);
  return false;
}

void L1::send_whole(const RowJob& job, std::uint64_t& counter) {
  counter += std::uint64_t{job.first.banks} * AddressMap::kPorts;
  SendState state;
  for (unsigned port = 0; port < AddressMap::kPorts; ++port) send_row(job, job.first, port, state);
  sent_rows(job, state);
}

void L1::tell_row(const BankRow& row, bool write) {
  for (unsigned bank = row.bank; bank < unsigned{row.bank} + row.banks; ++bank) {
    cycle_.observer->memory_row(row.port, bank, write);
  }
}

}  // namespace unibank
