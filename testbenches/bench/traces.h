// Makes traces in the format of a GPU's tracer, to measure the speed of runs from traces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace unibank::bench {

// One kernel with blocks of 256 threads (8 warps). A warp executes 4 instructions, 500 turns of a loop, then EXIT.
struct TraceShape {
  const char* name;
  const char* description;
  unsigned instructions;      // of a turn
  unsigned scratchpad_bytes;  // of a block
};

// The known names: loop, scratchpad, stream, gather.
const std::vector<TraceShape>& trace_shapes();
// Throws InputError, with the known names, for an unknown name.
const TraceShape& find_trace_shape(const std::string& name);

// Writes folder/kernelslist.g and folder/kernel-1.traceg (version 5, as of a Volta), with the least number of whole
// blocks that have at least `instructions` warp instructions; returns the number of these instructions. The same
// arguments give the same bytes. Throws RunError when a file cannot be written.
std::uint64_t write_trace(const TraceShape& shape, std::uint64_t instructions, const std::string& folder);

// Reads the first kernel of a list and counts its instructions: no run from a trace can be faster. Throws InputError as
// trace/traced_kernel.h says.
std::uint64_t count_instructions(const std::string& kernels_list);

}  // namespace unibank::bench
