// Dispatches the blocks of a launch to SMs with room: in grid order, SMs in rotation, at most one block per SM
// and cycle, at whole cycles (so the order in which SMs report room within a cycle changes nothing).
#pragma once

#include <cstdint>
#include <exception>
#include <systemc>
#include <vector>

#include "gpu/launch_end.h"
#include "sm/sm.h"

namespace unibank {

class BlockDispatcher : public sc_core::sc_module {
 public:
  // Notifies `end` when the last block has retired, and when a block cannot be read.
  BlockDispatcher(sc_core::sc_module_name name, const std::vector<std::unique_ptr<Sm>>& sms, LaunchEnd& end);

  // Blocks 0 to blocks - 1, from cycle `start` on.
  void begin(std::uint64_t blocks, Cycle start);
  // Dispatches no more blocks.
  void stop() { next_block_ = blocks_; }
  // The exception of a stream that could not read a block (SystemC would turn it into a report); null when none.
  std::exception_ptr failure() const { return failure_; }
  // An SM has room: it is checked in the next whole cycle.
  void room_made() { notify_at(dispatch_event_, current_cycle() + 1); }

 private:
  void dispatch();
  bool start_block(Sm& sm);
  bool all_retired() const;

  const std::vector<std::unique_ptr<Sm>>& sms_;
  LaunchEnd& end_;
  std::uint64_t next_block_ = 0, blocks_ = 0;
  std::size_t next_sm_ = 0;
  std::exception_ptr failure_;
  sc_core::sc_event dispatch_event_;
};

}  // namespace unibank
