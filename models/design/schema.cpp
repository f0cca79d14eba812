#include "design/schema.h"

#include <algorithm>

#include "policy/register_store.h"
#include "policy/scratchpad_gate.h"
#include "policy/warp_order.h"

namespace unibank {
namespace {

using Type = Parameter::Type;

// Reads and writes a field of Design that `field` names: integers, numbers, booleans and enumerations (by index in
// the choices).
template <typename Field>
void bind(Parameter& parameter, Field field) {
  using Stored = std::decay_t<decltype(field(std::declval<Design&>()))>;
  const std::vector<std::string> choices = parameter.choices;
  parameter.get = [field, choices](const Design& design) -> ParameterValue {
    const Stored& stored = field(design);
    if constexpr (std::is_same_v<Stored, bool> || std::is_same_v<Stored, double> ||
                  std::is_same_v<Stored, std::string>) {
      return stored;
    } else if constexpr (std::is_enum_v<Stored>) {
      return choices.at(static_cast<std::size_t>(stored));
    } else {
      return static_cast<std::int64_t>(stored);
    }
  };
  parameter.set = [field, choices](Design& design, const ParameterValue& value) {
    Stored& stored = field(design);
    if constexpr (std::is_same_v<Stored, bool> || std::is_same_v<Stored, double> ||
                  std::is_same_v<Stored, std::string>) {
      stored = std::get<Stored>(value);
    } else if constexpr (std::is_enum_v<Stored>) {
      const auto at = std::find(choices.begin(), choices.end(), std::get<std::string>(value));
      stored = static_cast<Stored>(at - choices.begin());
    } else {
      stored = static_cast<Stored>(std::get<std::int64_t>(value));
    }
  };
  parameter.default_value = parameter.get(Design{});
}

struct Table {
  std::vector<Parameter> rows;

  template <typename Field>
  void add(Parameter parameter, Field field) {
    bind(parameter, field);
    rows.push_back(std::move(parameter));
  }
  template <typename Field>
  void integer(const char* section, const char* key, const char* unit, double least, double most, const char* source,
               const char* description, Field field) {
    add({section, key, Type::kInteger, unit, least, most, {}, {}, source, description, {}, {}}, field);
  }
  template <typename Field>
  void number(const char* section, const char* key, const char* unit, double least, double most, const char* source,
              const char* description, Field field) {
    add({section, key, Type::kNumber, unit, least, most, {}, {}, source, description, {}, {}}, field);
  }
  template <typename Field>
  void boolean(const char* section, const char* key, const char* source, const char* description, Field field) {
    add({section, key, Type::kBoolean, "", 0, 0, {}, {}, source, description, {}, {}}, field);
  }
  template <typename Field>
  void choice(const char* section, const char* key, std::vector<std::string> choices, const char* source,
              const char* description, Field field) {
    add({section, key, Type::kChoice, "", 0, 0, std::move(choices), {}, source, description, {}, {}}, field);
  }
};

// The field of a design that `path` names, const or not as the design is.
#define UNIBANK_FIELD(path) \
  [](auto& design) -> auto& { return design.path; }

constexpr double kMostBytes = 1 << 26;  // 64 MB of storage in one SM
constexpr double kMostCycles = 1'000'000;
const char* const kTable2 = "Gebhart 2012 table 2";
const char* const kTable3 = "Gebhart 2012 table 3";
const char* const kSection2 = "Gebhart 2012 section 2.1";
const char* const kJing = "Jing 2016 table I";
const char* const kFermi = "not published: GPGPU-Sim 3.x, configs/GTX480";
const char* const kGddr5 = "not published: GPGPU-Sim 3.x, configs/GTX480 (Hynix H5GQ1H24AFR)";

// The numbers of real chips are in policy/allocation_units.h.
void add_units(Table& table) {
  const char* const none = "none in Gebhart 2012 and Jing 2016";
  table.integer("storage", "register_unit", "registers", 1, 1024, none,
                "a warp is given a multiple of so many 32-bit registers", UNIBANK_FIELD(storage.units.registers));
  table.boolean("storage", "register_unit_fermi", "none; CUDA occupancy calculator: compute capability 2.x",
                "the unit is twice as large with 21, 22, 29, 30, 37, 38, 45 or 46 registers a thread",
                UNIBANK_FIELD(storage.units.doubled_counts));
  table.integer("storage", "register_warp_unit", "warps", 1, 64, none,
                "the warps that the register file of separate storage holds are a multiple of this",
                UNIBANK_FIELD(storage.units.warps));
  table.integer("storage", "scratchpad_unit", "bytes", 1, 4096, none,
                "a block is given a multiple of so many bytes of scratchpad",
                UNIBANK_FIELD(storage.units.scratchpad_bytes));
}

void add_storage(Table& table) {
  table.boolean("storage", "unified", kSection2, "one memory for registers, scratchpad and cache, instead of three",
                UNIBANK_FIELD(storage.unified));
  table.integer("storage", "register_bytes", "bytes", 0, kMostBytes, kTable2, "register file of separate storage",
                UNIBANK_FIELD(storage.register_bytes));
  table.integer("storage", "scratchpad_bytes", "bytes", 0, kMostBytes, kTable2,
                "scratchpad of separate storage, or beside a unified memory, which then has none inside",
                UNIBANK_FIELD(storage.scratchpad_bytes));
  table.integer("storage", "cache_bytes", "bytes", 0, kMostBytes, kSection2, "primary data cache of separate storage",
                UNIBANK_FIELD(storage.cache_bytes));
  table.integer("storage", "unified_bytes", "bytes", 0, kMostBytes, "Gebhart 2012 section 4.1",
                "the one memory of unified storage; 393216 where a design does not say",
                UNIBANK_FIELD(storage.unified_bytes));
  table.choice("storage", "bank_mux", {"single", "multiple"}, "Gebhart 2012 section 4.2",
               "unified storage: banks of a cluster that may feed the crossbar in one cycle",
               UNIBANK_FIELD(storage.bank_mux));
  table.choice("storage", "bank_ports", {"1r1w", "1rw"}, "not published; GPGPU-Sim 3.x: 1rw (arbiter_t)",
               "what a bank takes in a cycle: a read and a write, or one of either",
               UNIBANK_FIELD(storage.bank_ports));
  add_units(table);
}

void add_gpu(Table& table) {
  table.integer("gpu", "sms", "SMs", 1, 64, "one, as Gebhart 2012 models; Jing 2016 table I has 15",
                "streaming multiprocessors, all alike", UNIBANK_FIELD(gpu.sms));
}

void add_sm(Table& table) {
  table.integer("sm", "schedulers", "", 1, 4, kSection2, "processing blocks, each with a warp scheduler",
                UNIBANK_FIELD(sm.schedulers));
  table.integer("sm", "issue_width", "", 1, 4, kSection2,
                "instructions a scheduler may issue a cycle, of different warps", UNIBANK_FIELD(sm.issue_width));
  table.integer("sm", "lanes", "lanes", 1, 64, kTable2,
                "width of one processing block: a warp takes 32 / lanes cycles; 48: three warps in two",
                UNIBANK_FIELD(sm.lanes));
  table.integer("sm", "special_function_lanes", "lanes", 1, 32, kSection2,
                "width of the special function unit of one processing block", UNIBANK_FIELD(sm.special_function_lanes));
  table.integer("sm", "clusters", "", 1, 64, kSection2, "clusters of 4 lanes and their banks",
                UNIBANK_FIELD(sm.clusters));
  table.integer("sm", "banks_per_cluster", "", 1, 8, kSection2, "register or unified banks of 16 bytes a cluster",
                UNIBANK_FIELD(sm.banks_per_cluster));
  table.integer("sm", "max_threads", "threads", 32, 8192, kSection2, "resident threads", UNIBANK_FIELD(sm.max_threads));
  table.integer("sm", "max_warps", "warps", 1, 256, kSection2, "resident warps", UNIBANK_FIELD(sm.max_warps));
  table.integer("sm", "max_blocks", "blocks", 1, 256, "not published: one warp a block at least",
                "resident thread blocks", UNIBANK_FIELD(sm.max_blocks));
  table.integer("sm", "alu_latency", "cycles", 1, kMostCycles, kTable2, "arithmetic, issue to result",
                UNIBANK_FIELD(sm.alu_latency));
  table.integer("sm", "special_function_latency", "cycles", 1, kMostCycles, kTable2,
                "special functions, issue to result", UNIBANK_FIELD(sm.special_function_latency));
  table.integer("sm", "scratchpad_latency", "cycles", 1, kMostCycles, kTable2, "scratchpad load, issue to result",
                UNIBANK_FIELD(sm.scratchpad_latency));
  table.integer("sm", "cache_hit_latency", "cycles", 1, kMostCycles, "Q-14", "load that hits, issue to result",
                UNIBANK_FIELD(sm.cache_hit_latency));
  table.integer("sm", "texture_latency", "cycles", 1, kMostCycles, kTable2, "texture fetch, issue to result",
                UNIBANK_FIELD(sm.texture_latency));
  table.integer("sm", "constant_latency", "cycles", 1, kMostCycles, "not published: as arithmetic",
                "constant or parameter load, issue to result", UNIBANK_FIELD(sm.constant_latency));
  table.integer("sm", "operand_slots", "", 1, 256, "not published: covers the ALU latency twice",
                "instructions that may be waiting for operands", UNIBANK_FIELD(sm.operand_slots));
  table.integer("sm", "memory_queue", "", 1, 256, "not published: a small queue",
                "memory instructions waiting in each half of the load/store unit", UNIBANK_FIELD(sm.memory_queue));
}

void add_cache(Table& table) {
  table.integer("cache", "ways", "ways", 1, 16, kTable2, "associativity; lines have 128 bytes",
                UNIBANK_FIELD(cache.ways));
  table.integer("cache", "lookups_per_cycle", "", 1, 32, kSection2, "lookups a cycle in a bank of the tag array",
                UNIBANK_FIELD(cache.lookups_per_cycle));
  table.integer("cache", "tag_banks", "", 1, 8, kSection2, "banks of the tag array: line L is looked up in L mod banks",
                UNIBANK_FIELD(cache.tag_banks));
  table.boolean("cache", "keep_between_kernels", "not published: nothing in it is dirty",
                "lines stay from one launch to the next under one division", UNIBANK_FIELD(cache.keep_between_kernels));
  table.boolean("cache", "holds_global_memory", "Gebhart 2012 section 2.1: a cache of all data",
                "global memory goes through the cache, or around it in sectors of 32 bytes",
                UNIBANK_FIELD(cache.holds_global_memory));
  table.boolean("cache", "holds_local_memory", "Gebhart 2012 section 3.1: spills use the primary cache",
                "local memory goes through the cache, or around it in sectors of 32 bytes",
                UNIBANK_FIELD(cache.holds_local_memory));
  const std::vector<std::string> stores = {"write-through", "write-evict", "write-back"};
  table.choice("cache", "global_stores", stores, "Gebhart 2012 section 4.4; Q-14; Jing 2016: write-back (Q-22)",
               "a store to global memory that hits: line and memory are written; memory, and the line goes; the line "
               "alone, which is dirty until it leaves or the kernel ends. A miss enters no line",
               UNIBANK_FIELD(cache.global_stores));
  table.choice("cache", "local_stores", stores, "Gebhart 2012 section 4.4; Q-14; Jing 2016: write-back (Q-22)",
               "the same of stores to local memory", UNIBANK_FIELD(cache.local_stores));
  table.integer("mshr", "entries", "", 1, 4096,
                "not published: more than the 100 sectors that 400 cycles x 8 bytes hold", "misses under way",
                UNIBANK_FIELD(mshr.entries));
  table.integer("mshr", "merges", "", 1, 1024, "not published: one a lane", "requests that wait for one miss",
                UNIBANK_FIELD(mshr.merges));
}

// What lies between several SMs and DRAM.
void add_l2(Table& table) {
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
void add_dram_times(Table& table) {
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

void add_dram_rows(Table& table) {
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

void add_dram(Table& table) {
  table.integer("dram", "channels", "", 1, 64, kSection2, "channels, to which lines of 128 bytes go in turn",
                UNIBANK_FIELD(dram.channels));
  table.integer("dram", "latency", "cycles", 1, kMostCycles, kTable2, "request to answer without a queue",
                UNIBANK_FIELD(dram.latency));
  table.integer("dram", "bytes_per_cycle", "bytes/cycle", 1, 4096, kTable2,
                "bandwidth of a channel; one SM's share where there is one SM", UNIBANK_FIELD(dram.bytes_per_cycle));
  table.integer("dram", "queue", "", 1, 65536, "not published: two warps of scattered accesses",
                "requests that wait for the channel", UNIBANK_FIELD(dram.queue));
  add_dram_rows(table);
  table.choice("conflicts", "model", {"per-instruction", "arbitrated"}, "Gebhart 2012 section 6.1",
               "count the bank conflicts of an instruction and add cycles, or grant banks and ports every cycle",
               UNIBANK_FIELD(conflicts.model));
  table.choice("conflicts", "penalty_blocks", {"sm", "warp", "result"}, "not published: the SM",
               "per-instruction: who waits for the penalty: the SM issues nothing; the warp and its unit; or only who "
               "needs the result", UNIBANK_FIELD(conflicts.penalty_blocks));
}

template <typename Policy, typename Field>
void add_policy(Table& table, const char* section, const char* source, const char* description, Field field) {
  table.choice(section, "policy", Registry<Policy>::instance().names(), source, description, field);
}

void add_policies(Table& table) {
  add_policy<PartitionPolicy>(table, "partition", kSection2, "who divides the bytes", UNIBANK_FIELD(partition.name));
  table.choice("partition", "scope", {"program", "kernel"}, "Gebhart 2012 section 4.5",
               "one division for all kernels of a program, or one for each", UNIBANK_FIELD(partition_scope));
  add_policy<RegisterStore>(table, "register_store", kSection2, "how an operand is found",
                            UNIBANK_FIELD(register_store.name));
  add_policy<ScratchpadGate>(table, "scratchpad_gate", kSection2, "whether a block may touch a scratchpad address",
                             UNIBANK_FIELD(scratchpad_gate.name));
  add_policy<WarpOrder>(table, "warp_order", "Gebhart 2012 section 2.1", "which warp issues next",
                        UNIBANK_FIELD(warp_order.name));
}

// Energies in picojoule an access of 16 bytes: they decide where the compiler puts a value.
void add_hierarchy(Table& table) {
  const char* const section = "register_hierarchy";
  const char* const size = "Gebhart 2012 section 2.1: entries as recalled from MICRO 2011";
  table.boolean(section, "enabled", "Gebhart 2012 section 2.1",
                "kernels are compiled for a last-result file and an operand register file before the main register "
                "file",
                UNIBANK_FIELD(register_hierarchy.enabled));
  table.integer(section, "lrf_entries", "registers", 0, 8, size, "32-bit registers of a thread in the last-result file",
                UNIBANK_FIELD(register_hierarchy.lrf_entries));
  table.integer(section, "orf_entries", "registers", 0, 64, size, "32-bit registers of a thread in the operand file",
                UNIBANK_FIELD(register_hierarchy.orf_entries));
  table.boolean(section, "memory_reads_lrf", "Gebhart 2011 (MICRO), as recalled: lanes only",
                "special function, memory and texture units read the last-result file too",
                UNIBANK_FIELD(register_hierarchy.memory_reads_lrf));
  const auto energy = [&](const char* key, const char* description, auto field) {
    table.number(section, key, "pJ", 0, 1000, "Gebhart 2011 (MICRO), as recalled", description, field);
  };
  energy("lrf_read_pj", "16 bytes read from the last-result file", UNIBANK_FIELD(register_hierarchy.lrf_read_pj));
  energy("lrf_write_pj", "16 bytes written to the last-result file", UNIBANK_FIELD(register_hierarchy.lrf_write_pj));
  energy("orf_read_pj", "16 bytes read from the operand file", UNIBANK_FIELD(register_hierarchy.orf_read_pj));
  energy("orf_write_pj", "16 bytes written to the operand file", UNIBANK_FIELD(register_hierarchy.orf_write_pj));
  energy("mrf_read_pj", "16 bytes read from the main register file", UNIBANK_FIELD(register_hierarchy.mrf_read_pj));
  energy("mrf_write_pj", "16 bytes written to the main register file", UNIBANK_FIELD(register_hierarchy.mrf_write_pj));
}

void add_kernel(Table& table) {
  table.integer("kernel", "register_limit", "registers", 0, 256, "as many as the kernel needs",
                "registers a thread may have: kernels are compiled to fit, by spilling; 0: as many as it takes",
                UNIBANK_FIELD(kernel.register_limit));
  table.integer("kernel", "registers_per_thread", "registers", 0, 256, "the kernel's own",
                "registers every kernel is held to; 0: its own number", UNIBANK_FIELD(kernel.registers_per_thread));
  table.integer("kernel", "scratchpad_bytes_per_block", "bytes", 0, kMostBytes, "the kernel's own",
                "scratchpad every block takes; 0: what its kernel declares",
                UNIBANK_FIELD(kernel.scratchpad_bytes_per_block));
  table.number("kernel", "scratchpad_bytes_per_thread", "bytes", 0, kMostBytes, "the kernel's own",
               "scratchpad that every thread takes, at least what its block declares; 0: that",
               UNIBANK_FIELD(kernel.scratchpad_bytes_per_thread));
  table.integer("kernel", "thread_limit", "threads", 0, 8192, "as many as fit",
                "resident threads of a launch, in whole blocks; 0: as many as fit", UNIBANK_FIELD(kernel.thread_limit));
  table.choice("kernel", "scratchpad_order", {"declared", "reordered"}, "Jatala et al., section 6.1",
               "scratchpad variables as declared, or those in use for the shortest time last, where blocks share",
               UNIBANK_FIELD(kernel.scratchpad_order));
  table.choice("kernel", "release", {"none", "optimal", "post-dominator"}, "Jatala et al., sections 6.2 and 6.3",
               "where the compiler puts relssp, by which a thread gives up the shared part of its scratchpad",
               UNIBANK_FIELD(kernel.release));
}

void add_energy(Table& table) {
  table.choice("energy", "table", {"gebhart2012", "jing2016"}, "Gebhart 2012 table 4; Jing 2016 table III",
               "energies of bank accesses, and what is counted: SM and DRAM, or registers, cache and L2",
               UNIBANK_FIELD(energy.table));
  table.number("energy", "leakage_mw_per_kb", "mW/KB", 0, 1000, "Gebhart 2012 table 3, Q-01",
               "leakage of storage beyond the reference", UNIBANK_FIELD(energy.leakage_mw_per_kb));
  table.number("energy", "frequency_ghz", "GHz", 0.001, 100, kTable3, "clock of the SM",
               UNIBANK_FIELD(energy.frequency_ghz));
  table.number("energy", "sm_dynamic_watt", "W", 0, 1000, kTable3, "dynamic power of the baseline SM",
               UNIBANK_FIELD(energy.sm_dynamic_watt));
  table.number("energy", "sm_leakage_watt", "W", 0, 1000, kTable3, "leakage of the baseline SM",
               UNIBANK_FIELD(energy.sm_leakage_watt));
  table.number("energy", "leakage_reference_kb", "KB", 0, 65536, "Gebhart 2012 section 5.2",
               "storage that sm_leakage_watt includes", UNIBANK_FIELD(energy.leakage_reference_kb));
  table.number("energy", "dram_pj_per_bit", "pJ/bit", 0, 100000, kTable3, "one bit moved to or from DRAM",
               UNIBANK_FIELD(energy.dram_pj_per_bit));
  table.number("energy", "wire_overhead", "", 0, 10, "Gebhart 2012 section 5.2",
               "share that wires and tags add to scratchpad and cache accesses of unified storage",
               UNIBANK_FIELD(energy.wire_overhead));
  table.choice("energy", "other_dynamic", {"power", "energy"}, "Gebhart 2012 section 5.2",
               "what a program's other dynamic energy keeps from the baseline: its power, or the energy itself",
               UNIBANK_FIELD(energy.other_dynamic));
  table.boolean("energy", "narrow_bank_full_energy", "Q-06",
                "a 4-byte bank costs what table 4 lists, instead of a quarter of it",
                UNIBANK_FIELD(energy.narrow_bank_full_energy));
}

void add_run(Table& table) {
  table.integer("run", "no_progress_cycles", "cycles", 1, 1e12, "not published: 250 DRAM latencies",
                "cycles without an instruction after which a launch is called stuck",
                UNIBANK_FIELD(run.no_progress_cycles));
  table.integer("run", "instruction_limit", "warp instructions", 0, 1e15,
                "not published: thirty times needle's longest run; a spinning launch ends within minutes",
                "length after which a launch is called endless; 0: no limit", UNIBANK_FIELD(run.instruction_limit));
  table.boolean("run", "reuse_statistics", "Jing 2016 figures 2 and 5: counted only when asked for",
                "count how soon and how often registers and memory lines are used again",
                UNIBANK_FIELD(run.reuse_statistics));
  table.boolean("run", "check_data", "a check of the model: only when asked for",
                "lines of memory, and registers that are lines of the array, carry values through the array, to memory "
                "and back, and every read is compared with the executor's",
                UNIBANK_FIELD(run.check_data));
  table.boolean("run", "check_scratchpad", "a check of the model: only when asked for",
                "blocks that share scratchpad read nothing in the shared part that they have not written themselves",
                UNIBANK_FIELD(run.check_scratchpad));
}

}  // namespace

const std::vector<Parameter>& schema() {
  static const std::vector<Parameter> rows = [] {
    Table table;
    add_storage(table);
    add_gpu(table);
    add_sm(table);
    add_cache(table);
    add_l2(table);
    add_dram(table);
    add_policies(table);
    add_hierarchy(table);
    add_kernel(table);
    add_energy(table);
    add_run(table);
    return table.rows;
  }();
  return rows;
}

std::vector<std::string> section_names() {
  std::vector<std::string> names;
  for (const Parameter& parameter : schema()) {
    if (names.empty() || names.back() != parameter.section) names.push_back(parameter.section);
  }
  return names;
}

}  // namespace unibank
