#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "policy/scratchpad_gate.h"

namespace unibank {
namespace {

constexpr unsigned kBlockBytes = 1000, kPrivate = 100;

// D blocks of `threads` threads fit without sharing; `pairs` more are added.
struct GateBench {
  GateBench(unsigned default_blocks, unsigned pairs, unsigned threads = 64, const PolicyValues& values = {})
      : gate(ScratchpadGateRegistry::instance().make("sharing", values)) {
    launch.warps_per_block = (threads + 31) / 32;
    launch.threads_per_block = threads;
    launch.scratchpad_bytes_per_block = kBlockBytes;
    launch.sharing.default_blocks = default_blocks;
    launch.sharing.pairs = pairs;
    launch.sharing.private_bytes = kPrivate;
    launch.block_slots = launch.sharing.resident_blocks();
    gate->reset(launch);
    for (unsigned slot = 0; slot < launch.block_slots; ++slot) gate->block_started(slot, 0);
  }
  bool ask(unsigned slot, std::uint64_t lowest, std::uint64_t highest, Cycle cycle = 0) {
    return gate->ask({slot, slot * launch.warps_per_block, lowest, highest, cycle}).open;
  }
  bool ask_shared(unsigned slot, Cycle cycle = 0) { return ask(slot, kPrivate, kPrivate + 3, cycle); }
  void replace(unsigned slot, Cycle cycle) {
    gate->block_finished(slot, cycle);
    gate->block_started(slot, cycle + 1);
  }
  // All threads of a block execute relssp.
  bool release(unsigned slot, Cycle cycle = 0) {
    bool changed = false;
    for (unsigned i = 0; i < launch.warps_per_block; ++i) {
      changed |= gate->release(slot * launch.warps_per_block + i, ~LaneMask{0}, cycle);
    }
    return changed;
  }
  std::vector<unsigned> ranks() const {
    std::vector<unsigned> all;
    for (unsigned slot = 0; slot < launch.block_slots; ++slot) all.push_back(gate->rank(slot));
    return all;
  }

  GateLaunch launch;
  std::unique_ptr<ScratchpadGate> gate;
};

using Ranks = std::vector<unsigned>;

TEST_CASE("both blocks may use their private parts and the first that asks gets the shared part") {
  GateBench bench(1, 1);
  CHECK(bench.ask(0, 0, kPrivate - 1));
  CHECK(bench.ask(1, 0, kPrivate - 1));
  CHECK(bench.ask_shared(1));
  CHECK_FALSE(bench.ask_shared(0));
  CHECK(bench.ask_shared(1));
  CHECK(bench.ask(0, 0, kPrivate - 1));
  CHECK_FALSE(bench.ask(0, 0, kPrivate));  // one lane beyond the border is enough
  CHECK(bench.gate->counters().locks_taken == 1);
  CHECK(bench.gate->counters().refusals == 2);
}

TEST_CASE("the access that takes a lock is marked and the gate reports the block that holds it") {
  GateBench bench(2, 2);
  const auto taken = [&bench](unsigned slot) { return bench.gate->ask({slot, 2 * slot, 500, 503, 0}).lock_taken; };
  CHECK(bench.gate->lock_holder(1) == ScratchpadGate::kFreeLock);
  CHECK(taken(3));
  CHECK_FALSE(taken(3));
  CHECK_FALSE(taken(1));
  CHECK(bench.gate->lock_holder(1) == 3);
  CHECK(bench.gate->lock_holder(0) == ScratchpadGate::kFreeLock);
  bench.replace(3, 10);
  CHECK(bench.gate->lock_holder(1) == 1);
  CHECK_FALSE(taken(1));  // it was handed over
  CHECK(bench.gate->lock_holder(7) == ScratchpadGate::kFreeLock);
}

TEST_CASE("a block without a partner is never refused") {
  GateBench bench(3, 1);
  CHECK(bench.ask_shared(0));
  CHECK(bench.ask_shared(1));
  CHECK(bench.ask_shared(2));
  CHECK_FALSE(bench.ask_shared(3));  // shares with slot 0
  CHECK(bench.ranks() == Ranks{0, 1, 1, 2});
}

TEST_CASE("without pairs the gate is open and gives no ranks") {
  GateBench bench(4, 0);
  for (unsigned slot = 0; slot < 4; ++slot) CHECK(bench.ask_shared(slot));
  CHECK_FALSE(bench.gate->has_ranks());
  CHECK(bench.ranks() == Ranks{0, 0, 0, 0});
  CHECK_FALSE(bench.release(0));
  bench.replace(0, 10);
  CHECK(bench.gate->counters().shared_blocks == 0);
}

TEST_CASE("a refused access is retried when a block or lock changes or in every cycle at the cost of an issue slot") {
  GateBench waits(1, 1);
  CHECK(waits.ask_shared(0));
  const GateAnswer no = waits.gate->ask({1, 2, 500, 503, 70});
  CHECK_FALSE(no.open);
  CHECK(no.retry == kNever);
  CHECK_FALSE(no.takes_slot);
  GateBench costs(1, 1, 64, {{"retry_takes_slot", 1}});
  CHECK(costs.ask_shared(0));
  const GateAnswer costly = costs.gate->ask({1, 2, 500, 503, 70});
  CHECK(costly.retry == 71);
  CHECK(costly.takes_slot);
}

TEST_CASE("at the owner's end its partner becomes owner without having asked and the replacement does not") {
  GateBench bench(2, 2);
  CHECK(bench.ask_shared(0));
  CHECK(bench.ranks() == Ranks{0, 2, 2, 2});
  bench.replace(0, 100);
  CHECK(bench.ranks() == Ranks{2, 2, 0, 2});
  CHECK_FALSE(bench.ask_shared(0));
  CHECK(bench.ask_shared(2));
  CHECK(bench.gate->counters().hand_overs == 1);
  CHECK(bench.gate->counters().locks_taken == 1);
}

TEST_CASE("a block that never held the lock hands nothing over") {
  GateBench bench(1, 1);
  CHECK(bench.ask_shared(0));
  bench.replace(1, 50);
  CHECK(bench.ranks() == Ranks{0, 2});
  CHECK_FALSE(bench.ask_shared(1));
  bench.gate->block_finished(1, 60);
  bench.gate->block_finished(0, 70);  // no other block waits for it
  CHECK(bench.gate->counters().hand_overs == 0);
  bench.gate->block_started(1, 71);
  CHECK(bench.ranks() == Ranks{2, 2});
  CHECK(bench.ask_shared(1));
}

TEST_CASE("relssp frees the lock when the last thread of the block has executed it") {
  GateBench bench(1, 1, 48);  // a full warp and a half
  CHECK(bench.ask_shared(0));
  CHECK_FALSE(bench.gate->release(0, ~LaneMask{0}, 10));
  CHECK_FALSE(bench.gate->release(1, 0x00ff, 11));
  CHECK_FALSE(bench.ask_shared(1));
  CHECK(bench.gate->release(1, 0xff00, 12));  // lanes 16 to 31 of the second warp do not exist
  CHECK(bench.ranks() == Ranks{2, 2});
  CHECK(bench.gate->counters().releases == 1);
  CHECK(bench.ask_shared(1));
  CHECK(bench.gate->counters().locks_taken == 2);
}

TEST_CASE("a thread that has ended is not waited for") {
  GateBench bench(1, 1);
  CHECK(bench.ask_shared(0));
  CHECK_FALSE(bench.gate->release(0, 0x0000ffff, 5));
  CHECK_FALSE(bench.gate->lanes_ended(1, 0, 6));  // the second warp ends without relssp
  CHECK(bench.gate->lanes_ended(0, 0x0000ffff, 7));
  CHECK(bench.ask_shared(1));
  // Only live threads can release: here all threads end first, and the block's end hands the lock over instead.
  GateBench ends(1, 1);
  CHECK(ends.ask_shared(0));
  CHECK_FALSE(ends.gate->lanes_ended(0, 0, 6));
  CHECK_FALSE(ends.gate->lanes_ended(1, 0, 7));
  CHECK(ends.ranks() == Ranks{0, 2});
  ends.gate->block_finished(0, 9);
  CHECK(ends.ranks()[1] == 0);
}

TEST_CASE("relssp by a block that does not hold the lock does not move the lock") {
  GateBench bench(1, 1);
  CHECK(bench.ask_shared(0));
  CHECK(bench.release(1));
  CHECK_FALSE(bench.release(1));  // a second release changes nothing
  CHECK(bench.ranks() == Ranks{0, 2});
  CHECK(bench.gate->counters().releases == 0);
  // The partner has already released: at the owner's end the lock stays free, and the replacement block may take it.
  bench.replace(0, 30);
  CHECK(bench.gate->counters().hand_overs == 0);
  CHECK(bench.ranks() == Ranks{2, 2});
  CHECK(bench.ask_shared(0, 40));
}

TEST_CASE("a block that has released hands over nothing, and its replacement starts without release bits") {
  GateBench bench(1, 1);
  CHECK(bench.ask_shared(0));
  CHECK(bench.release(0));
  bench.replace(0, 30);
  CHECK(bench.ranks() == Ranks{2, 2});
  CHECK(bench.ask_shared(0, 40));
  CHECK_FALSE(bench.gate->release(0, ~LaneMask{0}, 41));
  CHECK(bench.ranks() == Ranks{0, 2});
  CHECK(bench.gate->release(1, ~LaneMask{0}, 42));
  CHECK(bench.gate->counters().releases == 2);
}

TEST_CASE("the older block of a pair may rank as the owner of a free lock") {
  GateBench bench(2, 1, 64, {{"older_owns_free_lock", 1}});
  CHECK(bench.ranks() == Ranks{0, 1, 2});
  bench.replace(0, 10);
  CHECK(bench.ranks() == Ranks{2, 1, 0});
  CHECK(bench.ask_shared(0, 20));
  CHECK(bench.ranks() == Ranks{0, 1, 2});
  CHECK(bench.release(0, 30));
  CHECK(bench.ranks() == Ranks{2, 1, 0});  // a block that has released no longer wants the lock
}

TEST_CASE("cycles of a shared block before it asked and while it waited and inside and after") {
  GateBench bench(1, 1);
  CHECK(bench.ask_shared(0, 10));
  CHECK_FALSE(bench.ask_shared(1, 25));
  CHECK_FALSE(bench.ask_shared(1, 30));
  bench.release(0, 60);
  CHECK(bench.ask_shared(1, 61));
  bench.gate->block_finished(0, 100);
  bench.gate->block_finished(1, 150);
  const GateCounters got = bench.gate->counters();
  CHECK(got.shared_blocks == 2);
  CHECK(got.cycles_before == 10 + 25);
  CHECK(got.cycles_waiting == 61 - 25);
  CHECK(got.cycles_inside == 50 + 89);
  CHECK(got.cycles_after == 40);
  CHECK(got.refusals == 2);
  // For a block that never enters the shared part, all cycles count as before, with or without relssp.
  GateBench outside(1, 1);
  outside.release(0, 60);
  outside.gate->block_finished(0, 80);
  CHECK(outside.gate->counters().cycles_before == 80);
  CHECK(outside.gate->counters().cycles_after == 0);
}

TEST_CASE("the gate gives the partition its rule and the design its cost in bits") {
  const auto gate = ScratchpadGateRegistry::instance().make("sharing");
  CHECK(gate->sharing_rule().private_per_mille == 100);
  CHECK(gate->sharing_rule().private_align == 4);
  CHECK(gate->added_state_bits(16, 96) == 209);
  const auto open = ScratchpadGateRegistry::instance().make("open");
  CHECK(open->sharing_rule().private_per_mille == 1000);
  CHECK(open->added_state_bits(16, 96) == 0);
}

// For any order of events, an admitted block holds the lock until it ends or releases, and its partner is not admitted
// meanwhile.
TEST_CASE("a lock is never held by two and never kept from both") {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const unsigned pairs = 1 + random() % 3, blocks = pairs + random() % 3;
    GateBench bench(blocks, pairs);
    std::map<unsigned, unsigned> inside;  // pair -> slot of the admitted block
    std::vector<bool> released(bench.launch.block_slots, false);
    for (Cycle cycle = 1; cycle < 300; ++cycle) {
      const unsigned slot = random() % bench.launch.block_slots;
      if (!bench.launch.sharing.shares(slot)) continue;
      const unsigned pair = bench.launch.sharing.pair(slot), partner = bench.launch.sharing.partner(slot);
      const auto in = inside.find(pair);
      const bool own = in != inside.end() && in->second == slot;
      switch (random() % 4) {
        case 0:
          bench.replace(slot, cycle);
          released[slot] = false;
          if (own) inside.erase(in);
          if (own && !released[partner]) inside[pair] = partner;
          break;
        case 1:
          bench.release(slot, cycle);
          released[slot] = true;
          if (own) inside.erase(in);
          break;
        default:
          if (released[slot]) break;  // the compiler allows no access after a release
          REQUIRE(bench.ask_shared(slot, cycle) == (in == inside.end() || own));
          if (in == inside.end()) inside[pair] = slot;
      }
      REQUIRE((bench.gate->rank(slot) == 0) == (inside.count(pair) && inside[pair] == slot));
      REQUIRE((bench.gate->rank(slot) != 0 || bench.gate->rank(partner) != 0));
    }
  }
}

}  // namespace
}  // namespace unibank
