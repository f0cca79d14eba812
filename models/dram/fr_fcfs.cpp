// DRAM scheduler `fr-fcfs`: first ready, first come first served (Rixner et al., ISCA 2000). Each bank selects its
// oldest request to the open row, else its oldest. Column commands have priority over row commands, and older requests
// over younger ones.
#include "dram/scheduler.h"

namespace unibank {
namespace {

class FrFcfs : public DramScheduler {
 public:
  explicit FrFcfs(unsigned hit_limit) : hit_limit_(hit_limit) {}

  std::size_t of_bank(const DramBankView& bank) const override {
    if (!bank.open || (hit_limit_ != 0 && bank.passed >= hit_limit_)) return 0;
    for (std::size_t i = 0; i < bank.queue.size(); ++i)
      if (bank.queue[i].row == bank.row) return i;
    return 0;
  }
  bool goes_before(const DramCandidate& a, const DramCandidate& b) const override {
    return a.column != b.column ? a.column : a.order < b.order;
  }

 private:
  unsigned hit_limit_;
};

const DramSchedulerRegistry::Registration kRegistration({
    "fr-fcfs",
    "first ready, first come first served: requests to an open row pass older ones",
    {{"hit_limit", 0, 0, 65536, "requests",
      "row hits that may pass the oldest request of a bank; 0: no limit",
      "not published: none, as in GPGPU-Sim 3.x"}},
    [](const PolicyValues& values) { return std::make_unique<FrFcfs>(values.at("hit_limit")); },
});

}  // namespace
}  // namespace unibank
