// Partition `fermi-like`: a fixed register file beside one memory that the design splits into scratchpad and cache. The
// split is the design's scratchpad_bytes and cache_bytes; a program runs under one split as under fixed memories. It
// differs from `separate` because the two parts are one memory: neither may be missing.
#include "policy/occupancy.h"

namespace unibank {
namespace {

class FermiLike : public PartitionPolicy {
 public:
  std::string refusal(const SmCapacity& capacity) const override {
    if (!capacity.alone(Part::kRegisters)) return "it needs a register file of a fixed size beside the split memory";
    if (capacity.together(Part::kScratchpad, Part::kCache)) return "its split is fixed, in two separate memories";
    if (capacity.bytes(Part::kScratchpad) == 0 || capacity.bytes(Part::kCache) == 0) {
      return "its memory is split into a scratchpad and a cache, and neither may be empty";
    }
    return "";
  }
  PartitionResult divide(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                         std::size_t running) const override {
    return divide_fixed(capacity, kernels.at(running));
  }
};

const PartitionRegistry::Registration kRegistration({
    "fermi-like",
    "fixed register file, one memory split into scratchpad and cache (Gebhart 2012, section 6.3)",
    {},
    [](const PolicyValues&) { return std::make_unique<FermiLike>(); },
});

}  // namespace
}  // namespace unibank
