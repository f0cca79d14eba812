// Maps device memory to the slices of the L2 cache, or to DRAM channels if there is none: line by line,
// interleaved or hashed (policy/index_hash.h).
#pragma once

#include <cstdint>
#include <string>

#include "base/types.h"
#include "policy/index_hash.h"

namespace unibank {

class SliceMap {
 public:
  explicit SliceMap(unsigned slices, const std::string& hash = "modulo") : index_(slices, hash) {}

  unsigned slices() const { return index_.places(); }
  unsigned slice_of(std::uint64_t address) const { return index_.place(address / kLineBytes); }

  // A line's number among the lines of its slice, and the inverse.
  std::uint64_t line_in_slice(std::uint64_t address) const { return address / kLineBytes / slices(); }
  std::uint64_t line_address(std::uint64_t line_in_slice, unsigned slice) const {
    return index_.restored(line_in_slice * slices() + slice) * kLineBytes;
  }

  // The position of an address in its channel, without gaps, if slice s uses channel s mod channels.
  std::uint64_t channel_address(std::uint64_t address, unsigned channels) const {
    const std::uint64_t slice = slice_of(address);
    const std::uint64_t slices_of_channel = (slices() - slice % channels + channels - 1) / channels;
    return (line_in_slice(address) * slices_of_channel + slice / channels) * kLineBytes + address % kLineBytes;
  }

 private:
  HashedIndex index_;
};

}  // namespace unibank
