#include "policy/occupancy.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace unibank {

namespace {

constexpr unsigned kNoBound = std::numeric_limits<unsigned>::max();

unsigned round_up(unsigned value, unsigned unit) { return (value + unit - 1) / unit * unit; }

}  // namespace

BlockNeeds block_needs(const SmCapacity& capacity, const KernelNeeds& kernel) {
  BlockNeeds needs;
  needs.threads = kernel.threads_per_block;
  needs.warps = (kernel.threads_per_block + kWarpSize - 1) / kWarpSize;
  // Units of warps apply to all warps of a separate register file (register_bound()), and to each block in other
  // memories.
  const bool apart = capacity.alone(Part::kRegisters);
  const unsigned held = apart ? needs.warps : round_up(needs.warps, capacity.units.warps);
  const unsigned all = kernel.registers_per_thread, base = std::min(kernel.base_registers, all);
  needs.register_bytes = 4.0 * registers_of_warp(capacity.units, base != 0 ? base : all) * held;
  if (base != 0) needs.section_bytes = 4.0 * registers_of_warp(capacity.units, all - base);
  needs.scratchpad_bytes = scratchpad_of_block(capacity.units, kernel.scratchpad_bytes_per_block);
  needs.reserved_bytes = capacity.units.scratchpad_reserved;
  needs.declared_bytes = kernel.scratchpad_bytes_per_block;
  return needs;
}

BlockBound limit_bound(const SmCapacity& capacity, const KernelNeeds& kernel) {
  const BlockNeeds block = block_needs(capacity, kernel);
  if (block.threads == 0) throw InputError("kernel " + kernel.kernel + ": a block has no threads");
  if (capacity.thread_limit != 0 && block.threads > capacity.thread_limit) {
    throw InputError("kernel " + kernel.kernel + ": a block has " + std::to_string(block.threads) +
                     " threads, kernel.thread_limit is " + std::to_string(capacity.thread_limit));
  }
  if (block.threads > capacity.max_threads || block.warps > capacity.max_warps) {
    throw InputError("kernel " + kernel.kernel + ": a block has " + std::to_string(block.threads) + " threads (" +
                     std::to_string(block.warps) + " warps), the design allows " +
                     std::to_string(capacity.max_threads) + " threads and " + std::to_string(capacity.max_warps) +
                     " warps");
  }
  BlockBound bound{capacity.threads() / block.threads, "thread limit"};
  bound.also(capacity.max_warps / block.warps, "warp limit");
  bound.also(capacity.max_blocks, "block limit");
  return bound;
}

unsigned register_bound(const SmCapacity& capacity, const KernelNeeds& kernel) {
  const BlockNeeds block = block_needs(capacity, kernel);
  if (block.register_bytes == 0) return kNoBound;
  const auto available = static_cast<double>(capacity.bytes(Part::kRegisters));
  const double warp_bytes = block.register_bytes / block.warps, pool = capacity.units.warps * block.section_bytes;
  const unsigned held =
      pool > available ? 0 : blocks_in(available - pool, warp_bytes) / capacity.units.warps * capacity.units.warps;
  const unsigned blocks = held / block.warps;
  const unsigned warps = round_up(block.warps, capacity.units.warps);
  if (blocks == 0) refuse_block(kernel, warp_bytes * warps + pool, "registers", available);
  return blocks;
}

unsigned register_sections(const SmCapacity& capacity, const BlockNeeds& block, unsigned warps) {
  if (block.section_bytes == 0) return 0;
  const unsigned parts = capacity.units.warps, each = (warps + parts - 1) / parts;
  const double left = static_cast<double>(capacity.bytes(Part::kRegisters)) / parts -
                      each * block.register_bytes / block.warps;
  return parts * std::min(blocks_in(left, block.section_bytes), each);
}

unsigned blocks_in(double available, double each) {
  if (each <= 0) return kNoBound;
  return static_cast<unsigned>(std::min(std::floor(available / each), static_cast<double>(kNoBound)));
}

BlockSharing share_blocks(const SmCapacity& capacity, const BlockNeeds& block, double available, double registers_each,
                          unsigned limit) {
  BlockSharing sharing = share_blocks(capacity.sharing, available, registers_each + block.reserved_bytes,
                                      block.own_scratchpad_bytes(), limit);
  if (sharing.pairs != 0) sharing.private_bytes = first_shared_byte(capacity.sharing, block.declared_bytes);
  return sharing;
}

double shared_scratchpad_bytes(const SmCapacity& capacity, const BlockNeeds& block, const BlockSharing& sharing) {
  return block.reserved_bytes * sharing.resident_blocks() +
         shared_scratchpad_bytes(capacity.sharing, sharing, block.own_scratchpad_bytes());
}

Residency reside(const BlockSharing& sharing, const BlockBound& limits, const char* storage) {
  return {sharing, sharing.resident_blocks() == limits.blocks ? limits.limit : storage};
}

Residency scratchpad_residency(const SmCapacity& capacity, const KernelNeeds& kernel, const BlockBound& limits) {
  const auto available = static_cast<double>(capacity.bytes(Part::kScratchpad));
  const BlockNeeds block = block_needs(capacity, kernel);
  if (block.scratchpad_bytes > available) refuse_block(kernel, block.scratchpad_bytes, "scratchpad", available);
  return reside(share_blocks(capacity, block, available, 0, limits.blocks), limits, "scratchpad");
}

void fill_blocks(const SmCapacity& capacity, const BlockNeeds& block, const Residency& residency,
                 PartitionResult& result) {
  result.sharing = residency.sharing;
  result.limited_by = residency.limit;
  result.resident_blocks = residency.sharing.resident_blocks();
  result.resident_threads = result.resident_blocks * block.threads;
  result.resident_warps = result.resident_blocks * block.warps;
  result.register_bytes = result.resident_blocks * block.register_bytes +
                          register_sections(capacity, block, result.resident_warps) * block.section_bytes;
  result.scratchpad_bytes = shared_scratchpad_bytes(capacity, block, residency.sharing);
}

unsigned cache_sets(const SmCapacity& capacity, double cache_bytes) {
  return static_cast<unsigned>(cache_bytes / capacity.cache_set_bytes);
}

double unbounded_cache(const SmCapacity& capacity) {
  constexpr double kSmallest = 32 * 1024;
  return std::min(kSmallest, static_cast<double>(capacity.bytes(Part::kCache)));
}

std::string byte_text(double bytes) {
  char text[40];
  std::snprintf(text, sizeof text, bytes == std::floor(bytes) ? "%.0f" : "%.1f", bytes);
  return text;
}

void refuse_block(const KernelNeeds& kernel, double needed, const char* storage, double available) {
  throw InputError("kernel " + kernel.kernel + ": a block needs " + byte_text(needed) + " bytes of " + storage +
                   ", the design has " + byte_text(available));
}

PartitionResult divide_fixed(const SmCapacity& capacity, const KernelNeeds& kernel) {
  const BlockNeeds block = block_needs(capacity, kernel);
  const auto registers = static_cast<double>(capacity.bytes(Part::kRegisters));
  const auto scratchpad = static_cast<double>(capacity.bytes(Part::kScratchpad));
  const unsigned held = register_bound(capacity, kernel);
  BlockBound limits = limit_bound(capacity, kernel);
  limits.also(held, "register file");

  PartitionResult result;
  fill_blocks(capacity, block, scratchpad_residency(capacity, kernel, limits), result);
  result.cache_bytes = static_cast<double>(capacity.bytes(Part::kCache));
  result.cache_sets = cache_sets(capacity, result.cache_bytes);
  result.idle_bytes = (registers - result.register_bytes) + (scratchpad - result.scratchpad_bytes);
  return result;
}

}  // namespace unibank
