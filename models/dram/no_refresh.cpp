// DRAM refresh `none`: as in GPGPU-Sim 3.x.
#include "dram/refresh.h"

namespace unibank {
namespace {

class NoRefresh : public DramRefresh {
 public:
  Cycle due(std::uint64_t /*n*/, const DramTiming& /*timing*/) const override { return kNever; }
  unsigned bank(std::uint64_t /*n*/, const DramTiming& /*timing*/) const override { return kAllBanks; }
};

const DramRefreshRegistry::Registration kRegistration({
    "none",
    "no refresh",
    {},
    [](const PolicyValues&) { return std::make_unique<NoRefresh>(); },
});

}  // namespace
}  // namespace unibank
