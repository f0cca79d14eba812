// The bytes of device memory behind a DRAM channel, with their writers (run.check_data): by lines, 0 until written.
// Payloads without writers have no effect and take no memory.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "memory/line_data.h"

namespace unibank {

class MemoryBytes {
 public:
  // Reads or writes the bytes of a payload, in the order in which the channel serves payloads. RunError for a store
  // that arrives after a younger store of its warp.
  void access(Payload& payload);
  // Applies an access without time, independent of the order of stores. Returns the number of bytes moved.
  unsigned debug(Payload& payload);

 private:
  void write(const Payload& payload, bool in_order);
  void read(Payload& payload) const;

  std::unordered_map<std::uint64_t, LineData> lines_;
};

}  // namespace unibank
