// The roofs of the SMs: launches, issue slots, load/store unit, L1, banks, caches of constants, textures and
// instructions.
#include <algorithm>
#include <cmath>

#include "soak/laws/roof_list.h"

namespace unibank::test {

namespace {

constexpr double kPortBytes = 16;  // of a crossbar port per cycle
constexpr double kPorts = 8;
constexpr double kStages = 2;  // cycles from issue to the load/store unit: nothing crosses two stages in a cycle

double ceil_of(double number, double unit) { return std::ceil(number / unit); }

// Blocks start on an SM gpu.block_interval apart, and in the place of an ended one gpu.block_latency later. A warp
// issues one instruction per cycle.
void add_launches(RoofList& list) {
  const Design& d = list.design;
  for (const nlohmann::json& launch : list.run.at("launches")) {
    const double blocks = launch.at("blocks"), cycles = launch.at("cycles"), resident = launch.at("resident_blocks");
    const double rounds = ceil_of(blocks, list.sms * resident);
    list.at_most("cycles of block starts",
                 d.gpu.launch_latency + (ceil_of(blocks, list.sms) - 1) * d.gpu.block_interval, cycles);
    list.at_most("cycles of blocks in one place", d.gpu.launch_latency + (rounds - 1) * d.gpu.block_latency, cycles);
    const double threads = launch.at("resident_threads"), warps = resident * ceil_of(threads / resident, kWarpSize);
    list.at_most("instructions of a warp, one per cycle", launch.at("warp_instructions"),
                 list.sms * std::min<double>(warps, d.sm.max_warps) * (cycles - d.gpu.launch_latency));
  }
}

void add_issue(RoofList& list) {
  const Design& d = list.design;
  list.at_most("issue slots", list.count("warp_instructions"),
               list.sms * d.sm.schedulers * d.sm.issue_width * list.cycles);
  const bool counted = d.conflicts.model == ConflictModel::kPerInstruction;
  if (counted && d.conflicts.penalty_blocks == PenaltyBlocks::kSm)
    list.at_most("penalty cycles by slots that wait for them", list.count("conflicts.penalty_cycles"),
                 list.count("stalls.conflict_penalty"));
}

// A copy counts as a load of global memory and as a store to the scratchpad.
struct MemoryInstructions {
  explicit MemoryInstructions(const RoofList& list)
      : scratchpad(list.count("scratchpad.loads") +
                   std::max(0.0, list.count("scratchpad.stores") - list.count("memory.global_loads"))),
        lines(list.count("memory.global_loads") + list.count("memory.global_stores") + list.count("memory.atomics") +
              list.count("memory.local_loads") + list.count("memory.local_stores")) {}
  double scratchpad, lines;
};

void add_load_store(RoofList& list) {
  const Design::Sm& sm = list.design.sm;
  const MemoryInstructions memory(list);
  const double cycles = list.sms * list.cycles, all = memory.scratchpad + memory.lines;
  list.at_most("scratchpad instructions, one per cycle",
               list.count("scratchpad.loads") + list.count("scratchpad.stores"), cycles);
  list.at_most("places of scratchpad instructions x cycles", kStages * memory.scratchpad, sm.memory_queue * cycles);
  list.at_most("places of instructions with lines x cycles", kStages * memory.lines, sm.memory_queue * cycles);
  if (sm.scheduler_memory_queue != 0)
    list.at_most("places of a scheduler's memory instructions x cycles", kStages * all,
                 sm.scheduler_memory_queue * sm.schedulers * cycles);
  list.at_most("addresses, sm.address_interval apart", all * sm.address_interval,
               sm.schedulers * (cycles + list.sms * list.launches * sm.address_interval));
}

void add_l1(RoofList& list) {
  const Design& d = list.design;
  const double cycles = list.sms * list.cycles, lookups = 1.0 * d.cache.lookups_per_cycle * d.cache.tag_banks;
  list.at_most("lines accepted by the L1", list.count("cache.accesses") + list.count("memory.atomics"),
               lookups * cycles);
  if (d.conflicts.model == ConflictModel::kArbitrated)
    list.at_most("tag lookups", list.count("tag_lookups") + list.count("tag_fills"), lookups * cycles);
  // Each run of adjacent sectors enters by itself, and a line of four sectors has at most two.
  const double runs = d.cache.fetch == FetchUnit::kSectors ? 2 : 1;
  if (d.cache.fill_buffer != 0 && !d.cache.local_stores_allocate)
    list.at_most("cache.fill_buffer x cycles",
                 (list.count("tag_fills") - list.count("registers.fetches")) * least_read_latency(list),
                 runs * d.cache.fill_buffer * cycles);
  const double stores = list.count("mshr.writes") - list.count("cache.write_backs") - list.count("registers.spills");
  if (d.cache.store_buffer != 0)
    list.at_most("cache.store_buffer x cycles", stores * std::max(1.0, least_network_latency(d)),
                 d.cache.store_buffer * cycles);
}

const StorageMemory& memory_of(const std::vector<StorageMemory>& memories, Part part) {
  return *std::find_if(memories.begin(), memories.end(), [part](const auto& one) { return one.holds(part); });
}
// All banks of a memory, in all clusters or behind all ports.
double banks_of(const StorageMemory& memory) { return kPorts * memory.banks; }

// One instruction at a time accesses the scratchpad, each bank once per cycle and, with a single multiplexer, one bank
// of a port.
void add_scratchpad_rows(RoofList& list) {
  const Design& d = list.design;
  const std::vector<StorageMemory> memories = d.memories();
  const StorageMemory& memory = memory_of(memories, Part::kScratchpad);
  const bool single = memory.wide && memory.registers && d.storage.bank_mux == BankMux::kSingle;
  list.at_most("scratchpad rows", list.count("scratchpad.row_reads") + list.count("scratchpad.row_writes"),
               (single ? kPorts : banks_of(memory)) * list.sms * list.cycles);
}

// Loads and stores access the rows of lines_per_cycle lines, and the rows of one more line enter or leave.
void add_cache_rows(RoofList& list) {
  const Design& d = list.design;
  const std::vector<StorageMemory> memories = d.memories();
  const double rows = memory_of(memories, Part::kCache).wide ? kPorts : 4 * kPorts;
  list.at_most("cache rows", list.count("cache.row_reads") + list.count("cache.row_writes"),
               (d.cache.lines_per_cycle + 1) * rows * list.sms * list.cycles);
}

double rows_of(const RoofList& list, const StorageMemory& memory, const char* direction) {
  const std::pair<Part, std::string> parts[] = {
      {Part::kRegisters, "registers"}, {Part::kScratchpad, "scratchpad"}, {Part::kCache, "cache"}};
  double rows = 0;
  for (const auto& [part, name] : parts)
    if (memory.holds(part)) rows += list.count(name + ".row_" + direction);
  return rows;
}

// Arbitrated: a bank has one read and one write per cycle, or one of either; a port moves 16 bytes.
void add_banks(RoofList& list) {
  const Design& d = list.design;
  const double cycles = list.sms * list.cycles;
  for (const StorageMemory& memory : d.memories()) {
    const double reads = rows_of(list, memory, "reads"), writes = rows_of(list, memory, "writes");
    const double banks = banks_of(memory) * cycles;
    list.at_most("reads of banks of " + memory.name, reads, banks);
    list.at_most("writes of banks of " + memory.name, writes, banks);
    if (d.storage.bank_ports == BankPorts::kOneReadOrWrite)
      list.at_most("accesses of banks of " + memory.name, reads + writes, banks);
  }
  double bytes = 0;
  for (const Part part : {Part::kScratchpad, Part::kCache}) {
    const std::vector<StorageMemory> memories = d.memories();
    const StorageMemory& memory = memory_of(memories, part);
    const std::string name = part == Part::kCache ? "cache" : "scratchpad";
    const bool single = memory.wide && memory.registers && d.storage.bank_mux == BankMux::kSingle;
    bytes += (list.count(name + ".row_reads") + list.count(name + ".row_writes")) * (single ? kPortBytes : 4);
  }
  list.at_most("bytes through crossbar ports", bytes, kPorts * kPortBytes * cycles);
}

void add_read_only(RoofList& list) {
  const Design& d = list.design;
  const double cycles = list.sms * list.cycles;
  list.at_most("words of the constant unit, one per cycle",
               std::max(list.count("constant_accesses"),
                        list.count("constant_cache.hits") + list.count("constant_cache.misses")),
               cycles);
  list.at_most("places of the constant unit x cycles", kStages * list.count("constant_accesses"),
               d.sm.memory_queue * cycles);
  list.at_most("lines of the texture unit, one per cycle",
               list.count("texture_cache.hits") + list.count("texture_cache.misses"), cycles);
  list.at_most("lookups of instructions, one per issue",
               list.count("instruction_cache.hits") + list.count("instruction_cache.misses"),
               list.count("warp_instructions") + list.count("warps"));
  const std::pair<std::string, unsigned> caches[] = {{"constant_cache", d.constant_cache.mshr_entries},
                                                     {"instruction_cache", d.instruction_cache.mshr_entries},
                                                     {"texture_cache", d.texture_cache.mshr_entries}};
  for (const auto& [name, entries] : caches)
    list.at_most("outstanding lines of the " + name + " x cycles",
                 (list.count(name + ".misses") - list.count(name + ".merges")) * least_read_latency(list),
                 entries * cycles);
}

}  // namespace

void add_roofs_of_sms(RoofList& list) {
  add_launches(list);
  add_issue(list);
  add_load_store(list);
  add_l1(list);
  add_scratchpad_rows(list);
  add_cache_rows(list);
  if (list.design.conflicts.model == ConflictModel::kArbitrated) add_banks(list);
  add_read_only(list);
}

}  // namespace unibank::test
