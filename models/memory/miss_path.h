// A block between the MSHR of an SM and the memory system: a cache of level 1.5, a prefetcher, a compressor.
//
// Register map of the target port and of its own requests, as of a DRAM channel or the interconnect: address = device
// memory address, READ or WRITE of 1 to 128 bytes inside a line, byte enables allowed on writes. The MSHR sends at half
// cycles, one request per cycle; responses are BEGIN_RESP at whole cycles or early (TLM_COMPLETED with the time
// annotated). Requests to memory are sent at half cycles, one per cycle, none while memory has not sent END_REQ.
#pragma once

#include "base/counters.h"
#include "tlm/ports.h"

namespace unibank {

struct MissPathParameters {
  unsigned sm = 0;             // the SM's number
  unsigned mshr_entries = 128; // most outstanding reads
};

// The Sm's interface to such a block.
class MissPathInterface {
 public:
  virtual ~MissPathInterface() = default;
  virtual TargetSocket& socket() = 0;      // for the MSHR
  virtual InitiatorSocket& memory() = 0;
  virtual unsigned in_flight() const = 0;  // requests without a response, including the block's own; 0 when drained
  // Adds its counters, if it has any (UNIBANK_COUNTERS).
  virtual void add_counters_to(CounterValues& /*all*/) const {}
};

struct MissPathKind {
  static constexpr const char* kName = "miss_path";
  using Block = MissPathInterface;
  using Parameters = MissPathParameters;
};

}  // namespace unibank
