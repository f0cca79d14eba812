// The source of an SM's instructions: a functional executor, or a recorded trace.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"
#include "warp/warp_instruction.h"
#include "warp/warp_values.h"

namespace unibank {

// The blocks of one launch, fed to one SM. A warp is named by its slot in the SM (0 .. max_warps-1), and a block by the
// slot of the SM that it occupies. A stream stores only the state of resident blocks.
//
// Contract for the SM: it calls peek() and commit() only between start_block() and finish_block(), and commit() only
// for the instruction that peek() showed last. A kBarrier instruction is committed when the warp arrives; the SM, not
// the stream, makes the warp wait for the others.
class WarpStream {
 public:
  virtual ~WarpStream() = default;

  // Block `block` (0 .. grid size - 1, x fastest) becomes resident in `block_slot`; its warps take the slots
  // first_warp .. first_warp + warps - 1.
  virtual void start_block(std::uint64_t block, unsigned block_slot, unsigned first_warp) = 0;

  // Returns the warp's next instruction. The call has no side effects: repeated calls return the same instruction. The
  // reference is valid until the next commit() of that warp. A warp that has ended shows decoded == nullptr.
  virtual const WarpInstruction& peek(unsigned warp) = 0;

  // Whether the instruction that peek() showed accesses data shared with the streams of other SMs. When SMs run on
  // several cores, such instructions are committed one at a time, in the order (cycle, SM, slot); all others are
  // committed in any order, on different SMs concurrently.
  virtual bool shares(unsigned /*warp*/) const { return true; }

  // Executes the instruction that peek() showed. `cycle`: the cycle in which the instruction issues (clock and
  // globaltimer read it).
  virtual void commit(unsigned warp, Cycle cycle) = 0;

  // All warps of the block have ended; its state may be dropped.
  virtual void finish_block(unsigned block_slot) = 0;

  // From now on, an arrival on an mbarrier that follows copies is executed by arrive(), and no longer by the commit of
  // its instruction. Called before the first block is started.
  virtual void defer_arrivals() {}
  // Executes the warp's oldest arrival, and returns it as an access to the scratchpad, with values() as for a committed
  // instruction; null: the stream has none. The result is valid until the next call.
  virtual const WarpInstruction* arrive(unsigned /*warp*/) { return nullptr; }

  // Enables texels(); called before the first block is started.
  virtual void follow_texels() {}
  // Device addresses of the texels that the warp's last commit() has read, if that was a texture fetch. Null: the
  // stream has no such addresses (a trace), or follow_texels() was not called. Valid until the warp's next commit().
  virtual const std::vector<std::uint64_t>* texels(unsigned /*warp*/) const { return nullptr; }

  // Enables values(). To be called before the first block is started; not by several threads at once.
  virtual void follow_values() {}
  // Values of the warp's last committed instruction. Null: the stream has no values (a trace), or follow_values() was
  // not called. The results of a reduction at a barrier are available when the barrier has opened. Valid until the
  // warp's next commit().
  virtual const WarpValues* values(unsigned /*warp*/) const { return nullptr; }
};

}  // namespace unibank
