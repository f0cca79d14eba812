#include "gpu/block_dispatcher.h"

#include <algorithm>

namespace unibank {

BlockDispatcher::BlockDispatcher(sc_core::sc_module_name name, const std::vector<std::unique_ptr<Sm>>& sms,
                                 LaunchEnd& end, Take take, unsigned interval, unsigned latency)
    : sc_module(name),
      sms_(sms),
      end_(end),
      take_(std::move(take)),
      interval_(interval),
      latency_(latency),
      dispatch_("dispatch_event", this, StepEvent::At::kWhole) {
  SC_HAS_PROCESS(BlockDispatcher);
  SC_METHOD(dispatch);
  sensitive << dispatch_.calls<&BlockDispatcher::dispatch>();
  dont_initialize();
}

void BlockDispatcher::begin(Grid& grid) {
  if (grids_.empty()) {
    next_sm_ = 0;
    failure_ = nullptr;
    failed_ = nullptr;
    next_start_.assign(sms_.size(), 0);
    places_from_.assign(sms_.size(), {});
    resident_.assign(sms_.size(), 0);
  }
  grids_.push_back(&grid);
  dispatch_.notify(grid.from);
}

void BlockDispatcher::end(const Grid& grid) {
  grids_.erase(std::remove(grids_.begin(), grids_.end(), &grid), grids_.end());
}

void BlockDispatcher::stop() {
  for (Grid* const grid : grids_) grid->next = grid->blocks;
}

Grid* BlockDispatcher::waiting() const {
  const auto first = std::find_if(grids_.begin(), grids_.end(), [](const Grid* grid) { return !grid->dispatched(); });
  return first == grids_.end() ? nullptr : *first;
}

bool BlockDispatcher::start_block(std::size_t sm, Grid& grid) {
  try {
    if (grid.chooser) {
      const std::uint64_t next = grid.chooser->next(grid.next, static_cast<unsigned>(sm), current_cycle());
      grid.left_out += next - grid.next;
      grid.next = next;
    }
    sms_[sm]->start_block(grid.next++);
    next_start_[sm] = current_cycle() + interval_;
    ++resident_[sm];
    return true;
  } catch (...) {
    failure_ = std::current_exception();
    failed_ = &grid;
    end_.end();
    return false;
  }
}

// Several blocks may have ended in this cycle.
void BlockDispatcher::block_ended(unsigned sm) {
  const unsigned left = sms_[sm]->warps().resident_blocks();
  for (; latency_ > 1 && resident_[sm] > left; --resident_[sm]) places_from_[sm].push_back(current_cycle() + latency_);
  resident_[sm] = left;
  dispatch_.notify(current_cycle() + 1);
}

// Slots of ended blocks that may not be taken yet are not free.
bool BlockDispatcher::has_room(std::size_t sm) {
  if (!sms_[sm]->has_room()) return false;
  std::deque<Cycle>& from = places_from_[sm];
  while (!from.empty() && from.front() <= current_cycle()) from.pop_front();
  const WarpTable& warps = sms_[sm]->warps();
  return from.empty() || warps.block_slots() - warps.resident_blocks() > from.size();
}

// The first cycle after this one in which an SM may start a block that it may not start now.
Cycle BlockDispatcher::next_room() const {
  const Cycle now = current_cycle();
  Cycle next = kNever;
  for (std::size_t sm = 0; sm < sms_.size(); ++sm) {
    if (!sms_[sm]->has_room()) continue;
    Cycle from = std::max(next_start_[sm], now + 1);
    const WarpTable& warps = sms_[sm]->warps();
    const unsigned free = warps.block_slots() - warps.resident_blocks();
    if (!places_from_[sm].empty() && free <= places_from_[sm].size())
      from = std::max(from, places_from_[sm][places_from_[sm].size() - free]);
    next = std::min(next, from);
  }
  return next;
}

void BlockDispatcher::dispatch() {
  bool started = false;
  const std::size_t first = next_sm_;
  for (std::size_t i = 0; i < sms_.size(); ++i) {
    Grid* const grid = waiting();
    if (!grid) break;
    if (grid->from > current_cycle()) {
      dispatch_.notify(grid->from);  // this activation was for an earlier grid, whose notification replaced this grid's
      break;
    }
    const std::size_t index = (first + i) % sms_.size();
    if (!take_(static_cast<unsigned>(index), *grid) || next_start_[index] > current_cycle() || !has_room(index))
      continue;
    if (!start_block(index, *grid)) return;
    next_sm_ = (index + 1) % sms_.size();
    started = true;
  }
  if (waiting() && (started || timed())) dispatch_.notify(next_room());
  // With several launches one may have ended, or an SM may be empty for the next.
  if (grids_.size() > 1 || all_retired()) end_.watch();
}

bool BlockDispatcher::all_retired() const {
  return !waiting() && std::all_of(sms_.begin(), sms_.end(), [](const std::unique_ptr<Sm>& sm) {
    return sm->warps().resident_blocks() == 0;
  });
}

}  // namespace unibank
