#include "policy/division_check.h"

#include <algorithm>

#include "policy/occupancy.h"

namespace unibank {

namespace {

constexpr double kRounding = 1e-3;  // bytes: shares may be fractions of one

// Bytes of the resident blocks and of the cache: those of the machine, or the division's own figures if they are more.
struct Taken {
  double registers = 0, scratchpad = 0, cache = 0;
};

Taken taken(const SmCapacity& capacity, const KernelNeeds& kernel, const PartitionResult& division) {
  const BlockNeeds block = block_needs(capacity, kernel);
  BlockSharing sharing = division.sharing;
  if (sharing.pairs == 0) sharing.default_blocks = division.resident_blocks;
  const double scratchpad = shared_scratchpad_bytes(capacity.sharing, sharing, block.scratchpad_bytes);
  return {std::max(division.register_bytes, division.resident_blocks * block.register_bytes),
          std::max(division.scratchpad_bytes, scratchpad),
          static_cast<double>(division.cache_sets) * capacity.cache_set_bytes};
}

// One of the SM's memories, and who takes how much of it.
struct Memory {
  double available = 0;
  std::string takers;  // "20480 bytes of registers and 4096 of scratchpad"
  double bytes = 0;
  explicit Memory(std::uint64_t size) : available(static_cast<double>(size)) {}
  void take(double more, const char* part) {
    if (more <= 0) return;
    takers += (takers.empty() ? "" : " and ") + byte_text(more) + (takers.empty() ? " bytes of " : " of ") + part;
    bytes += more;
  }
  bool overfull() const { return bytes > available + kRounding; }
};

std::vector<Memory> memories(const SmCapacity& capacity, const Taken& taken, bool lines) {
  Memory array(capacity.unified ? capacity.unified_bytes : capacity.register_bytes);
  Memory scratchpad(capacity.scratchpad_bytes), cache(capacity.cache_bytes), all_lines(capacity.unified_bytes);
  array.take(taken.registers, "registers");
  (capacity.unified && !capacity.scratchpad_apart() ? array : scratchpad).take(taken.scratchpad, "scratchpad");
  (lines ? all_lines : capacity.unified ? array : cache).take(taken.cache, "cache");
  return {array, scratchpad, cache, all_lines};
}

std::string count_refusal(const SmCapacity& capacity, const KernelNeeds& kernel, const PartitionResult& division) {
  const BlockNeeds block = block_needs(capacity, kernel);
  const unsigned blocks = division.resident_blocks;
  const auto more = [&](const char* what, std::uint64_t given, std::uint64_t limit) {
    return std::to_string(given) + " " + what + ", the design allows " + std::to_string(limit);
  };
  if (blocks == 0) return "no resident block";
  if (blocks > capacity.max_blocks) return more("resident blocks", blocks, capacity.max_blocks);
  if (std::uint64_t{blocks} * block.warps > capacity.max_warps)
    return more("resident warps", std::uint64_t{blocks} * block.warps, capacity.max_warps);
  if (std::uint64_t{blocks} * block.threads > capacity.threads())
    return more("resident threads", std::uint64_t{blocks} * block.threads, capacity.threads());
  const BlockSharing& sharing = division.sharing;
  if (sharing.pairs != 0 && (sharing.resident_blocks() != blocks || sharing.pairs > sharing.default_blocks)) {
    return std::to_string(sharing.pairs) + " pairs of blocks that share scratchpad beside " +
           std::to_string(sharing.default_blocks) + " blocks, of " + std::to_string(blocks) + " resident ones";
  }
  return "";
}

}  // namespace

std::string division_refusal(const SmCapacity& capacity, const KernelNeeds& kernel, const PartitionResult& division,
                             bool lines) {
  const std::string counts = count_refusal(capacity, kernel, division);
  if (!counts.empty()) return counts;
  for (const Memory& memory : memories(capacity, taken(capacity, kernel, division), lines)) {
    if (!memory.overfull()) continue;
    const std::string blocks = std::to_string(division.resident_blocks) + " resident block" +
                               (division.resident_blocks == 1 ? "" : "s");
    return memory.takers + " for " + blocks + ", the design has " + byte_text(memory.available);
  }
  return "";
}

}  // namespace unibank
