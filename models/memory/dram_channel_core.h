// The timing of one DRAM channel with a bandwidth and a latency. Knows cycles and nothing of SystemC.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>

#include "base/counters.h"
#include "base/types.h"
#include "base/registry.h"
#include "dram/parts.h"

namespace unibank {

struct DramParameters {
  unsigned ports = 1;
  unsigned latency = 400;       // cycles from the start of a read's transfer to its response, the transfer included
  unsigned bytes_per_cycle = 8;
  unsigned queue = 64;          // accepted requests that wait for the channel

  // The following parameters are only for FrFcfsChannel, which does not use the latency and the bandwidth above:
  unsigned slices = 1, channels = 1;  // lines are interleaved over slices; slice s uses channel s mod channels
  unsigned memory_cycles = 1320;      // memory cycles in 1000 cycles of the SM clock
  unsigned answer_latency = 100;      // cycles from the end of a read's data to its response
  DramTiming timing = {};
  DramParts parts = {};
  std::string slice_hash = "modulo";  // the hash of a line's slice (slices.h)
};

// The latency and the bandwidth of complete values of dram.model = "fixed-latency".
DramParameters with_fixed_latency(DramParameters parameters, const PolicyValues& values);

#define UNIBANK_DRAM_CHANNEL_COUNTERS(counter) \
  counter(reads, "dram.reads", "requests", "to read") \
  counter(writes, "dram.writes", "requests", "to write") \
  counter(read_bytes, "dram.read_bytes", "bytes", "read: whole sectors of 32 bytes") \
  counter(write_bytes, "dram.write_bytes", "bytes", "written: whole sectors of 32 bytes") \
  counter(busy_cycles, "dram.busy_cycles", "cycles", "of data transfer on the bus of a channel") \
  counter(row_hits, "dram.row_hits", "requests", "to an open row (channels with banks and rows)") \
  counter(row_misses, "dram.row_misses", "requests", "to a bank without an open row") \
  counter(row_conflicts, "dram.row_conflicts", "requests", "to a bank with another row open") \
  counter(refreshes, "dram.refreshes", "refreshes", "of all banks of a channel, or of one (dram_refresh.policy)")
UNIBANK_COUNTERS(DramChannelCounters, "dram", UNIBANK_DRAM_CHANNEL_COUNTERS);

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
  // The cycle in which a full queue has room again.
  Cycle next_room() const { return starts_.front(); }
  // The first cycle from `from` on with room; requests that start until then are dropped from the queue.
  Cycle room_from(Cycle from) {
    if (has_room(from)) return from;
    const Cycle at = next_room();
    depth(at);
    return at;
  }

  // Accepts a request in cycle `now`; returns the cycle of its response. A transfer starts in the cycle in which the
  // previous one ends, with that cycle's remaining bytes. A read's response comes `latency` cycles after the start, or
  // at the end of the transfer if that is later; a write's at the end of the transfer. The cycles of starts, and of the
  // responses of one kind, never decrease.
  Cycle accept(Cycle now, bool write, unsigned sectors);

  const DramChannelCounters& counters() const { return counters_; }

 private:
  DramParameters parameters_;
  Cycle free_ = 0;            // the cycle in which the next transfer may start,
  std::uint64_t moved_ = 0;   // with this many bytes used in that cycle, below bytes_per_cycle
  std::deque<Cycle> starts_;  // of accepted requests that wait
  DramChannelCounters counters_;
};

// The number of blocks of `block` bytes that a request touches; for a write with byte enables, the blocks with an
// enabled byte.
unsigned touched_blocks(std::uint64_t address, unsigned length, const unsigned char* enables, unsigned enable_length,
                        unsigned block);
// The number of touched sectors of 32 bytes.
unsigned touched_sectors(std::uint64_t address, unsigned length, const unsigned char* enables, unsigned enable_length);

}  // namespace unibank
