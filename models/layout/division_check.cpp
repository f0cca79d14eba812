#include "layout/division_check.h"

#include <algorithm>
#include <utility>

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
  const auto other = [&](const char* what, unsigned given, unsigned of_block) {
    return std::to_string(given) + " resident " + what + "; expected " + std::to_string(blocks * of_block) + ", " +
           std::to_string(blocks) + " x " + std::to_string(of_block);
  };
  if (division.resident_threads != blocks * block.threads)
    return other("threads", division.resident_threads, block.threads);
  if (division.resident_warps != blocks * block.warps) return other("warps", division.resident_warps, block.warps);
  const BlockSharing& sharing = division.sharing;
  if (sharing.pairs != 0 && (sharing.resident_blocks() != blocks || sharing.pairs > sharing.default_blocks)) {
    return std::to_string(blocks) + " resident blocks: " + std::to_string(sharing.default_blocks) +
           " without sharing of scratchpad, and " + std::to_string(sharing.pairs) + " added as partners of these";
  }
  return "";
}

// Results show these bytes, so a negative part would make another one look larger than it is.
std::string negative_part(const PartitionResult& division) {
  const std::pair<const char*, double> parts[] = {{"registers", division.register_bytes},
                                                  {"scratchpad", division.scratchpad_bytes},
                                                  {"cache", division.cache_bytes},
                                                  {"idle memory", division.idle_bytes}};
  for (const auto& [name, bytes] : parts)
    if (!(bytes >= -kRounding)) return byte_text(bytes) + " bytes of " + name + "; expected 0 or more";
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
  if (!counts.empty()) return counts;
  const std::string negative = negative_part(division);
  return negative.empty() ? layout.overfull(capacity, kernel, division) : negative;
}

}  // namespace unibank
