// The roofs of the memory system: MSHRs, interconnect, L2 slices, atomic units, DRAM channels.
#include <algorithm>
#include <cmath>

#include "soak/laws/roof_list.h"

namespace unibank::test {

namespace {

// Requests that may be on their way to DRAM after the last response to an SM, when a launch's cycles have ended: lines
// that slices write back (as many as l2.queue and l2.mshr_entries let wait, models/memory/README.md), results of
// atomics, and requests in the channels' queues: writes, since reads have a response.
double late_requests(const RoofList& list) {
  const Design& d = list.design;
  const double of_slices = d.l2.bytes != 0 ? d.l2.slices * (1.0 + d.l2.queue + d.l2.mshr_entries) : 0;
  const double of_atomics = list.count("memory.atomics") != 0 ? destinations(d) * d.atomic_unit.entries : 0;
  return std::min(list.count("dram.writes"),
                  list.launches * (of_slices + of_atomics + 1.0 * d.dram.channels * d.dram.queue));
}

// By Little's law: an entry holds a read at least from its request to its response.
void add_mshrs(RoofList& list) {
  const Design& d = list.design;
  const double allocations = list.count("mshr.allocations"), merges = list.count("mshr.merges");
  const double writes = list.count("mshr.writes"), read_only = list.count("read_only.reads");
  double held = allocations * least_network_latency(d);
  if (d.l2.bytes == 0) {
    held += allocations * least_dram_latency(d);
  } else {  // reads of others count as the slowest ones
    const double others = read_only + list.count("atomic_unit.reads"), fills = list.count("l2.fills");
    held += std::max(0.0, fills - others) * (d.l2.latency + least_dram_latency(d));
    held += std::max(0.0, list.count("l2.read_hits") - std::max(0.0, others - fills)) * d.l2.latency;
  }
  list.at_most("MSHR entries x cycles", held, d.mshr.entries * list.sms * list.cycles);
  list.at_most("reads merged in MSHR entries", merges, allocations * (d.mshr.merges - 1.0));
  list.at_most("requests of SMs, one per cycle", allocations + writes + read_only, list.sms * list.cycles);
  const double of_registers = list.count("registers.fetches") + list.count("registers.spills");
  list.at_most("responses of MSHRs to the L1, one per cycle", allocations + merges + writes - of_registers,
               list.sms * list.cycles);
}

// Each packet occupies a port of an SM and a port of a slice, at least for a cycle.
void add_interconnect(RoofList& list) {
  const Design& d = list.design;
  if (!d.has_interconnect()) return;
  const double ends = destinations(d);
  const double ports = std::min(ends, list.sms / d.interconnect.sms_per_port);
  for (const std::string way : {"request", "answer"}) {
    const double packets = list.count("interconnect." + way + "s");
    const double bytes = list.count("interconnect." + way + "_bytes");
    list.at_most("interconnect packets, " + way + "s", packets, ports * list.cycles);
    list.at_most("interconnect bytes, " + way + "s", bytes, ports * d.interconnect.bytes_per_cycle * list.cycles);
  }
  const double places = d.interconnect.latency + d.interconnect.queue;
  list.at_most("places before slices x cycles", list.count("interconnect.requests") * d.interconnect.latency,
               ends * places * list.cycles);
}

void add_l2(RoofList& list) {
  const Design& d = list.design;
  if (d.l2.bytes == 0) return;
  const double slice_cycles = d.l2.slices * list.cycles, fills = list.count("l2.fills");
  list.at_most("L2 lookups, one per slice and cycle", list.count("l2.reads") + list.count("l2.writes"), slice_cycles);
  list.at_most("L2 requests to memory, one per slice and cycle", fills + list.count("l2.write_backs"),
               slice_cycles + late_requests(list));
  list.at_most("reads merged in fetches of the L2", list.count("l2.merges"), fills * (d.l2.merges - 1.0));
  list.at_most("L2 MSHR entries x cycles", fills * (d.l2.latency + least_dram_latency(d)),
               d.l2.mshr_entries * slice_cycles);
}

void add_atomics(RoofList& list) {
  const Design& d = list.design;
  const double units = destinations(d), work = list.count("atomic_unit.turns") * d.atomic_unit.interval;
  list.at_most("atomics by the requests of their lines", list.count("memory.atomics"),
               list.count("atomic_unit.requests"));
  list.at_most("turns x interval of atomics", work, list.count("atomic_unit.busy_cycles"));
  list.at_most("atomic ALUs", work, units * list.cycles);
  double read = least_dram_latency(d);
  if (d.l2.bytes != 0) read = list.count("l2.merges") == 0 ? d.l2.latency : 0;
  list.at_most("entries of atomic units x cycles", work + list.count("atomic_unit.reads") * read,
               units * d.atomic_unit.entries * list.cycles);
}

void add_fixed_latency(RoofList& list) {
  const Design& d = list.design;
  const double width = static_cast<double>(d.blocks.of("dram").values.at("bytes_per_cycle"));
  const double bytes = d.dram.channels * width * list.cycles, reads = list.count("dram.read_bytes");
  list.at_most("DRAM bytes read", reads, bytes);
  list.at_most("DRAM bytes", reads + list.count("dram.write_bytes"), bytes + late_requests(list) * kLineBytes);
}

// A data bus moves burst_bytes in dram.burst memory cycles; commands of one kind are the standard's times apart.
void add_rows(RoofList& list) {
  const Design& d = list.design;
  const DramTiming& t = d.dram.timing;
  const double late = late_requests(list), channels = d.dram.channels;
  const double memory_cycles = channels * list.cycles * std::round(d.dram.clock_ratio * 1000) / 1000;
  const double burst = std::max(t.burst, std::min(t.t_ccd, t.t_ccd_group));
  const double reads = list.count("dram.read_bytes") / t.burst_bytes * burst;
  const double writes = list.count("dram.write_bytes") / t.burst_bytes * burst;
  list.at_most("DRAM bursts of reads", reads, memory_cycles + channels * burst);
  const double late_bursts = late * kLineBytes / t.burst_bytes * burst;
  list.at_most("DRAM bursts", reads + writes, memory_cycles + late_bursts + channels * burst);
  const double activates = list.count("dram.row_misses") + list.count("dram.row_conflicts") - late;
  list.at_most("DRAM activates of a bank, t_rc apart", activates * t.t_rc,
               t.banks * (memory_cycles + channels * t.t_rc));
  const double apart = std::max(std::min(t.t_rrd, t.t_rrd_group), (t.t_faw + 3) / 4);
  list.at_most("DRAM activates of a channel, t_rrd or t_faw / 4 apart", activates * apart,
               memory_cycles + channels * std::max(t.t_rrd, t.t_faw));
}

}  // namespace

void add_roofs_of_memory(RoofList& list) {
  add_mshrs(list);
  add_interconnect(list);
  add_l2(list);
  add_atomics(list);
  if (list.design.blocks.of("dram").model == "fr-fcfs")
    add_rows(list);
  else
    add_fixed_latency(list);
  if (list.count("dram.reads") != 0)
    list.at_most("latency of a DRAM read", least_dram_latency(list.design), list.cycles);
}

}  // namespace unibank::test
