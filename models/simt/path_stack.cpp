#include "simt/warp_state.h"

namespace unibank::simt {

void PathStack::start(LaneMask lanes, std::uint32_t end) {
  paths_.clear();
  paths_.push_back({0, kNowhere, lanes});
  live_ = lanes;
  end_ = end;
  if (end == 0) settle();
}

void PathStack::branch(LaneMask taken, std::uint32_t target, std::uint32_t reconverge) {
  const Path path = paths_.back();
  const LaneMask others = path.mask & ~taken;
  if (others == 0) return go_to(target);
  if (taken == 0) return go_to(path.pc + 1);
  // The sides never meet: one of them ends, the other goes where the lanes of this path are expected.
  if (reconverge == end_) reconverge = path.reconverge;
  // A path that would meet the others in the same place needs no entry of its own: loops do not make the stack grow.
  if (path.reconverge == reconverge) paths_.pop_back();
  else paths_.back().pc = reconverge;
  if (path.pc + 1 != reconverge) paths_.push_back({path.pc + 1, reconverge, others});
  if (target != reconverge) paths_.push_back({target, reconverge, taken});
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

// Removes paths that have nothing left to do.
void PathStack::settle() {
  while (!paths_.empty()) {
    const Path& path = paths_.back();
    if (path.mask != 0 && path.pc == end_) remove(path.mask);
    else if (path.mask != 0 && path.pc != path.reconverge) return;
    else paths_.pop_back();
  }
}

}  // namespace unibank::simt
