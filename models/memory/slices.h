// How device memory is spread over the slices of the L2 cache: line by line, in turn.
#pragma once

#include <cstdint>

#include "base/types.h"

namespace unibank {

inline unsigned slice_of(std::uint64_t address, unsigned slices) {
  return static_cast<unsigned>(address / kLineBytes % slices);
}

// A line's number among those of its slice, and back.
inline std::uint64_t line_in_slice(std::uint64_t address, unsigned slices) { return address / kLineBytes / slices; }
inline std::uint64_t line_address(std::uint64_t line_in_slice, unsigned slice, unsigned slices) {
  return (line_in_slice * slices + slice) * kLineBytes;
}

// Where slice s uses channel s mod channels: an address among those of its channel, without gaps.
inline std::uint64_t channel_address(std::uint64_t address, unsigned slices, unsigned channels) {
  const std::uint64_t line = address / kLineBytes, slice = line % slices;
  const std::uint64_t slices_of_channel = (slices - slice % channels + channels - 1) / channels;
  return (line / slices * slices_of_channel + slice / channels) * kLineBytes + address % kLineBytes;
}

}  // namespace unibank
