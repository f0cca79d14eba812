// Tests the exchangeable parts of an Sm with stand-ins defined here: a register store that finds registers by tag, a
// gate that refuses, and further warp orders. No file in models/sm refers to them.
#include <catch2/catch.hpp>

#include "support/addresses.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr std::uint64_t kRegisterMemory = std::uint64_t{1} << 40;  // address range of this store's evicted registers

// Registers are lines of the cache: looked up by tag, fetched when absent, evicted like data.
class TaggedRegisters : public RegisterStore {
 public:
  static inline unsigned misses = 0, fetches = 0, spills = 0;

  void reset(const RegisterLayout&) override {}
  RegisterStep next(RegisterAccess& access, const TagAnswer* answer) override {
    const std::uint64_t address = kRegisterMemory + (access.warp * 64 + access.number) * std::uint64_t{kLineBytes};
    switch (access.stage++) {
      case 0: return step(RegisterStep::Kind::kLookup, address);
      case 1:
        if (answer->hit) return found(*answer);
        ++misses;
        if (access.write && access.full_mask) return fill(access, address);
        ++fetches;
        return step(RegisterStep::Kind::kFetch, address);
      case 2: return fill(access, address);
      case 3:
        place_[index(access)] = *answer;
        if (!answer->victim_valid || answer->victim_address < kRegisterMemory) return found(*answer);
        ++spills;
        return spill(*answer);
      default: return found(place_[index(access)]);
    }
  }
  unsigned bank(unsigned warp, unsigned number) const override { return (warp + number) % 4; }
  unsigned rows_per_bank() const override { return 0; }

 private:
  static unsigned index(const RegisterAccess& access) { return access.warp * 64 + access.number; }
  static RegisterStep step(RegisterStep::Kind kind, std::uint64_t address) {
    RegisterStep next;
    next.kind = kind;
    next.address = address;
    return next;
  }
  static RegisterStep fill(RegisterAccess& access, std::uint64_t address) {
    access.stage = 3;
    return step(RegisterStep::Kind::kFill, address);
  }
  // The bank row of a line: without scratchpad and banked registers the cache begins at row 0.
  static RegisterStep at(RegisterStep::Kind kind, const TagAnswer& line) {
    const unsigned number = line.set * 4 + line.way;
    RegisterStep next = step(kind, 0);
    next.bank = static_cast<std::uint16_t>(number % 4);
    next.row = number / 4;
    return next;
  }
  static RegisterStep found(const TagAnswer& line) { return at(RegisterStep::Kind::kBank, line); }
  static RegisterStep spill(const TagAnswer& line) {
    RegisterStep next = at(RegisterStep::Kind::kSpill, line);
    next.address = line.victim_address;
    return next;
  }
  std::map<unsigned, TagAnswer> place_;
};

// Refuses block slot 0 for the first 1,000 cycles after its first request.
class SlowGate : public ScratchpadGate {
 public:
  void reset(const GateLaunch&) override { first_ = kNever; }
  void block_started(unsigned, Cycle) override {}
  void block_finished(unsigned, Cycle) override {}
  GateAnswer ask(const ScratchpadAccess& access) override {
    if (access.block_slot != 0) return {};
    if (first_ == kNever) first_ = access.cycle;
    if (access.cycle >= first_ + 1000) return {};
    return {false, first_ + 1000};
  }

 private:
  Cycle first_ = kNever;
};

// Refuses as SlowGate does, but has declared that it refuses nothing.
class Undeclared : public SlowGate {
 public:
  bool may_refuse() const override { return false; }
};

// Always the youngest ready warp.
class Youngest : public WarpOrder {
 public:
  void reset(unsigned) override {}
  int pick(const WarpView& view) override {
    int best = -1;
    for (WarpSet left = view.ready; left; left &= left - 1) {
      const int warp = __builtin_ctzll(left);
      if (best < 0 || view.age[warp] > view.age[best]) best = warp;
    }
    return best;
  }
  void issued(unsigned) override {}
};

// The highest slot first.
class HighestSlot : public WarpOrder {
 public:
  void reset(unsigned) override {}
  int pick(const WarpView& view) override { return view.ready ? 63 - __builtin_clzll(view.ready) : -1; }
  void issued(unsigned) override {}
};

template <typename Policy, typename Fake>
std::unique_ptr<Policy> make_fake(const PolicyValues&) {
  return std::make_unique<Fake>();
}

const RegisterStoreRegistry::Registration kStore({"test-tagged", "", {}, make_fake<RegisterStore, TaggedRegisters>});
const ScratchpadGateRegistry::Registration kGate({"test-slow", "", {}, make_fake<ScratchpadGate, SlowGate>});
const ScratchpadGateRegistry::Registration kUndeclared(
    {"test-undeclared", "", {}, make_fake<ScratchpadGate, Undeclared>});
const WarpOrderRegistry::Registration kYoungest({"test-youngest", "", {}, make_fake<WarpOrder, Youngest>});
const WarpOrderRegistry::Registration kHighest({"test-highest", "", {}, make_fake<WarpOrder, HighestSlot>});

// Writes four registers, loads in between, then reads all four: more lines than a cache of one set has ways.
Script register_traffic() {
  return Script()
      .alu({0}, {})
      .alu({1}, {})
      .alu({2}, {})
      .alu({3}, {})
      .load(Space::kGlobal, {4}, {0}, consecutive(8192))
      .alu({5}, {0, 1})
      .alu({6}, {2, 3})
      .alu({7}, {4, 5, 6})
      .store(Space::kGlobal, {7}, consecutive(16384))
      .exit();
}

}  // namespace

TEST_CASE("a register store that finds registers by tag misses, fetches and evicts, and the work still ends") {
  Design design = unified_bench_design();
  design.register_store.name = "test-tagged";
  SmBench bench(design);
  bench.cache_sets = 1;  // four lines for sixteen registers and data
  bench.scratchpad_bytes = 0;
  bench.run(register_traffic(), 2);
  CHECK(bench.stream->finished == 2);
  CHECK(bench.sm.idle());
  CHECK(TaggedRegisters::misses > 8);
  CHECK(TaggedRegisters::fetches > 0);
  CHECK(TaggedRegisters::spills > 0);
  // Spilled lines and the two warps' stores go to memory; fetched registers come back from it.
  CHECK(bench.dram->counters().writes == TaggedRegisters::spills + 2);
  CHECK(bench.sm.counters()["warp_instructions"] == 2 * 10);
}

TEST_CASE("a register found by tag costs its lookup: one cycle before the bank") {
  Design design = unified_bench_design();
  design.register_store.name = "test-tagged";
  design.conflicts.model = ConflictModel::kArbitrated;
  SmBench bench(design);
  bench.scratchpad_bytes = 0;
  bench.run(Script().alu({0}, {}).alu({1}, {0}).alu({2}, {1}).exit());
  // From issue to issue: 8 cycles, the lookup before the operand's bank read, and lookup and fill before the result's
  // write.
  CHECK(bench.issued(0, 2) - bench.issued(0, 1) == 8 + 1 + 2);
}

TEST_CASE("a gate that refuses for 1,000 cycles delays exactly the accesses that it refuses") {
  Design design = bench_design();
  design.scratchpad_gate.name = "test-slow";
  SmBench bench(design);
  bench.run(Script().alu({0}, {}).load(Space::kScratchpad, {1}, {}, consecutive(0)).exit());
  CHECK(bench.issued(0, 1) == bench.issued(0, 0) + 1 + 1000);
  CHECK(bench.sm.counters()["stalls.gate"] == 1000);
}

TEST_CASE("a gate that has declared to refuse nothing is not asked") {
  Design design = bench_design();
  design.scratchpad_gate.name = "test-undeclared";
  SmBench bench(design);
  bench.run(Script().alu({0}, {}).load(Space::kScratchpad, {1}, {}, consecutive(0)).exit());
  CHECK(bench.issued(0, 1) == bench.issued(0, 0) + 1);
  CHECK(bench.sm.counters()["stalls.gate"] == 0);
}

TEST_CASE("a refused warp does not delay others") {
  Design design = bench_design();
  design.scratchpad_gate.name = "test-slow";
  SmBench bench(design);
  bench.run(Script().load(Space::kScratchpad, {1}, {}, consecutive(0)).alu({2}, {1}).exit(), 2);
  CHECK(bench.stream->finished == 2);
  CHECK(bench.issued(0, 0) >= 1000);
  CHECK(bench.issued(1, 1) < 50);
}

TEST_CASE("a user's warp order decides which warp issues") {
  Design design = bench_design();
  design.warp_order.name = "test-youngest";
  SmBench bench(design);
  bench.run(Script().barrier().alu({0}, {}).alu({1}, {}).exit(), 1, 4);
  // After the barrier the youngest warp runs to its end before another issues.
  CHECK(bench.issued(3, 2) == bench.issued(3, 1) + 1);
  CHECK(bench.issued(2, 1) > bench.issued(3, 2));
  CHECK(bench.issued(0, 1) > bench.issued(1, 2));
}

TEST_CASE("with another warp order warps issue in another order") {
  Design design = bench_design();
  design.warp_order.name = "test-highest";
  SmBench bench(design);
  bench.run(Script().barrier().alu({0}, {}).exit(), 1, 3);
  CHECK(bench.issued(2, 1) < bench.issued(1, 1));
  CHECK(bench.issued(1, 1) < bench.issued(0, 1));
}
