// Messages about errors of a kernel: location, thread, and the nearest buffer.
#include <map>
#include <sstream>

#include "base/hexadecimal.h"
#include "base/input_error.h"
#include "ptx/instruction_table.h"
#include "simt/access.h"
#include "simt/executor.h"

namespace unibank::simt {
namespace {

constexpr unsigned kMostWarpsNamed = 8;
constexpr std::size_t kMostText = 500;  // bytes of a string of the program

std::string joined(const Dim3& shape, std::uint64_t index, const char* between) {
  std::ostringstream text;
  text << index % shape.x << between << index / shape.x % shape.y << between << index / shape.x / shape.y;
  return text.str();
}
std::string triple(const Dim3& shape, std::uint64_t index) { return "(" + joined(shape, index, ", ") + ")"; }
std::string bracketed(const Dim3& shape, std::uint64_t index) { return "[" + joined(shape, index, ",") + "]"; }

const char* action(const ptx::Instruction& instruction) {
  if (ptx::is_copy(instruction)) return "copy";
  if (ptx::is_load(instruction)) return "load";
  return ptx::is_store(instruction) ? "store" : "atomic operation";
}

// "lane 3", "lanes 0-7, 12"
std::string lane_text(LaneMask lanes) {
  std::string text;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    unsigned last = lane;
    while (last + 1 < kWarpSize && (lanes >> (last + 1) & 1) != 0) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(lane) + (last != lane ? "-" + std::to_string(last) : "");
    lane = last;
  }
  return (__builtin_popcount(lanes) == 1 ? "lane " : "lanes ") + text;
}

}  // namespace

std::string Executor::place(unsigned line, const Block& block) const {
  return kernel_.file + ":" + std::to_string(line) + ": kernel '" + kernel_.name + "', block " +
         triple(shape_.grid, block.number);
}

std::string Executor::thread(const Warp& state, unsigned lane) const {
  return triple(shape_.block, state.index * kWarpSize + lane);
}

std::string Executor::threads(const Warp& state, LaneMask lanes) const {
  const auto count = static_cast<unsigned>(__builtin_popcount(lanes));
  const std::string first = "thread " + thread(state, static_cast<unsigned>(__builtin_ctz(lanes)));
  return count == 1 ? first : first + " and " + std::to_string(count - 1) + " more (" + lane_text(lanes) + ")";
}

std::string Executor::at_line(std::uint32_t pc) const {
  return pc >= program_.steps.size() ? "the end" : "line " + std::to_string(line_of(program_.steps[pc]));
}

std::string Executor::place_of(const Step& step, const Warp& state, LaneMask lanes) const {
  return place(line_of(step), blocks_[state.block_slot]) + ", thread " +
         thread(state, static_cast<unsigned>(__builtin_ctz(lanes))) + ": ";
}

void Executor::fail(const Step& step, const Warp& state, LaneMask lanes, const std::string& what) const {
  throw RunError(place_of(step, state, lanes) + what);
}

// The variable of the kernel that holds the address, or the last one before it.
std::string Executor::nearest_variable(ptx::StateSpace space, std::uint64_t address) const {
  const ptx::Variable* nearest = nullptr;
  for (const ptx::Variable& symbol : kernel_.symbols) {
    if (symbol.space != space || symbol.bytes == 0) continue;
    const bool closer = nearest && symbol.offset <= address && symbol.offset >= nearest->offset;
    const bool better = !nearest || (nearest->offset > address ? symbol.offset < nearest->offset : closer);
    if (better) nearest = &symbol;
  }
  if (!nearest) return "";
  const std::uint64_t end = nearest->offset + nearest->bytes;
  const std::string where = address < nearest->offset ? std::to_string(nearest->offset - address) + " bytes before "
                            : address >= end          ? std::to_string(address - end) + " bytes after the end of "
                                                      : std::to_string(address - nearest->offset) + " bytes into ";
  return where + "'" + nearest->name + "' (" + std::to_string(nearest->bytes) + " bytes)";
}

// "0x24 of the scratchpad, 4 bytes into 'tile' (64 bytes)"
std::string Executor::describe_address(const Warp& state, LaneMask lane) const {
  const bool local = state.space == ptx::StateSpace::kLocal;
  const Addresses& addresses = local ? state.offset : state.next.address;
  const std::uint64_t address = addresses[static_cast<unsigned>(__builtin_ctz(lane))];
  std::string near, where;
  switch (state.space) {
    case ptx::StateSpace::kShared: where = " of the scratchpad"; break;
    case ptx::StateSpace::kLocal: where = " of local memory"; break;
    case ptx::StateSpace::kParam: where = " of the parameters"; break;
    default: near = memory_.describe(address);
  }
  if (!where.empty()) near = nearest_variable(state.space, address);
  return hexadecimal(address) + where + (near.empty() ? "" : ", " + near);
}

// The string at an address, on one line; without one, the address.
std::string Executor::text_at(const Warp& state, unsigned lane, std::uint64_t address) const {
  std::optional<std::string> text = memory_of(state, lane).text(address, kMostText);
  if (!text || address == 0) return "(no text at " + hexadecimal(address) + ")";
  for (char& one : *text)
    if (one < ' ' || one > '~') one = '?';
  return text->size() == kMostText ? *text + "..." : *text;
}

// Throws the error in the form that CUDA prints.
void Executor::fail_trap(const Step& step, const Warp& state) const {
  const Decoded& decoded = step.decoded;
  const bool needs_workspace = reads_grid_workspace(program_) && shape_.grid_workspace == 0;
  if (decoded.sources == 0) {
    fail(step, state, state.next.active,
         needs_workspace ? "trap: the kernel has grid-wide sync, and the launch is not cooperative; expected a "
                           "cooperative launch (manifest: cooperative = true in [[launch]])"
                         : "trap");
  }
  const auto lane = static_cast<unsigned>(__builtin_ctz(state.next.active));
  const auto text = [&](unsigned n) {
    return text_at(state, lane, row<std::uint64_t>(state.frame, decoded.source[n])[lane]);
  };
  const std::string line = std::to_string(row<std::uint32_t>(state.frame, decoded.source[2])[lane]);
  fail(step, state, state.next.active,
       text(1) + ":" + line + ": " + text(3) + ": block: " + bracketed(shape_.grid, blocks_[state.block_slot].number) +
           ", thread: " + bracketed(shape_.block, state.index * kWarpSize + lane) + " Assertion `" + text(0) +
           "` failed.");
}

// PTX has atomics only in global memory and in the scratchpad; a generic address may point elsewhere.
void Executor::fail_local_atomic(const Step& step, const Warp& state) const {
  const LaneMask lanes = state.next.active;
  fail(step, state, lanes, "atomic operation at " + describe_address(state, lanes) +
                               "; expected an address in global memory or in the scratchpad");
}

// Describes the fault of the first of the lanes.
std::string Executor::access_fault(const Step& step, const Warp& state, LaneMask lanes) const {
  const bool local = state.space == ptx::StateSpace::kLocal;
  const Addresses& addresses = local ? state.offset : state.next.address;
  const std::uint64_t address = addresses[static_cast<unsigned>(__builtin_ctz(lanes))];
  std::ostringstream what;
  what << action(*step.decoded.instruction) << " of " << step.bytes << " bytes at " << hexadecimal(address);
  std::string near = nearest_variable(state.space, address);
  if (address % step.bytes != 0) {
    what << " is not aligned to its size";
  } else if (local) {
    what << " lies outside of the thread's " << frame_bytes_ << " bytes of local memory";
    if (kernel_.recursive) what << " (stack overflow? 'stack_bytes' sets its size)";
  } else if (state.space == ptx::StateSpace::kShared) {
    what << " lies outside of the block's " << scratchpad_bytes_ << " bytes of scratchpad";
    if (kernel_.dynamic_scratchpad)
      what << " ('dynamic_scratchpad_bytes' of the launch, for .extern .shared memory, is "
           << shape_.dynamic_scratchpad_bytes << ")";
  } else if (state.space == ptx::StateSpace::kParam) {
    what << " lies outside of the " << shape_.arguments.size() << " bytes of parameters";
  } else {
    what << " is out of bounds";
  }
  const bool on_device = state.space == ptx::StateSpace::kGlobal || state.space == ptx::StateSpace::kConst;
  if (on_device) near = memory_.describe(address);
  return what.str() + (near.empty() ? "" : ": " + near);
}

void Executor::fail_access(const Step& step, const Warp& state, LaneMask lanes) const {
  fail(step, state, lanes, access_fault(step, state, lanes));
}

// "lanes 8-31 are at line 25"
std::string Executor::other_lanes(const Warp& state) const {
  std::map<std::uint32_t, LaneMask> elsewhere;
  for (LaneMask left = state.next.live & ~state.next.active; left != 0; left &= left - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    elsewhere[state.paths.pc_of(lane)] |= LaneMask{1} << lane;
  }
  std::string text;
  for (const auto& [pc, lanes] : elsewhere) {
    text += (text.empty() ? "" : ", ") + lane_text(lanes) + (__builtin_popcount(lanes) == 1 ? " is " : " are ");
    text += pc == state.paths.top().pc ? "disabled by its predicate" : "at " + at_line(pc);
  }
  return text;
}

void Executor::fail_divided_barrier(const Step& step, const Warp& state) const {
  const LaneMask there = state.next.active;
  fail(step, state, there,
       "barrier mismatch: " + lane_text(there) + " of warp " + std::to_string(state.index) +
           (__builtin_popcount(there) == 1 ? " reaches '" : " reach '") +
           step.decoded.instruction->text + "' without the other lanes: " + other_lanes(state));
}

void Executor::fail_stuck(const Block& block) const {
  std::string text;
  unsigned named = 0, others = 0, line = 0;
  for (unsigned w = 0; w < warps_per_block_; ++w) {
    const Warp& warp = warps_[block.first_warp + w];
    if (warp.barrier == nullptr) continue;
    if (named == 0) line = line_of(*warp.barrier);
    if (named == kMostWarpsNamed) {
      ++others;
      continue;
    }
    ++named;
    text += (text.empty() ? "" : ", ") + ("warp " + std::to_string(w)) + " at barrier " +
            std::to_string(warp.barrier_id) + " in line " + std::to_string(line_of(*warp.barrier));
    const std::uint32_t expected = block.barriers.threads(warp.barrier_id);
    if (expected != 0) text += " (" + std::to_string(expected) + " threads)";
  }
  if (others != 0) text += " and " + std::to_string(others) + " more";
  throw RunError(place(line, block) +
                 ": barrier deadlock: every warp that has not ended waits, and no barrier can open: " + text);
}

}  // namespace unibank::simt
