#include "gpu/block_dispatcher.h"

#include <algorithm>

namespace unibank {

BlockDispatcher::BlockDispatcher(sc_core::sc_module_name name, const std::vector<std::unique_ptr<Sm>>& sms,
                                 LaunchEnd& end)
    : sc_module(name), sms_(sms), end_(end), dispatch_("dispatch_event", this, StepEvent::At::kWhole) {
  SC_HAS_PROCESS(BlockDispatcher);
  SC_METHOD(dispatch);
  sensitive << dispatch_.calls<&BlockDispatcher::dispatch>();
  dont_initialize();
}

void BlockDispatcher::begin(std::uint64_t blocks, Cycle start) {
  next_block_ = 0;
  blocks_ = blocks;
  next_sm_ = 0;
  failure_ = nullptr;
  dispatch_.notify(start);
}

bool BlockDispatcher::start_block(Sm& sm) {
  try {
    sm.start_block(next_block_++);
    return true;
  } catch (...) {
    failure_ = std::current_exception();
    end_.end();
    return false;
  }
}

void BlockDispatcher::dispatch() {
  bool room_left = false;
  const std::size_t first = next_sm_;
  for (std::size_t i = 0; i < sms_.size() && next_block_ < blocks_; ++i) {
    const std::size_t index = (first + i) % sms_.size();
    Sm& sm = *sms_[index];
    if (!sm.has_room()) continue;
    if (!start_block(sm)) return;
    next_sm_ = (index + 1) % sms_.size();
    room_left |= sm.has_room();
  }
  if (room_left && next_block_ < blocks_) room_made();
  if (all_retired()) end_.watch();
}

bool BlockDispatcher::all_retired() const {
  return next_block_ == blocks_ && std::all_of(sms_.begin(), sms_.end(), [](const std::unique_ptr<Sm>& sm) {
           return sm->warps().resident_blocks() == 0;
         });
}

}  // namespace unibank
