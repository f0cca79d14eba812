// Warp order `two-level`: loose round robin over a small active set (Gebhart 2012 and ISCA 2011).
//
// A warp leaves the active set when its next instruction starts a strand and the warp waits for a long-latency value,
// sleeps (nanosleep) or may not issue (WarpView::gated: the scratchpad gate, a section of registers, the throttle), at
// a barrier where it must wait, and when it ends. All other waits keep the slot, also that of the last warp at a
// barrier for the barrier's latency: inside a strand the registers of the warp are partly in files that only active
// warps own. In a kernel compiled without strands every instruction starts one. The oldest ready warp takes a free slot
// at once; the papers give the exchange no cost, so it has none here. A warp that may not issue must leave, because the
// warps that it waits for may need the slots.
#include <algorithm>
#include <array>

#include "policy/warp_order.h"

namespace unibank {
namespace {

class TwoLevel : public WarpOrder {
 public:
  explicit TwoLevel(unsigned slots) : slots_(slots) {}

  void reset(unsigned warps) override {
    warps_ = warps;
    active_ = 0;
    members_ = 0;
    from_ = 0;
    started_ = kUnknown;
  }

  int pick(const WarpView& view) override {
    const WarpSet waits = ((view.long_wait | view.gated) & view.strand_start) | (view.at_barrier & ~view.opening);
    keep(view.resident & ~waits);
    if (view.started != started_) drop_replaced(view);
    fill(view.ready & ~view.gated & ~active_, view.age);
    return next_in_ring(active_ & view.ready, from_);
  }

  void issued(unsigned warp) override { from_ = warp + 1; }
  bool ranks() const override { return true; }
  bool keeps_places_in_strands() const override { return true; }
  WarpSet active(const WarpView& /*view*/) const override { return active_; }
  unsigned most_active(unsigned warps) const override { return std::min(slots_, warps); }

 private:
  // The other warps leave the active set.
  void keep(WarpSet kept) {
    if ((active_ & ~kept) == 0) return;
    active_ &= kept;
    members_ = static_cast<unsigned>(__builtin_popcountll(active_));
  }

  // A warp that ended and was replaced by a new one between two picks has left, although its bit stayed set.
  void drop_replaced(const WarpView& view) {
    WarpSet same = 0;
    for (unsigned warp = 0; warp < warps_; ++warp) same |= WarpSet{view.age[warp] == age_[warp]} << warp;
    keep(same);
    std::copy(view.age, view.age + warps_, age_.begin());
    started_ = view.started;
  }

  void fill(WarpSet candidates, const std::uint64_t* age) {
    for (; candidates && members_ < slots_; ++members_) {
      const WarpSet bit = WarpSet{1} << oldest(candidates, age);
      active_ |= bit;
      candidates &= ~bit;
    }
  }

  static constexpr std::uint64_t kUnknown = ~std::uint64_t{0};
  unsigned slots_;
  unsigned warps_ = 0, from_ = 0;
  WarpSet active_ = 0;
  unsigned members_ = 0;                 // warps in active_
  std::uint64_t started_ = kUnknown;     // WarpView::started in the last pick
  std::array<std::uint64_t, 64> age_{};  // of every warp then
};

const WarpOrderRegistry::Registration kRegistration({
    "two-level",
    "loose round robin over an active set; a warp leaves it to wait for memory at a strand's start, or at a barrier",
    {{"active_warps", 8, 1, 64, "warps", "size of the active set of one scheduler",
      "Gebhart 2011 (ISCA), as recalled: 8 of 32 warps"}},
    [](const PolicyValues& values) {
      return std::make_unique<TwoLevel>(static_cast<unsigned>(values.at("active_warps")));
    },
});

}  // namespace
}  // namespace unibank
