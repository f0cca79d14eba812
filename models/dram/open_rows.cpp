// DRAM row policy `open`: a row stays open until another row of its bank is requested, or a refresh closes it.
#include "dram/row_policy.h"

namespace unibank {
namespace {

class OpenRows : public DramRowPolicy {
 public:
  bool closes(unsigned /*wanted*/) const override { return false; }
};

const DramRowPolicyRegistry::Registration kRegistration({
    "open",
    "a row stays open until another row of its bank is requested",
    {},
    [](const PolicyValues&) { return std::make_unique<OpenRows>(); },
});

}  // namespace
}  // namespace unibank
