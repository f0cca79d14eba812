// DRAM scheduler `bank-fcfs`: the requests of a bank are served in order of arrival, those of different banks
// independently.
#include "dram/scheduler.h"

namespace unibank {
namespace {

class BankFcfs : public DramScheduler {
 public:
  std::size_t of_bank(const DramBankView& /*bank*/) const override { return 0; }
  bool goes_before(const DramCandidate& a, const DramCandidate& b) const override { return a.order < b.order; }
};

const DramSchedulerRegistry::Registration kRegistration({
    "bank-fcfs",
    "in order of arrival at each bank; among banks the oldest request that timing allows",
    {},
    [](const PolicyValues&) { return std::make_unique<BankFcfs>(); },
});

}  // namespace
}  // namespace unibank
