// Places the spills of a whole program in its blocks' scratchpad, for the linker.
#pragma once

#include <vector>

#include "compile_options/scratchpad_spills.h"
#include "compiler/call_graph.h"
#include "compiler/lower_calls.h"

namespace unibank::compiler {

// `bodies`: each body of the graph that the entry reaches, lowered, with registers allocated and its frame not settled.
// Assigns slots in the scratchpad to spilled variables, rewrites their accesses, and returns a report. The pointer and
// the register that moves slots are the two after the highest that a body uses.
//
// Bodies that may already be running when they are called keep local memory. A call through a register counts as a call
// of every function it may reach. A limit of 0 slots changes nothing but is reported.
ptx::SlotReport spill_to_scratchpad(const CallGraph& graph, std::vector<Lowered>& bodies,
                                    const ScratchpadSpills& spills);

}  // namespace unibank::compiler
