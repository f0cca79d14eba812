// How long a request takes behind an idle SM, and how many bytes a cycle each link of the machine has: from the design
// alone. Where a formula stands in a README of models/, it is named.
#pragma once

#include <string>

#include "characterize/row.h"

namespace unibank::characterize {

// Of a load of one word that the L1 answers: the whole way of it is this one parameter.
Due l1_hit(const Design& design);
// The same of a pointer in each line of a working set.
Due l1_hit_by_pointer(const Design& design);
// What a request that the L1 does not answer spends in the SM, on its way to the MSHR and back.
Due to_memory(const Design& design);
// Of `bytes` that the L2 has; without L2 cache the same of DRAM, row open.
Due l2_hit(const Design& design, unsigned bytes);
// An atomic of 32 neighbouring words, each on an address of its own, that the L2, or DRAM, has.
Due atomic_to_memory(const Design& design);

enum class DramRow { kOpen, kIdle, kOther };
Due dram_read(const Design& design, unsigned bytes, DramRow row);
bool has_dram_rows(const Design& design);

// Bytes a cycle of the whole machine, of requests of `bytes`.
Due sm_ports(const Design& design, unsigned bytes);
Due slice_ports(const Design& design, unsigned bytes);
Due dram_channels(const Design& design);
// Little's law: the MSHR entries of so many SMs, each with `bytes`, over the time that an entry is taken: of `load`,
// the whole way of an access, without what it spends in the SM.
Due mshr_entries(const Design& design, unsigned sms, unsigned bytes, const Due& load);
// The least of them, and which it is.
Due narrowest(std::initializer_list<Due> links);

// Bytes that an SM asks of memory for a word of global memory that it does not have: all of its line; or a sector, where
// the L1 does not hold global memory or fetches sectors.
unsigned read_bytes(const Design& design);

}  // namespace unibank::characterize
