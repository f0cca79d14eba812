// What may stand between the MSHR of an SM and the memory system: a cache of level 1.5, a prefetcher, a compressor.
//
// Register map of the target port, and of what it sends on: as of a DRAM channel or the interconnect: address = device
// memory address, READ or WRITE of 1 to 128 bytes inside a line, byte enables allowed on writes. The MSHR sends at half
// cycles, one request a cycle; answers are BEGIN_RESP at whole cycles or early (TLM_COMPLETED with the time annotated).
// Requests to memory are sent at half cycles, one a cycle, none while memory has not sent END_REQ.
#pragma once

#include "base/counters.h"
#include "tlm/ports.h"

namespace unibank {

struct MissPathParameters {
  unsigned sm = 0;             // its number
  unsigned mshr_entries = 128; // reads under way at most
};

// What an Sm needs of it.
class MissPathInterface {
 public:
  virtual ~MissPathInterface() = default;
  virtual TargetSocket& socket() = 0;      // for the MSHR
  virtual InitiatorSocket& memory() = 0;
  virtual unsigned in_flight() const = 0;  // requests not answered yet, its own among them; 0 when drained
  // What it counts, if it does (UNIBANK_COUNTERS).
  virtual void add_counters_to(CounterValues& /*all*/) const {}
};

struct MissPathKind {
  static constexpr const char* kName = "miss_path";
  using Block = MissPathInterface;
  using Parameters = MissPathParameters;
};

}  // namespace unibank
