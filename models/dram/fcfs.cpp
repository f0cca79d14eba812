// DRAM scheduler `fcfs`: requests are served in order of arrival, one after another (Rixner et al., ISCA 2000: in
// order). Only the oldest request opens a row.
#include "dram/scheduler.h"

namespace unibank {
namespace {

class Fcfs : public DramScheduler {
 public:
  std::size_t of_bank(const DramBankView& /*bank*/) const override { return 0; }
  bool goes_before(const DramCandidate& a, const DramCandidate& b) const override { return a.order < b.order; }
  bool in_order() const override { return true; }
};

const DramSchedulerRegistry::Registration kRegistration({
    "fcfs",
    "in order of arrival: only the oldest request gets commands",
    {},
    [](const PolicyValues&) { return std::make_unique<Fcfs>(); },
});

}  // namespace
}  // namespace unibank
