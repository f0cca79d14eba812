#include "layout/division_check.h"

#include <algorithm>

#include "layout/storage_layout.h"
#include "policy/occupancy.h"

namespace unibank {

namespace {

constexpr double kRounding = 1e-3;  // bytes: shares may be fractions of a byte

// One of the SM's memories, and the bytes that each part takes of it.
struct Contents {
  double available = 0;
  std::string takers;  // "20480 bytes of registers and 4096 of scratchpad"
  double bytes = 0;
  explicit Contents(std::uint64_t size) : available(static_cast<double>(size)) {}
  void take(double more, const char* part) {
    if (more <= 0) return;
    takers += (takers.empty() ? "" : " and ") + byte_text(more) + (takers.empty() ? " bytes of " : " of ") + part;
    bytes += more;
  }
  bool overfull() const { return bytes > available + kRounding; }
};

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
    return std::to_string(blocks) + " resident blocks: " + std::to_string(sharing.default_blocks) +
           " without sharing of scratchpad, and " + std::to_string(sharing.pairs) + " added as partners of these";
  }
  return "";
}

}  // namespace

TakenBytes taken(const SmCapacity& capacity, const KernelNeeds& kernel, const PartitionResult& division) {
  const BlockNeeds block = block_needs(capacity, kernel);
  BlockSharing sharing = division.sharing;
  if (sharing.pairs == 0) sharing.default_blocks = division.resident_blocks;
  const double scratchpad = shared_scratchpad_bytes(capacity, block, sharing);
  return {std::max(division.register_bytes, division.resident_blocks * block.register_bytes),
          std::max(division.scratchpad_bytes, scratchpad),
          static_cast<double>(division.cache_sets) * capacity.cache_set_bytes};
}

std::string overfull_memory(const SmCapacity& capacity, const TakenBytes& taken, unsigned blocks) {
  std::vector<Contents> all;
  for (const SmMemory& memory : capacity.memories) {
    Contents contents(memory.bytes), lines(memory.bytes);
    if (memory.registers) contents.take(taken.registers, "registers");
    if (memory.scratchpad) contents.take(taken.scratchpad, "scratchpad");
    if (memory.cache) (capacity.integrated ? lines : contents).take(taken.cache, "cache");
    all.push_back(contents);
    all.push_back(lines);
  }
  for (const Contents& contents : all) {
    if (!contents.overfull()) continue;
    return contents.takers + " for " + std::to_string(blocks) + (blocks == 1 ? " resident block" : " resident blocks") +
           ", the design has " + byte_text(contents.available);
  }
  return "";
}

std::string division_refusal(const StorageLayout& layout, const SmCapacity& capacity, const KernelNeeds& kernel,
                             const PartitionResult& division) {
  const std::string counts = count_refusal(capacity, kernel, division);
  return counts.empty() ? layout.overfull(capacity, kernel, division) : counts;
}

}  // namespace unibank
