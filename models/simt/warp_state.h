// What is stored about a resident warp and a resident block.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simt/lanes.h"
#include "warp/warp_instruction.h"

namespace unibank::simt {

// Lanes that follow the same path: they run from `pc` until they come to `reconverge`, where the paths below take over.
struct Path {
  std::uint32_t pc = 0, reconverge = 0;
  LaneMask mask = 0;
};
constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

// The paths of a warp, the running one last. Where a branch divides the lanes, the running path becomes the place where
// they meet (the branch's immediate post-dominator), and one path for each side comes on top; the taken side runs
// first.
class PathStack {
 public:
  void start(LaneMask lanes, std::uint32_t end);
  bool ended() const { return paths_.empty(); }
  const Path& top() const { return paths_.back(); }
  LaneMask live() const { return live_; }

  void advance() { go_to(paths_.back().pc + 1); }
  void branch(LaneMask taken, std::uint32_t target, std::uint32_t reconverge);
  void exit(LaneMask lanes);  // the others of the running path go on behind the instruction

 private:
  void go_to(std::uint32_t pc) {
    Path& path = paths_.back();
    path.pc = pc;
    if (pc == path.reconverge || pc == end_) settle();
  }
  void settle();
  void remove(LaneMask lanes);

  std::vector<Path> paths_;
  LaneMask live_ = 0;
  std::uint32_t end_ = 0;  // behind the last instruction: lanes that come here have ended
};

struct Block {
  bool resident = false;
  std::uint64_t number = 0;
  unsigned first_warp = 0;
  std::vector<std::uint8_t> scratchpad;
};

struct Warp {
  bool resident = false;
  unsigned block_slot = 0, index = 0;  // index: within its block
  PathStack paths;
  Frame frame;
  WarpInstruction next;                // what peek() shows
  bool known = false;                  // `next` is up to date
  ptx::StateSpace space = ptx::StateSpace::kGeneric;  // where the next access leads
  LaneMask waiting = 0;                // lanes of a generic access whose space has not had its turn yet
  LaneMask done = 0;                   // those that have had it
  std::array<std::uint64_t, kWarpSize> offset{};      // local accesses: in the thread's frame
};

}  // namespace unibank::simt
