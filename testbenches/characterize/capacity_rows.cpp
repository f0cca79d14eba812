// How many bytes the L1 and the L2 hold: chains of pointers through working sets, until a load takes longer.
#include "characterize/paths.h"
#include "characterize/row_maker.h"
#include "policy/line_policy.h"

namespace unibank::characterize {

namespace {

// A pointer in every line. The number of turns is chosen so that the half trial goes through all lines once.
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
  for (const std::uint64_t size : {bytes / 2, bytes * 7 / 8, bytes * 15 / 16, bytes * 31 / 32, bytes - kLineBytes,
                                   bytes, bytes + kLineBytes, bytes * 5 / 4})
    row.sweep.push_back(chain(size / kLineBytes * kLineBytes));
  row.stays = hit + 0.05;
  row.if_less = "more stays than the design has";
  return row;
}

Row load_of(const Design& design, const char* group, const std::string& name, std::uint64_t bytes, Due due) {
  Row row = latency(group, name, chain(bytes / kLineBytes * kLineBytes), std::move(due));
  if (found_by_tag(design)) row.within = 0.01;  // for registers that lines evict
  row.within = std::max(row.within, within_of_waits(design));
  row.curve = "working set";
  row.at = static_cast<double>(bytes) / 1024;
  return row;
}

std::unique_ptr<LinePolicy> line_policy(const Design& design) {
  return Registry<LinePolicy>::instance().make(design.line_policy.name, design.line_policy.values);
}

// The most bytes of registers that may hold evicted lines, if the line policy keeps any: all registers, those of the
// benchmark's warp included.
std::uint64_t kept_in_registers(const Design& design) {
  const bool keeps = line_policy(design)->victims() != nullptr;
  return keeps ? static_cast<std::uint64_t>(design.capacity().bytes(Part::kRegisters)) : 0;
}

// Some of the loads may find their line in a register, which takes a cycle longer than a hit at least.
void may_be_kept(const Design& design, std::uint64_t l1, std::uint64_t bytes, Row& row) {
  if (kept_in_registers(design) == 0 || l1 == 0 || bytes > l1 + kept_in_registers(design)) return;
  row.faster = row.due.value / (l1_hit_by_pointer(design).value + 1) - 1;
  row.due.formula += ", less where evicted lines are in registers";
}

// With a working set of twice the L1, no line is in the L1 when it is read again.
void add_behind(const Design& design, std::uint64_t l1, Rows& rows) {
  if (l1 == 0 || 2 * l1 > design.l2.bytes) {
    if (l1 != 0 && !has_dram_rows(design) && design.l2.bytes == 0)
      rows.push_back(load_of(design, "L1", "load, working set of twice the cache", 2 * l1,
                             dram_read(design, read_bytes(design), DramRow::kOpen)));
    return;
  }
  rows.push_back(
      load_of(design, "L1", "load, working set of twice the cache", 2 * l1, l2_hit(design, read_bytes(design))));
  may_be_kept(design, l1, 2 * l1, rows.back());
}

// The longest latency of a hit: the address may be found by tag, or in the register hierarchy.
double longest(const Design& design, const Due& hit) {
  return hit.value + (found_by_tag(design) && has_register_hierarchy(design) ? 1 : 0);
}

// A register of the reading warp takes a way of its set. All lines stay in the cache if every set has one way less.
// More may stay, because a set without a register of the warp has all ways for lines.
Row l1_capacity(const Design& design, std::uint64_t l1, double hit) {
  if (!found_by_tag(design)) {
    Row row = capacity("L1", l1, "what the partition leaves the cache", hit);
    // A hash fills the sets evenly over aligned groups of as many lines as there are sets; the chain begins inside such
    // a group.
    if (design.cache.index != "modulo") row.slower = 0.04;
    return row;
  }
  const std::uint64_t set = std::uint64_t{design.cache.ways} * kLineBytes, sets = design.storage.unified_bytes / set;
  Row row = capacity("L1", sets * (set - kLineBytes), "storage.unified_bytes x (cache.ways - 1) / cache.ways", hit);
  row.faster = 1.0 / (design.cache.ways - 1);
  return row;
}

}  // namespace

void add_capacity_rows(const Design& design, double cache_bytes, Rows& rows) {
  const auto l1 = static_cast<std::uint64_t>(cache_bytes);
  const bool caches = design.cache.holds_global_memory && l1 != 0;
  if (caches) {
    const Due hit = l1_hit_by_pointer(design);
    rows.push_back(load_of(design, "L1", "load, working set of an eighth of the cache", l1 / 8, hit));
    rows.push_back(load_of(design, "L1", "load, working set of half the cache", l1 / 2, hit));
    rows.push_back(l1_capacity(design, l1, longest(design, hit)));
  } else {
    rows.push_back(absent("L1", "capacity", design.cache.holds_global_memory ? "no cache is left"
                                                                             : "cache.holds_global_memory = false"));
  }
  add_behind(design, caches ? l1 : 0, rows);
  if (design.l2.bytes == 0) return;
  const Due hit = l2_hit(design, read_bytes(design));
  const bool half = !caches || design.l2.bytes / 2 > l1, whole = !caches || design.l2.bytes > l1;
  rows.push_back(half ? load_of(design, "L2", "load, working set of half the cache", design.l2.bytes / 2, hit)
                      : absent("L2", "load, working set of half the cache", "the L1 holds as much"));
  if (half) may_be_kept(design, caches ? l1 : 0, design.l2.bytes / 2, rows.back());
  if (!whole) return rows.push_back(absent("L2", "capacity", "the L1 holds as much"));
  if (caches && design.l2.bytes <= l1 + kept_in_registers(design))
    return rows.push_back(absent("L2", "capacity", "the L1 and the registers hold as much"));
  rows.push_back(capacity("L2", design.l2.bytes, "l2.bytes", longest(design, hit)));
  rows.back().memory = Row::Memory::kOfSome;
  // Registers that lines evict pass through the L2.
  if (found_by_tag(design)) rows.back().slower = 0.07;
}

}  // namespace unibank::characterize
