// The time of a request beyond an idle SM, and the bytes per cycle of each link of the machine, computed from the
// design alone. Where a formula stands in a README of models/, it is named.
#pragma once

#include <string>

#include "characterize/row.h"

namespace unibank::characterize {

// A load of one word that hits in the L1: this one parameter is its whole latency.
Due l1_hit(const Design& design);
// The same for a pointer in each line of a working set.
Due l1_hit_by_pointer(const Design& design);
// The time that an L1 miss spends in the SM, on its way to the MSHR and back.
Due to_memory(const Design& design);
// A request of `bytes` that hits in the L2; without L2 cache, one that DRAM answers from an open row.
Due l2_hit(const Design& design, unsigned bytes);
// An atomic on 32 neighbouring words, one address per lane, that the L2, or DRAM, answers.
Due atomic_to_memory(const Design& design);

enum class DramRow { kOpen, kIdle, kOther };
Due dram_read(const Design& design, unsigned bytes, DramRow row);
bool has_dram_rows(const Design& design);

// Bytes per cycle of the whole machine, for requests of `bytes`.
Due sm_ports(const Design& design, unsigned bytes);
Due slice_ports(const Design& design, unsigned bytes);
Due dram_channels(const Design& design);
// Little's law: the MSHR entries of so many SMs, each with `bytes`, over the time that an entry is taken: of `load`,
// the whole way of an access, without what it spends in the SM.
Due mshr_entries(const Design& design, unsigned sms, unsigned bytes, const Due& load);
// The least of them, and which it is.
Due narrowest(std::initializer_list<Due> links);

// Bytes that an SM asks of memory for a word of global memory that it does not have: all of its line; or a sector,
// where the L1 does not hold global memory or fetches sectors.
unsigned read_bytes(const Design& design);

}  // namespace unibank::characterize
