#include "sm/copy_groups.h"

#include <algorithm>

namespace unibank {

CopyGroups::Copy CopyGroups::issued(unsigned number) {
  Warp& warp = warps_[number];
  if (warp.pending.empty()) warp.pending.push_back(0);
  ++warp.pending.back();
  warp.under_way.push_back(warp.copies);
  return {warp.first + static_cast<std::uint32_t>(warp.pending.size()) - 1, warp.copies++};
}

void CopyGroups::arrive_behind(unsigned number) { warps_[number].arrivals.push_back(warps_[number].copies); }

bool CopyGroups::take_arrival(unsigned number) {
  Warp& warp = warps_[number];
  if (warp.arrivals.empty()) return false;
  if (!warp.under_way.empty() && warp.under_way.front() < warp.arrivals.front()) return false;
  warp.arrivals.erase(warp.arrivals.begin());
  return true;
}

void CopyGroups::commit(unsigned number) {
  Warp& warp = warps_[number];
  if (warp.pending.empty()) warp.pending.push_back(0);
  warp.pending.push_back(0);
  drop_done(warp);
}

bool CopyGroups::completed(unsigned number, Copy copy) {
  Warp& warp = warps_[number];
  const bool waited = waits(warp);
  --warp.pending[copy.group - warp.first];
  warp.under_way.erase(std::find(warp.under_way.begin(), warp.under_way.end(), copy.number));
  drop_done(warp);
  return waited && !waits(warp);
}

bool CopyGroups::wait(unsigned number, std::int32_t groups_left) {
  Warp& warp = warps_[number];
  if (warp.pending.empty()) return false;
  const std::uint32_t open = warp.first + static_cast<std::uint32_t>(warp.pending.size()) - 1;
  if (groups_left == kAllCopies) {
    // The copies since the last commit form a group from now on.
    warp.until = open + 1;
    commit(number);
  } else {
    warp.until = open - std::min(open, static_cast<std::uint32_t>(groups_left));
  }
  return waits(warp);
}

// Removes groups whose copies are done, in the order of their commits.
void CopyGroups::drop_done(Warp& warp) {
  std::size_t done = 0;
  while (done + 1 < warp.pending.size() && warp.pending[done] == 0) ++done;
  warp.pending.erase(warp.pending.begin(), warp.pending.begin() + static_cast<std::ptrdiff_t>(done));
  warp.first += static_cast<std::uint32_t>(done);
}

}  // namespace unibank
