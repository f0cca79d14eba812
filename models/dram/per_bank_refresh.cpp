// DRAM refresh `per-bank`: one bank after the other, each once in tREFI, for tRFC of one bank. The others continue.
#include "dram/refresh.h"

namespace unibank {
namespace {

class PerBankRefresh : public DramRefresh {
 public:
  std::string refusal(const DramTiming& timing) const override {
    if (timing.t_rfc_bank == 0) return "the standard has no refresh of one bank (dram.t_rfc_bank is 0)";
    return refusal_of_short_interval(timing.t_rfc_bank, "dram.t_rfc_bank", timing);
  }
  Cycle due(std::uint64_t n, const DramTiming& timing) const override { return n * timing.t_refi / timing.banks; }
  unsigned bank(std::uint64_t n, const DramTiming& timing) const override {
    return static_cast<unsigned>((n - 1) % timing.banks);
  }
};

const DramRefreshRegistry::Registration kRegistration({
    "per-bank",
    "one bank after another, each once per dram.t_refi, is closed and refreshed for dram.t_rfc_bank; the others "
    "continue",
    {},
    [](const PolicyValues&) { return std::make_unique<PerBankRefresh>(); },
});

}  // namespace
}  // namespace unibank
