// Warp order `gto`: the warp that issued last while it is ready, else the oldest ready warp.
#include "policy/warp_order.h"

namespace unibank {
namespace {

class GreedyThenOldest : public WarpOrder {
 public:
  void reset(unsigned /*warps*/) override { greedy_ = candidate_ = {}; }

  int pick(const WarpView& view) override {
    // The age distinguishes a new warp in the slot from the one that issued.
    const bool stays = greedy_.warp >= 0 && (view.ready >> greedy_.warp & 1) && view.age[greedy_.warp] == greedy_.age;
    const int warp = stays ? greedy_.warp : oldest(view.ready, view.age);
    candidate_ = {warp, warp < 0 ? 0 : view.age[warp]};
    return warp;
  }

  void issued(unsigned /*warp*/) override { greedy_ = candidate_; }
  bool ranks() const override { return true; }

 private:
  struct Warp {
    int warp = -1;
    std::uint64_t age = 0;
  };
  Warp greedy_, candidate_;
};

const WarpOrderRegistry::Registration kRegistration({
    "gto",
    "greedy then oldest: one warp until it is not ready, then the oldest ready warp",
    {},
    [](const PolicyValues&) { return std::make_unique<GreedyThenOldest>(); },
});

}  // namespace
}  // namespace unibank
