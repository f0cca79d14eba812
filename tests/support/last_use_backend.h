// Executes launches functionally and checks registers that are declared dead: no lane may read such a register before
// the lane has written it again.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "support/watched_backend.h"

namespace unibank {

class LastUseBackend : public WatchedBackend {
 public:
  using WatchedBackend::WatchedBackend;

  const std::string& fault() const { return fault_; }  // the first fault; empty when no dead register was read
  std::uint64_t deaths() const { return deaths_; }     // last uses that all live lanes execute
  std::uint64_t writes() const { return writes_; }     // writes of warp registers

 private:
  using DeadLanes = std::array<LaneMask, kMaxRegisters>;  // by register: lanes that must write before they read it

  void block_started(const ptx::Kernel& kernel, unsigned warps) override {
    name_ = kernel.name;
    dead_.assign(warps, {});
  }
  void about_to_execute(unsigned warp, const WarpInstruction& next) override {
    const StaticInstruction& what = *next.decoded;
    DeadLanes& dead = dead_[warp];
    for (const std::uint16_t number : what.sources)
      if ((dead[number] & next.active) != 0 && fault_.empty())
        fault_ = name_ + ", instruction " + std::to_string(what.pc) + " reads dead register " + std::to_string(number);
    if (next.active != 0 && (next.live & ~next.active) == 0)
      for (const std::uint16_t number : what.dead_after) {
        dead[number] = ~LaneMask{0};
        ++deaths_;
      }
    if (next.active != 0) writes_ += what.results.size();
    for (const std::uint16_t number : what.results) dead[number] &= ~next.active;
  }

  std::string name_, fault_;
  std::vector<DeadLanes> dead_;  // for each warp of the block
  std::uint64_t deaths_ = 0, writes_ = 0;
};

}  // namespace unibank
