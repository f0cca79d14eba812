// A store that hits writes only the line, which is written back on eviction. With allocation, a store of the whole line
// that misses does the same after allocating it; any other that misses goes to memory, and then the line is read.
#include "l1/store_rules.h"

namespace unibank {

namespace {

class WriteBack : public StoreRules {
 public:
  explicit WriteBack(bool allocates) : allocates_(allocates) {}
  TagOperation tag_operation(bool whole_line) const override {
    return allocates_ && whole_line ? TagOperation::kClaim : TagOperation::kStore;
  }
  bool allocates() const override { return allocates_; }
  bool keeps_dirty() const override { return true; }

 private:
  const bool allocates_;
};

}  // namespace

const StoreRules& write_back(bool allocates) {
  static const WriteBack around(false), allocating(true);
  return allocates ? allocating : around;
}

}  // namespace unibank
