#include "policy/warp_order.h"

#include <array>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

namespace unibank {
namespace {

// A scheduler's view of `warps` warps, all ready, warp 0 the oldest.
struct OrderBench {
  explicit OrderBench(const std::string& policy, unsigned warps, const PolicyValues& values = {})
      : order(WarpOrderRegistry::instance().make(policy, values)) {
    for (unsigned warp = 0; warp < 64; ++warp) age[warp] = warp;
    view.resident = view.ready = warps == 64 ? ~WarpSet{0} : (WarpSet{1} << warps) - 1;
    view.strand_start = ~WarpSet{0};
    view.age = age.data();
    view.rank = rank.data();
    order->reset(warps);
  }
  int issue() {
    const int warp = order->pick(view);
    if (warp >= 0) order->issued(static_cast<unsigned>(warp));
    return warp;
  }
  std::vector<int> issue(unsigned times) {
    std::vector<int> sequence;
    for (unsigned i = 0; i < times; ++i) sequence.push_back(issue());
    return sequence;
  }
  void wait_long(unsigned warp) {
    view.ready &= ~(WarpSet{1} << warp);
    view.long_wait |= WarpSet{1} << warp;
  }
  void wait_short(unsigned warp) {
    view.ready &= ~(WarpSet{1} << warp);
    view.short_wait |= WarpSet{1} << warp;
  }
  void ready(unsigned warp) {
    view.ready |= WarpSet{1} << warp;
    view.long_wait &= ~(WarpSet{1} << warp);
    view.short_wait &= ~(WarpSet{1} << warp);
    view.at_barrier &= ~(WarpSet{1} << warp);
  }

  std::unique_ptr<WarpOrder> order;
  std::array<std::uint64_t, 64> age{};
  std::array<std::uint8_t, 64> rank{};
  WarpView view;
};

using Sequence = std::vector<int>;

TEST_CASE("lrr takes ready warps in turn") {
  OrderBench bench("lrr", 4);
  CHECK(bench.issue(6) == Sequence{0, 1, 2, 3, 0, 1});
  bench.wait_short(2);
  CHECK(bench.issue(4) == Sequence{3, 0, 1, 3});
  bench.ready(2);
  CHECK(bench.issue(3) == Sequence{0, 1, 2});
}

TEST_CASE("lrr keeps its place when an instruction is refused") {
  OrderBench bench("lrr", 4);
  CHECK(bench.issue() == 0);
  CHECK(bench.order->pick(bench.view) == 1);
  bench.view.ready &= ~WarpSet{2};  // warp 1 was refused in this cycle
  CHECK(bench.issue() == 2);
  bench.ready(1);
  CHECK(bench.issue(3) == Sequence{3, 0, 1});
}

TEST_CASE("lrr wraps at 64 warps and answers -1 when none is ready") {
  OrderBench bench("lrr", 64);
  CHECK(bench.issue(65).back() == 0);
  bench.view.ready = 0;
  CHECK(bench.issue() == -1);
}

TEST_CASE("gto stays with a warp until it is not ready, then takes the oldest") {
  OrderBench bench("gto", 4);
  bench.age = {30, 10, 20, 40};
  CHECK(bench.issue(3) == Sequence{1, 1, 1});
  bench.wait_long(1);
  CHECK(bench.issue(2) == Sequence{2, 2});
  bench.ready(1);
  CHECK(bench.issue(2) == Sequence{2, 2});  // greedy: the older warp waits
  bench.wait_short(2);
  CHECK(bench.issue(2) == Sequence{1, 1});
}

TEST_CASE("gto does not take a new warp in the slot for the one that issued") {
  OrderBench bench("gto", 3);
  CHECK(bench.issue() == 0);
  bench.age[0] = 99;  // warp 0 ended and a new one took its slot
  CHECK(bench.issue() == 1);
}

TEST_CASE("gto after a refusal tries the oldest of the others") {
  OrderBench bench("gto", 3);
  CHECK(bench.issue() == 0);
  bench.view.ready &= ~WarpSet{1};
  CHECK(bench.issue() == 1);
}

TEST_CASE("two-level issues in turn from the 8 oldest of 32 warps") {
  OrderBench bench("two-level", 32);
  CHECK(bench.issue(9) == Sequence{0, 1, 2, 3, 4, 5, 6, 7, 0});
  CHECK(bench.order->active(bench.view) == 0xff);
}

TEST_CASE("most_active: all of a scheduler's warps or the active set of two-level") {
  for (const char* order : {"gto", "lrr", "owf"}) CHECK(OrderBench(order, 4).order->most_active(24) == 24);
  const OrderBench two_level("two-level", 4, {{"active_warps", 6}});
  CHECK(two_level.order->most_active(24) == 6);
  CHECK(two_level.order->most_active(4) == 4);
}

TEST_CASE("two-level: a long wait passes the active place to the oldest waiting warp and a short wait keeps it") {
  OrderBench bench("two-level", 6, {{"active_warps", 2}});
  bench.age = {5, 4, 3, 2, 1, 0};
  CHECK(bench.issue(3) == Sequence{4, 5, 4});
  bench.wait_short(5);
  CHECK(bench.issue(2) == Sequence{4, 4});
  bench.wait_long(4);
  CHECK(bench.issue(2) == Sequence{3, 3});
  CHECK(bench.order->active(bench.view) == 0b101000);
  bench.ready(4);  // its load has returned: it waits for an active place
  CHECK(bench.issue() == 3);
  bench.wait_long(3);
  CHECK(bench.issue(2) == Sequence{4, 4});
  bench.ready(5);
  CHECK(bench.issue(3) == Sequence{5, 4, 5});
}

TEST_CASE("two-level: a free active place goes to the oldest ready warp and stays free while none is ready") {
  OrderBench bench("two-level", 3, {{"active_warps", 1}});
  bench.wait_short(1);
  bench.wait_short(2);
  bench.wait_long(0);
  CHECK(bench.issue() == -1);
  CHECK(bench.order->active(bench.view) == 0);
  bench.ready(2);
  CHECK(bench.issue() == 2);
  bench.ready(1);  // older, and too late
  CHECK(bench.issue(2) == Sequence{2, 2});
}

TEST_CASE("two-level: inside a strand a warp keeps its active place while it waits for memory") {
  OrderBench bench("two-level", 3, {{"active_warps", 2}});
  CHECK(bench.issue(2) == Sequence{0, 1});
  bench.view.strand_start &= ~WarpSet{1};
  bench.wait_long(0);
  CHECK(bench.issue(3) == Sequence{1, 1, 1});
  CHECK(bench.order->active(bench.view) == 0b011);
  bench.view.strand_start |= 1;  // the same wait between two strands
  CHECK(bench.issue(2) == Sequence{2, 1});
  CHECK(bench.order->active(bench.view) == 0b110);
}

TEST_CASE("two-level: a warp whose load is back stays at the start of a strand") {
  OrderBench bench("two-level", 2, {{"active_warps", 1}});
  CHECK(bench.issue(3) == Sequence{0, 0, 0});  // every instruction starts a strand
}

TEST_CASE("two-level: warps at a barrier leave the active set because others could never issue") {
  OrderBench bench("two-level", 4, {{"active_warps", 2}});
  for (unsigned warp : {0u, 1u}) {
    CHECK(bench.issue() == static_cast<int>(warp));
    bench.view.ready &= ~(WarpSet{1} << warp);
    bench.view.at_barrier |= WarpSet{1} << warp;
  }
  CHECK(bench.issue(2) == Sequence{2, 3});
  CHECK(bench.order->active(bench.view) == 0b1100);
}

TEST_CASE("two-level: the last warp at a barrier keeps its place while the barrier opens") {
  OrderBench bench("two-level", 4, {{"active_warps", 2}});
  const auto arrive = [&](unsigned warp) {
    bench.view.ready &= ~(WarpSet{1} << warp);
    bench.view.at_barrier |= WarpSet{1} << warp;
  };
  CHECK(bench.issue() == 0);
  arrive(0);
  CHECK(bench.issue() == 1);
  CHECK(bench.order->active(bench.view) == 0b0110);  // warp 2 has the place of warp 0, which waits for warp 1
  arrive(1);
  bench.view.opening = 0b0011;
  CHECK(bench.issue() == 2);
  CHECK(bench.order->active(bench.view) == 0b0110);
  bench.ready(0);
  bench.ready(1);
  bench.view.opening = 0;
  CHECK(bench.issue(3) == Sequence{1, 2, 1});
}

TEST_CASE("two-level: a warp that ended loses its active place even if a new warp is already in its slot") {
  OrderBench bench("two-level", 4, {{"active_warps", 1}});
  CHECK(bench.issue() == 0);
  bench.age[0] = 100;
  ++bench.view.started;
  CHECK(bench.issue() == 1);
  bench.view.resident &= ~WarpSet{2};
  bench.view.ready &= ~WarpSet{2};
  CHECK(bench.issue() == 2);
}

TEST_CASE("two-level forgets the last launch") {
  OrderBench bench("two-level", 16);
  bench.issue(5);
  bench.order->reset(16);
  CHECK(bench.order->active(bench.view) == 0);
  CHECK(bench.issue(2) == Sequence{0, 1});
}

TEST_CASE("two-level: warps that the gate refuses leave their active places to those they wait for") {
  OrderBench bench("two-level", 4, {{"active_warps", 2}});
  CHECK(bench.issue(2) == Sequence{0, 1});
  bench.view.gated = 0b0011;
  CHECK(bench.issue(3) == Sequence{2, 3, 2});
  CHECK(bench.order->active(bench.view) == 0b1100);
  bench.view.gated = 0;  // the lock is free: they become active again when there is room
  CHECK(bench.issue() == 3);
  bench.wait_long(2);
  CHECK(bench.issue() == 0);
  // A warp inside a strand keeps its active place.
  bench.view.strand_start = 0;
  bench.view.gated = 0b0001;
  bench.issue();
  CHECK((bench.order->active(bench.view) & 0b0001) != 0);
}

TEST_CASE("warp orders are known by name and others are refused") {
  CHECK(WarpOrderRegistry::instance().names() == std::vector<std::string>{"gto", "lrr", "owf", "two-level"});
  CHECK_THROWS_WITH(WarpOrderRegistry::instance().make("gtoo"),
                    "unknown warp order 'gtoo'; known: gto, lrr, owf, two-level; did you mean 'gto'?");
}

TEST_CASE("an order that ranks picks the same warp when refused ones leave together") {
  unsigned ranking = 0;
  for (const std::string& name : WarpOrderRegistry::instance().names()) {
    OrderBench together(name, 24), one_by_one(name, 24);
    if (!together.order->ranks()) continue;
    ++ranking;
    std::mt19937_64 random(1);
    for (unsigned cycle = 0; cycle < 2000; ++cycle) {
      const WarpSet ready = random() & random() & 0xffffff, refused = random() & 0xffffff;
      together.view.long_wait = one_by_one.view.long_wait = random() & ~ready & 0xffffff;
      for (unsigned warp = 0; warp < 24; ++warp)
        together.rank[warp] = one_by_one.rank[warp] = static_cast<std::uint8_t>(random() % 3);
      together.view.ready = ready;
      int first = together.order->pick(together.view);
      if (first >= 0 && (refused >> first & 1)) {
        together.view.ready = ready & ~(refused & together.order->active(together.view));
        first = together.order->pick(together.view);
      }
      one_by_one.view.ready = ready;
      int last = one_by_one.order->pick(one_by_one.view);
      for (; last >= 0 && (refused >> last & 1); last = one_by_one.order->pick(one_by_one.view))
        one_by_one.view.ready &= ~(WarpSet{1} << last);
      REQUIRE(first == last);
      if (first < 0) continue;
      together.order->issued(static_cast<unsigned>(first));
      one_by_one.order->issued(static_cast<unsigned>(first));
    }
  }
  CHECK(ranking == 4);
}

}  // namespace
}  // namespace unibank
