#include "design/schema.h"

#include "design/parameter_table.h"
#include "policy/index_hash.h"
#include "policy/line_policy.h"
#include "policy/register_store.h"
#include "policy/scratchpad_gate.h"
#include "policy/throttle.h"
#include "policy/warp_order.h"

namespace unibank {
namespace {

const char* const kLikeArithmetic = "not published: as sm.alu_latency, the end of the pipeline";
const char* const kTable3 = "Gebhart 2012 table 3";

// The numbers of real chips are in policy/allocation_units.h.
void add_units(ParameterTable& table) {
  const char* const none = "none in Gebhart 2012 and Jing 2016";
  table.integer("storage", "register_unit", "registers", 1, 1024, none,
                "a warp is allocated a multiple of this many 32-bit registers", UNIBANK_FIELD(storage.units.registers));
  table.boolean("storage", "register_unit_fermi", "none; CUDA occupancy calculator: compute capability 2.x",
                "the unit is twice as large with 21, 22, 29, 30, 37, 38, 45 or 46 registers per thread",
                UNIBANK_FIELD(storage.units.doubled_counts));
  table.integer("storage", "register_warp_unit", "warps", 1, 64, none,
                "a memory of registers alone holds a multiple of this many warps; of a memory that also holds other "
                "things, a block is allocated such a multiple",
                UNIBANK_FIELD(storage.units.warps));
  table.integer("storage", "scratchpad_unit", "bytes", 1, 4096, none,
                "a block is allocated a multiple of this many bytes of scratchpad",
                UNIBANK_FIELD(storage.units.scratchpad_bytes));
  table.integer("storage", "scratchpad_reserved", "bytes", 0, 4096, none,
                "scratchpad of each resident block for the system, in addition to its own; never shared",
                UNIBANK_FIELD(storage.units.scratchpad_reserved));
}

void add_storage(ParameterTable& table) {
  table.choice("storage", "layout", StorageLayoutRegistry::instance().names(), kSection2,
               "the memories of an SM, and the placement of data in their banks", UNIBANK_FIELD(layout.name));
  table.integer("storage", "register_bytes", "bytes", 0, kMostBytes, kTable2, "size of a memory for registers alone",
                UNIBANK_FIELD(storage.register_bytes));
  table.integer("storage", "scratchpad_bytes", "bytes", 0, kMostBytes, kTable2,
                "size of a memory for the scratchpad alone", UNIBANK_FIELD(storage.scratchpad_bytes));
  table.integer("storage", "cache_bytes", "bytes", 0, kMostBytes, kSection2,
                "size of a memory for the primary data cache alone", UNIBANK_FIELD(storage.cache_bytes));
  table.integer("storage", "unified_bytes", "bytes", 0, kMostBytes, "Gebhart 2012 section 4.1",
                "size of a memory that two or all of these share", UNIBANK_FIELD(storage.unified_bytes));
  table.words("storage", "bank_mux", {{"single", BankMux::kSingle}, {"multiple", BankMux::kMultiple}},
              "Gebhart 2012 section 4.2",
              "if registers share their banks: how many banks of a cluster may feed the crossbar in one cycle",
              UNIBANK_FIELD(storage.bank_mux));
  table.words("storage", "bank_ports", {{"1r1w", BankPorts::kOneReadOneWrite}, {"1rw", BankPorts::kOneReadOrWrite}},
              "Gebhart 2012 section 4.1; GPGPU-Sim 3.x: 1rw (arbiter_t)",
              "accesses of a bank per cycle: a read and a write, or one of either",
              UNIBANK_FIELD(storage.bank_ports));
  add_units(table);
}

void add_gpu(ParameterTable& table) {
  table.integer("gpu", "sms", "SMs", 1, 256, "one, as Gebhart 2012 models; Jing 2016 table I has 15",
                "streaming multiprocessors, all alike", UNIBANK_FIELD(gpu.sms));
  table.integer("gpu", "block_interval", "cycles", 1, kMostCycles, "not published for the papers' machines",
                "between the starts of two blocks on an SM", UNIBANK_FIELD(gpu.block_interval));
  table.integer("gpu", "block_latency", "cycles", 1, kMostCycles, "not published for the papers' machines",
                "from the end of a block to the start of another in its place", UNIBANK_FIELD(gpu.block_latency));
  table.integer("gpu", "launch_latency", "cycles", 0, kMostCycles,
                "the papers count cycles of kernels; GPGPU-Sim 3.x: 0",
                "from a launch until its first thread block starts", UNIBANK_FIELD(gpu.launch_latency));
  table.integer("gpu", "concurrent_kernels", "kernels", 1, 128,
                "the papers run one; CUDA programming guide: 16 (compute capability 2.0) to 128 (7.0)",
                "launches of different streams that may run at once, each SM with blocks of one of them",
                UNIBANK_FIELD(gpu.concurrent_kernels));
}

void add_sm(ParameterTable& table) {
  table.integer("sm", "schedulers", "", 1, 4, kSection2, "processing blocks, each with a warp scheduler",
                UNIBANK_FIELD(sm.schedulers));
  table.integer("sm", "issue_width", "", 1, 4, kSection2,
                "instructions that a scheduler may issue per cycle, of different warps", UNIBANK_FIELD(sm.issue_width));
  table.integer("sm", "lanes", "lanes", 1, 64, kTable2,
                "width of one processing block: a warp takes 32 / lanes cycles; 48: three warps in two cycles",
                UNIBANK_FIELD(sm.lanes));
  table.integer("sm", "special_function_lanes", "lanes", 1, 32, kSection2,
                "width of the special function unit of one processing block", UNIBANK_FIELD(sm.special_function_lanes));
  table.integer("sm", "double_lanes", "lanes", 1, 64, "not published: as many as of single precision",
                "width of the double-precision unit of one processing block", UNIBANK_FIELD(sm.double_lanes));
  table.integer("sm", "integer_lanes", "lanes", 0, 64,
                "none in the papers' machines; CUDA programming guide: 64 results per cycle and SM from compute "
                "capability 7.0 on",
                "lanes of one processing block for integers, logic, comparisons, minima, maxima, selections and votes "
                "alone; products of integers use the same number of sm.lanes; 0: none, all use sm.lanes",
                UNIBANK_FIELD(sm.integer_lanes));
  table.integer("sm", "shuffle_lanes", "lanes", 0, 64,
                "none in the papers' machines; CUDA programming guide: 32 results per cycle and SM",
                "lanes of one processing block for shuffles, match, redux and movmatrix alone; 0: none, they use "
                "sm.lanes",
                UNIBANK_FIELD(sm.shuffle_lanes));
  table.words("sm", "conversion_unit",
              {{"alu", ConversionUnit::kAlu}, {"special-function", ConversionUnit::kSpecialFunction}},
              "none in the papers' machines; CUDA programming guide: 16 results per cycle and SM",
              "unit that converts floats to integers and counts, finds and reverses bits",
              UNIBANK_FIELD(sm.conversion_unit));
  constexpr const char* kSun = "none in the papers' machines; A100: Sun et al., TPDS 2023, m16n8k16 and m16n8k8 of "
                               "f16: 1,004 products a cycle and SM, 24.7 and 17.7 cycles";
  table.integer("sm", "tensor_products", "products", 0, 4096, kSun,
                "multiply-adds of 16-bit floats per cycle, of the tensor unit of one processing block; more for "
                "narrower elements, fewer for wider ones; 0: there is no such unit",
                UNIBANK_FIELD(sm.tensor_products));
  table.integer("sm", "tensor_double_products", "products", 0, 4096,
                "none in the papers' machines; A100: Abdelkhalik et al., HPEC 2022: DMMA.884 takes 16 cycles",
                "multiply-adds of doubles per cycle, of the tensor unit of one processing block; 0: it has none",
                UNIBANK_FIELD(sm.tensor_double_products));
  table.integer("sm", "tensor_latency", "cycles", 1, kMostCycles, kSun,
                "matrix product, issue to result, without sm.tensor_busy_percent", UNIBANK_FIELD(sm.tensor_latency));
  table.integer("sm", "tensor_busy_percent", "percent", 0, 1000, kSun,
                "share of a product's cycles in its unit that is added to the latency",
                UNIBANK_FIELD(sm.tensor_busy_percent));
  table.integer("sm", "clusters", "", 1, 64, kSection2, "clusters of 4 lanes and their banks",
                UNIBANK_FIELD(sm.clusters));
  table.integer("sm", "banks_per_cluster", "", 1, kMostRegisterBanks, kSection2,
                "register or unified banks of 16 bytes per cluster; the crossbar reaches at most 8",
                UNIBANK_FIELD(sm.banks_per_cluster));
  table.integer("sm", "max_threads", "threads", 32, 8192, kSection2, "resident threads", UNIBANK_FIELD(sm.max_threads));
  table.integer("sm", "max_warps", "warps", 1, 256, kSection2, "resident warps", UNIBANK_FIELD(sm.max_warps));
  table.integer("sm", "max_blocks", "blocks", 1, 256, "not published: one warp a block at least",
                "resident thread blocks", UNIBANK_FIELD(sm.max_blocks));
  table.words("sm", "block_ends", {{"sent", BlockEnd::kSent}, {"answered", BlockEnd::kAnswered}},
              "not published; GPGPU-Sim 3.x has \"answered\" (shader.cc, hardware_done())",
              "a block ends, and its locks are passed on, when its stores have been sent or when memory has "
              "answered them",
              UNIBANK_FIELD(sm.block_ends));
  table.integer("sm", "alu_latency", "cycles", 1, kMostCycles, kTable2, "arithmetic, issue to result",
                UNIBANK_FIELD(sm.alu_latency));
  table.integer("sm", "shuffle_latency", "cycles", 0, kMostCycles, "none in the papers' machines: as arithmetic",
                "shuffles, match, redux and movmatrix, issue to result; 0: sm.alu_latency",
                UNIBANK_FIELD(sm.shuffle_latency));
  table.integer("sm", "vote_latency", "cycles", 0, kMostCycles, "none in the papers' machines: as arithmetic",
                "votes, issue to result; 0: sm.alu_latency", UNIBANK_FIELD(sm.vote_latency));
  table.integer("sm", "special_function_latency", "cycles", 1, kMostCycles, kTable2,
                "special functions, issue to result", UNIBANK_FIELD(sm.special_function_latency));
  table.integer("sm", "scratchpad_latency", "cycles", 3, kMostCycles, kTable2,
                "scratchpad load, issue to result; some designs take 4 at least", UNIBANK_FIELD(sm.scratchpad_latency));
  table.words("sm", "scratchpad_phases",
              {{"none", ScratchpadPhases::kNone},
               {"by-width", ScratchpadPhases::kByWidth},
               {"by-width-and-pairs", ScratchpadPhases::kByWidthAndPairs}},
              "not published for the papers' machines; CUTLASS issue 328: half-warps and quarter-warps; NVIDIA "
              "developer forum 77228: pairs, for compute capability 7.0 to 7.5",
              "an access of 8 or 16 bytes a lane: the whole warp at once; half-warps or quarter-warps, one after the "
              "other, at least a cycle each; or two of them at once in a load where all lanes n and n xor 1, or all "
              "lanes n and n xor 2, have the same address. Atomics have no phases",
              UNIBANK_FIELD(sm.scratchpad_phases));
  table.integer("sm", "cache_hit_latency", "cycles", 4, kMostCycles, "Q-14",
                "load that hits, issue to result; some designs take 6 at least", UNIBANK_FIELD(sm.cache_hit_latency));
  table.integer("sm", "texture_latency", "cycles", 1, kMostCycles, kTable2,
                "texture fetch that hits, or any without texture cache, issue to result",
                UNIBANK_FIELD(sm.texture_latency));
  table.integer("sm", "constant_latency", "cycles", 1, kMostCycles, "not published: as arithmetic",
                "constant or parameter load, issue to result", UNIBANK_FIELD(sm.constant_latency));
  table.integer("sm", "branch_latency", "cycles", 1, kMostCycles, kLikeArithmetic,
                "from an instruction to the warp's next if that does not follow in the code (a taken branch, a call, "
                "the other path at a reconvergence)", UNIBANK_FIELD(sm.branch_latency));
  table.integer("sm", "condition_latency", "cycles", 0, kMostCycles, "not published for the papers' machines: none",
                "from the write of a predicate until a branch knows it", UNIBANK_FIELD(sm.condition_latency));
  table.integer("sm", "barrier_latency", "cycles", 1, kMostCycles, kLikeArithmetic,
                "from the last arrival at a barrier to the next instruction of the waiting warps",
                UNIBANK_FIELD(sm.barrier_latency));
  table.integer("sm", "barrier_warp_latency", "cycles", 0, kMostCycles,
                "not published for the papers' machines; Burtchell and Burtscher, IISWC 2024: 2 on A100",
                "added to sm.barrier_latency for each warp, except one, that waits at the barrier",
                UNIBANK_FIELD(sm.barrier_warp_latency));
  table.integer("sm", "fence_latency", "cycles", 1, kMostCycles, kLikeArithmetic,
                "from a fence, when all accesses that it orders are done, to the warp's next instruction",
                UNIBANK_FIELD(sm.fence_latency));
  table.integer("sm", "result_bus", "results", 0, 64, "not published: any number",
                "results of warp instructions that may be written to registers in a cycle; 0: any number",
                UNIBANK_FIELD(sm.result_bus));
  table.integer("sm", "operand_slots", "", 1, 256, "not published: covers the ALU latency twice",
                "instructions that may be waiting for operands", UNIBANK_FIELD(sm.operand_slots));
  table.integer("sm", "memory_queue", "", 1, 256, "not published: a small queue",
                "memory instructions waiting in each half of the load/store unit", UNIBANK_FIELD(sm.memory_queue));
  table.integer("sm", "scheduler_memory_queue", "", 0, 256,
                "the papers' SMs: none; Huerta et al., MICRO 2025: 5 (a queue of 4 and a latch)",
                "memory instructions of one scheduler that may wait in both halves, from issue until the last request "
                "is sent; 0: no limit of its own",
                UNIBANK_FIELD(sm.scheduler_memory_queue));
  table.integer("sm", "address_interval", "cycles", 0, 64,
                "the papers' SMs: none; Huerta et al., MICRO 2025: 4",
                "between two memory instructions of one scheduler, whose addresses are computed one after the other; "
                "0: no minimum",
                UNIBANK_FIELD(sm.address_interval));
  table.boolean("sm", "operand_reuse", "the papers' SMs: none; NVIDIA since Maxwell (Huerta et al., MICRO 2025)",
                "a register that is read stays beside its bank until the next read of that bank and operand, and "
                "serves the same warp's next read there (sm/operand_reuse.h). Only with conflicts.model = "
                "\"arbitrated\" and a register store that does not find registers by tag",
                UNIBANK_FIELD(sm.operand_reuse));
}

void add_cache(ParameterTable& table) {
  table.integer("cache", "ways", "ways", 1, 16, kTable2, "associativity; lines have 128 bytes",
                UNIBANK_FIELD(cache.ways));
  table.integer("cache", "lookups_per_cycle", "", 1, 32, kSection2, "lookups per cycle in a bank of the tag array",
                UNIBANK_FIELD(cache.lookups_per_cycle));
  table.integer("cache", "tag_banks", "", 1, 8, kSection2, "banks of the tag array: line L is looked up in L mod banks",
                UNIBANK_FIELD(cache.tag_banks));
  table.choice("cache", "index", IndexHashRegistry::instance().names(), "Q-09: not published",
               "maps a line to a set: a hash of its number", UNIBANK_FIELD(cache.index));
  table.boolean("cache", "keep_between_kernels", "not published: nothing in it is dirty",
                "lines stay from one launch to the next under one division, on a single SM, unless memory was "
                "changed by the host or through surfaces",
                UNIBANK_FIELD(cache.keep_between_kernels));
  table.boolean("cache", "flush_at_end", "not published: so that the next kernel finds what this one has stored",
                "dirty lines are written back before a launch has ended. false, as in GPGPU-Sim 3.x "
                "(gpgpu_flush_l1_cache 0): lines stay until they are evicted, with several SMs and after writes of "
                "the host too; an L1 may then count a hit on old data",
                UNIBANK_FIELD(cache.flush_at_end));
  table.boolean("cache", "holds_global_memory", "Gebhart 2012 section 2.1: a cache of all data",
                "global memory is cached, or bypasses the cache in sectors of 32 bytes",
                UNIBANK_FIELD(cache.holds_global_memory));
  table.boolean("cache", "holds_local_memory", "Gebhart 2012 section 3.1: spills use the primary cache",
                "local memory is cached, or bypasses the cache in sectors of 32 bytes",
                UNIBANK_FIELD(cache.holds_local_memory));
  const std::vector<Word<StorePolicy>> stores = {{"write-through", StorePolicy::kWriteThrough},
                                                 {"write-evict", StorePolicy::kWriteEvict},
                                                 {"write-back", StorePolicy::kWriteBack}};
  table.words("cache", "global_stores", stores, "Gebhart 2012 section 4.4; Q-14; Jing 2016: write-back (Q-22)",
              "what a store to global memory that hits does: it writes the line and memory; it writes memory and "
              "invalidates the line; or it writes only the line, which is dirty until it is evicted or the kernel "
              "ends. A miss allocates no line",
              UNIBANK_FIELD(cache.global_stores));
  table.words("cache", "local_stores", stores, "Gebhart 2012 section 4.4; Q-14; Jing 2016: write-back (Q-22)",
              "what a store to local memory that hits does, as cache.global_stores", UNIBANK_FIELD(cache.local_stores));
  table.integer("cache", "lines_per_cycle", "lines", 1, 32,
                "the papers' caches: one; Volta and later: as many as the tags answer (RRZE-HPC gpu-benches, "
                "gpu-strides)",
                "lines whose rows loads read and stores write in one cycle, if their banks are free "
                "(conflicts.model = \"arbitrated\")",
                UNIBANK_FIELD(cache.lines_per_cycle));
  table.words("cache", "fetch",
              std::vector<Word<FetchUnit>>{{"line", FetchUnit::kLine}, {"sectors", FetchUnit::kSectors}},
              "the papers' caches fetch lines; Volta and later: sectors (Khairy et al., Accel-Sim, ISCA 2020)",
              "what a load that misses reads from memory: its whole line, or the missing sectors of 32 bytes that it "
              "touches. A memory space with write-back stores always reads whole lines",
              UNIBANK_FIELD(cache.fetch));
  table.words("cache", "dirty_bits",
              std::vector<Word<DirtyBits>>{
                  {"byte", DirtyBits::kByte}, {"sector", DirtyBits::kSector}, {"line", DirtyBits::kLine}},
              "not published: as GPUs keep the bytes of several SMs apart",
              "granularity of the dirty bits of a line of global memory: only units touched by a store are written "
              "back. Lines of local memory, which is private to a thread, are written back whole",
              UNIBANK_FIELD(cache.dirty_bits));
  table.boolean("cache", "local_stores_allocate", "not published; Q-14: a miss enters no line",
                "a store to local memory that misses allocates its line: at once and dirty if it writes all of it, "
                "else after the line has been read from memory (only with cache.local_stores = \"write-back\")",
                UNIBANK_FIELD(cache.local_stores_allocate));
  table.integer("cache", "fill_buffer", "lines", 0, 65536, "not published",
                "maximum of lines requested by loads and not yet entered; at the maximum no load is looked up; 0: no "
                "limit. Two runs of sectors of a line, once requested, count as two lines",
                UNIBANK_FIELD(cache.fill_buffer));
  table.integer("cache", "store_buffer", "requests", 0, 65536, "not published",
                "maximum of stores and atomics, in runs of sectors, without a response of memory; at the maximum the "
                "L1 accepts no other; 0: no limit",
                UNIBANK_FIELD(cache.store_buffer));
  table.model("mshr");
  table.integer("mshr", "entries", "", 1, 4096,
                "not published: more than the 100 sectors that 400 cycles x 8 bytes hold", "misses under way",
                UNIBANK_FIELD(mshr.entries));
  table.integer("mshr", "merges", "", 1, 1024, "not published: one a lane", "requests that wait for one miss",
                UNIBANK_FIELD(mshr.merges));
}

void add_conflicts(ParameterTable& table) {
  table.words("conflicts", "model",
              {{"per-instruction", ConflictModel::kPerInstruction}, {"arbitrated", ConflictModel::kArbitrated}},
              "Gebhart 2012 section 6.1",
              "count the bank conflicts of an instruction and add cycles, or grant banks and ports every cycle",
              UNIBANK_FIELD(conflicts.model));
  table.words("conflicts", "penalty_blocks",
              {{"sm", PenaltyBlocks::kSm}, {"warp", PenaltyBlocks::kWarp}, {"unit", PenaltyBlocks::kUnit}},
              "not published: the SM",
              "per-instruction: blocked for other instructions during the penalty's cycles: the SM; the warp and its "
              "unit; or only the unit", UNIBANK_FIELD(conflicts.penalty_blocks));
}

template <typename Policy>
void add_policy(ParameterTable& table, const char* section, const char* source, const char* description,
                Field<std::string> field) {
  table.choice(section, "policy", Registry<Policy>::instance().names(), source, description, field);
}

void add_policies(ParameterTable& table) {
  add_policy<PartitionPolicy>(table, "partition", kSection2,
                              "how the bytes are divided among registers, scratchpad and cache",
                              UNIBANK_FIELD(partition.name));
  table.words("partition", "scope", {{"program", PartitionScope::kProgram}, {"kernel", PartitionScope::kKernel}},
              "Gebhart 2012 section 4.5",
              "one division for all kernels of a program, or one for each", UNIBANK_FIELD(partition_scope));
  add_policy<RegisterStore>(table, "register_store", kSection2, "how an operand is found",
                            UNIBANK_FIELD(register_store.name));
  add_policy<ScratchpadGate>(table, "scratchpad_gate", kSection2, "whether a block may access a scratchpad address",
                             UNIBANK_FIELD(scratchpad_gate.name));
  add_policy<WarpOrder>(table, "warp_order", "Gebhart 2012 section 2.1", "which warp issues next",
                        UNIBANK_FIELD(warp_order.name));
  add_policy<LinePolicy>(table, "line_policy", kSection2, "which lines the cache keeps",
                         UNIBANK_FIELD(line_policy.name));
  add_policy<Throttle>(table, "throttle", kSection2, "how many resident blocks and warps may issue",
                       UNIBANK_FIELD(throttle.name));
}

void add_energy(ParameterTable& table) {
  table.choice("energy", "table", {"gebhart2012", "jing2016"}, "Gebhart 2012 table 4; Jing 2016 table III",
               "energies of bank accesses, and the components: SM and DRAM, or registers, cache and L2",
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
               "share added by wires and tags to scratchpad and cache accesses of unified storage",
               UNIBANK_FIELD(energy.wire_overhead));
  table.words("energy", "other_dynamic", {{"power", OtherDynamic::kPower}, {"energy", OtherDynamic::kEnergy}},
              "Gebhart 2012 section 5.2",
              "a program's other dynamic energy has the baseline's power, or is the baseline's energy",
              UNIBANK_FIELD(energy.other_dynamic));
  table.boolean("energy", "narrow_bank_full_energy", "Q-06",
                "a 4-byte bank costs the energy of table 4, instead of a quarter of it",
                UNIBANK_FIELD(energy.narrow_bank_full_energy));
}

// Kinds of block whose section has only the key `model`.
void add_blocks(ParameterTable& table) {
  for (const char* kind : {"arbiter", "crossbar", "l1", "l2_tags", "lock_unit", "miss_path", "narrow_banks",
                           "tag_array", "unified_bank"}) {
    table.model(kind);
  }
}

void add_run(ParameterTable& table) {
  table.integer("run", "no_progress_cycles", "cycles", 1, 1e12, "not published: 250 DRAM latencies",
                "cycles without an instruction or response after which a launch is reported as stuck, tenfold while "
                "memory has requests; never less than twice the design's longest latency, interval or refresh",
                UNIBANK_FIELD(run.no_progress_cycles));
  table.integer("run", "instruction_limit", "warp instructions", 0, 1e15,
                "not published: six times the longest run of an experiment; a spinning launch ends within minutes",
                "instructions after which a launch is reported as endless; 0: no limit",
                UNIBANK_FIELD(run.instruction_limit));
  table.boolean("run", "reuse_statistics", "Jing 2016 figures 2 and 5: counted only when asked for",
                "count reuse distances and uses of registers and memory lines",
                UNIBANK_FIELD(run.reuse_statistics));
  table.boolean("run", "check_data", "a check of the model: only when asked for",
                "registers, scratchpad rows and lines carry their values through all sockets, and reads are "
                "compared with the executor's",
                UNIBANK_FIELD(run.check_data));
  table.words("run", "out_of_bounds", {{"error", OutOfBounds::kError}, {"warn", OutOfBounds::kWarn}},
              "not published: a GPU faults on pages without a mapping only, and kernels read beyond their buffers",
              "effect of an access outside of every allocation: an error that ends the run, or a warning (it reads 0, "
              "writes nothing, accesses no memory and is counted)",
              UNIBANK_FIELD(run.out_of_bounds));
}

}  // namespace

const std::vector<Parameter>& schema() {
  static const std::vector<Parameter> rows = [] {
    ParameterTable table;
    add_storage(table);
    add_gpu(table);
    add_sm(table);
    add_cache(table);
    add_read_only_caches(table);
    add_beyond_the_sm(table);
    add_conflicts(table);
    add_policies(table);
    add_compilation(table);
    add_energy(table);
    add_run(table);
    add_blocks(table);
    return table.rows;
  }();
  return rows;
}

const std::vector<std::string>& section_names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (const Parameter& parameter : schema()) {
      if (names.empty() || names.back() != parameter.section) names.push_back(parameter.section);
    }
    return names;
  }();
  return all;
}

}  // namespace unibank
