// A store writes memory, and the line if it hits.
#include "l1/store_rules.h"

namespace unibank {

namespace {

class WriteThrough : public StoreRules {
 public:
  TagOperation tag_operation(bool) const override { return TagOperation::kLookup; }
};

}  // namespace

const StoreRules& write_through() {
  static const WriteThrough rules;
  return rules;
}

}  // namespace unibank
