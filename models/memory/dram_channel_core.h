// The timing of one DRAM channel with a bandwidth and a latency. Knows cycles and nothing of SystemC.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "base/types.h"

namespace unibank {

struct DramParameters {
  unsigned ports = 1;
  unsigned latency = 400;       // cycles from the start of a read's transfer to its answer, the transfer included
  unsigned bytes_per_cycle = 8;
  unsigned queue = 64;          // accepted requests that wait for the channel
};

struct DramChannelCounters {
  std::uint64_t reads = 0, writes = 0;
  std::uint64_t read_bytes = 0, write_bytes = 0;  // moved: whole sectors of 32 bytes
  std::uint64_t busy_cycles = 0;                  // of the channel
};

class DramChannelCore {
 public:
  // Throws InputError for a parameter of 0.
  explicit DramChannelCore(const DramParameters& parameters);

  // Accepted requests whose transfer has not begun by `now`.
  unsigned depth(Cycle now) {
    while (!starts_.empty() && starts_.front() <= now) starts_.pop_front();
    return static_cast<unsigned>(starts_.size());
  }
  bool has_room(Cycle now) { return depth(now) < parameters_.queue; }
  // When the queue has room again, once it is full.
  Cycle next_room() const { return starts_.front(); }

  // Accepts a request in cycle `now`; returns the cycle of its answer. Reads: start + the larger of latency and
  // transfer. Writes: start + transfer. Starts and the answers of one kind never go back in time.
  Cycle accept(Cycle now, bool write, unsigned sectors);

  const DramChannelCounters& counters() const { return counters_; }

 private:
  DramParameters parameters_;
  Cycle free_ = 0;            // the channel has ended its last transfer
  std::deque<Cycle> starts_;  // of accepted requests that wait
  DramChannelCounters counters_;
};

// Sectors of 32 bytes that a request touches; of a write with byte enables, those with an enabled byte.
unsigned touched_sectors(std::uint64_t address, unsigned length, const unsigned char* enables, unsigned enable_length);

}  // namespace unibank
