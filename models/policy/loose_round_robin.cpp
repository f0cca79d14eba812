// Warp order `lrr`: the first ready warp after the one that issued last.
#include "policy/warp_order.h"

namespace unibank {
namespace {

class LooseRoundRobin : public WarpOrder {
 public:
  void reset(unsigned /*warps*/) override { from_ = 0; }
  int pick(const WarpView& view) override { return next_in_ring(view.ready, from_); }
  void issued(unsigned warp) override { from_ = warp + 1; }
  bool ranks() const override { return true; }

 private:
  unsigned from_ = 0;
};

const WarpOrderRegistry::Registration kRegistration({
    "lrr",
    "loose round robin over all ready warps",
    {},
    [](const PolicyValues&) { return std::make_unique<LooseRoundRobin>(); },
});

}  // namespace
}  // namespace unibank
