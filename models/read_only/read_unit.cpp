#include "read_only/read_unit.h"

namespace unibank {

void ReadUnit::advance(Cycle now) {
  if (waiting_.empty()) return;
  Access& first = waiting_.front();
  if (++first.next < first.addresses->size()) return;
  void* const instruction = first.instruction;
  waiting_.pop_front();
  --taken_;
  done_(instruction, now);
}

}  // namespace unibank
