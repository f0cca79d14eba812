// Warp order `owf`: owner warps, then warps of unshared blocks, then non-owner warps, by the ranks of their blocks in
// the scratchpad gate; within a class the oldest warp (Jatala et al., section 4).
#include "policy/warp_order.h"

namespace unibank {
namespace {

class OwnerWarpFirst : public WarpOrder {
 public:
  explicit OwnerWarpFirst(bool unshared_first) : unshared_first_(unshared_first) {}

  void reset(unsigned /*warps*/) override {}

  int pick(const WarpView& view) override {
    int best = -1;
    for (WarpSet left = view.ready; left; left &= left - 1) {
      const int warp = __builtin_ctzll(left);
      if (best < 0 || before(view, warp, best)) best = warp;
    }
    return best;
  }

  void issued(unsigned /*warp*/) override {}
  bool ranks() const override { return true; }

 private:
  bool before(const WarpView& view, int a, int b) const {
    const unsigned of_a = place(view.rank[a]), of_b = place(view.rank[b]);
    return of_a != of_b ? of_a < of_b : view.age[a] < view.age[b];
  }
  // With unshared_first the first two classes are swapped.
  unsigned place(std::uint8_t rank) const { return unshared_first_ && rank < 2 ? 1u - rank : rank; }

  bool unshared_first_;
};

const WarpOrderRegistry::Registration kRegistration({
    "owf",
    "owner warp first: by the rank of the warp's block in the scratchpad gate, then the oldest",
    {{"unshared_first", 0, 0, 1, "", "1: warps of unshared blocks go before owner warps",
      "Jatala et al., figure 4: the schedule that owner-first is compared with"}},
    [](const PolicyValues& values) { return std::make_unique<OwnerWarpFirst>(values.at("unshared_first") != 0); },
});

}  // namespace
}  // namespace unibank
