// The costs of constant memory and of the L1.
#include <algorithm>
#include <cmath>

#include "characterize/paths.h"
#include "characterize/row_maker.h"

namespace unibank::characterize {

namespace {

Trial cache_trial(const char* benchmark, const char* kernel, std::uint64_t stride, unsigned threads = 32) {
  Trial one;
  one.benchmark = benchmark;
  one.kernel = kernel;
  one.stride = stride;
  one.threads = threads;
  one.turns = threads == 32 ? 4 : 16;
  return one;
}

void add_constants(const Design& design, Rows& rows) {
  Trial chain = cache_trial("constant_ring", "chain_load", 4);
  chain.ring = 1;
  chain.bytes = 8;
  rows.push_back(
      latency("constant", "load to its use as an address", chain,
              later_by_tag(design, {static_cast<double>(design.sm.constant_latency), "sm.constant_latency"})));
  rows.back().within = 0.01;  // a cycle of the run: the line arrives during the first loads
  for (const unsigned addresses : {1u, 32u}) {
    Row row = row_of("constant", "load of " + std::to_string(addresses) + (addresses == 1 ? " address" : " addresses"),
                     "cycles/access", Row::Is::kCycles,
                     cache_trial("constants", "load", addresses == 1 ? 0 : 4, most_threads(design)),
                     {static_cast<double>(addresses), "an address is broadcast in a cycle"});
    row.within = within_of_accesses(design);
    charge_registers(design, {1, 1}, {}, row);
    rows.push_back(row);
  }
}

// The turns of `lines` consecutive lines; each is in the next bank of every cluster.
BankTurns bank_turns(const Design& design, unsigned lines) {
  BankTurns turns;
  turns.what = Accessed::kLine;
  turns.port = lines;
  for (unsigned bank = 0; bank < design.sm.banks_per_cluster; ++bank)
    turns.in_bank.push_back(lines / design.sm.banks_per_cluster + (bank < lines % design.sm.banks_per_cluster));
  return turns;
}

// A load reads the two registers of its address and writes one.
constexpr RegisterUse kLoad{2, 1};

bool lines_in_wide_banks(const Design& design) {
  for (const StorageMemory& memory : design.memories())
    if (memory.cache) return memory.wide;
  return false;
}

// The cycles of a load in which lane i reads word i of line i. Lines are served in order, at most `rate` per cycle. A
// port moves a row of one bank per cycle and serves four neighbouring words, so a line whose port is taken waits for
// the next cycle. An access may begin in the last cycle of the one before.
Due cycles_of_scattered(const Design& design, unsigned rate) {
  const bool from_one_bank = lines_in_wide_banks(design) && design.storage.bank_mux == BankMux::kSingle;
  const std::string lines = "lines / min(cache.lines_per_cycle, lookups)";
  if (!from_one_bank || rate == 1) return {std::ceil(double{kWarpSize} / rate), lines};
  constexpr unsigned kWordsOfPort = 4;
  unsigned cycles = 0, in_cycle = rate, taken = 0, first_access = 0;
  for (unsigned line = 0; line < 2 * kWarpSize; ++line) {
    const unsigned port = 1u << line % kWarpSize / kWordsOfPort;
    if (line == kWarpSize) first_access = cycles;
    if (in_cycle == rate || (taken & port) != 0) {
      ++cycles;
      in_cycle = taken = 0;
    }
    ++in_cycle;
    taken |= port;
  }
  return {static_cast<double>(cycles - first_access), lines + ", in order and one per port"};
}

// Each lane's word is in a line and in a bank of its own.
Row scattered(const Design& design) {
  constexpr unsigned kLines = kWarpSize, kStride = kLineBytes + 4;
  const unsigned lookups = design.cache.lookups_per_cycle * design.cache.tag_banks;
  const unsigned rate = std::min(design.cache.lines_per_cycle, lookups);
  Row row = row_of("L1", "load of 32 lines, a word of another bank each", "cycles/access", Row::Is::kCycles,
                   cache_trial("memory", "load", kStride, most_threads(design)),
                   cycles_of_scattered(design, rate));
  row.within = within_of_accesses(design);
  charge_registers(design, kLoad, bank_turns(design, kLines), row);
  return row;
}

// The crossbar moves one line per cycle, however many the tags could look up: a line has a row behind each crossbar
// port.
void add_lines(const Design& design, Rows& rows) {
  for (const unsigned lines : {1u, 2u, 4u, 8u, 16u, 32u}) {
    Row row = row_of("L1", "load of " + std::to_string(lines) + (lines == 1 ? " line" : " lines"), "cycles/access",
                     Row::Is::kCycles, cache_trial("memory", "load", lines * 4, most_threads(design)),
                     {static_cast<double>(lines), "lines, one per cycle through the crossbar"});
    row.within = within_of_accesses(design);
    charge_registers(design, kLoad, bank_turns(design, lines), row);
    row.curve = "L1 lines";
    row.at = lines;
    rows.push_back(row);
  }
  rows.push_back(scattered(design));
  Row sector = row_of("L1", "load of one sector", "cycles/access", Row::Is::kCycles,
                      cache_trial("memory", "load", 0, most_threads(design)),
                      {1, "a line, also for one sector of it"});
  sector.within = within_of_accesses(design);
  charge_registers(design, kLoad, bank_turns(design, 1), sector);
  rows.push_back(sector);
}

void add_l1(const Design& design, Rows& rows) {
  if (!design.cache.holds_global_memory) {
    rows.push_back(absent("L1", "global memory", "cache.holds_global_memory = false"));
    return;
  }
  Trial chain = cache_trial("memory", "chain_load", 4);
  chain.ring = design.sm.banks_per_cluster;
  chain.ring_stride = kLineBytes;
  rows.push_back(latency("L1", "hit, global memory", chain, l1_hit_by_pointer(design)));
  rows.back().within = within_of_waits(design);
  add_lines(design, rows);
  const double slots = 2.0 / (design.sm.schedulers * design.sm.issue_width);
  Row beside = row_of("L1", "load of a line, and a multiply-add of three registers beside it", "cycles/access",
                      Row::Is::kCycles, cache_trial("memory", "load_beside_mad", 4, most_threads(design)),
                      {std::max(1.0, slots), "max(1, 2 instructions / issue slots)"});
  beside.within = within_of_accesses(design);
  charge_registers(design, {kLoad.reads + 3, kLoad.writes + 1}, bank_turns(design, 1), beside);
  rows.push_back(beside);
}

}  // namespace

void add_cache_rows(const Design& design, Rows& rows) {
  add_constants(design, rows);
  add_l1(design, rows);
  if (design.cache.holds_local_memory)
    rows.push_back(latency("L1", "hit, local memory", cache_trial("memory", "chain_load_local", 4), l1_hit(design)));
  else
    rows.push_back(absent("L1", "local memory", "cache.holds_local_memory = false"));
  rows.push_back(latency("texture", "texel to its use as a coordinate", cache_trial("texture", "chain_load", 4),
                         later_by_tag(design, {static_cast<double>(design.sm.texture_latency), "sm.texture_latency"})));
  // The registers of a handle and two coordinates may conflict in a register bank, and in its tags.
  rows.back().within = (has_few_banks(design) ? 3.0 : found_by_tag(design) ? 2.0 : 1.0) / design.sm.texture_latency;
}

}  // namespace unibank::characterize
