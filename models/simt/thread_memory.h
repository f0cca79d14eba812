// Memory reads of the CUDA runtime's functions for one thread, at generic addresses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "simt/device_memory.h"

namespace unibank::simt {

class ThreadMemory {
 public:
  struct Scratchpad {
    const std::uint8_t* bytes = nullptr;
    std::uint64_t size = 0;
  };
  // `frame`: local memory of the warp's lane 0 in device memory, lane-interleaved in words, `frame_bytes` per thread.
  ThreadMemory(DeviceMemory& memory, Scratchpad scratchpad, std::uint64_t frame, std::uint64_t frame_bytes,
               unsigned lane)
      : memory_(memory), scratchpad_(scratchpad), frame_(frame), frame_bytes_(frame_bytes), lane_(lane) {}

  // False when a byte lies in no allocation, outside of the block's scratchpad or of the thread's frame.
  bool read(std::uint64_t address, void* to, std::uint64_t bytes) const;
  // The characters up to the first zero, at most `most`; none if the allocation ends before that.
  std::optional<std::string> text(std::uint64_t address, std::uint64_t most = ~std::uint64_t{0}) const;

 private:
  const std::uint8_t* byte(std::uint64_t address) const;

  DeviceMemory& memory_;
  Scratchpad scratchpad_;
  std::uint64_t frame_, frame_bytes_;
  unsigned lane_;
};

}  // namespace unibank::simt
