// Groups of a warp's asynchronous copies, and the warps that wait for them. Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "warp/warp_instruction.h"

namespace unibank {

class CopyGroups {
 public:
  explicit CopyGroups(unsigned max_warps) : warps_(max_warps) {}
  void reset() { warps_.assign(warps_.size(), Warp()); }

  struct Copy {
    std::uint32_t group = 0, number = 0;  // number: order among the warp's copies
  };
  // The warp issues a copy.
  Copy issued(unsigned warp);
  void commit(unsigned warp);
  // The warp's arrivals on mbarriers are due in order, each when the copies issued before it are done.
  void arrive_behind(unsigned warp);
  // Removes the warp's first arrival if it is due; returns whether it did.
  bool take_arrival(unsigned warp);
  // Whether a copy of the warp is not done.
  bool under_way(unsigned warp) const { return !warps_[warp].under_way.empty(); }
  // A copy is done; true: its warp no longer waits.
  bool completed(unsigned warp, Copy copy);
  // The warp waits until only the last `groups_left` groups have unfinished copies
  // (StaticInstruction::copy_groups_left); true: some of the other copies are not done.
  bool wait(unsigned warp, std::int32_t groups_left);

 private:
  struct Warp {
    std::uint32_t first = 0;              // group whose copies are the first of `pending`
    std::vector<std::uint32_t> pending;   // unfinished copies of each group; the last is not committed
    std::uint32_t until = 0;              // the warp waits for the groups before this one
    std::uint32_t copies = 0;             // copies issued
    std::vector<std::uint32_t> under_way;  // the numbers of unfinished copies, rising
    std::vector<std::uint32_t> arrivals;   // for each arrival, the number of copies issued before it
  };
  bool waits(const Warp& warp) const { return !warp.pending.empty() && warp.first < warp.until; }
  static void drop_done(Warp& warp);

  std::vector<Warp> warps_;
};

}  // namespace unibank
