// Runs launches for their results only, without time: one block after the other, or the blocks of a cooperative launch
// interleaved.
#pragma once

#include <cstdint>
#include <vector>

#include "host/device.h"
#include "simt/simt_stream.h"

namespace unibank {

class FunctionalBackend : public Backend {
 public:
  struct Counts {
    std::uint64_t launches = 0, blocks = 0;
    std::uint64_t warp_instructions = 0;    // issued, also with all lanes inactive
    std::uint64_t thread_instructions = 0;  // lanes that executed
    std::uint64_t spill_loads = 0, spill_stores = 0;  // by instructions of the register allocator
    UndefinedReads uninitialised_scratchpad_reads, inactive_shuffle_reads;
    OutOfBoundsAccesses out_of_bounds;
  };

  // `instruction_limit`: warp instructions a launch may execute; 0: any number.
  explicit FunctionalBackend(DeviceMemory& memory, std::uint64_t instruction_limit = kDefaultLimit);

  void plan(const std::vector<Launch>& kernels) override;
  // RunError when the limit is reached: it names the warps that have not ended and their current lines. InputError when
  // a cooperative launch has more than kMostWarps warps, or if the observer requires blocks in turn. The backend stays
  // usable after an error.
  void run(const Launch& launch) override;

  // From now on accesses outside of every allocation are counted and do not end the launch.
  void warn_out_of_bounds(bool warn) { warn_out_of_bounds_ = warn; }

  // Reports executed instructions to `observer` from now on; null: no observer. `blocks_in_turn` = false: the observer
  // also accepts a cooperative launch, whose blocks alternate; `warp` is then numbered over all its blocks.
  void observe(ExecutionObserver* observer, bool blocks_in_turn = true) {
    observer_ = observer;
    blocks_in_turn_ = blocks_in_turn;
  }

  // Runs some blocks of a launch that is not cooperative, each until its end; the others run elsewhere.
  class Part {
   public:
    // Throws InputError as run() does.
    Part(FunctionalBackend& backend, const Launch& launch);
    // Adds the reads of undefined values and the accesses out of bounds to the backend's counts.
    ~Part();
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    std::vector<const StaticInstruction*> instructions() const { return stream_.description().instructions; }
    void run(std::uint64_t block) { backend_.run_block(stream_, launch_, block); }

   private:
    FunctionalBackend& backend_;
    const Launch& launch_;
    SimtStream stream_;
  };

  const Counts& counts() const { return counts_; }

  // More than any workload needs (the longest program of an experiment executes 3 x 10^7), and reached within a minute.
  static constexpr std::uint64_t kDefaultLimit = 1000000000;
  // Limit of concurrently resident warps: more than any GPU holds; their registers take some 100 MB.
  static constexpr std::uint64_t kMostWarps = 16384;

 private:
  LaunchShape shape_of(const Launch& launch) const;
  void count(const WarpInstruction& next);
  bool turn(SimtStream& stream, unsigned warp);
  bool turns(SimtStream& stream, unsigned first_warp);
  void check_limit(SimtStream& stream, const Launch& launch, std::uint64_t block, unsigned first_warp) const;
  void end_block(SimtStream& stream, std::uint64_t block, unsigned slot);
  void run_block(SimtStream& stream, const Launch& launch, std::uint64_t block);
  void run_in_turn(SimtStream& stream, const Launch& launch);
  void run_side_by_side(SimtStream& stream, const Launch& launch);

  void execute(const Launch& launch, bool memory_changed);
  void count(const SimtStream& ended);

  DeviceMemory& memory_;
  std::uint64_t host_writes_seen_ = 0;
  bool surfaces_stored_ = false;  // by the last launch
  std::uint64_t limit_, left_ = 0;
  Counts counts_;
  ExecutionObserver* observer_ = nullptr;
  bool blocks_in_turn_ = true;  // for the observer
  bool warn_out_of_bounds_ = false;
};

}  // namespace unibank
