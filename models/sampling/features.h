// What is known of each launch of a program before any is timed: counted while the program runs for its results.
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

// What of a machine outlives a launch, so that the next one depends on it.
struct Survival {
  std::uint64_t lines = 0;       // of caches: at most this many
  bool ends_with_copies = false; // a write of the host to device memory ends it
  bool any() const { return lines != 0; }
};
Survival survival_of(const Design& design);

struct LaunchFeatures {
  std::string kernel;
  Dim3 grid, block;
  unsigned registers_per_thread = 0;
  std::uint64_t scratchpad_bytes = 0;   // of a block
  bool memory_changed = false;          // by the host, since the launch before
  std::uint64_t warp_instructions = 0, thread_instructions = 0;
  std::uint64_t accesses = 0;           // of memory and scratchpad: warp instructions
  std::uint64_t line_accesses = 0;      // of memory: the lines of each instruction
  std::uint64_t lines = 0;              // of memory, each once
  std::uint64_t new_lines = 0;          // of them: that no cache can hold from earlier launches
  std::uint64_t unloaded_lines = 0;     // of them: that no cache can hold where stores enter none
  // What its warps execute, whatever their order: of each instruction its place in the kernel, its active lanes, the
  // line of its first lane and the addresses of lanes relative to that one. Launches of one number are alike for all
  // that is known.
  std::uint64_t signature = 0;
  std::uint64_t before = 0;             // the signature of the launch before, where something of it outlives it
  // Caches are as in the whole program if the launches from this one on are timed. Its own number: none need be.
  std::uint64_t warm_from = 0;
};

// Counts the launches that run; the blocks of a cooperative launch need not come in turn. It does not see the lines
// that a kernel reads as textures: where caches survive, all launches from the first such one on need all before them.
class LaunchCounter : public ExecutionObserver {
 public:
  explicit LaunchCounter(const Survival& survival);

  void launch_begins(const ExecutedLaunch& launch) override;
  void executes(unsigned warp, const WarpInstruction& instruction) override;
  void block_ends(std::uint64_t) override {}
  void launch_ends() override;

  // A launch of a trace, one block after the other.
  void count(const RecordedLaunch& launch);

  const std::vector<LaunchFeatures>& launches() const { return launches_; }

 private:
  static constexpr std::size_t kRecent = 4096;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  void begins(LaunchFeatures features);
  void sign(const WarpInstruction& instruction);
  void touch_lines(const WarpInstruction& instruction);
  void touch(std::uint64_t line, bool load);
  std::uint64_t now() const { return launches_.size() - 1; }

  const Survival survival_;
  std::vector<LaunchFeatures> launches_;
  struct Last {
    std::uint64_t touch = kNever, load = kNever;  // launches
  };
  std::unordered_map<std::uint64_t, Last> last_;  // [line]
  std::array<std::uint64_t, kRecent> recent_;     // lines of this launch, twice and one more where loaded
  std::uint64_t copied_ = 0;    // the last launch with memory_changed
  std::uint64_t boundary_ = 0;  // what launches before it left in caches is gone when this launch begins
  bool textures_ = false;
};

}  // namespace unibank
