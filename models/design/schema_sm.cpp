// The rows of section sm.
#include "design/parameter_table.h"

namespace unibank {
namespace {

const char* const kLikeArithmetic = "not published: as sm.alu_latency, the end of the pipeline";

void add_lanes(ParameterTable& table) {
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
}

void add_residents(ParameterTable& table) {
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
}

void add_latencies(ParameterTable& table) {
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
}

void add_queues(ParameterTable& table) {
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

}  // namespace

void add_sm(ParameterTable& table) {
  add_lanes(table);
  add_residents(table);
  add_latencies(table);
  add_queues(table);
}

}  // namespace unibank
