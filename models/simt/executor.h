// Executes the warps of the resident blocks, instruction by instruction: the implementation of SimtStream.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ptx/kernel.h"
#include "simt/device_memory.h"
#include "simt/launch_shape.h"
#include "simt/out_of_bounds.h"
#include "simt/program.h"
#include "simt/shared_launch.h"
#include "simt/thread_memory.h"
#include "simt/undefined_reads.h"
#include "simt/warp_state.h"
#include "warp/execution_observer.h"
#include "warp/warp_values.h"

namespace unibank::simt {

class Executor {
 public:
  // `sm` is the value of %smid.
  Executor(std::shared_ptr<SharedLaunch> shared, unsigned sm, unsigned max_warps);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  void start_block(std::uint64_t number, unsigned block_slot, unsigned first_warp);
  void finish_block(unsigned block_slot);
  const WarpInstruction& peek(unsigned warp) {
    Warp& state = warps_[warp];
    if (!state.known) show(state);
    return state.next;
  }
  // Whether the instruction shown by peek() may access device memory.
  bool shares(unsigned warp) const;
  void commit(unsigned warp, Cycle cycle);

  const std::shared_ptr<SharedLaunch>& shared() const { return shared_; }
  unsigned max_warps() const { return static_cast<unsigned>(warps_.size()); }
  unsigned warps_per_block() const { return warps_per_block_; }
  bool waits(unsigned warp) const;
  unsigned source_line(unsigned warp) const;
  const UndefinedReads& uninitialised_reads() const { return uninitialised_reads_; }
  const UndefinedReads& inactive_shuffle_reads() const { return inactive_shuffle_reads_; }
  const OutOfBoundsAccesses& out_of_bounds() const { return out_of_bounds_; }
  void follow_values();
  void defer_arrivals() { defers_arrivals_ = true; }
  const WarpInstruction* arrive(unsigned warp);
  void follow_texels() { texels_.resize(warps_.size()); }
  const std::vector<std::uint64_t>* texels(unsigned warp) const { return texels_.empty() ? nullptr : &texels_[warp]; }
  const WarpValues* values(unsigned warp) const { return values_.empty() ? nullptr : &values_[warp]; }
  ExecutedLaunch description() const;

 private:
  // executor.cpp
  void start_warp(unsigned warp, unsigned index, unsigned block_slot);
  void show(Warp& state);
  void run(const Step& step, const Warp& state);
  void execute(const Step& step, Warp& state, Cycle cycle);
  void run_access(const Step& step, const Warp& state) {
    if (values_.empty()) step.decoded.run(state.frame, step.decoded);
    else run_followed(step, state);
  }
  void note_shuffle(const Step& step, Warp& state);
  void ended(Warp& state);

  // follow_values.cpp
  const StepRegisters& registers_of(const Step& step) const;
  void note_sources(const Step& step, const Warp& state);
  void note_results(const Step& step, const Warp& state);
  void run_followed(const Step& step, const Warp& state);
  WarpValues& values_of(const Warp& state) { return values_[static_cast<std::size_t>(&state - warps_.data())]; }

  // gather.cpp
  void gather(Warp& state) const;
  LaneMask ready(std::uint32_t pc, LaneMask lanes, const Warp& state) const;
  void let_others_run(const Step& step, Warp& state) const;
  LaneMask missing(const Warp& state) const;

  // memory_access.cpp
  void show_access(const Step& step, Warp& state);
  void pick_space(const Step& step, Warp& state);
  void access(const Step& step, Warp& state);
  void check(const Step& step, Warp& state);
  void show_copy(const Step& step, Warp& state);
  void check_copied(const Step& step, Warp& state);
  void copy(const Step& step, Warp& state);
  std::uint32_t bytes_read(const Step& step, const Warp& state, unsigned lane) const;
  void check_global(const Step& step, const Warp& state);
  void forget_hints();
  void note_scratchpad(const Step& step, Warp& state);
  void texture(const Step& step, Warp& state);

  // mbarrier_access.cpp
  void arrival(const Step& step, Warp& state);
  void arrive_followed(Frame frame, const Decoded& decoded, WarpValues& values) const;

  // out_of_bounds.cpp
  void set_outside_apart(const Step& step, Warp& state);
  void answer_outside(const Step& step, Warp& state);
  void set_copies_outside_apart(const Step& step, Warp& state);
  void note_copies_outside(const Step& step, Warp& state);
  void note_outside(const Step& step, const Warp& state, LaneMask lanes);
  void count_outside(const Step& step, LaneMask lanes);
  DeviceMemory::Range range_for(const Warp& state, std::uint64_t address) const;

  // control.cpp
  void indexed_branch(const Step& step, Warp& state);
  void call(const Step& step, Warp& state);
  BarrierTurn barrier_turn(const Step& step, const Warp& state) const;
  std::uint32_t sleep_of(const Step& step, const Warp& state) const;
  void barrier(const Step& step, Warp& state);
  void check_barrier(const Step& step, const Warp& state) const;
  void reduce(const Step& step, const Warp& state, unsigned id);
  void release(Block& block, BlockBarriers::Warps warps);
  void finish_reduction(const Block& block, Warp& state);

  // spin_watch.cpp
  void poll(const Step& step, Warp& state);
  void look(const Step& step, Warp& state);
  bool unchanged(const Watch& watch, const Warp& state) const;
  void begin_watch(Watch& watch, const Warp& state);
  void run_watched(const Step& step, Warp& state);
  bool no_warp_can_help() const;
  bool anybody_moves() const;
  [[noreturn]] void fail_phase(const Step& step, const Warp& state) const;
  [[noreturn]] void fail_lock(const Step& step, const Warp& state, LaneMask holders) const;

  // runtime_calls.cpp
  void runtime(const Step& step, Warp& state);
  void print(const Step& step, const Warp& state);
  std::string format_at(const Warp& state, unsigned lane, std::uint64_t address) const;
  void print_lane(const Step& step, const Warp& state, unsigned lane, const std::string& format,
                  std::string& text) const;
  void take_heap(const Step& step, const Warp& state);
  void give_heap(const Step& step, const Warp& state);
  ThreadMemory memory_of(const Warp& state, unsigned lane) const;

  // run_errors.cpp
  std::string place(unsigned line, const Block& block) const;
  std::string thread(const Warp& state, unsigned lane) const;
  std::string threads(const Warp& state, LaneMask lanes) const;
  std::string at_line(std::uint32_t pc) const;
  std::string other_lanes(const Warp& state) const;
  std::string nearest_variable(ptx::StateSpace space, std::uint64_t address) const;
  std::string describe_address(const Warp& state, LaneMask lane) const;
  unsigned line_of(const Step& step) const { return step.decoded.instruction->location.line; }
  std::string place_of(const Step& step, const Warp& state, LaneMask lanes) const;
  [[noreturn]] void fail(const Step& step, const Warp& state, LaneMask lanes, const std::string& what) const;
  std::string text_at(const Warp& state, unsigned lane, std::uint64_t address) const;
  [[noreturn]] void fail_trap(const Step& step, const Warp& state) const;
  [[noreturn]] void fail_local_atomic(const Step& step, const Warp& state) const;
  std::string access_fault(const Step& step, const Warp& state, LaneMask lanes) const;
  [[noreturn]] void fail_access(const Step& step, const Warp& state, LaneMask lanes) const;
  [[noreturn]] void fail_divided_barrier(const Step& step, const Warp& state) const;
  [[noreturn]] void fail_stuck(const Block& block) const;

  std::uint64_t local_base(const Warp& state) const {
    return local_ + static_cast<std::uint64_t>(&state - warps_.data()) * kWarpSize * frame_bytes_;
  }

  std::shared_ptr<SharedLaunch> shared_;
  const ptx::Kernel& kernel_;           // a member of shared_, as are the next three
  DeviceMemory& memory_;
  Program& program_;
  std::uint64_t& changes_;              // the number of times that memory may have changed
  LaunchShape shape_;                   // with this SM's number
  unsigned threads_, warps_per_block_;
  std::uint64_t scratchpad_bytes_;
  std::uint64_t frame_bytes_;           // local memory of a thread, whole words
  std::uint64_t local_ = 0;             // local memory of all warps; 0 when the kernel has none
  std::uint32_t registers_stride_;      // bytes between the registers of two warps
  std::unique_ptr<std::uint64_t[]> registers_;  // registers of all warps; a warp's registers are set when it starts
  std::vector<Warp> warps_;
  std::vector<WarpValues> values_;          // [warp]; empty: values are not followed
  std::vector<std::vector<std::uint64_t>> texels_;  // [warp]: the texels of its last texture fetch; empty: not
                                                    // requested
  std::vector<Block> blocks_;
  bool defers_arrivals_ = false;
  WarpInstruction arrived_;                 // the instruction that the last arrive() returned
  std::vector<DeviceMemory::Range> hints_;  // [step]: the allocation of its last access to device memory
  std::uint64_t hints_age_ = 0;             // DeviceMemory::heap_releases() when they were valid
  UndefinedReads uninitialised_reads_, inactive_shuffle_reads_;
  OutOfBoundsAccesses out_of_bounds_;
};

}  // namespace unibank::simt
