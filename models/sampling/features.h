// The features of each launch of a program that are known before any launch is timed: they are counted while the
// program runs for its results.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/dim3.h"
#include "design/design.h"
#include "warp/execution_observer.h"
#include "warp/recorded_kernel.h"

namespace unibank {

// The caches of a machine that keep data after a launch, so that the next launch depends on them, and what they fetch.
struct Survival {
  std::uint64_t lines = 0;       // at most this many cached lines remain
  bool ends_with_copies = false; // a write of the host to device memory empties these caches
  bool whole_lines = true;       // a load of global memory fetches its whole lines, and not only sectors
  bool any() const { return lines != 0; }
};
Survival survival_of(const Design& design);

struct LaunchFeatures {
  std::string kernel;
  Dim3 grid, block;
  unsigned registers_per_thread = 0;
  std::uint64_t scratchpad_bytes = 0;   // per block
  bool memory_changed = false;          // by the host, or by stores to surfaces, since the previous launch
  std::uint64_t warp_instructions = 0, thread_instructions = 0;
  std::uint64_t accesses = 0;           // warp instructions that access memory or the scratchpad
  std::uint64_t line_accesses = 0;      // memory lines, counted for each instruction
  std::uint64_t lines = 0;              // memory lines, each counted once
  std::uint64_t new_lines = 0;          // number of `lines` that no cache can hold from earlier launches
  std::uint64_t unloaded_lines = 0;     // number of `lines` that no cache can hold if stores allocate no lines
  // A hash of what each warp executes, in its order: for each instruction its position in the kernel, its active lanes,
  // the distances between the addresses of its lanes, the lines or sectors there, the texels that it reads, its barrier
  // and its sleep. Launches with equal signatures execute the same as far as is known.
  std::uint64_t signature = 0;
  std::uint64_t before = 0;             // the signature of the previous launch, if caches keep data after a launch
  // Caches are as in the whole program if the launches from this number on are timed. Equal to the launch's own number
  // if no earlier launch need be timed.
  std::uint64_t warm_from = 0;
};

// Counts the features of launches as they run; the blocks of a cooperative launch may alternate. Lines that a kernel
// reads as textures are in its signature only: if caches keep data after a launch, every launch from the first such
// one on requires that all earlier ones are timed (with Survival::ends_with_copies: those since the last write of the
// host).
class LaunchCounter : public ExecutionObserver {
 public:
  explicit LaunchCounter(const Survival& survival);

  void launch_begins(const ExecutedLaunch& launch) override;
  void executes(unsigned warp, const WarpInstruction& instruction) override;
  void texels_read(unsigned warp, const std::vector<std::uint64_t>& texels) override;
  bool follows_texels() const override { return true; }
  void block_ends(std::uint64_t) override {}
  void launch_ends() override;

  // Counts a launch of a trace, one block after the other.
  void count(const RecordedLaunch& launch);

  const std::vector<LaunchFeatures>& launches() const { return launches_; }

 private:
  static constexpr std::size_t kRecent = 4096;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  void begins(LaunchFeatures features);
  void sign(unsigned warp, const WarpInstruction& instruction);
  std::uint64_t piece_of(const StaticInstruction& decoded) const;
  void touch_lines(const WarpInstruction& instruction);
  void touch(std::uint64_t line, bool load);
  std::uint64_t now() const { return launches_.size() - 1; }

  const Survival survival_;
  std::vector<LaunchFeatures> launches_;
  std::vector<std::uint64_t> signed_;  // [warp]: hash of what this launch's warps of the slot have executed
  struct Last {
    std::uint64_t touch = kNever, load = kNever;  // the last launches that touched and loaded the line
  };
  std::unordered_map<std::uint64_t, Last> last_;  // [line]
  std::array<std::uint64_t, kRecent> recent_;     // keys of lines that this launch touched: 2 x line, plus 1 if it
                                                  // loaded the line
  std::uint64_t copied_ = 0;    // the last launch with memory_changed
  std::uint64_t boundary_ = 0;  // the first launch whose cached lines may remain when this launch begins
  bool textures_ = false;
};

}  // namespace unibank
