// Evicted lines in idle rows of the register file, and loads that find them there.
#include <algorithm>

#include "l1/l1_core.h"

namespace unibank {

namespace {

// How many clean lines may be between L1 and register file. Further lines are dropped; memory has their data.
constexpr unsigned kLeavingVictims = 2;

}  // namespace

void L1Core::keep_victim(const TagAnswer& answer) {
  if (victims_leaving_.size() >= kLeavingVictims) return;
  const std::optional<RegisterRow> row = victims_->keep({answer.victim_address, now_});
  if (!row) return;
  victims_leaving_.push_back(answer.victim_address);
  ++counters_.victims_kept;
  RowJob& job = push_rows(fill_rows_, nullptr, answer, {answer.victim_address, ~std::uint32_t{0}}, false);
  job.victim = true;
  job.data = line_buffer(answer.victim_address);
  job.to = *row;
}

// A line on its way to a row is not found.
bool L1Core::find_victim(LineJob& job) {
  if (std::count(victims_leaving_.begin(), victims_leaving_.end(), job.line.address) != 0) return false;
  const std::optional<RegisterRow> row = victims_->find(lookup_of(job, false));
  if (!row) return false;
  victim_rows_.push({now_ + victims_->lookup_cycles(), &job, job.line.address, *row,
                     line_buffer(job.line.address)});
  return true;
}

// One row per cycle. A row allocated to a block meanwhile, or a line that was stored to, is lost.
void L1Core::advance_victims() {
  const VictimRow row = victim_rows_.front();
  if (now_ < row.due) return;
  const bool holds = victims_->holds(row.line, row.row);
  const std::optional<Cycle> due = holds ? register_row_(row.row, row.job, row.data) : std::nullopt;
  if (holds && !due) return;
  victim_rows_.pop();
  if (row.job && holds) {
    ++counters_.victim_hits;
    if (*due == kNever) return victims_read_.push_back(row);
    return victim_found(row, *due);
  }
  buffers_.put(row.data);
  if (row.job) return read_line(row.job, row.line);
  victims_leaving_.erase(std::find(victims_leaving_.begin(), victims_leaving_.end(), row.line));
  counters_.victims_dropped += !holds;
}

void L1Core::victim_found(const VictimRow& row, Cycle due) {
  if (row.data) out_.found(*row.data, *row.job);
  buffers_.put(row.data);
  part_done(*row.job, due);
}

void L1Core::victim_read(LineJob& job, Cycle due) {
  const auto at = std::find_if(victims_read_.begin(), victims_read_.end(),
                               [&](const VictimRow& row) { return row.job == &job; });
  const VictimRow row = *at;
  victims_read_.erase(at);
  victim_found(row, due);
}

}  // namespace unibank
