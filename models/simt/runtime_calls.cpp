// printf, malloc and free of kernels. Lanes are executed in order.
#include <algorithm>

#include "base/hexadecimal.h"
#include "ptx/instruction_table.h"
#include "simt/executor.h"
#include "simt/lane_fault.h"
#include "simt/print_format.h"

namespace unibank::simt {
namespace {

std::uint64_t argument(const Frame& frame, const Decoded& decoded, unsigned n, unsigned lane) {
  return row<std::uint64_t>(frame, decoded.source[n])[lane];
}

template <typename Visit>
void each_lane(LaneMask lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<unsigned>(__builtin_ctz(lanes)));
}

}  // namespace

void Executor::runtime(const Step& step, Warp& state) {
  if (program_.polls) changes_ += step.writes;
  switch (static_cast<ptx::Runtime>(step.decoded.instruction->variant)) {
    case ptx::Runtime::kPrintf: return print(step, state);
    case ptx::Runtime::kMalloc:
    case ptx::Runtime::kAlignedMalloc: return take_heap(step, state);
    case ptx::Runtime::kFree: return give_heap(step, state);
  }
}

ThreadMemory Executor::memory_of(const Warp& state, unsigned lane) const {
  const std::vector<std::uint8_t>& scratchpad = blocks_[state.block_slot].scratchpad;
  return ThreadMemory(memory_, {scratchpad.data(), scratchpad.size()}, local_base(state), frame_bytes_, lane);
}

// The text of lanes before a failing one is not lost.
void Executor::print(const Step& step, const Warp& state) {
  std::string text, format;
  std::uint64_t known = 0;
  try {
    each_lane(state.next.active, [&](unsigned lane) {
      const std::uint64_t address = argument(state.frame, step.decoded, 0, lane);
      if (address != known || address >= kSharedWindow) format = format_at(state, lane, address);
      known = address;
      print_lane(step, state, lane, format, text);
    });
  } catch (const LaneFault&) {
    memory_.print(text);
    throw;
  }
  memory_.print(text);
}

std::string Executor::format_at(const Warp& state, unsigned lane, std::uint64_t address) const {
  if (address == 0) return "";
  std::optional<std::string> text = memory_of(state, lane).text(address);
  if (!text) throw LaneFault{LaneMask{1} << lane, "printf: the format at " + hexadecimal(address) + " is no text: " +
                                                      memory_.describe(address)};
  return *text;
}

// As on a GPU, the result is the number of arguments, or -1 without a format. No text is dropped, because there is no
// buffer that could overflow.
void Executor::print_lane(const Step& step, const Warp& state, unsigned lane, const std::string& format,
                          std::string& text) const {
  const Decoded& decoded = step.decoded;
  int result = -1;
  try {
    const std::uint64_t arguments = argument(state.frame, decoded, 1, lane);
    if (argument(state.frame, decoded, 0, lane) != 0)
      result = print_format(format, arguments, memory_of(state, lane), text);
  } catch (const PrintFault& fault) {
    throw LaneFault{LaneMask{1} << lane, "printf: " + fault.what};
  }
  set_cell(state.frame, decoded.result, lane, static_cast<std::uint32_t>(result));
}

void Executor::take_heap(const Step& step, const Warp& state) {
  const Decoded& decoded = step.decoded;
  const bool aligned = decoded.sources == 2;
  each_lane(state.next.active, [&](unsigned lane) {
    const std::uint64_t align = aligned ? argument(state.frame, decoded, 1, lane) : DeviceHeap::kAlign;
    const bool power = align != 0 && (align & (align - 1)) == 0;
    const std::uint64_t address = power ? memory_.heap_allocate(argument(state.frame, decoded, 0, lane), align) : 0;
    set_cell(state.frame, decoded.result, lane, address);
  });
}

void Executor::give_heap(const Step& step, const Warp& state) {
  each_lane(state.next.active, [&](unsigned lane) {
    const std::uint64_t address = argument(state.frame, step.decoded, 0, lane);
    if (address == 0 || memory_.heap_release(address)) return;
    throw LaneFault{LaneMask{1} << lane,
                    "free of " + hexadecimal(address) +
                        ", which is not an allocated block of malloc: " + memory_.describe(address)};
  });
}

// Freed blocks are no longer valid ranges.
void Executor::forget_hints() {
  std::fill(hints_.begin(), hints_.end(), DeviceMemory::Range{});
  hints_age_ = memory_.heap_releases();
}

}  // namespace unibank::simt
