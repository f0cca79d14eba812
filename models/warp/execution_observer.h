// Observes a program that is executed for its results: the interface of a recorder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/dim3.h"
#include "warp/warp_instruction.h"

namespace unibank {

struct ExecutedLaunch {
  std::string kernel;
  Dim3 grid, block;
  unsigned registers_per_thread = 0;
  unsigned base_registers = 0;                     // of them, those that a thread always holds; 0: all
  std::uint64_t scratchpad_bytes = 0;              // bytes of a block, static and dynamic
  // Local memory: bytes of a thread (whole words), and the base address. The local memory of each warp follows that of
  // the previous warp, lane-interleaved in words.
  std::uint64_t local_bytes = 0, local_base = 0;
  bool memory_changed = false;  // changed by the host, or by stores to surfaces, since the previous launch
  std::vector<const StaticInstruction*> instructions;  // all that a warp may show; those of one pc are in a fixed order
};

class ExecutionObserver {
 public:
  virtual ~ExecutionObserver() = default;
  virtual void launch_begins(const ExecutedLaunch& launch) = 0;
  // A warp of the current block is about to execute `instruction`; `warp` counts from 0 in the block and is also the
  // warp's slot. In a cooperative launch blocks alternate and may end in any order, and `warp` counts over all of them.
  virtual void executes(unsigned warp, const WarpInstruction& instruction) = 0;
  // The addresses of the texels that the instruction of the last executes(), a texture fetch with an active lane, has
  // read. Called only if follows_texels().
  virtual void texels_read(unsigned /*warp*/, const std::vector<std::uint64_t>& /*texels*/) {}
  virtual bool follows_texels() const { return false; }
  // In the order of the grid, one block after the other, unless the launch is cooperative.
  virtual void block_ends(std::uint64_t block) = 0;
  virtual void launch_ends() = 0;
};

}  // namespace unibank
