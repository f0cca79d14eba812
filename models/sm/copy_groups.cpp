#include "sm/copy_groups.h"

#include <algorithm>

namespace unibank {

std::uint32_t CopyGroups::issued(unsigned number) {
  Warp& warp = warps_[number];
  if (warp.pending.empty()) warp.pending.push_back(0);
  ++warp.pending.back();
  return warp.first + static_cast<std::uint32_t>(warp.pending.size()) - 1;
}

void CopyGroups::commit(unsigned number) {
  Warp& warp = warps_[number];
  if (warp.pending.empty()) warp.pending.push_back(0);
  warp.pending.push_back(0);
  drop_done(warp);
}

bool CopyGroups::completed(unsigned number, std::uint32_t group) {
  Warp& warp = warps_[number];
  const bool waited = waits(warp);
  --warp.pending[group - warp.first];
  drop_done(warp);
  return waited && !waits(warp);
}

bool CopyGroups::wait(unsigned number, std::int32_t groups_left) {
  Warp& warp = warps_[number];
  if (warp.pending.empty()) return false;
  const std::uint32_t open = warp.first + static_cast<std::uint32_t>(warp.pending.size()) - 1;
  if (groups_left == kAllCopies) {
    // Uncommitted copies form a group from now on.
    warp.until = open + 1;
    commit(number);
  } else {
    warp.until = open - std::min(open, static_cast<std::uint32_t>(groups_left));
  }
  return waits(warp);
}

// Groups end in the order of their commits.
void CopyGroups::drop_done(Warp& warp) {
  std::size_t done = 0;
  while (done + 1 < warp.pending.size() && warp.pending[done] == 0) ++done;
  warp.pending.erase(warp.pending.begin(), warp.pending.begin() + static_cast<std::ptrdiff_t>(done));
  warp.first += static_cast<std::uint32_t>(done);
}

}  // namespace unibank
