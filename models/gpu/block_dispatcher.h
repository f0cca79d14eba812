// Hands the blocks of a launch to SMs as they have room: in the order of the grid, SMs in turn, at most one block an SM
// and cycle, at whole cycles (so that the order in which SMs report room within a cycle changes nothing).
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
  // `end` is told when the last block has retired, and when a block cannot be read.
  BlockDispatcher(sc_core::sc_module_name name, const std::vector<std::unique_ptr<Sm>>& sms, LaunchEnd& end);

  // Blocks 0 to blocks - 1, from cycle `start` on.
  void begin(std::uint64_t blocks, Cycle start);
  // No block starts any more.
  void stop() { next_block_ = blocks_; }
  // What a stream could not read of a block (SystemC would make a report of the exception); null when nothing.
  std::exception_ptr failure() const { return failure_; }
  // An SM has room: looked at in the next whole cycle.
  void room_made() { dispatch_.notify(current_cycle() + 1); }

 private:
  void dispatch();
  bool start_block(Sm& sm);
  bool all_retired() const;

  const std::vector<std::unique_ptr<Sm>>& sms_;
  LaunchEnd& end_;
  std::uint64_t next_block_ = 0, blocks_ = 0;
  std::size_t next_sm_ = 0;
  std::exception_ptr failure_;
  StepEvent dispatch_;
};

}  // namespace unibank
