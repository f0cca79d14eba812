#include "l1/store_rules.h"

namespace unibank {

const StoreRules& store_rules(StorePolicy policy, bool allocates) {
  switch (policy) {
    case StorePolicy::kWriteEvict: return write_evict();
    case StorePolicy::kWriteBack: return write_back(allocates);
    default: return write_through();
  }
}

const StoreRules& leaving(const StoreRules& rules) { return rules.keeps_dirty() ? write_evict() : rules; }

}  // namespace unibank
