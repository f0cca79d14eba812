#include "simt/path_stack.h"

#include <algorithm>

namespace unibank::simt {

void PathStack::start(LaneMask lanes, std::uint32_t end) {
  paths_.clear();
  activations_.clear();
  paths_.push_back({0, kNowhere, lanes});
  live_ = lanes;
  end_ = end;
  if (end == 0) settle();
}

std::uint32_t PathStack::pc_of(unsigned lane) const {
  for (auto path = paths_.rbegin(); path != paths_.rend(); ++path)
    if (path->mask >> lane & 1) return path->pc;
  return end_;
}

void PathStack::branch(LaneMask taken, std::uint32_t target, std::uint32_t reconverge) {
  const Path path = paths_.back();
  const LaneMask others = path.mask & ~taken;
  if (others == 0) return go_to(target);
  if (taken == 0) return go_to(path.pc + 1);
  const Side sides[] = {{target, taken}, {path.pc + 1, others}};
  fork(sides, 2, reconverge);
}

void PathStack::fork(const Side* sides, unsigned count, std::uint32_t reconverge) {
  if (count == 1) return go_to(sides[0].target);
  // The sides never reconverge: some of them end, the others continue to the reconvergence point of this path.
  if (reconverge == end_) reconverge = paths_.back().reconverge;
  // A path with the same reconvergence point as the one below needs no separate entry, so loops do not grow the stack.
  if (paths_.back().reconverge == reconverge) paths_.pop_back();
  else paths_.back().pc = reconverge;
  for (unsigned side = count; side-- > 0;) {
    if (sides[side].target != reconverge) paths_.push_back({sides[side].target, reconverge, sides[side].lanes});
  }
  settle();
}

void PathStack::call(LaneMask lanes, LaneMask later, std::uint32_t target) {
  const std::uint32_t pc = paths_.back().pc;
  paths_.back().pc = pc + 1;
  if (later != 0) paths_.push_back({pc, pc + 1, later});
  activations_.push_back(static_cast<std::uint32_t>(paths_.size()));
  paths_.push_back({target, kNowhere, lanes});
}

void PathStack::ret(LaneMask lanes) {
  if (activations_.empty()) return exit(lanes);
  ++paths_.back().pc;
  for (std::size_t i = activations_.back(); i < paths_.size(); ++i) paths_[i].mask &= ~lanes;
  settle();
}

void PathStack::exit(LaneMask lanes) {
  ++paths_.back().pc;
  remove(lanes);
  settle();
}

void PathStack::remove(LaneMask lanes) {
  live_ &= ~lanes;
  for (Path& path : paths_) path.mask &= ~lanes;
}

void PathStack::pop() {
  paths_.pop_back();
  if (!activations_.empty() && activations_.back() == paths_.size()) activations_.pop_back();
}

LaneMask PathStack::lanes_at(std::uint32_t pc) const {
  LaneMask lanes = 0;
  each_own([&](std::size_t i, LaneMask own) { lanes |= paths_[i].pc == pc ? own : 0; });
  return lanes;
}

LaneMask PathStack::lanes_of_activation() const {
  LaneMask lanes = 0;
  for (std::size_t i = activation(); i < paths_.size(); ++i) lanes |= paths_[i].mask;
  return lanes;
}

// `lanes` are before the running path's instruction, some of them perhaps on other paths, and continue as one path.
// They reconverge with other lanes at the highest path that has all of them and more; reconvergence points that only
// these lanes have are removed.
bool PathStack::run_together(LaneMask lanes) {
  if (lanes == paths_.back().mask) return false;
  const std::uint32_t pc = paths_.back().pc;
  std::size_t above = paths_.size();
  while (above > activation()) {
    const Path& path = paths_[above - 1];
    if ((lanes & ~path.mask) == 0 && path.mask != lanes && path.pc != pc) break;
    --above;
  }
  const std::uint32_t reconverge = above == activation() ? kNowhere : paths_[above - 1].pc;
  for (std::size_t i = above; i < paths_.size(); ++i) paths_[i].mask &= ~lanes;
  drop_empty();
  paths_.push_back({pc, reconverge, lanes});
  return true;
}

bool PathStack::send_ahead(const Idle& idle) {
  if (idle.lanes == 0) return false;
  Path ahead = paths_[idle.path];
  ahead.mask = idle.lanes;
  paths_[idle.path].mask &= ~idle.lanes;
  drop_empty();
  paths_.push_back(ahead);
  settle();
  return true;
}

// Removes empty paths of lanes that were repeatedly sent ahead.
void PathStack::drop_empty() {
  const auto first = paths_.begin() + static_cast<std::ptrdiff_t>(activation());
  paths_.erase(std::remove_if(first, paths_.end(), [](const Path& path) { return path.mask == 0; }), paths_.end());
}

// Removes finished paths.
void PathStack::settle() {
  while (!paths_.empty()) {
    const Path& path = paths_.back();
    if (path.mask != 0 && path.pc == end_) remove(path.mask);
    else if (path.mask != 0 && path.pc != path.reconverge) return;
    else pop();
  }
}

}  // namespace unibank::simt
