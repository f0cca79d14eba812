// The steps of an L1 in each cycle of its Sm (L1Interface): those of the native L1 without virtual calls, because most
// of them find nothing to do.
#pragma once

#include "l1/l1.h"

namespace unibank {

class L1Steps {
 public:
  L1Steps() = default;
  explicit L1Steps(L1Interface& l1) : any_(&l1), native_(dynamic_cast<L1*>(&l1)) {}

  bool native() const { return native_ != nullptr; }
  bool begin_cycle() { return native_ ? native_->begin_cycle() : any_->begin_cycle(); }
  void advance_fills() { native_ ? native_->advance_fills() : any_->advance_fills(); }
  void advance() { native_ ? native_->advance() : any_->advance(); }
  void advance_behind_lines() { native_ ? native_->advance_behind_lines() : any_->advance_behind_lines(); }
  bool wants_next_cycle() const { return native_ ? native_->wants_next_cycle() : any_->wants_next_cycle(); }
  bool has_late() const { return native_ ? native_->has_late() : any_->has_late(); }
  bool full() const { return native_ ? native_->full() : any_->full(); }

 private:
  L1Interface* any_ = nullptr;
  L1* native_ = nullptr;  // null: the L1 is not the native one
};

}  // namespace unibank
