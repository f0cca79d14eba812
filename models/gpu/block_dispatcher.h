// Dispatches the blocks of launches to SMs: in grid order, SMs in rotation, at most one block per SM and cycle, at
// whole cycles (so the order in which SMs report room within a cycle changes nothing). If several launches run at once,
// a later one waits until every block of the earlier ones has been dispatched. On an SM, two blocks start at least
// `interval` cycles apart, and a block takes the slot of an ended block `latency` cycles after its end.
#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <systemc>
#include <vector>

#include "gpu/block_chooser.h"
#include "gpu/launch_end.h"
#include "sm/sm.h"

namespace unibank {

// The blocks of one launch: 0 to blocks - 1, from cycle `from` on.
struct Grid {
  std::uint64_t next = 0, blocks = 0;
  Cycle from = 0;
  BlockChooser* chooser = nullptr;  // null: every block is dispatched
  std::uint64_t left_out = 0;       // blocks that the chooser did not dispatch
  bool dispatched() const { return next == blocks; }
};

class BlockDispatcher : public sc_core::sc_module {
 public:
  // Whether an SM may run blocks of this launch: it runs them already, or it is empty and changes to this launch now.
  using Take = std::function<bool(unsigned sm, const Grid& grid)>;
  // Notifies `end` when the last block has retired, and when failure() is set.
  BlockDispatcher(sc_core::sc_module_name name, const std::vector<std::unique_ptr<Sm>>& sms, LaunchEnd& end, Take take,
                  unsigned interval, unsigned latency);

  // Dispatches the grid's blocks after those of the grids begun before. The grid must live until end(grid).
  void begin(Grid& grid);
  void end(const Grid& grid);
  // Dispatches no more blocks of any grid.
  void stop();
  // The exception of a stream that could not read a block, or of a chooser (SystemC would turn it into a report); null
  // when none.
  std::exception_ptr failure() const { return failure_; }
  // The grid of failure(); null when none.
  const Grid* failed() const { return failed_; }
  // The first grid with blocks that have not been dispatched; null when there is none.
  Grid* waiting() const;
  // SMs may have room: they are checked in the next whole cycle.
  void room_made() { dispatch_.notify(current_cycle() + 1); }
  // A block of this SM has ended.
  void block_ended(unsigned sm);

 private:
  void dispatch();
  bool start_block(std::size_t sm, Grid& grid);
  bool all_retired() const;
  bool timed() const { return interval_ > 1 || latency_ > 1; }
  bool has_room(std::size_t sm);
  Cycle next_room() const;

  const std::vector<std::unique_ptr<Sm>>& sms_;
  LaunchEnd& end_;
  const Take take_;
  std::vector<Grid*> grids_;  // of launches that run, in the order of their begins
  const Cycle interval_, latency_;
  std::vector<Cycle> next_start_;                // [sm]
  std::vector<unsigned> resident_;               // [sm]: blocks
  std::vector<std::deque<Cycle>> places_from_;   // [sm]: the cycles from which the slots of ended blocks may be taken
  std::size_t next_sm_ = 0;
  std::exception_ptr failure_;
  const Grid* failed_ = nullptr;
  StepEvent dispatch_;
};

}  // namespace unibank
