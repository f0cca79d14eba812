// A store writes only memory; a hit invalidates the line.
#include "l1/store_rules.h"

namespace unibank {

namespace {

class WriteEvict : public StoreRules {
 public:
  TagOperation tag_operation(bool) const override { return TagOperation::kInvalidate; }
  bool evicts() const override { return true; }
};

}  // namespace

const StoreRules& write_evict() {
  static const WriteEvict rules;
  return rules;
}

}  // namespace unibank
