// A WarpStream that is read from a trace: the blocks of one traced launch on one SM.
#pragma once

#include <memory>
#include <vector>

#include "trace/read_ahead.h"
#include "trace/record_header.h"
#include "warp/warp_stream.h"

namespace unibank::trace {

// Addresses of the local memory of an SM's warp slots: slot s begins at base + s x stride, and word k of lane l lies (k
// x 32 + l) x 4 bytes after the beginning of the slot.
struct LocalMemory {
  std::uint64_t base = 0, stride = 0;
};

// In a trace recorded by this program, the addresses are those on the device. A trace of a GPU does not give the size
// per thread. Then local memory lies above all addresses of a GPU's memory (47 bits), and each slot has room for the 16
// MB per lane that an offset may reach and for 131 more lines, so that the slots' frames do not all map to the same
// sets.
LocalMemory local_memory(const KernelHeader& header, const RecordHeader& record, unsigned sm, unsigned max_warps);

class TracedStream : public WarpStream {
 public:
  // `reader` is shared by the streams of the launch.
  TracedStream(std::shared_ptr<ReadAhead> reader, const KernelHeader& header, const LocalMemory& local,
               unsigned max_warps);

  void start_block(std::uint64_t block, unsigned block_slot, unsigned first_warp) override;
  const WarpInstruction& peek(unsigned warp) override;
  void commit(unsigned warp, Cycle cycle) override;
  void finish_block(unsigned block_slot) override;
  void follow_texels() override { follows_texels_ = true; }
  const std::vector<std::uint64_t>* texels(unsigned warp) const override;

 private:
  struct Warp {
    const TracedWarp* packed = nullptr;
    const Spool* spool = nullptr;
    const PackedWarp* piece = nullptr;  // the piece that contains the instruction `next`
    PackedWarp room;                    // for a piece that is read from the spool
    std::uint64_t next = 0;
    bool known = false;     // `shown` is up to date
    WarpInstruction shown;
    std::vector<std::uint64_t> texels;  // of the last commit, a fetch
    bool has_texels = false;
  };
  void show(unsigned warp, Warp& state) const;

  std::shared_ptr<ReadAhead> reader_;
  bool follows_texels_ = false;
  unsigned threads_, warps_per_block_;
  LocalMemory local_;
  std::vector<Warp> warps_;
  std::vector<std::unique_ptr<TracedBlock>> blocks_;  // [slot]
};

}  // namespace unibank::trace
