#include "sm/scratchpad_check.h"

#include <string>

#include "base/input_error.h"

namespace unibank {

namespace {

template <typename Each>
void for_each_byte(const WarpInstruction& instruction, Each each) {
  for (LaneMask lanes = instruction.active; lanes; lanes &= lanes - 1) {
    const std::uint64_t first = instruction.address[__builtin_ctz(lanes)];
    for (unsigned i = 0; i < instruction.decoded->bytes_per_lane; ++i) each(first + i);
  }
}

}  // namespace

void ScratchpadCheck::reset(const PairLayout& layout) {
  layout_ = layout;
  writers_.assign(layout.bytes(), 0);
  stays_.assign(layout.sharing().resident_blocks(), 0);
}

void ScratchpadCheck::issued(unsigned slot, const WarpInstruction& instruction) {
  const bool stores = instruction.decoded->memory == MemoryOp::kStore, loads = instruction.decoded->memory == MemoryOp::kLoad;
  if (!stores) for_each_byte(instruction, [&](std::uint64_t offset) { read(slot, offset, instruction); });
  if (!loads) for_each_byte(instruction, [&](std::uint64_t offset) { write(slot, offset); });
}

// A design may give blocks less than their kernel declares.
std::uint64_t& ScratchpadCheck::writer(unsigned slot, std::uint64_t offset) {
  const std::uint64_t byte = layout_.address(slot, offset);
  if (byte >= writers_.size()) writers_.resize(byte + 1);
  return writers_[byte];
}

void ScratchpadCheck::read(unsigned slot, std::uint64_t offset, const WarpInstruction& instruction) {
  const BlockSharing& sharing = layout_.sharing();
  if (sharing.pairs == 0 || !sharing.shares(slot) || offset < sharing.private_bytes) return;
  if (writer(slot, offset) == stays_[slot]) return;
  throw RunError("block slot " + std::to_string(slot) + " reads byte " + std::to_string(offset) +
                 " of its scratchpad, which it shares with block slot " + std::to_string(sharing.partner(slot)) +
                 ", and has not written it since it may use it (run.check_scratchpad): '" + instruction.decoded->text +
                 "'");
}

}  // namespace unibank
