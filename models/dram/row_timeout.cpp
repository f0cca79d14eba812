// DRAM row policy `timeout`: a row without waiting requests is closed some time after its last use.
#include "dram/row_policy.h"

namespace unibank {
namespace {

class RowTimeout : public DramRowPolicy {
 public:
  explicit RowTimeout(unsigned cycles) : cycles_(cycles) {}
  bool closes(unsigned /*wanted*/) const override { return false; }
  Cycle close_from(Cycle last) const override { return last + cycles_; }

 private:
  unsigned cycles_;
};

const DramRowPolicyRegistry::Registration kRegistration({
    "timeout",
    "a row is closed some cycles after its last read or write if its bank has no request",
    {{"cycles", 100, 1, 1'000'000, "memory cycles", "from the last read or write to the precharge",
      "not published: 2.5 row cycles of GDDR5 (gddr5.toml)"}},
    [](const PolicyValues& values) { return std::make_unique<RowTimeout>(values.at("cycles")); },
});

}  // namespace
}  // namespace unibank
