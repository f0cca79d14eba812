#include "memory/dram_channel_core.h"

#include "base/byte_masks.h"
#include "base/input_error.h"

namespace unibank {

DramParameters with_fixed_latency(DramParameters parameters, const PolicyValues& values) {
  parameters.latency = values.at("latency");
  parameters.bytes_per_cycle = values.at("bytes_per_cycle");
  return parameters;
}

DramChannelCore::DramChannelCore(const DramParameters& parameters) : parameters_(parameters) {
  if (parameters.ports == 0 || parameters.latency == 0 || parameters.bytes_per_cycle == 0 || parameters.queue == 0) {
    throw InputError("DRAM channel: ports, latency, bytes per cycle and queue must be at least 1");
  }
}

Cycle DramChannelCore::accept(Cycle now, bool write, unsigned sectors) {
  const std::uint64_t bytes = std::uint64_t{sectors} * kSectorBytes;
  const std::uint64_t width = parameters_.bytes_per_cycle;
  if (free_ < now) free_ = now, moved_ = 0;
  const Cycle start = free_;
  const bool shares_a_cycle = moved_ != 0;
  moved_ += bytes;
  free_ += moved_ / width;
  moved_ %= width;
  const Cycle end = std::max(free_ + (moved_ != 0), start + 1);
  if (start > now) starts_.push_back(start);
  counters_.busy_cycles += end - start - shares_a_cycle;
  if (write) {
    ++counters_.writes;
    counters_.write_bytes += bytes;
    return end;
  }
  ++counters_.reads;
  counters_.read_bytes += bytes;
  return std::max(start + parameters_.latency, end);
}

unsigned touched_blocks(std::uint64_t address, unsigned length, const unsigned char* enables, unsigned enable_length,
                        unsigned block) {
  const std::uint64_t first = address / block, last = (address + length - 1) / block;
  if (!enables) return static_cast<unsigned>(last - first + 1);
  unsigned blocks = 0;
  if (block == kSectorBytes && enable_length == length && address % block == 0 && length % block == 0) {
    for (unsigned at = 0; at < length; at += block) blocks += bits_of_32_bytes(enables + at) != 0;
    return blocks;
  }
  std::uint64_t counted = ~std::uint64_t{0};
  for (unsigned i = 0; i < length; ++i) {
    const std::uint64_t at = (address + i) / block;
    if (!enables[i % enable_length] || at == counted) continue;
    counted = at;
    ++blocks;
  }
  return blocks;
}

unsigned touched_sectors(std::uint64_t address, unsigned length, const unsigned char* enables, unsigned enable_length) {
  return touched_blocks(address, length, enables, enable_length, kSectorBytes);
}

}  // namespace unibank
