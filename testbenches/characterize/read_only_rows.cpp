// The costs and capacities of an SM's caches for data that kernels do not write.
#include <algorithm>

#include "characterize/code_benchmark.h"
#include "characterize/paths.h"
#include "characterize/row_maker.h"

namespace unibank::characterize {

namespace {

constexpr std::uint64_t kConstantBytes = 64 * 1024;  // size of constant memory

// A pointer in every line of the constant cache. The number of turns is chosen so that the half trial goes through all
// lines once.
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

// read_unit.cpp, memory_port.h: the line is looked up when a hit would be read, and requested one cycle later.
Due missed(const Design& design, const Due& hit, unsigned line_bytes) {
  const Due in_sm = to_memory(design), behind = l2_hit(design, line_bytes);
  return {hit.value + 1 + behind.value - in_sm.value,
          hit.formula + " + 1" + behind.formula.substr(in_sm.formula.size())};
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
  rows.back().within = std::max(0.03, 0.2 / hit.value);  // branches of the loop
  rows.push_back(constant_load(design, "load, working set of twice the cache", cache.bytes * 2,
                               missed(design, hit, cache.line_bytes)));
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

constexpr std::uint64_t kTextureBytes = 65536 * 4;  // size of the benchmark's texture

Trial texture_chain(const Design& design, std::uint64_t bytes) {
  Trial one;
  one.benchmark = "texture_ring";
  one.kernel = "chain_load";
  one.numbers = true;
  one.bytes = kTextureBytes;
  one.ring_stride = design.texture_cache.line_bytes;
  one.ring = bytes / one.ring_stride;
  one.turns = static_cast<unsigned>((one.ring + kOps - 1) / kOps);
  return one;
}

Due texture_hit(const Design& design) {
  return later_by_tag(design, {static_cast<double>(design.sm.texture_latency), "sm.texture_latency"});
}

Row texture_load(const Design& design, const char* name, std::uint64_t bytes, Due due) {
  Row row = latency("texture cache", name, texture_chain(design, bytes), std::move(due));
  row.within = 0.1;  // the registers of a handle and a coordinate may conflict in a bank
  return row;
}

void add_texture_cache(const Design& design, Rows& rows) {
  const Design::ReadOnlyCache& cache = design.texture_cache;
  if (cache.bytes == 0) return rows.push_back(absent("texture cache", "capacity", "texture_cache.bytes = 0"));
  if (cache.bytes * 2 > kTextureBytes)
    return rows.push_back(absent("texture cache", "capacity", "it holds more than half of the benchmark's texture"));
  const Due hit = texture_hit(design);
  rows.push_back(texture_load(design, "fetch, working set of half the cache", cache.bytes / 2, hit));
  if (has_few_banks(design)) rows.back().within = 3 / hit.value;  // a handle and two coordinates
  const char* const twice = "fetch, working set of twice the cache";
  if (design.l2.bytes != 0 && cache.bytes * 2 > design.l2.bytes)  // its fetches would miss in the L2, too
    rows.push_back(absent("texture cache", twice, "the L2 holds less"));
  else
    rows.push_back(texture_load(design, twice, cache.bytes * 2, missed(design, hit, cache.line_bytes)));
  Row row = texture_load(design, "capacity", cache.bytes, {static_cast<double>(cache.bytes), "texture_cache.bytes"});
  row.unit = "bytes";
  row.is = Row::Is::kBytes;
  row.within = 0;
  for (const std::uint64_t size : {cache.bytes / 2, cache.bytes - cache.line_bytes, cache.bytes,
                                   cache.bytes + cache.line_bytes, cache.bytes * 5 / 4})
    row.sweep.push_back(texture_chain(design, size));
  row.stays = hit.value + 4;
  rows.push_back(row);
}

// A loop of `bytes` bytes of code, four times.
Trial code_walk(const Design& design, std::uint64_t bytes) {
  Trial one;
  one.benchmark = "code";
  one.kernel = "walk";
  one.ring_stride = std::uint64_t{kLineInstructions} * design.instruction_cache.instruction_bytes;
  one.ring = one.stride = bytes / one.ring_stride;
  one.bytes = bytes;
  return one;
}

// The time of a line of the benchmark: 16 instructions that wait for nothing.
Due line_issued(const Design& design) {
  const Lanes lanes = lanes_of_integers(design);
  return {kLineInstructions * std::max(1.0, 32.0 / lanes.count), "16 x max(1, 32 / " + lanes.name + ")"};
}

// issue_stage.cpp: the next line is requested one cycle after the last instruction of this one.
Due line_missed(const Design& design) {
  const Due there = line_issued(design), in_sm = to_memory(design), behind = l2_hit(design, kLineBytes);
  return {there.value + behind.value - in_sm.value, there.formula + behind.formula.substr(in_sm.formula.size())};
}

Row code_row(const Design& design, const char* name, std::uint64_t bytes, Due due) {
  Trial trial = code_walk(design, bytes);
  const double lines = static_cast<double>(trial.stride);
  Row row = row_of("instruction cache", name, "cycles/line", Row::Is::kCycles, std::move(trial), std::move(due),
                   lines / kOps);
  row.within = 0.08;  // a taken branch in each turn of at least 8 lines
  return row;
}

void add_instruction_cache(const Design& design, Rows& rows) {
  const Design::InstructionCache& cache = design.instruction_cache;
  const std::uint64_t line = std::uint64_t{kLineInstructions} * cache.instruction_bytes;
  if (cache.bytes == 0) return rows.push_back(absent("instruction cache", "capacity", "instruction_cache.bytes = 0"));
  if (line != cache.line_bytes || cache.bytes * 2 > kCodeLines * line)
    return rows.push_back(absent("instruction cache", "capacity", "the benchmark has 128 lines of 16 instructions"));
  const Due there = line_issued(design);
  rows.push_back(code_row(design, "line of a loop of half the cache", cache.bytes / 2, there));
  rows.push_back(code_row(design, "line of a loop of twice the cache", cache.bytes * 2, line_missed(design)));
  Row row = code_row(design, "capacity", cache.bytes, {static_cast<double>(cache.bytes), "instruction_cache.bytes"});
  row.unit = "bytes";
  row.is = Row::Is::kBytes;
  row.within = 0;
  for (const std::uint64_t size : {cache.bytes / 2, cache.bytes - line, cache.bytes, cache.bytes + line})
    row.sweep.push_back(code_walk(design, size));
  row.stays = there.value * 1.1;
  row.rounds = true;
  rows.push_back(row);
}

}  // namespace

void add_read_only_rows(const Design& design, Rows& rows) {
  add_constant_cache(design, rows);
  add_instruction_cache(design, rows);
  add_texture_cache(design, rows);
}

}  // namespace unibank::characterize
