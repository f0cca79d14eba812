// The memory system beyond the SMs: latencies, and the bandwidth of every link.
#include <numeric>

#include "characterize/paths.h"
#include "characterize/row_maker.h"

namespace unibank::characterize {

namespace {

Trial memory_trial(const char* kernel, unsigned threads = 32) {
  Trial one;
  one.benchmark = "memory";
  one.kernel = kernel;
  one.threads = threads;
  return one;
}

// A chain of pointers that bypasses the L1, in one sector: the L2 responds, or DRAM if there is no L2.
void add_l2_latency(const Design& design, Rows& rows) {
  if (design.l2.bytes == 0) {
    rows.push_back(absent("L2", "hit", "l2.bytes = 0"));
    return;
  }
  for (const bool far : {false, true}) {
    Trial chain = memory_trial("chain_load_cg");
    chain.ring = 1;
    if (far) {
      chain.ring = 2;
      chain.ring_stride = kLineBytes * (design.l2.slices - 1);
      chain.bytes = 2 * chain.ring_stride + 8;
    }
    if (far && design.l2.slices == 1) continue;
    rows.push_back(latency("L2", far ? "hit, first and last slice in turn" : "hit, one slice", chain,
                           l2_hit(design, kSectorBytes)));
  }
}

// Each access is to a line that was not accessed before. `hop` is chosen so that the line is in the wanted row: the
// open one, or another row of the bank.
Row dram_latency(const Design& design, const char* name, DramRow row, std::uint64_t hop) {
  Trial chain = memory_trial("chain_load");
  chain.turns = 1;
  chain.ring = 2 * kOps + 1;
  chain.ring_stride = hop;
  chain.bytes = chain.ring * hop + 8;
  Row one = latency("DRAM", name, chain, dram_read(design, read_bytes(design), row));
  if (has_dram_rows(design)) one.within = 1 / one.due.value;  // memory cycles are rounded up to SM cycles
  return one;
}

void add_dram_latency(const Design& design, Rows& rows) {
  const std::uint64_t slices = design.l2.bytes == 0 ? design.dram.channels : design.l2.slices;
  const std::uint64_t next = kLineBytes * std::lcm<std::uint64_t>(slices, design.dram.channels);
  if (!has_dram_rows(design)) {
    rows.push_back(dram_latency(design, "read", DramRow::kOpen, next));
    rows.push_back(absent("DRAM", "row hit, idle bank, row conflict", "dram.model = fixed-latency has no rows"));
    return;
  }
  const DramTiming& t = design.dram.timing;
  const std::uint64_t channel_lines = t.row_bytes / kLineBytes * t.banks;
  rows.push_back(dram_latency(design, "read, row open", DramRow::kOpen, next));
  rows.push_back(dram_latency(design, "read, another row of the bank", DramRow::kOther,
                              kLineBytes * design.dram.channels * channel_lines));
}

// The number of turns is chosen so that the half trial writes twice the capacity of the L2. From then on, as many bytes
// leave the L2 as enter it.
Trial stream(const Design& design, const char* kernel, unsigned sms, double written) {
  Trial one = memory_trial(kernel, most_threads(design));
  one.blocks = sms;
  const double a_turn = written * kOps * sms * one.threads * 4;
  one.turns = 2 + (a_turn == 0 ? 0 : static_cast<unsigned>(2 * static_cast<double>(design.l2.bytes) / a_turn));
  one.bytes = (std::uint64_t{one.blocks} * one.threads * 4 + kLineBytes) * (2 * kOps * one.turns + 1);
  return one;
}

Due twice(const Due& due) { return {2 * due.value, "2 x " + due.formula}; }

Row bandwidth(const char* group, const char* name, Trial trial, Due due) {
  Row row = row_of(group, name, "bytes/cycle", Row::Is::kPerCycle, std::move(trial), std::move(due), kLineBytes);
  row.within = 0.05;
  row.memory = Row::Memory::kOfAll;
  return row;
}

// If as many requests are under way as the MSHRs have entries, each takes longer than a single one.
void bound_by_latency(Row& row) {
  row.slower = 0.4;
  row.due.formula += ", less waits of requests for each other";
}

// At the end of the longer run the L2 holds a little more.
void written_back(const Design& design, Row& row) {
  if (design.l2.bytes != 0) row.within = 0.08;
}

// The formula does not include activates and precharges, or turnarounds of the data bus between reads and writes.
void bound_by_rows(const Design& design, Row& row) {
  if (!has_dram_rows(design)) return;
  row.slower = std::max(row.slower, 0.7);
  row.due.formula += ", less rows that change and turns of the bus";
}

// Lines that are read evict registers, which are then read again.
void drives_out_registers(const Design& design, Row& row) {
  if (!found_by_tag(design)) return;
  row.slower += 0.25;
  row.due.formula += ", less registers that lines drive out";
}

// All SMs read or write each line once, and the narrowest link limits them. Reads and writes use the ports in opposite
// directions.
void add_dram_bandwidth(const Design& design, Rows& rows) {
  const Due load = dram_read(design, kLineBytes, DramRow::kOpen);
  const Due sm = sm_ports(design, kLineBytes), slice = slice_ports(design, kLineBytes);
  const Due entries = mshr_entries(design, design.gpu.sms, kLineBytes, load);
  rows.push_back(bandwidth("DRAM", "reads", stream(design, "stream_read", design.gpu.sms, 0),
                           narrowest({dram_channels(design), sm, slice, entries})));
  if (rows.back().due.value == entries.value) bound_by_latency(rows.back());
  drives_out_registers(design, rows.back());
  rows.push_back(bandwidth("DRAM", "writes", stream(design, "stream_write", design.gpu.sms, 1),
                           narrowest({dram_channels(design), sm, slice})));
  written_back(design, rows.back());
  bound_by_rows(design, rows.back());
  rows.push_back(bandwidth("DRAM", "reads and writes in turn", stream(design, "stream_mixed", design.gpu.sms, 0.5),
                           narrowest({dram_channels(design), twice(sm), twice(slice), twice(entries)})));
  if (rows.back().due.value == 2 * entries.value) bound_by_latency(rows.back());
  written_back(design, rows.back());
  bound_by_rows(design, rows.back());
  drives_out_registers(design, rows.back());
}

// Limited by the requests that one SM can have under way.
void add_mshr(const Design& design, Rows& rows) {
  const Due load = dram_read(design, kLineBytes, DramRow::kOpen);
  Due port = sm_ports(design, kLineBytes);
  port.value /= std::max(1.0, static_cast<double>(design.gpu.sms) / design.interconnect.sms_per_port);
  const Due entries = mshr_entries(design, 1, kLineBytes, load);
  rows.push_back(bandwidth("MSHR", "reads of one SM", stream(design, "stream_read", 1, 0),
                           narrowest({dram_channels(design), port, entries})));
  rows.back().memory = Row::Memory::kOfSome;
  if (rows.back().due.value == entries.value) bound_by_latency(rows.back());
}

// Reads lines that are in no L1, but all in the L2.
void add_l2_bandwidth(const Design& design, Rows& rows) {
  if (design.l2.bytes == 0) return;
  Trial walk = stream(design, "walk", design.gpu.sms, 0);
  walk.turns = 16;  // several times through all of it
  walk.stride = design.l2.bytes * 3 / 4;
  walk.bytes = walk.stride + 9 * kLineBytes;
  const Due entries = mshr_entries(design, design.gpu.sms, kLineBytes, l2_hit(design, kLineBytes));
  rows.push_back(bandwidth("L2", "hits of all SMs", walk,
                           narrowest({sm_ports(design, kLineBytes), slice_ports(design, kLineBytes), entries})));
  rows.back().slower = 0.15;  // all packets of a port may need the same busy port
  if (rows.back().due.value == entries.value) bound_by_latency(rows.back());
  if (design.interconnect.choices == 1)
    rows.back().if_more = "bound by packets that hold up others (interconnect.choices)";
}

void add_memory_atomics(const Design& design, Rows& rows) {
  Trial chain = memory_trial("chain_add");
  chain.stride = 4;
  Row one = latency("atomic", "32 addresses, each adds what the last one found", chain, atomic_to_memory(design));
  one.within = 1 / one.due.value;  // the registers of address and operand may conflict in a bank
  rows.push_back(one);
  for (const char* kernel : {"add", "reduce"}) {
    Trial many = memory_trial(kernel);
    many.stride = 0;
    Row row = row_of("atomic", std::string(kernel) + ", 32 lanes on one address of global memory", "cycles/access",
                     Row::Is::kCycles, many,
                     {32.0 * design.atomic_unit.interval, "32 lanes x atomic_unit.interval"});
    row.at_least = true;  // the latency adds if a scheduler waits for all of a warp's results at once
    row.if_less = "free: lanes on one address side by side";
    rows.push_back(row);
  }
}

}  // namespace

void add_memory_rows(const Design& design, Rows& rows) {
  add_l2_latency(design, rows);
  add_l2_bandwidth(design, rows);
  add_mshr(design, rows);
  add_dram_latency(design, rows);
  add_dram_bandwidth(design, rows);
  add_memory_atomics(design, rows);
}

}  // namespace unibank::characterize
