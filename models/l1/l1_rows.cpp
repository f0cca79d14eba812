// Bank rows of lines.
//
// Tags change at once and rows when a bank is free: rows of one place are had in the order of their tags' answers.
#include "l1/l1.h"

namespace unibank {

L1::RowJob& L1::push_rows(Fifo<RowJob>& queue, LineJob* job, const TagAnswer& where, const LineAccess& line,
                          bool write) {
  RowJob& rows = queue.push();
  rows.job = job;
  rows.write = write;
  rows.first = map_.cache(where.set, where.way, 0);
  rows.rows.clear();
  rows.next = 0;
  rows.line = line.address;
  rows.place = std::size_t{where.set} * ways_ + where.way;
  rows.turn = leaving_lines_.turns.take(rows.place, false);
  rows.data = nullptr;
  rows.victim = false;
  const bool leaves = !job && !write;  // and is awaited row by row
  rows.whole = line.words == ~std::uint32_t{0} && cycle_.arbiter.grants_whole_lines() && !leaves;
  if (!rows.whole) add_line_rows(rows, line.words);
  return rows;
}

// A line is in one place of all ports.
void L1::add_line_rows(RowJob& job, std::uint32_t words) const {
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
void L1::add_rows(const BankRow& whole, unsigned words, std::vector<BankRow>& rows) const {
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

// The same queue keeps the order anyway.
bool L1::after_another(const RowJob& job, const Fifo<RowJob>& queue) const {
  for (std::size_t i = 0; i < queue.size() && queue.at(i).turn < job.turn; ++i) {
    if (queue.at(i).place == job.place && (queue.at(i).write || job.write)) return true;
  }
  return leaving_lines_.turns.register_first(job.place, job.turn);
}

void L1::rows_done(Fifo<RowJob>& queue) {
  const RowJob& job = queue.front();
  leaving_lines_.turns.leave(job.turn);
  if (job.write) buffers_.put(job.data);
  fills_ -= job.write && &queue == &fill_rows_;
  queue.pop();
}

// Sends the rows that are granted their banks in this cycle, leaves the others; true when none is left.
bool L1::send_rows(RowJob& job, std::uint64_t& counter) {
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

// The bank takes its time, and the payload.
void L1::row_under_way(const RowJob& job, SendState& state) {
  ++requests_out_;
  if (job.job) ++job.job->parts;
  if (!job.job && !job.write) ++rows_awaited_;
  state.request = nullptr;
}

void L1::sent_rows(const RowJob& job, const SendState& state) {
  if (state.request) state.request->release();
  if (job.job) job.job->due = std::max(job.job->due, state.latest);
  if (!job.job && !job.write) rows_there_ = std::max(rows_there_, state.latest);
}

void L1::row_answered(RowRequest& answered, Cycle due) {
  Row& request = static_cast<Row&>(answered);
  --requests_out_;
  LineJob* const job = request.job;
  const bool leaves = !job && request.is_read();
  if (follows_) take_values(request);
  request.release();
  if (job) part_done(*job, due);
  if (leaves) {
    --rows_awaited_;
    rows_there_ = std::max(rows_there_, due);
  }
}

// Else its rows are sent one by one, as others'.
bool L1::may_send_whole(RowJob& job) {
  if (!cycle_.observer && !follows_ && !rows_.any_blocked()) return true;
  job.whole = false;
  add_line_rows(job, ~std::uint32_t{0});
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

void L1::advance_cache_rows() {
  RowJob& rows = cache_rows_.front();
  if (after_another(rows, fill_rows_)) return;
  if (!send_rows(rows, rows.write ? counters_.row_writes : counters_.row_reads)) return;
  LineJob* const job = rows.job;
  rows_done(cache_rows_);
  if (job) part_done(*job, 0);
}

// Reads a line that goes, to memory or to a row of registers; true when its last row is there.
bool L1::line_left() {
  RowJob& job = fill_rows_.front();
  if (job.next < job.rows.size()) {
    send_rows(job, counters_.row_reads);
    return false;
  }
  if (rows_awaited_ != 0 || cycle_.now < rows_there_) return false;
  if (job.victim) {
    victim_rows_.push({cycle_.now + 1, nullptr, job.line, job.to, job.data});
    return true;
  }
  ++lines_read_;
  return true;
}

void L1::advance_fills() {
  while (!misses_.empty() && misses_.front().due <= cycle_.now) take_miss();
  if (!fill_rows_.empty() && !after_another(fill_rows_.front(), cache_rows_)) {
    RowJob& job = fill_rows_.front();
    if (job.write ? send_rows(job, counters_.row_writes) : line_left()) rows_done(fill_rows_);
  }
  enter_fill();
}

}  // namespace unibank
