// The bytes of device memory behind a DRAM channel, with their writers (run.check_data): by lines, 0 until written.
// Payloads without writers have no effect and take no memory.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "memory/line_data.h"

namespace unibank {

class MemoryBytes {
 public:
  // A payload of 1 byte or more, in the order in which the channel serves them. RunError for a store that arrives after
  // a younger one of its SM.
  void access(Payload& payload);
  // The same at once, independent of order. Returns the number of bytes moved.
  unsigned debug(Payload& payload);

 private:
  void write(const Payload& payload, bool in_order);
  void read(Payload& payload) const;

  std::unordered_map<std::uint64_t, LineData> lines_;
};

}  // namespace unibank
