// A kernel, decoded for execution.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ptx/kernel.h"
#include "simt/device_memory.h"
#include "simt/lanes.h"
#include "warp/warp_instruction.h"

namespace unibank::simt {

enum class StepKind : std::uint8_t {
  kLanes,    // works on registers
  kMemory,
  kCopy,     // a copy from memory to the scratchpad
  kArrival,  // an arrival on an mbarrier, when the copies are done
  kTexture,  // textures and surfaces
  kBranch,
  kIndexedBranch,
  kCall,
  kReturn,
  kExit,
  kBarrier,
  kTrap,
  kRuntime,  // printf, malloc, free
  kSleep,
  kNothing,  // fences and similar instructions
};

// The lanes that an instruction waits for.
enum class Gathers : std::uint8_t {
  kNone,
  kWarp,     // barriers: all live lanes
  kMembers,  // .sync: the live lanes of the lane's member mask
};

struct Step {
  Decoded decoded;
  StepKind kind = StepKind::kNothing;
  bool guarded = false;
  bool reads_clock = false;
  Gathers gathers = Gathers::kNone;
  bool whole_warp = false;               // requires all 32 lanes, or none
  bool in_scratchpad = false;            // its address, also a generic one, must be in the scratchpad
  Ref members;                           // the member mask of each lane
  Ref guard;
  // Memory: the address is the value of a register, if there is one, plus `offset`. A call with an address register
  // goes to the function at that address.
  bool has_address_register = false;
  Ref address_register;
  std::uint64_t offset = 0;
  ptx::StateSpace space = ptx::StateSpace::kGeneric;
  std::shared_ptr<const Step> destination;  // kCopy: the address in the scratchpad
  bool ignores_source = false;           // kCopy: source[0] is a predicate
  std::uint32_t bytes = 0;               // bytes of a lane's whole access
  bool reads = false, writes = false;    // memory
  bool polls = false;                    // an instruction that polls a lock: see spin_watch.cpp
  // Branches, and calls to `target`.
  std::uint32_t target = 0, reconverge = 0;
  std::vector<std::uint32_t> targets;    // brx
  // Barriers: source[0] is the number, source[1] the threads, source[2] the predicate that is reduced.
  std::uint8_t barrier = 0;              // a ptx::Barrier
  bool has_threads = false;
  const StaticInstruction* shown = nullptr;  // the instruction as the SM sees it
  // Generic accesses: the same instruction for lanes whose addresses are in the shared or the local window.
  const StaticInstruction* shown_shared = nullptr;
  const StaticInstruction* shown_local = nullptr;
  const StaticInstruction* shown_arrival = nullptr;  // kArrival: the access that follows
};

// A special register that the kernel reads, and its row.
struct SpecialRow {
  ptx::Special special = ptx::Special::kTidX;
  Ref ref;
};

constexpr std::uint32_t kNoRow = ~std::uint32_t{0};  // Ref::offset

struct Program {
  std::vector<Step> steps;
  std::vector<StaticInstruction> instructions;         // targets of `Step::shown`
  std::vector<StaticInstruction> generic_instructions; // instructions for generic addresses in the other windows
  std::vector<SpecialRow> specials;
  std::vector<std::uint64_t> constants;                // rows of immediates
  std::uint32_t register_bytes = 0;                    // bytes of a warp's registers
  std::vector<Ref> rows;                               // [virtual register]; kNoRow if no step uses it
  std::uint32_t carry_offset = 0;
  std::uint64_t scratchpad_bytes = 0;                  // per block, without dynamic scratchpad
  std::uint64_t reserved_begin = 0, reserved_end = 0;  // ptx::kReservedScratchpad within them: zeros from the beginning
  bool polls = false;                                  // whether one of the steps polls
  bool allocates = false;                              // whether one of the steps allocates from the heap
};

// `kernel` is compiled (compiler/link.h), its global and constant variables have device addresses as offsets, and it
// must outlive the program. A kernel whose `physical` is empty runs with one row per virtual register. InputError with
// file and line for an unsupported instruction.
Program decode(const ptx::Kernel& kernel);

// Whether the kernel uses the workspace of a cooperative launch.
bool reads_grid_workspace(const Program& program);

// Offset of the arrays without a size, which follow the block's other variables.
inline std::uint64_t dynamic_scratchpad_begin(const ptx::Kernel& kernel) {
  return (kernel.scratchpad_bytes + 15) / 16 * 16;
}

// Bytes of scratchpad a block uses.
std::uint64_t scratchpad_bytes(const ptx::Kernel& kernel, std::uint64_t dynamic_bytes);

}  // namespace unibank::simt
