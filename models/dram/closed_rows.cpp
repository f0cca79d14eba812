// DRAM row policy `closed`: the last column command for a row closes it.
#include "dram/row_policy.h"

namespace unibank {
namespace {

class ClosedRows : public DramRowPolicy {
 public:
  bool closes(unsigned wanted) const override { return wanted == 0; }
};

const DramRowPolicyRegistry::Registration kRegistration({
    "closed",
    "a row is closed (auto-precharge) after the last waiting request for it",
    {},
    [](const PolicyValues&) { return std::make_unique<ClosedRows>(); },
});

}  // namespace
}  // namespace unibank
