// Recorded traces as a GPU's tracer writes them, made here: what the speed of runs from traces is measured with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace unibank::bench {

// One kernel of blocks of 256 threads, 8 warps. A warp executes 4 instructions, then 500 turns of a loop, then EXIT.
struct TraceShape {
  const char* name;
  const char* description;
  unsigned instructions;      // of a turn
  unsigned scratchpad_bytes;  // of a block
};

// loop, scratchpad, stream, gather.
const std::vector<TraceShape>& trace_shapes();
// InputError that names the known ones.
const TraceShape& find_trace_shape(const std::string& name);

// Writes folder/kernelslist.g and folder/kernel-1.traceg (version 5, as of a Volta), of the least number of whole
// blocks that have at least `instructions` warp instructions; returns how many these have. Same arguments, same bytes.
// RunError when a file cannot be written.
std::uint64_t write_trace(const TraceShape& shape, std::uint64_t instructions, const std::string& folder);

// Reads the first kernel of a list and adds one to a counter for each instruction: what no run from a trace can be
// faster than. InputError as of trace/traced_kernel.h.
std::uint64_t count_instructions(const std::string& kernels_list);

}  // namespace unibank::bench
