// Warp order `two-level`: loose round robin over a small active set (Gebhart 2012 and ISCA 2011).
//
// A warp leaves the active set when its next instruction waits for a long-latency value, at a barrier it must wait at,
// and when it ends. Waits for a unit of the SM keep the slot. A free slot goes at once to the oldest warp that waits
// for neither memory nor barrier; the papers give the exchange no cost, so it takes none.
#include <array>

#include "policy/warp_order.h"

namespace unibank {
namespace {

class TwoLevel : public WarpOrder {
 public:
  explicit TwoLevel(unsigned slots) : slots_(slots) {}

  void reset(unsigned /*warps*/) override {
    active_ = 0;
    from_ = 0;
  }

  int pick(const WarpView& view) override {
    const WarpSet may_be_active = view.resident & ~view.long_wait & ~view.at_barrier;
    active_ &= may_be_active;
    drop_replaced(view);
    fill(may_be_active & ~active_, view.age);
    return next_in_ring(active_ & view.ready, from_);
  }

  void issued(unsigned warp) override { from_ = warp + 1; }
  WarpSet active(const WarpView& /*view*/) const override { return active_; }

 private:
  // A warp that ended and whose slot a new warp took between two picks has left, though the bit never fell.
  void drop_replaced(const WarpView& view) {
    for (WarpSet rest = active_; rest; rest &= rest - 1) {
      const int warp = __builtin_ctzll(rest);
      if (view.age[warp] != age_[warp]) active_ &= ~(WarpSet{1} << warp);
    }
  }

  void fill(WarpSet candidates, const std::uint64_t* age) {
    unsigned members = static_cast<unsigned>(__builtin_popcountll(active_));
    for (; candidates && members < slots_; ++members) {
      const int warp = oldest(candidates, age);
      const WarpSet bit = WarpSet{1} << warp;
      active_ |= bit;
      candidates &= ~bit;
      age_[warp] = age[warp];
    }
  }

  unsigned slots_;
  unsigned from_ = 0;
  WarpSet active_ = 0;
  std::array<std::uint64_t, 64> age_{};  // of the active warps
};

const WarpOrderRegistry::Registration kRegistration({
    "two-level",
    "loose round robin over an active set; waits for memory and barriers give the place up",
    {{"active_warps", 8, 1, 64, "warps", "size of the active set of one scheduler",
      "Gebhart 2011 (ISCA), as recalled: 8 of 32 warps"}},
    [](const PolicyValues& values) {
      return std::make_unique<TwoLevel>(static_cast<unsigned>(values.at("active_warps")));
    },
});

}  // namespace
}  // namespace unibank
