// Partition `separate`: a register file, a scratchpad and a cache of fixed sizes.
#include "policy/occupancy.h"

namespace unibank {
namespace {

class SeparatePartition : public PartitionPolicy {
 public:
  std::string refusal(const SmCapacity& capacity) const override {
    const bool fixed = capacity.alone(Part::kRegisters) && capacity.alone(Part::kScratchpad) &&
                       capacity.alone(Part::kCache);
    return fixed ? "" : "it needs a register file, a scratchpad and a cache of fixed sizes";
  }
  PartitionResult divide(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                         std::size_t running) const override {
    return divide_fixed(capacity, kernels.at(running));
  }
};

const PartitionRegistry::Registration kRegistration({
    "separate",
    "register file, scratchpad and cache of fixed sizes (Gebhart 2012, the baseline)",
    {},
    [](const PolicyValues&) { return std::make_unique<SeparatePartition>(); },
});

}  // namespace
}  // namespace unibank
