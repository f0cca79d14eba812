// The memory system between several SMs and DRAM, and DRAM. A channel with banks and rows: schema_dram.cpp.
#include "design/parameter_table.h"
#include "policy/index_hash.h"

namespace unibank {
namespace {

void add_l2(ParameterTable& table) {
  table.model("interconnect");
  table.integer("interconnect", "latency", "cycles", 1, kMostCycles, "not published",
                "from an SM to a slice of the L2 cache, or back, on an idle network",
                UNIBANK_FIELD(interconnect.latency));
  table.integer("interconnect", "bytes_per_cycle", "bytes/cycle", 1, 4096, kFermi,
                "bandwidth of every port, each direction; headers of 8 bytes included",
                UNIBANK_FIELD(interconnect.bytes_per_cycle));
  table.integer("interconnect", "queue", "", 1, 4096, kFermi, "requests that wait at an SM's port, or before a slice",
                UNIBANK_FIELD(interconnect.queue));
  table.integer("interconnect", "choices", "packets", 1, 4096,
                "not published; GPGPU-Sim's switch runs at twice the speed of its ports to the same end",
                "packets at a port, of either direction, of which any may start; 1: the first blocks the others",
                UNIBANK_FIELD(interconnect.choices));
  table.integer("interconnect", "sms_per_port", "SMs", 1, 64, "Jatala table II: one; table XII: 2 to 5",
                "neighbouring SMs that share a port, its queue and its bandwidth",
                UNIBANK_FIELD(interconnect.sms_per_port));
  table.model("l2");
  table.integer("l2", "bytes", "bytes", 0, kMostBytes, "none, as in Gebhart 2012; Jing 2016 table I has 768 KB",
                "L2 cache, all slices together; lines have 128 bytes; 0: none", UNIBANK_FIELD(l2.bytes));
  table.integer("l2", "slices", "", 1, 64, kJing, "slices; l2.slice_hash maps lines to them",
                UNIBANK_FIELD(l2.slices));
  table.integer("l2", "ways", "ways", 1, 32, kJing, "associativity; replacement is LRU", UNIBANK_FIELD(l2.ways));
  table.integer("l2", "latency", "cycles", 1, kMostCycles, kFermi, "a slice's lookup to the response of a hit",
                UNIBANK_FIELD(l2.latency));
  table.integer("l2", "mshr_entries", "", 1, 4096, kFermi, "outstanding misses of a slice",
                UNIBANK_FIELD(l2.mshr_entries));
  table.integer("l2", "merges", "", 1, 1024, kFermi, "requests that wait for one miss", UNIBANK_FIELD(l2.merges));
  table.integer("l2", "queue", "", 1, 4096, kFermi, "requests that wait for a slice's lookup", UNIBANK_FIELD(l2.queue));
  const std::vector<std::string> hashes = IndexHashRegistry::instance().names();
  table.choice("l2", "index", hashes, kFermi, "maps a line to a set of its slice: a hash of its number there",
               UNIBANK_FIELD(l2.index));
  table.choice("l2", "slice_hash", hashes, kFermi, "maps a line to a slice: a hash of its number",
               UNIBANK_FIELD(l2.slice_hash));
}

void add_atomic_unit(ParameterTable& table) {
  table.model("atomic_unit");
  table.integer(
      "atomic_unit", "interval", "cycles", 1, 1024,
      "NVIDIA's Kepler GK110 whitepaper: one operation a clock on one address, and nine times as slow on Fermi",
      "time of the ALU before an L2 slice (or, without an L2, a DRAM channel) for each lane on one address",
      UNIBANK_FIELD(atomic_unit.interval));
  table.integer("atomic_unit", "latency", "cycles", 0, kMostCycles, "not published: none",
                "from the end of an atomic's turns to its response", UNIBANK_FIELD(atomic_unit.latency));
  table.words("atomic_unit", "granularity",
              std::vector<Word<FetchUnit>>{{"line", FetchUnit::kLine}, {"sectors", FetchUnit::kSectors}},
              "not published: the line",
              "what an atomic under way reserves: its line, or the sectors of 32 bytes that it touches. Any other "
              "access to these bytes waits, except an atomic on the same sectors, and so do the requests behind it",
              UNIBANK_FIELD(atomic_unit.granularity));
  table.integer("atomic_unit", "entries", "", 1, 4096, "not published: more than a slice has misses under way",
                "atomics under way, each a run of adjacent sectors that a warp touches in a line",
                UNIBANK_FIELD(atomic_unit.entries));
}

void add_dram(ParameterTable& table) {
  table.model("dram");
  table.integer("dram", "channels", "", 1, 64, kSection2,
                "channels; slice s of the L2 cache uses channel s mod channels", UNIBANK_FIELD(dram.channels));
  table.integer("dram", "queue", "", 1, 65536, "not published: two warps of scattered accesses",
                "requests that wait for the channel", UNIBANK_FIELD(dram.queue));
  table.choice("dram", "channel_hash", IndexHashRegistry::instance().names(), kFermi,
               "without an L2 cache: maps a line to a channel, a hash of its number",
               UNIBANK_FIELD(dram.channel_hash));
  add_dram_channel(table);
}

}  // namespace

void add_beyond_the_sm(ParameterTable& table) {
  add_l2(table);
  add_atomic_unit(table);
  add_dram(table);
}

}  // namespace unibank
