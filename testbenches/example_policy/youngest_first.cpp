// Warp order `youngest-first`: the ready warp that started last; after `patience` issues in a row, the oldest once.
#include "policy/warp_order.h"

namespace {

using namespace unibank;

#define YOUNGEST_FIRST_COUNTERS(counter)                                 \
  counter(oldest_issues, "youngest_first.oldest_issues", "instructions", \
          "of the oldest ready warp, when patience ended")
UNIBANK_COUNTERS(YoungestFirstCounters, "sm.warp_order", YOUNGEST_FIRST_COUNTERS);

class YoungestFirst : public WarpOrder {
 public:
  explicit YoungestFirst(std::int64_t patience) : patience_(patience) {}
  void reset(unsigned /*warps*/) override { in_a_row_ = 0; }
  int pick(const WarpView& view) override {
    return in_a_row_ < patience_ ? youngest(view) : oldest(view.ready, view.age);
  }
  void issued(unsigned /*warp*/) override {
    counters_.oldest_issues += in_a_row_ == patience_;
    in_a_row_ = in_a_row_ < patience_ ? in_a_row_ + 1 : 0;
  }
  void add_counters_to(CounterValues& all) const override { all.add(counters_); }

 private:
  static int youngest(const WarpView& view) {
    int best = -1;
    for (WarpSet left = view.ready; left != 0; left &= left - 1) {
      const int warp = __builtin_ctzll(left);
      if (best < 0 || view.age[warp] > view.age[best]) best = warp;
    }
    return best;
  }

  const std::int64_t patience_;
  std::int64_t in_a_row_ = 0;
  YoungestFirstCounters counters_;
};

const WarpOrderRegistry::Registration kRegistration({
    "youngest-first",
    "the ready warp that started last",
    {{"patience", 16, 1, 1000, "issues", "issues in a row before the oldest ready warp has one",
      "chosen for this example"}},
    [](const PolicyValues& values) { return std::make_unique<YoungestFirst>(values.at("patience")); },
});

}  // namespace
