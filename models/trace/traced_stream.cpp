#include "trace/traced_stream.h"

#include <algorithm>

namespace unibank::trace {
namespace {

constexpr std::uint64_t kAboveAll = std::uint64_t{1} << 48, kOfAnSm = std::uint64_t{1} << 40;
constexpr std::uint64_t kOfASlot = (std::uint64_t{1} << 24) * kWarpSize + 131 * kLineBytes;
constexpr std::uint64_t kWordBytes = 4, kAllocation = 256;  // the alignment of simt/device_memory.h

}  // namespace

LocalMemory local_memory(const KernelHeader& header, const RecordHeader& record, unsigned sm, unsigned max_warps) {
  if (!record.recorded) return {kAboveAll + sm * kOfAnSm, kOfASlot};
  LocalMemory local;
  local.stride = record.local_bytes * kWarpSize;
  const std::uint64_t of_an_sm = (local.stride * max_warps / kAllocation + 1) * kAllocation;
  local.base = header.local_base + sm * of_an_sm;
  return local;
}

TracedStream::TracedStream(std::shared_ptr<ReadAhead> reader, const KernelHeader& header, const LocalMemory& local,
                           unsigned max_warps)
    : reader_(std::move(reader)),
      threads_(header.threads()),
      warps_per_block_(header.warps()),
      local_(local),
      warps_(max_warps) {}

void TracedStream::start_block(std::uint64_t block, unsigned block_slot, unsigned first_warp) {
  if (blocks_.size() <= block_slot) blocks_.resize(block_slot + 1);
  blocks_[block_slot] = reader_->take(block);
  for (unsigned i = 0; i < warps_per_block_; ++i) {
    Warp& warp = warps_.at(first_warp + i);
    warp = Warp();
    warp.packed = &blocks_[block_slot]->warps[i];
    warp.spool = blocks_[block_slot]->spool.get();
    warp.shown.live = ~LaneMask{0} >> (kWarpSize - std::min(kWarpSize, threads_ - i * kWarpSize));
  }
}

const WarpInstruction& TracedStream::peek(unsigned warp) {
  Warp& state = warps_[warp];
  if (!state.known) show(warp, state);
  return state.shown;
}

void TracedStream::show(unsigned warp, Warp& state) const {
  state.known = true;
  WarpInstruction& shown = state.shown;
  if (state.next == state.packed->size()) {
    shown.decoded = nullptr;
    shown.active = 0;
    return;
  }
  const std::size_t in_piece = state.next % TracedWarp::kPiece;
  if (in_piece == 0) state.piece = &state.packed->piece(state.next / TracedWarp::kPiece, *state.spool, state.room);
  state.piece->show(state.piece->instructions[in_piece], shown);
  if (shown.decoded->space != Space::kLocal) return;
  const std::uint64_t base = local_.base + warp * local_.stride;
  for (LaneMask left = shown.active; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    std::uint64_t& address = shown.address[lane];
    address = base + (address / kWordBytes * kWarpSize + lane) * kWordBytes + address % kWordBytes;
  }
}

void TracedStream::commit(unsigned warp, Cycle) {
  Warp& state = warps_[warp];
  const WarpInstruction& shown = peek(warp);
  if (shown.decoded->unit == Unit::kExit) state.shown.live &= ~shown.active;
  state.has_texels = follows_texels_ && shown.decoded->unit == Unit::kTexture && shown.active != 0 &&
                     state.piece->texels(state.piece->instructions[state.next % TracedWarp::kPiece], state.texels);
  ++state.next;
  state.known = false;
}

const std::vector<std::uint64_t>* TracedStream::texels(unsigned warp) const {
  return warps_[warp].has_texels ? &warps_[warp].texels : nullptr;
}

void TracedStream::finish_block(unsigned block_slot) { blocks_[block_slot].reset(); }

}  // namespace unibank::trace
