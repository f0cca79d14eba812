// Groups of a warp's asynchronous copies, and who waits for them. Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "warp/warp_instruction.h"

namespace unibank {

class CopyGroups {
 public:
  explicit CopyGroups(unsigned max_warps) : warps_(max_warps) {}
  void reset() { warps_.assign(warps_.size(), Warp()); }

  // The group that a copy of the warp belongs to, which issues.
  std::uint32_t issued(unsigned warp);
  void commit(unsigned warp);
  // A copy is done; true: its warp waits for nothing more.
  bool completed(unsigned warp, std::uint32_t group);
  // The warp waits as StaticInstruction::copy_groups_left says; true: for something that is not done.
  bool wait(unsigned warp, std::int32_t groups_left);

 private:
  struct Warp {
    std::uint32_t first = 0;              // group whose copies are the first of `pending`
    std::vector<std::uint32_t> pending;   // copies that are not done, of each group; the last is not committed
    std::uint32_t until = 0;              // groups before this one are waited for
  };
  bool waits(const Warp& warp) const { return !warp.pending.empty() && warp.first < warp.until; }
  static void drop_done(Warp& warp);

  std::vector<Warp> warps_;
};

}  // namespace unibank
