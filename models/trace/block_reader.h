// Reads the thread blocks of one kernel's trace, one after the other.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "trace/header.h"
#include "trace/instructions.h"
#include "trace/texel_lines.h"
#include "trace/traced_warp.h"

namespace unibank::trace {

// The instructions of one thread block. The destructor frees the block's part of the spool.
struct TracedBlock {
  explicit TracedBlock(std::shared_ptr<Spool> spooled) : spool(std::move(spooled)), begin(spool->end()), end(begin) {}
  ~TracedBlock() { spool->free(begin, end - begin); }
  TracedBlock(const TracedBlock&) = delete;
  TracedBlock& operator=(const TracedBlock&) = delete;

  std::uint64_t number = 0;       // in the grid, x fastest
  std::vector<TracedWarp> warps;  // the block's warps; empty for a warp that is not in the trace
  std::shared_ptr<Spool> spool;
  std::uint64_t begin, end;       // the block's part of the spool
  std::size_t bytes() const;      // in memory and in the spool
};

// Bytes of scratchpad per block of the kernel. If it has any, from Ampere on this includes the first KB, which the
// system reserves (CUDA C++ Programming Guide, compute capability 8.x) and the header does not count.
std::uint64_t scratchpad_bytes(const KernelHeader& header);

class BlockReader {
 public:
  // `lines` is positioned after the header. `lines` and `header` outlive the reader; `instructions` outlives the
  // blocks. Of a block, `most_kept` bytes and one unfinished piece stay in memory; the other pieces are written to a
  // temporary file.
  BlockReader(LineSource& lines, const KernelHeader& header, Instructions& instructions,
              std::size_t most_kept = kMostKept);
  static constexpr std::size_t kMostKept = std::size_t{4} << 20;

  // Returns the next block; null after the last block of the grid. Throws InputError with file and line for any
  // deviation from the format: blocks out of order or missing, wrong counts, unreadable lines.
  std::unique_ptr<TracedBlock> next();

 private:
  struct WarpState {
    LaneMask live = 0;      // lanes that have not executed an EXIT
    LaneMask arriving = 0;  // at a barrier, while other lanes of the warp have not arrived
    const Instructions::Known* barrier = nullptr;  // that barrier
    BarrierTurn turn = {};
  };

  // The last line that followed a certain instruction. Programs are loops, and few bytes of a line change: the next
  // line after that instruction is compared with this one before it is parsed.
  struct Turn {
    const Instructions::Known* known = nullptr;
    LaneMask active = 0;
    std::string text;      // the line up to its addresses and immediates
    std::string rest;      // the rest, if it changes nothing
    bool settled = false;  // `rest` has been parsed
  };

  bool begins_another();
  void take(std::string_view line, TracedBlock& block);
  void in_cluster(std::string_view line);
  void end_block();
  void begin_block(std::string_view line, TracedBlock& block);
  void begin_warp(std::string_view line, TracedBlock& block);
  void begin_instructions(std::string_view line);
  void end_warp();
  void instruction(std::string_view line);
  LineHead placed_head(std::string_view line) const;
  Turn& turn_of(std::string_view line, std::string_view& rest);
  static void repeat_addresses(unsigned lanes, LaneMask active, LineTail& tail);
  void add(const Instructions::Known& known, LaneMask active);
  void end_lanes(LaneMask lanes);
  void noted(const Instructions::Known& known, Shown shown);
  static BarrierTurn barrier_of(const Instructions::Known& known, const LineTail& tail);
  void add_barrier(const Instructions::Known& known, LaneMask active, const LineTail& tail);
  void add_access(const Instructions::Known& known, LaneMask active, LineTail& tail);
  void add_part(const Instructions::Known& known, Shown shown, Space space, LaneMask active, LineTail& tail);
  PackedWarp& piece();
  void end_piece();
  void find_last_uses(TracedWarp& warp);

  LineSource& lines_;
  const KernelHeader& header_;
  Instructions& instructions_;
  std::uint64_t next_block_ = 0, blocks_;
  bool named_ = false;                 // "thread block" has been read
  TracedBlock* block_ = nullptr;       // the current block
  TracedWarp* warp_ = nullptr;         // the current warp
  const std::size_t most_kept_;
  std::size_t kept_ = 0;               // bytes of the block's finished pieces in memory
  std::shared_ptr<Spool> spool_;
  std::vector<Turn> turns_;            // [Known::id of the previous instruction, plus 1; 0: a warp's first]
  std::size_t previous_ = 0;           // in turns_: the warp's previous instruction
  unsigned warp_number_ = 0;
  bool counted_ = false;               // "insts" has been read
  std::uint64_t expected_ = 0, found_ = 0;
  std::vector<bool> seen_;             // [warp]
  WarpState state_;
  TexelLines texels_;                  // of the warp, in a trace of 'unibank record'
};

}  // namespace unibank::trace
