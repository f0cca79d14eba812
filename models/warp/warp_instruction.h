// One instruction of one warp: the interface between the execution of a kernel and its timing, as the SM sees it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/types.h"

namespace unibank {

// The unit that executes an instruction; the SM's design gives each its latency.
enum class Unit : std::uint8_t {
  kAlu,       // integer, float, moves, conversions, predicates, branches
  kSfu,       // special functions
  kMemory,    // loads, stores, atomics, copies of the memory space `space`
  kTexture,   // accesses to textures and surfaces
  kTensor,    // products of matrices
  kBarrier,   // barriers of the block
  kExit,      // the active lanes end
};

// What an instruction of Unit::kAlu computes; a design may have separate lanes for some kinds.
enum class Arithmetic : std::uint8_t {
  kFloat,       // floats, moves, and what is of no other kind
  kInteger,     // sums and conversions of integers, logic, shifts; comparisons, minima, maxima, selections of any type
  kProduct,     // products of integers, with or without an addition
  kConversion,  // floats to integers or to integral floats; counts, searches and reversals of bits
  kShuffle,     // values of other lanes
  kVote,        // predicates of other lanes; on the lanes of integers
};

enum class Space : std::uint8_t { kNone, kGlobal, kLocal, kScratchpad, kConstant, kParameter };

enum class MemoryOp : std::uint8_t {
  kNone,
  kLoad,
  kStore,
  kAtomic,     // read-modify-write that returns the old value
  kReduction,  // read-modify-write without a result
  kCopy,       // from memory to the scratchpad, without registers; the warp does not wait for it
};

// The set of threads among which an instruction orders memory accesses.
enum class Scope : std::uint8_t { kThread, kBlock, kCluster, kDevice, kSystem };

// The cache operator of a load or store: PTX's .ca .cg .cs .lu .cv of loads, .wb .cg .cs .wt of stores.
enum class CacheOperator : std::uint8_t {
  kAll,           // at all levels; the default of loads
  kGlobal,        // not in L1
  kStreaming,     // likely to be used once
  kLastUse,       // not to be used again
  kVolatile,      // fetched again
  kWriteBack,     // the default of stores
  kWriteThrough,  // through L2 to memory
};

// 32-bit registers of a thread. A 64-bit value takes two consecutive numbers. Predicates have a separate register file.
constexpr unsigned kMaxRegisters = 256;
constexpr unsigned kMaxPredicates = 64;

// A set of a warp's registers: data registers first, then predicates.
class RegisterSet {
 public:
  static constexpr unsigned kBits = kMaxRegisters + kMaxPredicates;
  void add_register(unsigned number) { set(number); }
  void add_predicate(unsigned number) { set(kMaxRegisters + number); }
  void add(const RegisterSet& other) {
    for (unsigned i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
  }
  void remove(const RegisterSet& other) {
    for (unsigned i = 0; i < kWords; ++i) words_[i] &= ~other.words_[i];
  }
  bool meets(const RegisterSet& other) const {
    std::uint64_t both = 0;
    for (unsigned i = 0; i < kWords; ++i) both |= words_[i] & other.words_[i];
    return both != 0;
  }
  bool empty() const {
    std::uint64_t any = 0;
    for (unsigned i = 0; i < kWords; ++i) any |= words_[i];
    return any == 0;
  }
  // Bit i: predicate i is in the set.
  std::uint64_t predicates() const {
    static_assert(kMaxRegisters % 64 == 0 && kMaxPredicates == 64);
    return words_[kMaxRegisters / 64];
  }
  bool has_register(unsigned number) const { return words_[number / 64] >> (number % 64) & 1; }

 private:
  static constexpr unsigned kWords = kBits / 64;
  void set(unsigned bit) { words_[bit / 64] |= std::uint64_t{1} << (bit % 64); }
  std::array<std::uint64_t, kWords> words_{};
};

// The arrival of a kBarrier instruction. A block has 16 barriers. A barrier opens when `threads` threads have arrived;
// each warp counts as 32 threads, including lanes that have ended or do not exist.
struct BarrierTurn {
  std::uint8_t id = 0;
  bool waits = true;        // false: bar.arrive, the warp continues
  std::uint32_t threads = 0;  // a multiple of 32; 0: all warps of the block that have not ended
};

// What an instruction does with the registers that a warp holds only temporarily (its extended registers).
enum class ExtendedRegisters : std::uint8_t { kNone, kAcquire, kRelease };

constexpr std::int32_t kNoWait = -1, kAllCopies = -2;  // StaticInstruction::copy_groups_left

// The static part of one instruction of a kernel, equal for all warps. The stream owns it; it lives as long as the
// stream.
struct StaticInstruction {
  std::uint32_t pc = 0;  // index of the instruction in its kernel
  Unit unit = Unit::kAlu;
  Arithmetic arithmetic = Arithmetic::kFloat;  // for Unit::kAlu
  bool double_precision = false;  // executed by the double-precision lanes, or a matrix product of doubles
  // kTensor: number of multiply-adds of the warp. A multiply-add of elements narrower than 16 bits counts as a fraction
  // of one, a multiply-add of wider elements (except doubles) as several.
  std::uint32_t tensor_products = 0;
  bool lanes_instead = false;  // kTensor: where there is no tensor unit, it takes the lanes of floats or doubles once
  Space space = Space::kNone;
  MemoryOp memory = MemoryOp::kNone;
  std::uint8_t bytes_per_lane = 0;      // 1, 2, 4, 8 or 16 for memory instructions and arrivals on mbarriers
  // ldmatrix and stmatrix: each group of eight lanes has the addresses of the eight lines of a matrix, 16 bytes each;
  // the lines are one access of the scratchpad, and all lanes have values. In other instructions each active lane has
  // an address.
  bool matrices = false;
  LaneMask addressing = ~LaneMask{0};   // lanes whose address counts
  CacheOperator cache = CacheOperator::kAll;  // for loads and stores
  // Memory order, in the terms of PTX's memory consistency model. A strong access (volatile, relaxed, acquire, release,
  // every atomic) has a scope; all other accesses are weak. A fence acquires, releases or both for the accesses around
  // it, and may be sequentially consistent with other such fences; a fence that neither acquires nor releases is a
  // proxy fence.
  bool strong = false, acquires = false, releases = false, fence = false, sequential = false;
  Scope scope = Scope::kThread;         // for strong accesses and fences
  std::vector<std::uint16_t> sources;   // distinct 32-bit registers read from the main register file, in operand order
  // Registers, at any level, that a thread does not read after this instruction before it writes them. They are dead
  // for the warp only if all live lanes execute this instruction, and only after all operands have been read.
  std::vector<std::uint16_t> dead_after;
  std::uint32_t last_use = 0;           // bit i: sources[i] is in dead_after
  std::vector<std::uint16_t> results;   // distinct 32-bit registers written to the main register file
  // Number of 32-bit registers that a thread reads from and writes to the levels above the main register file (LRF and
  // ORF); 0 in a kernel compiled without these levels. A value may be written to several levels.
  std::uint8_t lrf_reads = 0, lrf_writes = 0, orf_reads = 0, orf_writes = 0;
  std::uint8_t result_registers = 0;    // distinct 32-bit registers written, at any level
  // The warp may leave the active set before this instruction, because LRF and ORF hold no value that it still needs.
  bool strand_start = true;
  RegisterSet touches;                  // registers (any level) and predicates that it uses; none may be busy at issue
  // Registers that the rest of its strand uses; empty in a kernel compiled without strands. None of them may be pending
  // from memory when the instruction issues: a warp must not wait for memory inside a strand, where it cannot leave the
  // active set.
  RegisterSet strand_touches;
  RegisterSet writes;                   // registers (any level) and predicates that it writes; busy until it is done
  bool conditional = false;             // a branch with a condition
  bool spill = false;                   // a load or store that the register allocator added
  // commits_copies: the instruction ends a group of the warp's copies. copy_groups_left: the warp waits until at most
  // this number of groups is not done; kAllCopies: until all copies are done; kNoWait: it does not wait.
  bool commits_copies = false;
  std::int32_t copy_groups_left = kNoWait;
  // cp.async.mbarrier.arrive: an arrival on an mbarrier follows when the warp's copies are done (WarpStream::arrive).
  bool arrives_after_copies = false;
  bool predicate_value = false;         // a load whose only result is a predicate
  bool sleeps = false;                  // nanosleep
  bool release_scratchpad = false;      // relssp: its active lanes no longer need the shared part of the scratchpad
  // acqreg, relreg; `touches` of a relreg, and of an exit in a kernel with such instructions, has all of them.
  ExtendedRegisters extended = ExtendedRegisters::kNone;
  std::string text;                     // the instruction as written, for messages
};

// The next instruction of one warp. Addresses are valid only for active lanes of memory instructions. An address is a
// byte offset in the block's scratchpad (kScratchpad), a byte offset in the kernel's parameters (kParameter), or a
// device memory address (all other spaces; local memory is already mapped to device memory).
struct WarpInstruction {
  const StaticInstruction* decoded = nullptr;
  LaneMask active = 0;      // lanes that execute; 0 when a predicate disables all of them
  LaneMask zeroed = 0;      // lanes that would read outside of every allocation, and read 0 (run.out_of_bounds = warn)
  LaneMask live = 0;        // lanes of the warp that have not exited
  std::array<std::uint64_t, kWarpSize> address{};
  BarrierTurn barrier;      // kBarrier instructions only
  std::uint32_t sleep = 0;  // nanosleep: cycles until the warp continues
  // kCopy: the lanes that write zeros and read no memory; the byte offset in the scratchpad at which each lane writes
  // (null: not known, as in a trace; no rows of the scratchpad are written then).
  LaneMask zero_filled = 0;
  const std::array<std::uint64_t, kWarpSize>* copied_to = nullptr;
  LaneMask accessing() const { return active & decoded->addressing & ~zero_filled; }  // memory instructions
};

}  // namespace unibank
