// The values of each strand: definitions of a 32-bit register and the reads that must find them in one place.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/cfg.h"
#include "compiler/physical_use.h"

namespace unibank::compiler {

struct Definition {
  std::uint32_t pc = 0;
  std::uint16_t number = 0;   // the register
  // True for a read of the register from the MRF that is followed by other reads of the same value: it may fill an ORF
  // entry for them. False for a write of the register.
  bool fill = false;
  bool needs_mrf = false;     // a read finds it in the MRF, or it is live at a strand's start, a call or a return
};

// A read that finds only definitions of its own strand.
struct StrandRead {
  std::uint32_t pc = 0;
  std::uint16_t number = 0;
  std::vector<std::uint32_t> definitions;  // possible last definitions of the value, in increasing order
};

// Definitions with a common read belong to one value.
struct StrandValue {
  std::vector<std::uint32_t> definitions, reads;  // indices, in program order; at least one of each
};

struct StrandValues {
  std::vector<Definition> definitions;  // in program order
  std::vector<StrandRead> reads;        // the same
  std::vector<StrandValue> values;
};

// `starts` from strand_starts(), `live` from physical_liveness(). A guarded definition leaves the old value in some
// lanes: a read may then find both definitions. Reads that may find a value of an earlier strand are not among `reads`:
// they use the MRF. A fill must execute for all lanes of the later reads, so it is not guarded. A generic access at
// which a strand starts fills nothing: it executes once for each space, and each of these parts starts a strand.
StrandValues strand_values(const ptx::Kernel& kernel, const ControlFlow& flow, const std::vector<PhysicalUse>& use,
                           const std::vector<bool>& starts, const std::vector<RegisterBits>& live);

}  // namespace unibank::compiler
