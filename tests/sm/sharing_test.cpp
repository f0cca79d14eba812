// Blocks that share scratchpad, on an Sm: the gate is told of relssp and of lanes that end, a refused warp waits
// without delaying other warps, and ranks follow the locks.
#include <array>
#include <catch2/catch.hpp>
#include <sstream>

#include "base/input_error.h"
#include "sm/measures.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr unsigned kPrivate = 96, kBlockBytes = 1024;

Design sharing_design(const std::string& order = "lrr", const PolicyValues& gate = {}) {
  Design design = bench_design();
  design.warp_order = {order, {}};
  design.scratchpad_gate = {"sharing", gate};
  return design;
}

struct SharingBench : SmBench {
  explicit SharingBench(const Design& design, unsigned default_blocks = 1, unsigned pairs = 1) : SmBench(design) {
    scratchpad_bytes = kBlockBytes;
    sharing.default_blocks = default_blocks;
    sharing.pairs = pairs;
    sharing.private_bytes = kPrivate;
  }
  void run(const Script& script, unsigned warps_per_block = 1) {
    SmBench::run(script, sharing.resident_blocks(), warps_per_block, sharing.resident_blocks());
  }
};

std::uint64_t shared_words(std::uint64_t, unsigned lane) { return 512 + 4 * lane; }
std::uint64_t private_word(std::uint64_t, unsigned) { return 0; }
// Block 0 stays in its private part.
std::uint64_t shared_but_for_block_0(std::uint64_t block, unsigned lane) { return block == 0 ? 0 : 512 + 4 * lane; }
std::uint64_t far(std::uint64_t block, unsigned lane) { return 65536 + 4096 * block + 4 * lane; }

Script& work(Script& script, unsigned instructions) {
  for (unsigned i = 0; i < instructions; ++i) script.alu({0}, {0});
  return script;
}

}  // namespace

TEST_CASE("the partner waits at the shared part until the block has ended and then owns the lock") {
  SharingBench bench(sharing_design());
  Script script;
  script.store(Space::kScratchpad, {}, shared_words).special({0}, {}).exit();
  bench.run(script);
  const CounterValues counters = bench.sm.counters();
  CHECK(bench.stream->finished == 2);
  // Block 0 starts in cycle 0 and drains when its special function has finished; block 1 continues in the next cycle.
  const Cycle ended = bench.issued(0, 1) + bench.design.sm.special_function_latency;
  CHECK(bench.issued(0, 0) == 0);
  CHECK(bench.issued(1, 0) == ended + 1);
  CHECK(counters["sharing.locks_taken"] == 1);
  CHECK(counters["sharing.hand_overs"] == 1);
  CHECK(counters["sharing.refusals"] == 1);  // once, as nothing changes before that
  CHECK(counters["sharing.releases"] == 0);
  CHECK(counters["sharing.shared_blocks"] == 2);
  CHECK(counters["sharing.cycles_waiting"] == ended + 1 - 1);  // from cycle 1, in which it started and asked
  CHECK(counters["sharing.cycles_before"] == 0);
  CHECK(counters["sharing.cycles_after"] == 0);
  const Cycle second_ended = bench.issued(1, 1) + bench.design.sm.special_function_latency;
  CHECK(counters["sharing.cycles_inside"] == ended + (second_ended - (ended + 1)));
}

TEST_CASE("an empty slot counts for the gate if the only warp is refused") {
  SharingBench bench(sharing_design());
  Script script;
  script.store(Space::kScratchpad, {}, shared_words).special({0}, {}).exit();
  bench.run(script);
  // Block 0 issues in cycles 0, 1 and 2 whether or not block 1 is refused; then no block issues.
  CHECK(bench.issued(0, 2) == 2);
  CHECK(stalls(bench.sm.counters(), Stall::kGate) == bench.issued(1, 0) - 3);
}

TEST_CASE("both blocks of a pair may use their separate private parts") {
  SharingBench bench(sharing_design());
  Script script;
  script.store(Space::kScratchpad, {}, private_word).special({0}, {}).exit();
  bench.run(script);
  CHECK(bench.issued(1, 0) == 1);
  CHECK(bench.sm.counters()["sharing.refusals"] == 0);
  CHECK(bench.sm.counters()["sharing.locks_taken"] == 0);
}

TEST_CASE("relssp and an exit pass the lock on when the warp's copies are in the scratchpad") {
  const auto shared_rows = [](std::uint64_t, unsigned lane) -> std::uint64_t { return 512 + 16 * lane; };
  const auto issue_of = [](const Script& script, unsigned line) {
    return std::stoul(forked([&] {
      SharingBench bench(sharing_design());
      bench.run(script);
      return std::to_string(bench.issued(0, line));
    }));
  };
  Script waits, releases, waits_apart, ends;
  waits.store(Space::kScratchpad, {}, shared_words).copy(far, shared_rows).wait_copies(kAllCopies).alu({}, {}).exit();
  releases.store(Space::kScratchpad, {}, shared_words).copy(far, shared_rows).release().exit();
  CHECK(issue_of(releases, 2) == issue_of(waits, 3));
  for (Script* script : {&waits_apart, &ends}) {
    script->store(Space::kScratchpad, {}, shared_words).release().lanes(kFirstHalf);
    script->copy(far, shared_rows).lanes(kSecondHalf);
  }
  waits_apart.wait_copies(kAllCopies).alu({}, {}).exit();
  ends.exit().lanes(kSecondHalf).alu({}, {}).lanes(kFirstHalf).living(kFirstHalf);
  ends.exit().lanes(kFirstHalf).living(kFirstHalf);
  CHECK(issue_of(ends, 3) == issue_of(waits_apart, 4));
}

TEST_CASE("an arrival on an mbarrier in the shared part takes the lock when it issues or waits for it") {
  const auto mbarrier = [](std::uint64_t, unsigned) -> std::uint64_t { return kPrivate - 4; };  // of 8 bytes
  SharingBench bench(sharing_design());
  Script script;
  script.arrive_after_copies(mbarrier).special({0}, {}).exit();
  bench.run(script);
  CHECK(bench.issued(0, 0) == 0);
  CHECK(bench.issued(1, 0) == bench.issued(0, 1) + bench.design.sm.special_function_latency + 1);
  CHECK(bench.sm.counters()["sharing.locks_taken"] == 1);
  CHECK(bench.sm.counters()["sharing.refusals"] == 1);
}

TEST_CASE("relssp of all lanes lets the partner in while the block runs on") {
  SharingBench bench(sharing_design());
  Script script;
  work(script.store(Space::kScratchpad, {}, shared_words).release(), 5).exit();
  bench.run(script);
  CHECK(bench.issued(1, 0) == bench.issued(0, 1) + 1);
  CHECK(bench.issued(0, 6) > bench.issued(1, 0));
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["sharing.releases"] == 2);
  CHECK(counters["sharing.hand_overs"] == 0);
  CHECK(counters["sharing.locks_taken"] == 2);
  CHECK(counters["sharing.cycles_after"] > 0);
  CHECK(counters["warp_instructions"] == 2 * 8);  // relssp is one of them
}

TEST_CASE("every warp of the block must execute relssp") {
  SharingBench bench(sharing_design());
  Script script;
  work(script.store(Space::kScratchpad, {}, shared_words).release(), 5).exit();
  bench.run(script, 3);
  Cycle last = 0;
  for (unsigned warp = 0; warp < 3; ++warp) last = std::max(last, bench.issued(warp, 1));
  for (unsigned warp = 3; warp < 6; ++warp) CHECK(bench.issued(warp, 0) > last);
}

TEST_CASE("relssp with all lanes switched off by its guard releases nothing") {
  SharingBench bench(sharing_design());
  Script script;
  work(script.store(Space::kScratchpad, {}, shared_words).release().lanes(0), 5).exit();
  bench.run(script);
  CHECK(bench.issued(1, 0) > bench.issued(0, 7));
  CHECK(bench.sm.counters()["sharing.releases"] == 0);
  CHECK(bench.sm.counters()["sharing.hand_overs"] == 1);
}

TEST_CASE("lanes that end need not execute relssp") {
  SharingBench bench(sharing_design());
  Script script;
  script.store(Space::kScratchpad, {}, shared_words).release().lanes(kFirstHalf).exit().lanes(~kFirstHalf);
  for (unsigned i = 0; i < 5; ++i) script.alu({0}, {0}).lanes(kFirstHalf).living(kFirstHalf);
  script.exit().lanes(kFirstHalf).living(kFirstHalf);
  bench.run(script);
  CHECK(bench.issued(1, 0) == bench.issued(0, 2) + 1);
  CHECK(bench.sm.counters()["sharing.releases"] == 2);
}

TEST_CASE("a block whose last warp is partial releases without the missing lanes") {
  SharingBench bench(sharing_design());
  bench.threads_per_block = 16;
  Script script;
  script.store(Space::kScratchpad, {}, shared_words).lanes(kFirstHalf).living(kFirstHalf);
  script.release().lanes(kFirstHalf).living(kFirstHalf);
  for (unsigned i = 0; i < 5; ++i) script.alu({0}, {0}).lanes(kFirstHalf).living(kFirstHalf);
  script.exit().lanes(kFirstHalf).living(kFirstHalf);
  bench.run(script);
  CHECK(bench.issued(1, 0) == bench.issued(0, 1) + 1);
}

TEST_CASE("a refused warp gives its place among the active ones to the block it waits for") {
  Design design = sharing_design("two-level");
  design.warp_order.values = {{"active_warps", 1}};
  SharingBench bench(design);
  Script script;  // the owner leaves its place at the load and must get it back
  script.store(Space::kScratchpad, {}, shared_words).load(Space::kGlobal, {1}, {}, far).alu({2}, {1}).exit();
  bench.run(script, 2);
  CHECK(bench.stream->finished == 2);
}

TEST_CASE("a retry that costs a slot takes at most every second slot and none when the owner goes first") {
  Script script;  // block 1 gets the lock, then the older block 0 asks for it
  script.store(Space::kScratchpad, {}, shared_but_for_block_0).alu({}, {}).alu({}, {});
  script.store(Space::kScratchpad, {}, shared_words);
  for (unsigned i = 0; i < 40; ++i) script.alu({}, {});
  script.exit();
  for (const char* order : {"lrr", "gto", "owf", "two-level"}) {
    INFO(order);
    const auto cycles_and_refusals = [&](bool takes_slot) {
      const std::string text = forked([&] {
        SharingBench bench(sharing_design(order, {{"retry_takes_slot", takes_slot}}));
        bench.run(script);
        const CounterValues counters = bench.sm.counters();
        return std::to_string(bench.stream->finished) + " " + std::to_string(bench.sm.last_work() - bench.start) + " " +
               std::to_string(counters["sharing.refusals"]) + " " + std::to_string(counters["sharing.cycles_waiting"]);
      });
      std::istringstream in(text);
      std::array<std::uint64_t, 4> found{};
      for (std::uint64_t& value : found) in >> value;
      return found;
    };
    const auto [finished, cycles, refusals, waiting] = cycles_and_refusals(false);
    const auto [costly_finished, costly_cycles, costly_refusals, costly_waiting] = cycles_and_refusals(true);
    CHECK(finished == 2);
    CHECK(costly_finished == 2);
    CHECK(refusals == 1);
    CHECK(costly_refusals >= costly_waiting / 2);
    CHECK(costly_refusals <= costly_waiting / 2 + 2);
    const bool in_turn = order == std::string("lrr") || order == std::string("two-level");
    CHECK(costly_cycles >= cycles + (in_turn ? 30 : 0));
    CHECK(costly_cycles <= cycles + (in_turn ? 45 : 0));
  }
}

TEST_CASE("under owner warp first the block that takes the lock goes before older ones from then on") {
  SharingBench bench(sharing_design("owf"), 3, 1);  // slots 0 and 3 share
  Script script;
  script.store(Space::kScratchpad, {}, [](std::uint64_t block, unsigned lane) -> std::uint64_t {
    return block == 3 ? 512 + 4 * lane : 0;
  });
  script.special({0}, {}).alu({1}, {0});
  for (unsigned i = 0; i < 6; ++i) script.alu({}, {});
  script.exit();
  bench.run(script);
  // All wait for their special function; once the owner has its result, only the owner issues.
  for (unsigned line = 3; line < 9; ++line) CHECK(bench.issued(3, line) == bench.issued(3, 2) + line - 2);
  CHECK(bench.issued(1, 8) < bench.issued(0, 3));  // unshared before non-owner, although younger
}

TEST_CASE("with run.check_data blocks that share read their own values") {
  Design design = sharing_design();
  design.run.check_data = true;
  SharingBench bench(design);
  Script script;
  script.load(Space::kScratchpad, {1}, {}, private_word)
      .store(Space::kScratchpad, {}, shared_words)
      .load(Space::kScratchpad, {0}, {}, shared_words)
      .exit();
  bench.run(script);
  CHECK(bench.stream->finished == 2);
}

TEST_CASE("with run.check_data the shared part holds the partner's values after relssp") {
  Design design = sharing_design();
  design.run.check_data = true;
  SharingBench bench(design);
  Script script;
  script.store(Space::kScratchpad, {}, shared_words).release().load(Space::kScratchpad, {0}, {}, shared_words).exit();
  CHECK_THROWS_AS(bench.run(script), RunError);
}
