// Bank rows of lines.
//
// Tags change at once and rows when a bank is free: rows of one place are accessed in the order of the tag responses.
#include <algorithm>

#include "l1/l1_core.h"

namespace unibank {

RowJob& L1Core::push_rows(Fifo<RowJob>& queue, LineJob* job, const TagAnswer& where, const LineAccess& line,
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
  const bool leaves = !job && !write;  // rows of an evicted line are awaited one by one
  rows.whole = line.words == ~std::uint32_t{0} && arbiter_.grants_whole_lines() && !leaves;
  if (!rows.whole) add_line_rows(rows, line.words);
  return rows;
}

// A line has the same place at all ports.
void L1Core::add_line_rows(RowJob& job, std::uint32_t words) const {
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

// The row with these words: in 4-byte banks a row for each run of words, or for each bank where banks are arbitrated.
void L1Core::add_rows(const BankRow& whole, unsigned words, std::vector<BankRow>& rows) const {
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

// Jobs of the same queue are in order anyway.
bool L1Core::after_another(const RowJob& job, const Fifo<RowJob>& queue) const {
  for (std::size_t i = 0; i < queue.size() && queue.at(i).turn < job.turn; ++i) {
    if (queue.at(i).place == job.place && (queue.at(i).write || job.write)) return true;
  }
  return leaving_lines_.turns.register_first(job.place, job.turn);
}

void L1Core::rows_done(Fifo<RowJob>& queue) {
  const RowJob& job = queue.front();
  leaving_lines_.turns.leave(job.turn);
  if (job.write) buffers_.put(job.data);
  fills_ -= job.write && &queue == &fill_rows_;
  queue.pop();
}

void L1Core::row_under_way(const RowJob& rows) {
  if (rows.job) ++rows.job->parts;
  if (!rows.job && !rows.write) ++rows_awaited_;
}

void L1Core::rows_sent(const RowJob& rows, Cycle latest) {
  if (rows.job) rows.job->due = std::max(rows.job->due, latest);
  if (!rows.job && !rows.write) rows_there_ = std::max(rows_there_, latest);
}

// `leaves`: it is a row of an evicted line.
void L1Core::row_answered(LineJob* job, bool leaves, Cycle due) {
  if (job) part_done(*job, due);
  if (!leaves) return;
  --rows_awaited_;
  rows_there_ = std::max(rows_there_, due);
}

void L1Core::split(RowJob& rows) const {
  rows.whole = false;
  add_line_rows(rows, ~std::uint32_t{0});
}

// A line waits for the previous one.
void L1Core::advance_cache_rows() {
  for (unsigned lines = 0; lines < lines_per_cycle_ && !cache_rows_.empty(); ++lines) {
    RowJob& rows = cache_rows_.front();
    if (after_another(rows, fill_rows_)) return;
    if (!out_.send_rows(rows, rows.write ? counters_.row_writes : counters_.row_reads)) return;
    LineJob* const job = rows.job;
    rows_done(cache_rows_);
    if (job) part_done(*job, 0);
  }
}

// Reads an evicted line, for memory or for a row of registers; true when its last row has been read.
bool L1Core::line_left() {
  RowJob& job = fill_rows_.front();
  if (job.next < job.rows.size()) {
    out_.send_rows(job, counters_.row_reads);
    return false;
  }
  if (rows_awaited_ != 0 || now_ < rows_there_) return false;
  if (job.victim) {
    victim_rows_.push({now_ + 1, nullptr, job.line, job.to, job.data});
    return true;
  }
  ++lines_read_;
  return true;
}

void L1Core::advance_coming() {
  while (!misses_.empty() && misses_.front().due <= now_) take_miss();
  if (!fill_rows_.empty() && !after_another(fill_rows_.front(), cache_rows_)) {
    RowJob& job = fill_rows_.front();
    if (job.write ? out_.send_rows(job, counters_.row_writes) : line_left()) rows_done(fill_rows_);
  }
  enter_fill();
}

}  // namespace unibank
