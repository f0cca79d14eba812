// Which bytes of a block's scratchpad have been written since the block began.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace unibank::simt {

class WrittenWords {
 public:
  void reset(std::uint64_t bytes) {
    words_.assign((bytes + 3) / 4, 0);
    whole_ = 0;
    complete_ = bytes == 0;
  }
  // Whether all bytes have been written, so that no further checks are needed.
  bool complete() const { return complete_; }
  void look_if_complete();

  // Accesses are aligned, have 1 to 16 bytes and lie within the scratchpad. unwritten(): lanes that access unwritten
  // bytes.
  void write(const std::array<std::uint64_t, kWarpSize>& address, LaneMask lanes, std::uint32_t bytes);
  LaneMask unwritten(const std::array<std::uint64_t, kWarpSize>& address, LaneMask lanes, std::uint32_t bytes) const;

 private:
  static constexpr std::uint8_t kWhole = 0xf;
  std::vector<std::uint8_t> words_;  // bit b: byte b of the word
  std::size_t whole_ = 0;            // number of leading words that are written in full
  bool complete_ = false;
};

}  // namespace unibank::simt
