// A machine, checked: the parts of the SM and the memory behind it. Read from a design file (design/load.h);
// schema() (design/schema.h) has every parameter with its range and the source of its default.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/registry.h"
#include "base/types.h"
#include "block/choices.h"
#include "compile_options/instruction_schedule.h"
#include "compile_options/register_hierarchy.h"
#include "compile_options/scratchpad_sharing.h"
#include "compile_options/scratchpad_spills.h"
#include "dram/parts.h"
#include "layout/storage_layout.h"
#include "policy/partition.h"

namespace unibank {

enum class ConflictModel { kPerInstruction, kArbitrated };
// A block's slot and locks are passed on when the block's stores have been sent, or when they have been answered.
enum class BlockEnd { kSent, kAnswered };
// A warp's access to the scratchpad is split into phases, one after the other. kNone: one phase. kByWidth: a phase
// moves 128 bytes, so half the warp at 8 bytes per lane and a quarter at 16. kByWidthAndPairs: in addition two phases
// become one for loads in which pairs of lanes share their addresses.
enum class ScratchpadPhases { kNone, kByWidth, kByWidthAndPairs };

enum class ConversionUnit { kAlu, kSpecialFunction };  // the unit of Arithmetic::kConversion
enum class PenaltyBlocks { kSm, kWarp, kUnit };  // per-instruction model: what waits for the penalty
enum class PartitionScope { kProgram, kKernel };
// A bank takes a read and a write per cycle, or one of either; under conflicts.model = "arbitrated".
enum class BankPorts { kOneReadOneWrite, kOneReadOrWrite };
enum class BankMux { kSingle, kMultiple };  // shared banks: one bank of a cluster, or several, can feed the crossbar in
                                            // a cycle
// Granularity at which the L1 records stores to a line of global memory: a write-back writes whole units of this size.
enum class DirtyBits { kByte, kSector, kLine };
enum class FetchUnit { kLine, kSectors };
enum class StorePolicy { kWriteThrough, kWriteEvict, kWriteBack };  // what a store that hits does to its line
// How kernels are compiled. kNone: once, with spills in local memory. kOnChip: again for a number of resident blocks,
// with spills in the scratchpad as far as there is room. kLocal: as kOnChip, with all spills in local memory, for
// comparison. kTimeShared: for warps that hold some of their registers only for a time.
enum class KernelPass { kNone, kOnChip, kLocal, kTimeShared };
enum class KernelConcurrency { kAuto, kOriginal, kBlocks };  // the number of blocks: searched for, the kernel's own, or
                                                             // given
enum class ConcurrencyFloor { kOriginal, kWithoutSpills };  // if no level passes: the unchanged kernel, SmemFitTnum
enum class OutOfBounds { kError, kWarn };      // what an access outside of every allocation does: end the run, or be
                                               // counted
enum class OtherDynamic { kPower, kEnergy };  // what the rest of the SM takes from the baseline

struct Design {
  std::string name, description;

  struct Gpu {
    unsigned sms = 1;
    unsigned launch_latency = 0;
    unsigned block_interval = 1, block_latency = 1;  // cycles between block starts on an SM; from a block's end to the
                                                     // reuse of its slot
    unsigned concurrent_kernels = 1;  // launches of different streams that may run at once
  } gpu;

  struct Sm {
    unsigned schedulers = 1, issue_width = 1;  // processing blocks; instructions of each per cycle, of different warps
    unsigned lanes = 32;                       // of one processing block: a warp takes 32 / lanes cycles of its ALUs
    unsigned special_function_lanes = 8;
    unsigned double_lanes = 32;                // lanes of the double-precision unit of one processing block
    // Lanes of one processing block for integers alone, and for shuffles alone; 0: these use the lanes above.
    unsigned integer_lanes = 0, shuffle_lanes = 0;
    ConversionUnit conversion_unit = ConversionUnit::kAlu;
    // The tensor unit of one processing block: multiply-adds per cycle, of 16-bit floats and of doubles; 0: there is
    // none. Its latency: a constant part in cycles for every product, and a percentage of the cycles that the unit is
    // busy for the product.
    unsigned tensor_products = 0, tensor_double_products = 0;
    unsigned tensor_latency = 11, tensor_busy_percent = 175;
    unsigned clusters = 8, banks_per_cluster = 4;
    unsigned max_threads = 1024, max_warps = 32, max_blocks = 32;
    BlockEnd block_ends = BlockEnd::kSent;
    unsigned alu_latency = 8, special_function_latency = 20, scratchpad_latency = 20;
    unsigned shuffle_latency = 0, vote_latency = 0;  // 0: alu_latency
    ScratchpadPhases scratchpad_phases = ScratchpadPhases::kNone;
    unsigned cache_hit_latency = 20, texture_latency = 400, constant_latency = 8;
    // Cycles from an instruction of the warp to its next: after a taken branch, the last arrival at a barrier, a fence.
    unsigned branch_latency = 8, barrier_latency = 8, fence_latency = 8;
    unsigned condition_latency = 0;            // from the write of a predicate until a branch knows it
    unsigned barrier_warp_latency = 0;         // further cycles for each other warp at the barrier
    unsigned result_bus = 0;                   // results of warps written per cycle; 0: any number
    unsigned operand_slots = 16;               // instructions that may be waiting for operands
    bool operand_reuse = false;                // a register that was read stays beside its bank (sm/operand_reuse.h)
    unsigned memory_queue = 4;                 // memory instructions waiting in each half of the load/store unit
    unsigned scheduler_memory_queue = 0;       // memory instructions of one processing block, in both halves; 0: no
                                               // limit of its own
    unsigned address_interval = 0;             // cycles between memory instructions of a processing block; 0: any
                                               // number in a cycle
  } sm;

  // Sizes that the design's layout does not have are 0.
  struct Storage : StorageSizes {
    Storage() : StorageSizes{256 * 1024, 64 * 1024, 64 * 1024, 0} {}
    BankMux bank_mux = BankMux::kSingle;
    BankPorts bank_ports = BankPorts::kOneReadOneWrite;
    AllocationUnits units;                     // for the registers of warps and the scratchpad of blocks
  } storage;

  struct Cache {
    unsigned ways = 4, lookups_per_cycle = 1;
    unsigned tag_banks = 1;                    // banks of the tag array; line L's tag is in bank L mod tag_banks
    std::string index = "modulo";              // the hash of a line's set (policy/index_hash.h)
    bool keep_between_kernels = true;
    bool flush_at_end = true;                  // false: an L1 keeps its lines, dirty ones too, across launches
    // The memory spaces that are cached; others bypass the cache.
    bool holds_global_memory = true, holds_local_memory = true;
    StorePolicy global_stores = StorePolicy::kWriteThrough, local_stores = StorePolicy::kWriteThrough;
    FetchUnit fetch = FetchUnit::kLine;
    unsigned lines_per_cycle = 1;
    DirtyBits dirty_bits = DirtyBits::kByte;   // for lines that stores to global memory left dirty
    bool local_stores_allocate = false;        // a store to local memory that misses allocates its line (only
                                               // write-back)
    // Most lines that loads have requested and that have not been entered yet; most stores and atomics without a
    // response. 0: any number.
    unsigned fill_buffer = 0, store_buffer = 0;
  } cache;

  struct Mshr {
    unsigned entries = 128, merges = 32;
  } mshr;

  // A cache of an SM for data that kernels do not write; 0 bytes: there is none.
  struct ReadOnlyCache {
    std::uint64_t bytes = 0;
    unsigned line_bytes = 64, ways = 2;
    unsigned mshr_entries = 2;                 // outstanding lines
  };
  ReadOnlyCache constant_cache;                // 0 bytes: constants and parameters always hit
  struct InstructionCache : ReadOnlyCache {    // 0 bytes: instructions always hit
    InstructionCache() : ReadOnlyCache{0, 128, 4, 2} {}
    unsigned instruction_bytes = 8;
    bool warm = false;                         // a launch finds the beginning of its code in the cache
  } instruction_cache;
  ReadOnlyCache texture_cache{0, 128, 24, 128};  // 0 bytes: every fetch takes sm.texture_latency

  // Between MSHRs and DRAM, when there are several SMs or channels, or an L2 cache (has_interconnect()).
  struct Interconnect {
    unsigned latency = 8, bytes_per_cycle = 32;  // cycles one way; bytes of each port and direction
    unsigned queue = 8;                          // requests that wait at an SM's port, or before a slice
    unsigned choices = 8;                        // the oldest packets at a port, of which any may start
    unsigned sms_per_port = 1;                   // adjacent SMs that share a port
  } interconnect;

  struct L2 {
    std::uint64_t bytes = 0;                   // of all slices; 0: no L2 cache
    unsigned slices = 12, ways = 8;
    unsigned latency = 120;                    // from a lookup to the response of a hit
    unsigned mshr_entries = 32, merges = 4, queue = 8;  // of one slice
    std::string index = "modulo", slice_hash = "modulo";  // the hashes of a line's set and slice
  } l2;

  struct AtomicUnit {                          // before each L2 slice, or each DRAM channel
    unsigned interval = 1, entries = 64;       // cycles between lanes on one address; most atomics under way
    unsigned latency = 0;                      // cycles of a result, in addition to its turns
    FetchUnit granularity = FetchUnit::kLine;  // the bytes that an atomic under way reserves
  } atomic_unit;

  struct Dram {
    unsigned channels = 1, queue = 64;         // requests that wait for a channel; dram.model has the other parameters
    std::string channel_hash = "modulo";       // without an L2 cache: which channel a line maps to
    std::string standard = "gddr5";            // fr-fcfs: a name from configs/dram, or a file; gives clock and timing
    double clock_ratio = 1.32;                 // fr-fcfs: memory cycles in a cycle of the SM
    unsigned answer_latency = 100;             // fr-fcfs: from a read's data to its response
    DramTiming timing;                         // fr-fcfs
    DramMapping mapping;                       // fr-fcfs
  } dram;

  // The variant of each kind of block, with its own parameters: `model` of the sections dram, mshr, tag_array, ...
  BlockChoices blocks;

  struct Conflicts {
    ConflictModel model = ConflictModel::kPerInstruction;
    PenaltyBlocks penalty_blocks = PenaltyBlocks::kSm;
  } conflicts;

  struct Kernel {
    unsigned register_limit = 0;                // 32-bit registers kernels are compiled for; 0: no limit
    unsigned registers_per_thread = 0;          // 0: the kernel's own
    unsigned scratchpad_bytes_per_block = 0;    // 0: the kernel's own
    unsigned base_registers = 0;                // kernel.pass = time-shared: registers that are always held; 0:
                                                // searched for
    double scratchpad_bytes_per_thread = 0;     // 0: the kernel's own; at least what a block declares
    unsigned thread_limit = 0;                  // resident threads of a launch; 0: sm.max_threads alone
    // These two apply with a gate that lets blocks share scratchpad.
    compiler::ScratchpadOrder scratchpad_order = compiler::ScratchpadOrder::kDeclared;
    compiler::ReleasePlacement release = compiler::ReleasePlacement::kNone;
    bool simplify = false;                      // PTX becomes an assembler's instructions (compiler/simplify.h)
    compiler::ScheduleHabit schedule = compiler::ScheduleHabit::kLoadsEarly;
    unsigned schedule_registers = 0;            // registers per thread for the schedule; at least those of the written
                                                // order
    KernelPass pass = KernelPass::kNone;
    KernelConcurrency concurrency = KernelConcurrency::kAuto;
    unsigned concurrency_blocks = 1;            // of an SM; kernel.concurrency = blocks
    ConcurrencyFloor concurrency_floor = ConcurrencyFloor::kOriginal;
    compiler::StackDiscipline stack = compiler::StackDiscipline::kMoving;
  } kernel;

  struct Run {
    Cycle no_progress_cycles = 100000;
    std::uint64_t instruction_limit = 200'000'000;  // warp instructions per launch; 0: no limit
    bool reuse_statistics = false;              // reuse distances and counts of registers and lines
    bool check_data = false;                    // payloads carry values, which are compared with the executor's
    OutOfBounds out_of_bounds = OutOfBounds::kError;
  } run;

  struct Energy {
    std::string table = "gebhart2012";
    double leakage_mw_per_kb = 2.37;
    double frequency_ghz = 1.0;
    double sm_dynamic_watt = 1.9, sm_leakage_watt = 0.9, leakage_reference_kb = 384;
    double dram_pj_per_bit = 40, wire_overhead = 0.10;
    OtherDynamic other_dynamic = OtherDynamic::kPower;
    bool narrow_bank_full_energy = false;       // 3.9/5.1 pJ per 4-byte bank instead of per four banks
  } energy;

  compiler::RegisterHierarchy register_hierarchy;  // the one that kernels are compiled for

  PartitionScope partition_scope = PartitionScope::kProgram;
  PolicyChoice layout{"separate", {}};         // of the SM's storage
  PolicyChoice partition{"separate", {}}, register_store{"banks", {}}, scratchpad_gate{"open", {}};
  PolicyChoice line_policy{"all", {}}, throttle{"none", {}};
  PolicyChoice warp_order{"two-level", {}};    // values are complete in a design that was loaded
  // fr-fcfs: the parts of a DRAM channel (dram/parts.h).
  PolicyChoice dram_scheduler{"fr-fcfs", {}}, dram_row_policy{"open", {}}, dram_refresh{"none", {}};
  PolicyChoice dram_hash{"none", {}};

  // A design name that represents the fastest of several designs (fermi-like-best): their names. The other values are
  // then of no machine (expect_one_machine()).
  std::vector<std::string> best_of;

  std::unique_ptr<StorageLayout> storage_layout() const;
  StorageShape storage_shape() const;
  // The memories of the layout, at the design's sizes.
  std::vector<StorageMemory> memories() const;
  // Whether crossbar accesses and register accesses may conflict in a bank.
  bool registers_share_banks() const;
  // Whether there is an interconnect. One SM without an L2 cache is bound to its one channel directly.
  bool has_interconnect() const { return gpu.sms != 1 || l2.bytes != 0 || dram.channels != 1; }
  // Whether payloads can carry values (run.check_data): not those of registers that share rows, nor those of lines that
  // stay in an L1 and may lack other SMs' stores.
  bool can_follow_values() const { return kernel.registers_per_thread == 0 && cache.flush_at_end; }
  // The hash that maps lines to slices of the L2 cache, or to channels if there is no L2 cache.
  const std::string& slice_hash() const { return l2.bytes != 0 ? l2.slice_hash : dram.channel_hash; }
  // The capacities for the partition policy, and the scratchpad gate's sharing rule.
  SmCapacity capacity() const;
  // The rule of scratchpad sharing, with the compiler's options for it.
  compiler::ScratchpadSharing scratchpad_sharing() const;
  // kernel.schedule, with the SM's latencies, for the compiler.
  compiler::InstructionSchedule instruction_schedule() const;
  // The parts of a channel under dram.model = "fr-fcfs".
  DramParts dram_parts() const { return {dram_scheduler, dram_row_policy, dram_refresh, dram_hash, dram.mapping}; }
  // All of the SM's storage, in KB of 1024 bytes.
  double capacity_kb() const;
};

// Throws InputError if the design stands for several (best_of), naming them.
void expect_one_machine(const Design& design);

}  // namespace unibank
