// Which warps of an SM have their next instruction. A warp keeps the line of instructions that it read last; the
// next instruction of another line is looked up as soon as it is known, so a hit costs nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "read_only/read_only_cache.h"

namespace unibank {

class InstructionFetch {
 public:
  // `there` is called for a warp when its awaited line has arrived.
  InstructionFetch(ReadOnlyCache& cache, unsigned warps, unsigned instruction_bytes,
                   std::function<void(unsigned)> there);

  // A launch begins, whose first instruction is at this address. `warm_bytes`: how much of its code from there on an
  // earlier launch has left in the cache, as far as it fits.
  void reset(std::uint64_t code, std::uint64_t warm_bytes);
  // Another warp takes the slot of `warp`.
  void start_warp(unsigned warp) { lines_[warp] = kNoLine; }
  // Instruction `number` is the warp's next one. False: the warp waits for its line.
  bool show(unsigned warp, std::uint32_t number);
  void line_came(std::uint64_t line);
  bool idle() const { return waiting_.empty(); }

 private:
  static constexpr std::uint64_t kNoLine = ~std::uint64_t{0};
  struct Wait {
    unsigned warp;
    std::uint64_t line;
    bool asked;  // false: the maximum of lines was outstanding
  };
  bool look_up(Wait& wait);

  ReadOnlyCache& cache_;
  const unsigned instruction_bytes_;
  const std::function<void(unsigned)> there_;
  std::uint64_t code_ = 0;
  std::vector<std::uint64_t> lines_;  // [warp]
  std::vector<Wait> waiting_;         // in order of arrival
};

}  // namespace unibank
