// What lies between several SMs and DRAM, and DRAM.
#include "design/parameter_table.h"

namespace unibank {
namespace {

const char* const kGddr5 = "not published: GPGPU-Sim 3.x, configs/GTX480 (Hynix H5GQ1H24AFR)";

void add_l2(ParameterTable& table) {
  table.integer("interconnect", "latency", "cycles", 1, kMostCycles, "not published",
                "from an SM to a slice of the L2 cache, or back, on an idle network",
                UNIBANK_FIELD(interconnect.latency));
  table.integer("interconnect", "bytes_per_cycle", "bytes/cycle", 1, 4096, kFermi,
                "bandwidth of every port, each direction; heads of 8 bytes included",
                UNIBANK_FIELD(interconnect.bytes_per_cycle));
  table.integer("interconnect", "queue", "", 1, 4096, kFermi, "requests that wait at an SM's port, or before a slice",
                UNIBANK_FIELD(interconnect.queue));
  table.integer("interconnect", "sms_per_port", "SMs", 1, 64, "Jatala table II: one; table XII: 2 to 5",
                "neighbouring SMs that share a port, its queue and its bandwidth",
                UNIBANK_FIELD(interconnect.sms_per_port));
  table.integer("l2", "bytes", "bytes", 0, kMostBytes, "none, as in Gebhart 2012; Jing 2016 table I has 768 KB",
                "L2 cache, all slices together; lines have 128 bytes; 0: none", UNIBANK_FIELD(l2.bytes));
  table.integer("l2", "slices", "", 1, 64, kJing, "slices, to which lines go in turn", UNIBANK_FIELD(l2.slices));
  table.integer("l2", "ways", "ways", 1, 64, kJing, "associativity; replacement is LRU", UNIBANK_FIELD(l2.ways));
  table.integer("l2", "latency", "cycles", 1, kMostCycles, kFermi, "a slice's lookup to the answer of a hit",
                UNIBANK_FIELD(l2.latency));
  table.integer("l2", "mshr_entries", "", 1, 4096, kFermi, "misses of a slice under way",
                UNIBANK_FIELD(l2.mshr_entries));
  table.integer("l2", "merges", "", 1, 1024, kFermi, "requests that wait for one miss", UNIBANK_FIELD(l2.merges));
  table.integer("l2", "queue", "", 1, 4096, kFermi, "requests that wait for a slice's lookup", UNIBANK_FIELD(l2.queue));
}

// Times of dram.policy = fr-fcfs, in cycles of the memory clock.
void add_dram_times(ParameterTable& table) {
  const auto time = [&table](const char* key, const char* description, auto field) {
    table.integer("dram", key, "memory cycles", 1, 1000, kGddr5, description, field);
  };
  time("t_rcd", "fr-fcfs: activate to read", UNIBANK_FIELD(dram.timing.t_rcd));
  time("t_rcd_write", "fr-fcfs: activate to write; there RCD - (WL + 1)", UNIBANK_FIELD(dram.timing.t_rcd_write));
  time("t_rp", "fr-fcfs: precharge to activate", UNIBANK_FIELD(dram.timing.t_rp));
  time("t_ras", "fr-fcfs: activate to precharge", UNIBANK_FIELD(dram.timing.t_ras));
  time("t_rc", "fr-fcfs: activate to activate of one bank", UNIBANK_FIELD(dram.timing.t_rc));
  time("t_rrd", "fr-fcfs: activate to activate of another bank", UNIBANK_FIELD(dram.timing.t_rrd));
  time("t_cl", "fr-fcfs: read to its data", UNIBANK_FIELD(dram.timing.t_cl));
  time("t_wl", "fr-fcfs: write to its data", UNIBANK_FIELD(dram.timing.t_wl));
  time("t_ccd", "fr-fcfs: column command to column command", UNIBANK_FIELD(dram.timing.t_ccd));
  time("t_ccd_group", "fr-fcfs: the same in one bank group", UNIBANK_FIELD(dram.timing.t_ccd_group));
  time("t_rtp", "fr-fcfs: read to precharge", UNIBANK_FIELD(dram.timing.t_rtp));
  time("t_wr", "fr-fcfs: end of written data to precharge", UNIBANK_FIELD(dram.timing.t_wr));
  time("t_wtr", "fr-fcfs: end of written data to read", UNIBANK_FIELD(dram.timing.t_wtr));
  time("t_turn", "fr-fcfs: end of read data to written data", UNIBANK_FIELD(dram.timing.t_turn));
}

void add_dram_rows(ParameterTable& table) {
  table.choice("dram", "policy", {"fixed", "fr-fcfs"}, "Gebhart 2012 table 2; Jatala table II: fr-fcfs",
               "a latency and a bandwidth, or banks with open rows, first ready first come first served",
               UNIBANK_FIELD(dram.policy));
  table.number("dram", "clock_ratio", "", 0.1, 10, "not published: GPGPU-Sim 3.x, configs/GTX480: 924 / 700 MHz",
               "fr-fcfs: cycles of the memory's command clock in a cycle of the SM, used in thousandths",
               UNIBANK_FIELD(dram.clock_ratio));
  table.integer("dram", "answer_latency", "cycles", 0, kMostCycles, kFermi,
                "fr-fcfs: what a read takes beside its commands and data", UNIBANK_FIELD(dram.answer_latency));
  table.integer("dram", "banks", "", 1, 1024, kGddr5, "fr-fcfs: banks of a channel", UNIBANK_FIELD(dram.timing.banks));
  table.integer("dram", "bank_groups", "", 1, 1024, kGddr5, "fr-fcfs: groups of neighbouring banks",
                UNIBANK_FIELD(dram.timing.bank_groups));
  table.integer("dram", "row_bytes", "bytes", kLineBytes, 1 << 20, kGddr5, "fr-fcfs: a row of one bank, in all chips",
                UNIBANK_FIELD(dram.timing.row_bytes));
  table.integer("dram", "stripe_bytes", "bytes", kLineBytes, 1 << 20, kGddr5,
                "fr-fcfs: bytes of a channel after which comes another bank", UNIBANK_FIELD(dram.timing.stripe_bytes));
  table.integer("dram", "stripe_banks", "", 1, 1024, kGddr5, "fr-fcfs: banks that share stripes until a row is full",
                UNIBANK_FIELD(dram.timing.stripe_banks));
  table.integer("dram", "burst_bytes", "bytes", kSectorBytes, kLineBytes, kGddr5, "fr-fcfs: data of a column command",
                UNIBANK_FIELD(dram.timing.burst_bytes));
  table.integer("dram", "burst", "memory cycles", 1, 1000, kGddr5, "fr-fcfs: the data bus, for a column command",
                UNIBANK_FIELD(dram.timing.burst));
  add_dram_times(table);
  table.integer("dram", "hit_limit", "", 0, 65536, "not published: none, as in GPGPU-Sim 3.x",
                "fr-fcfs: requests to the open row that may pass the oldest of a bank; 0: any number",
                UNIBANK_FIELD(dram.timing.hit_limit));
}

void add_dram(ParameterTable& table) {
  table.integer("dram", "channels", "", 1, 64, kSection2, "channels, to which lines of 128 bytes go in turn",
                UNIBANK_FIELD(dram.channels));
  table.integer("dram", "latency", "cycles", 1, kMostCycles, kTable2, "request to answer without a queue",
                UNIBANK_FIELD(dram.latency));
  table.integer("dram", "bytes_per_cycle", "bytes/cycle", 1, 4096, kTable2,
                "bandwidth of a channel; one SM's share where there is one SM", UNIBANK_FIELD(dram.bytes_per_cycle));
  table.integer("dram", "queue", "", 1, 65536, "not published: two warps of scattered accesses",
                "requests that wait for the channel", UNIBANK_FIELD(dram.queue));
  add_dram_rows(table);
}

}  // namespace

void add_beyond_the_sm(ParameterTable& table) {
  add_l2(table);
  add_dram(table);
}

}  // namespace unibank
