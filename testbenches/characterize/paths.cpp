#include "characterize/paths.h"

#include <algorithm>
#include <cmath>

#include "base/types.h"
#include "characterize/row_maker.h"

namespace unibank::characterize {

namespace {

constexpr unsigned kCommandBytes = 8;  // models/memory/README.md: bytes of a packet without its data

double ceiling(double value) { return std::ceil(value - 1e-9); }

// Cycles for which a packet with `bytes` bytes of data occupies a port.
double packet(const Design& design, unsigned bytes) {
  return ceiling(static_cast<double>(kCommandBytes + bytes) / design.interconnect.bytes_per_cycle);
}

// The time in the network, both ways (models/memory/README.md, "Interconnect and L2 cache").
double network(const Design& design, unsigned bytes) {
  if (!design.has_interconnect()) return 0;
  return 2.0 * design.interconnect.latency + packet(design, bytes) - 1;
}

std::string network_text(const Design& design) {
  return design.has_interconnect() ? " + 2 interconnect.latency + packet - 1" : "";
}

unsigned dram_value(const Design& design, const char* name) {
  return static_cast<unsigned>(design.blocks.of("dram").values.at(name));
}

// models/memory/README.md: "On an idle `fr-fcfs` channel a read of `n` bursts takes".
double dram_cycles(const Design& design, unsigned bytes, DramRow row) {
  if (!has_dram_rows(design)) {
    const double transfer = ceiling(static_cast<double>(bytes) / dram_value(design, "bytes_per_cycle"));
    return std::max<double>(dram_value(design, "latency"), transfer);
  }
  const DramTiming& t = design.dram.timing;
  const double bursts = ceiling(static_cast<double>(bytes) / t.burst_bytes);
  double memory = t.t_cl + t.burst + (bursts - 1) * std::max(t.t_ccd_group, t.burst);
  if (row != DramRow::kOpen) memory += t.t_rcd;
  if (row == DramRow::kOther) memory += t.t_rp;
  return ceiling(memory / design.dram.clock_ratio) + design.dram.answer_latency;
}

std::string dram_text(const Design& design, DramRow row) {
  if (!has_dram_rows(design)) return "dram.latency";
  std::string text = "t_cl + bursts";
  if (row != DramRow::kOpen) text = "t_rcd + " + text;
  if (row == DramRow::kOther) text = "t_rp + " + text;
  return "(" + text + ") / dram.clock_ratio + dram.answer_latency";
}

}  // namespace

bool has_dram_rows(const Design& design) { return design.blocks.of("dram").model == "fr-fcfs"; }

unsigned read_bytes(const Design& design) {
  return design.cache.holds_global_memory && design.cache.fetch == FetchUnit::kLine ? kLineBytes : kSectorBytes;
}

Due l1_hit(const Design& design) {
  return later_by_tag(design, {static_cast<double>(design.sm.cache_hit_latency), "sm.cache_hit_latency"});
}

// Neighbouring lines are in neighbouring banks. If lines share banks with registers, the two registers of the address
// are in two of these banks.
Due l1_hit_by_pointer(const Design& design) {
  Due due = l1_hit(design);
  const bool conflict = design.conflicts.model == ConflictModel::kPerInstruction && design.registers_share_banks();
  if (!conflict || found_by_tag(design)) return due;
  return {due.value + 2.0 / design.sm.banks_per_cluster,
          due.formula + " + 2 registers of the address / sm.banks_per_cluster"};
}

// load_store_unit.cpp: 5 cycles of the latency pass before a response (kCachePath), the others after it. A request
// reaches the MSHR 4 cycles after issue: 2 for operands, 1 in the queue, 1 for the tags.
Due to_memory(const Design& design) {
  return later_by_tag(design, {design.sm.cache_hit_latency - 1.0, "sm.cache_hit_latency - 1"});
}

Due l2_hit(const Design& design, unsigned bytes) {
  if (design.l2.bytes == 0) return dram_read(design, bytes, DramRow::kOpen);
  const Due in_sm = to_memory(design);
  return {in_sm.value + network(design, bytes) + design.l2.latency + 1,
          in_sm.formula + network_text(design) + " + l2.latency + 1"};
}

// The operands are sent to the unit as a line comes back, and occupy the ALU for one interval.
Due atomic_to_memory(const Design& design) {
  Due due = l2_hit(design, kLineBytes);
  if (design.has_interconnect()) due = {due.value + packet(design, kLineBytes) - 1, due.formula + " + packet - 1"};
  due = {due.value + design.atomic_unit.interval, due.formula + " + atomic_unit.interval"};
  if (design.atomic_unit.latency == 0) return due;
  return {due.value + design.atomic_unit.latency, due.formula + " + atomic_unit.latency"};
}

Due dram_read(const Design& design, unsigned bytes, DramRow row) {
  const Due in_sm = to_memory(design);
  // The slice sends its request one cycle after the lookup; an MSHR that has a channel of its own also sends one cycle
  // later.
  const double before = design.l2.bytes == 0 ? 1 : design.l2.latency + 2.0;
  return {in_sm.value + network(design, bytes) + before + dram_cycles(design, bytes, row),
          in_sm.formula + network_text(design) + (design.l2.bytes == 0 ? " + 1" : " + l2.latency + 2") + " + " +
              dram_text(design, row)};
}

Due sm_ports(const Design& design, unsigned bytes) {
  if (!design.has_interconnect()) return {INFINITY, "no interconnect"};
  const double ports = ceiling(static_cast<double>(design.gpu.sms) / design.interconnect.sms_per_port);
  return {ports * bytes / packet(design, bytes),
          "ports of SMs x bytes / ceil((8 + bytes) / interconnect.bytes_per_cycle)"};
}

Due slice_ports(const Design& design, unsigned bytes) {
  if (!design.has_interconnect()) return {INFINITY, "no interconnect"};
  const unsigned slices = design.l2.bytes == 0 ? design.dram.channels : design.l2.slices;
  return {slices * bytes / packet(design, bytes),
          "l2.slices x bytes / ceil((8 + bytes) / interconnect.bytes_per_cycle)"};
}

Due dram_channels(const Design& design) {
  const double channels = design.dram.channels;
  if (!has_dram_rows(design))
    return {channels * dram_value(design, "bytes_per_cycle"), "dram.channels x dram.bytes_per_cycle"};
  const DramTiming& t = design.dram.timing;
  return {channels * t.burst_bytes / std::max(t.burst, t.t_ccd) * design.dram.clock_ratio,
          "dram.channels x burst_bytes / max(burst, t_ccd) x dram.clock_ratio"};
}

Due mshr_entries(const Design& design, unsigned sms, unsigned bytes, const Due& load) {
  const double taken = load.value - to_memory(design).value;
  return {sms * static_cast<double>(design.mshr.entries) * bytes / taken,
          "SMs x mshr.entries x bytes / cycles that an entry is taken"};
}

Due narrowest(std::initializer_list<Due> links) {
  return *std::min_element(links.begin(), links.end(), [](const Due& a, const Due& b) { return a.value < b.value; });
}

}  // namespace unibank::characterize
