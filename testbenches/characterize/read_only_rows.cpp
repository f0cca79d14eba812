// What the caches cost and hold that an SM has for what kernels do not write.
#include "characterize/paths.h"
#include "characterize/row_maker.h"

namespace unibank::characterize {

namespace {

constexpr std::uint64_t kConstantBytes = 64 * 1024;  // of constant memory

// A pointer in every line of the constant cache. As many turns that a half has been through all of it once.
Trial constant_chain(const Design& design, std::uint64_t bytes) {
  Trial one;
  one.benchmark = "constant_ring";
  one.kernel = "chain_load";
  one.ring_stride = design.constant_cache.line_bytes;
  one.ring = bytes / one.ring_stride;
  one.bytes = one.ring * one.ring_stride;
  one.turns = static_cast<unsigned>((one.ring + kOps - 1) / kOps);
  return one;
}

Due constant_hit(const Design& design) {
  return later_by_tag(design, {static_cast<double>(design.sm.constant_latency), "sm.constant_latency"});
}

// read_unit.cpp, memory_port.h: the line is looked up where a hit would be read, and asked for a cycle later.
Due constant_miss(const Design& design) {
  const Due hit = constant_hit(design), in_sm = to_memory(design), behind = l2_hit(design, design.constant_cache.line_bytes);
  return {hit.value + 1 + behind.value - in_sm.value, hit.formula + " + 1" + behind.formula.substr(in_sm.formula.size())};
}

Row constant_load(const Design& design, const char* name, std::uint64_t bytes, Due due) {
  return latency("constant cache", name, constant_chain(design, bytes), std::move(due));
}

void add_constant_cache(const Design& design, Rows& rows) {
  const Design::ReadOnlyCache& cache = design.constant_cache;
  if (cache.bytes == 0) return rows.push_back(absent("constant cache", "capacity", "constant_cache.bytes = 0"));
  if (cache.bytes * 2 > kConstantBytes)
    return rows.push_back(absent("constant cache", "capacity", "it holds more than half of constant memory"));
  const Due hit = constant_hit(design);
  rows.push_back(constant_load(design, "load, working set of half the cache", cache.bytes / 2, hit));
  rows.back().within = 0.03;  // branches of the loop
  rows.push_back(constant_load(design, "load, working set of twice the cache", cache.bytes * 2, constant_miss(design)));
  Row row;
  row.group = "constant cache";
  row.name = "capacity";
  row.unit = "bytes";
  row.is = Row::Is::kBytes;
  row.due = {static_cast<double>(cache.bytes), "constant_cache.bytes"};
  for (const std::uint64_t size : {cache.bytes / 2, cache.bytes - cache.line_bytes, cache.bytes,
                                   cache.bytes + cache.line_bytes, cache.bytes * 5 / 4})
    row.sweep.push_back(constant_chain(design, size));
  row.stays = hit.value * 1.05;
  rows.push_back(row);
}

}  // namespace

void add_read_only_rows(const Design& design, Rows& rows) {
  add_constant_cache(design, rows);
}

}  // namespace unibank::characterize
