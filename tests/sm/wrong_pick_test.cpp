// A warp order that names a warp which cannot issue ends the run with a message.
#include <catch2/catch.hpp>

#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Warp 0 as long as it is ready; then always the warp `then`.
class Stubborn : public WarpOrder {
 public:
  explicit Stubborn(int then) : then_(then) {}
  void reset(unsigned /*warps*/) override {}
  int pick(const WarpView& view) override { return (view.ready & 1) != 0 ? 0 : then_; }
  void issued(unsigned /*warp*/) override {}

 private:
  const int then_;
};
const WarpOrderRegistry::Registration kStubborn({"stubborn", "for this test",
                                                 {{"then", 0, -2, 100, "", "the warp", "this test"}},
                                                 [](const PolicyValues& values) {
                                                   return std::make_unique<Stubborn>(values.at("then"));
                                                 }});

// One warp issues in cycle 0; its second instruction waits for the first.
std::string outcome(int then) {
  return forked([then] {
    Design design = bench_design();
    design.warp_order = {"stubborn", {{"then", then}}};
    SmBench bench(design);
    bench.run(Script().alu({1}, {}).alu({2}, {1}).exit());
    return std::to_string(bench.sm.counters()["issued_slots"]);
  });
}

}  // namespace

TEST_CASE("a warp order that picks a warp that is not ready ends the run with its name") {
  for (const int warp : {0, 7, 63, 64, 99}) {
    const std::string text = outcome(warp);
    INFO(text);
    CHECK(text.find("error: the warp order 'stubborn' picked warp " + std::to_string(warp) +
                    " of scheduler 0 in cycle ") == 0);
    CHECK(text.find(", which is not among the ready warps (WarpView::ready)") != std::string::npos);
  }
}

TEST_CASE("a warp order that picks no warp waits for one") {
  CHECK(outcome(-1) == "3");
  CHECK(outcome(-2) == "3");
}
