// The time that a request spends outside an idle SM, and the bytes per cycle of each link of the machine, computed from
// the design alone. If a formula is in a README of models/, the comment names it.
#pragma once

#include <string>

#include "characterize/row.h"

namespace unibank::characterize {

// The cycles of a load of one word that hits in the L1; a single parameter gives the whole latency.
Due l1_hit(const Design& design);
// The cycles of a load that hits in the L1, for a chain with one pointer in each line of a working set.
Due l1_hit_by_pointer(const Design& design);
// The time that an L1 miss spends in the SM, on its way to the MSHR and back.
Due to_memory(const Design& design);
// The cycles of a request of `bytes` that hits in the L2 or, without an L2, reads an open row of DRAM.
Due l2_hit(const Design& design, unsigned bytes);
// The cycles of an atomic on 32 neighbouring words, one address per lane, at the L2 or, without an L2, at DRAM.
Due atomic_to_memory(const Design& design);

enum class DramRow { kOpen, kIdle, kOther };
Due dram_read(const Design& design, unsigned bytes, DramRow row);
bool has_dram_rows(const Design& design);

// Bytes per cycle of the whole machine, for requests of `bytes`.
Due sm_ports(const Design& design, unsigned bytes);
Due slice_ports(const Design& design, unsigned bytes);
Due dram_channels(const Design& design);
// Little's law: the MSHR entries of `sms` SMs, each with `bytes`, divided by the time for which an entry is occupied.
// This time is the latency `load` without the part inside the SM.
Due mshr_entries(const Design& design, unsigned sms, unsigned bytes, const Due& load);
// The link with the smallest value.
Due narrowest(std::initializer_list<Due> links);

// Bytes that an SM requests from memory for a missing word of global memory: its line, or its sector if the L1 does not
// hold global memory or fetches sectors.
unsigned read_bytes(const Design& design);

}  // namespace unibank::characterize
