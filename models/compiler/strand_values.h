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
  // Not a write of the register but a read of it from the MRF, which others follow that find the same value: it may
  // fill an ORF entry for them.
  bool fill = false;
  bool needs_mrf = false;     // a read that uses the MRF finds it, or it is live where a strand starts
};

// A read that finds definitions of its own strand only.
struct StrandRead {
  std::uint32_t pc = 0;
  std::uint16_t number = 0;
  std::vector<std::uint32_t> definitions;  // that may be the value's last, in increasing order
};

// Definitions that meet at one read belong to one value.
struct StrandValue {
  std::vector<std::uint32_t> definitions, reads;  // indices, in program order; at least one of each
};

struct StrandValues {
  std::vector<Definition> definitions;  // in program order
  std::vector<StrandRead> reads;        // the same
  std::vector<StrandValue> values;
};

// `starts` as strand_starts() has it, `live` as physical_liveness(). A guarded definition leaves the old one in some
// lanes: both may be found. Reads that may find what an earlier strand left are not among `reads`: they use the MRF.
// A fill must execute for all lanes of the reads behind it, so it is no guarded one; and it must not be taken apart by
// a start of a strand, as a generic access is that leads to several spaces.
StrandValues strand_values(const ptx::Kernel& kernel, const ControlFlow& flow, const std::vector<PhysicalUse>& use,
                           const std::vector<bool>& starts, const std::vector<RegisterBits>& live);

}  // namespace unibank::compiler
