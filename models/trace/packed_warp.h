// Instructions of one traced warp, packed: the form in which a block is kept until it ends.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "warp/warp_instruction.h"

namespace unibank::trace {

struct PackedInstruction {
  const StaticInstruction* decoded = nullptr;
  LaneMask active = 0;
  std::uint32_t place = 0;  // index in PackedWarp::bytes; of a texture fetch one more, and 0 without texels
};

// Takes 16 bytes per instruction, and for the addresses (as differences between adjacent lanes) as many bytes as these
// need: 3 to 21 for lanes with a stride. Throws RunError beyond 4 GB of addresses.
class PackedWarp {
 public:
  std::vector<PackedInstruction> instructions;

  void add(const StaticInstruction* decoded, LaneMask active);
  void add_access(const StaticInstruction* decoded, LaneMask active,
                  const std::array<std::uint64_t, kWarpSize>& address);
  // A texture fetch with the addresses of the texels that it reads.
  void add_fetch(const StaticInstruction* decoded, LaneMask active, const std::vector<std::uint64_t>& texels);
  void add_barrier(const StaticInstruction* decoded, LaneMask active, const BarrierTurn& turn);

  // Fills in active lanes, addresses and barrier of `shown`; `next` is one of `instructions`.
  void show(const PackedInstruction& next, WarpInstruction& shown) const;
  // Fills in the texels of a fetch; false: they are not known.
  bool texels(const PackedInstruction& fetch, std::vector<std::uint64_t>& texels) const;
  std::size_t bytes() const { return instructions.size() * sizeof(PackedInstruction) + bytes_.size(); }
  // The addresses and barriers to which the instructions' places refer.
  std::vector<std::uint8_t>& addresses() { return bytes_; }

 private:
  void put(std::uint64_t value);
  static std::uint64_t get(const std::uint8_t*& at);
  std::uint32_t here() const;

  std::vector<std::uint8_t> bytes_;
};

}  // namespace unibank::trace
