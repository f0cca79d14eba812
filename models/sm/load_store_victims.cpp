// Lines that are driven out to idle rows of the register file, and loads that find them there.
#include <algorithm>

#include "sm/load_store_unit.h"

namespace unibank {

namespace {

// Tag array, lookup of the victims, bank of registers: as long as the way of a line of the cache.
constexpr unsigned kVictimPath = 5;
// Clean lines between L1 and register file. More are not kept: nothing waits for a line that memory has.
constexpr unsigned kLeavingVictims = 2;

}  // namespace

void LoadStoreUnit::keep_victim(const TagAnswer& answer) {
  if (victims_leaving_.size() >= kLeavingVictims) return;
  const std::optional<RegisterRow> row = victims_->keep({answer.victim_address, context_.now});
  if (!row) return;
  victims_leaving_.push_back(answer.victim_address);
  ++counters_.victims_kept;
  RowJob& job = push_rows(fill_rows_, nullptr, answer, {answer.victim_address, ~std::uint32_t{0}}, false);
  job.victim = true;
  if (context_.expected) job.data = buffers_.get(answer.victim_address);
  job.to = *row;
}

// The load's count for this line passes to the row. A line that is still on its way to a row is not there.
bool LoadStoreUnit::find_victim(InFlight& instruction, const LineAccess& line) {
  if (std::count(victims_leaving_.begin(), victims_leaving_.end(), line.address) != 0) return false;
  const std::optional<RegisterRow> row =
      victims_->find(CacheWatch::lookup_of(instruction, line.address, false, context_.now));
  if (!row) return false;
  LineValues* const data = context_.expected ? buffers_.get(line.address) : nullptr;
  victim_rows_.push({data, context_.now + victims_->lookup_cycles(), &instruction, line, *row});
  return true;
}

// One row a cycle. A row that a block has got meanwhile, or a line that was stored to, is no longer there.
void LoadStoreUnit::advance_victims() {
  const VictimRow job = victim_rows_.front();
  if (context_.now < job.due) return;
  const bool holds = victims_->holds(job.line.address, job.row);
  if (holds && !context_.register_row(job.row, job.instruction == nullptr, job.data)) return;
  victim_rows_.pop();
  if (context_.expected && holds && job.instruction) {
    context_.expected->check_line(*job.instruction, job.line.address, kLineBytes, job.data->bytes.data(),
                                  job.data->writers.data(), "in a row of registers", context_.now);
  }
  buffers_.put(job.data);
  if (!job.instruction) {
    victims_leaving_.erase(std::find(victims_leaving_.begin(), victims_leaving_.end(), job.line.address));
    counters_.victims_dropped += !holds;
  } else if (holds) {
    ++counters_.victim_hits;
    part_done(*job.instruction, context_.now + 1, kVictimPath);
  } else {
    memory_jobs_.push({job.instruction, job.line.address, kLineBytes, false, true});
  }
}

}  // namespace unibank
