// How many bytes the L1 and the L2 hold: chains of pointers through working sets, until a load takes longer.
#include "characterize/paths.h"
#include "characterize/row_maker.h"

namespace unibank::characterize {

namespace {

// A pointer in every line. As many turns that a half has been through all of it once.
Trial chain(std::uint64_t bytes) {
  Trial one;
  one.benchmark = "memory";
  one.kernel = "chain_load";
  one.ring = bytes / kLineBytes;
  one.ring_stride = kLineBytes;
  one.bytes = bytes;
  one.turns = static_cast<unsigned>((one.ring + kOps - 1) / kOps);
  return one;
}

Row capacity(const char* group, std::uint64_t bytes, const std::string& formula, double hit) {
  Row row;
  row.group = group;
  row.name = "capacity";
  row.unit = "bytes";
  row.is = Row::Is::kBytes;
  row.due = {static_cast<double>(bytes), formula};
  for (const std::uint64_t size : {bytes / 2, bytes - kLineBytes, bytes, bytes + kLineBytes, bytes * 5 / 4})
    row.sweep.push_back(chain(size / kLineBytes * kLineBytes));
  row.stays = hit + 0.05;
  row.if_less = "more stays than the design has";
  return row;
}

Row load_of(const char* group, const std::string& name, std::uint64_t bytes, Due due) {
  Row row = latency(group, name, chain(bytes / kLineBytes * kLineBytes), std::move(due));
  row.curve = "working set";
  row.at = static_cast<double>(bytes) / 1024;
  return row;
}

}  // namespace

void add_capacity_rows(const Design& design, double cache_bytes, Rows& rows) {
  const auto l1 = static_cast<std::uint64_t>(cache_bytes);
  const bool caches = design.cache.holds_global_memory && l1 != 0;
  if (caches) {
    const Due hit = l1_hit_by_pointer(design);
    rows.push_back(load_of("L1", "load, working set of half the cache", l1 / 2, hit));
    rows.push_back(capacity("L1", l1, "what the partition leaves the cache", hit.value));
    rows.back().if_more = found_by_tag(design) ? "registers are lines of it, too" : "";
  } else {
    rows.push_back(absent("L1", "capacity", design.cache.holds_global_memory ? "no cache is left"
                                                                             : "cache.holds_global_memory = false"));
  }
  if (design.l2.bytes == 0) return;
  const Due hit = l2_hit(design, reads_lines(design) ? kLineBytes : kSectorBytes);
  rows.push_back(load_of("L2", "load, working set of half the cache", design.l2.bytes / 2, hit));
  rows.push_back(capacity("L2", design.l2.bytes, "l2.bytes", hit.value));
}

}  // namespace unibank::characterize
