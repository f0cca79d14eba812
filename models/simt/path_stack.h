// The paths of a divergent warp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace unibank::simt {

// Lanes that follow the same path: they run from `pc` to `reconverge`, where the path below in the stack continues.
struct Path {
  std::uint32_t pc = 0, reconverge = 0;
  LaneMask mask = 0;
};
inline bool operator==(const Path& a, const Path& b) {
  return a.pc == b.pc && a.reconverge == b.reconverge && a.mask == b.mask;
}
constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

// One side of a branch: its lanes.
struct Side {
  std::uint32_t target = 0;
  LaneMask lanes = 0;
};

// The paths of a warp, the running one last. At a divergent branch the running path becomes the reconvergence point
// (the branch's immediate post-dominator), and one path for each side is pushed. A call pushes the path of
// its activation on the caller's, which waits after the call.
class PathStack {
 public:
  void start(LaneMask lanes, std::uint32_t end);
  bool ended() const { return paths_.empty(); }
  const Path& top() const { return paths_.back(); }
  LaneMask live() const { return live_; }
  std::size_t activations() const { return activations_.size(); }  // calls that have not returned
  std::uint32_t pc_of(unsigned lane) const;                        // the current or next pc of a live lane

  void advance() { go_to(paths_.back().pc + 1); }
  // The taken side runs first.
  void branch(LaneMask taken, std::uint32_t target, std::uint32_t reconverge);
  // The sides have all lanes of the path; the first runs first.
  void fork(const Side* sides, unsigned count, std::uint32_t reconverge);
  // `lanes` of the running path enter the function at `target`. The lanes `later` execute the call again after these
  // have returned; the rest of the path waits after the call.
  void call(LaneMask lanes, LaneMask later, std::uint32_t target);
  // The lanes leave their activation, and wait after the call for the other lanes; outside of any activation they end.
  void ret(LaneMask lanes);
  void exit(LaneMask lanes);  // the other lanes of the running path continue after the instruction

  // The running path has reached an instruction at which some of its lanes wait for others (a barrier, a shuffle),
  // which are `missing`. The missing lanes may still reach the same instruction, or the end, on other paths: returns
  // true if another path runs now, or a part of this one. `ready(pc, lanes)` returns the lanes, out of `lanes` which
  // are all before the instruction at pc, that need not wait for others there. Reconvergence points affect speed, not
  // results, so waiting lanes may be sent ahead.
  template <typename Ready>
  bool wait_for_others(LaneMask missing, const Ready& ready) {
    const Path top = paths_.back();
    const LaneMask here = lanes_at(top.pc), complete = ready(top.pc, here);
    if (here == lanes_of_activation()) return run_together(here);
    if ((top.mask & ~complete) == 0) return run_together(complete);
    return send_ahead(first_ready(missing, ready)) || ((top.mask & complete) != 0 && run_together(complete)) ||
           send_ahead(first_ready(live_, ready));
  }

  // The running path polls, and may wait for other lanes of its warp. If `ready` allows another path to continue, that
  // path runs now.
  template <typename Ready>
  void let_others_run(const Ready& ready) { send_ahead(first_ready(live_, ready)); }

  bool operator==(const PathStack& other) const { return live_ == other.live_ && paths_ == other.paths_; }

 private:
  void go_to(std::uint32_t pc) {
    Path& path = paths_.back();
    path.pc = pc;
    if (pc == path.reconverge || pc == end_) settle();
  }
  void pop();
  void settle();
  void remove(LaneMask lanes);
  std::size_t activation() const { return activations_.empty() ? 0 : activations_.back(); }
  // Calls visit(path, lanes) for the activation's paths from the top, each with the lanes that are in no path above it:
  // these lanes run there, or wait there for lanes of the paths above.
  template <typename Visit>
  void each_own(const Visit& visit) const {
    LaneMask above = 0;
    for (std::size_t i = paths_.size(); i-- > activation(); above |= paths_[i].mask) visit(i, paths_[i].mask & ~above);
  }
  LaneMask lanes_at(std::uint32_t pc) const;   // of the activation
  LaneMask lanes_of_activation() const;
  bool run_together(LaneMask lanes);
  struct Idle {
    std::size_t path = 0;
    LaneMask lanes = 0;
  };
  bool send_ahead(const Idle& idle);
  void drop_empty();
  // The highest of the activation's paths that has own lanes in `wanted` and is at another pc than the running path;
  // with those of its own lanes that are ready.
  template <typename Ready>
  Idle first_ready(LaneMask wanted, const Ready& ready) const {
    Idle found;
    const std::uint32_t here = paths_.back().pc;
    each_own([&](std::size_t i, LaneMask own) {
      const std::uint32_t pc = paths_[i].pc;
      if (found.lanes == 0 && (own & wanted) != 0 && pc != here) found = {i, own & ready(pc, lanes_at(pc))};
    });
    return found;
  }

  std::vector<Path> paths_;
  std::vector<std::uint32_t> activations_;  // index in `paths_` of each call's function
  LaneMask live_ = 0;
  std::uint32_t end_ = 0;  // after the last instruction: lanes that reach it have ended
};

}  // namespace unibank::simt
