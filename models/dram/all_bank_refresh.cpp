// DRAM refresh `all-bank`: every tREFI all banks are precharged and refreshed for tRFC.
#include "dram/refresh.h"

namespace unibank {
namespace {

class AllBankRefresh : public DramRefresh {
 public:
  std::string refusal(const DramTiming& timing) const override {
    if (timing.t_rfc == 0) return "a refresh of all banks takes no time (dram.t_rfc is 0)";
    return refusal_of_short_interval(timing.t_rfc, "dram.t_rfc", timing);
  }
  Cycle due(std::uint64_t n, const DramTiming& timing) const override { return n * timing.t_refi; }
  unsigned bank(std::uint64_t /*n*/, const DramTiming& /*timing*/) const override { return kAllBanks; }
};

const DramRefreshRegistry::Registration kRegistration({
    "all-bank",
    "once per dram.t_refi all banks are closed and refreshed for dram.t_rfc",
    {},
    [](const PolicyValues&) { return std::make_unique<AllBankRefresh>(); },
});

}  // namespace
}  // namespace unibank
