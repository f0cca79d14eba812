// Whether lines keep their values: the check by itself, and Sms that are asked to follow their values.
#include <catch2/catch.hpp>

#include "sm/line_check.h"
#include "support/addresses.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr unsigned kLine = 4096;

const StorePolicy kPolicies[] = {StorePolicy::kWriteEvict, StorePolicy::kWriteBack};

Design checked(StorePolicy stores, Design design = bench_design()) {
  design.cache.global_stores = design.cache.local_stores = stores;
  design.run.check_data = true;
  return design;
}

std::string run(const Design& design, const Script& script, unsigned sets = 128, unsigned warps = 1) {
  return forked([&] {
    SmBench bench(design);
    bench.cache_sets = sets;
    bench.run(script, 1, warps);
    return std::string("right");
  });
}

// Instructions that are issued by hand.
struct Issuer {
  explicit Issuer(LineCheck& check_given) : check(check_given) {}
  InFlight& operator()(MemoryOp operation, std::uint64_t line, std::uint32_t words) {
    instructions.emplace_back();
    what.emplace_back();
    what.back().memory = operation;
    what.back().text = operation == MemoryOp::kLoad ? "load" : "store";
    InFlight& instruction = instructions.back();
    instruction.decoded = &what.back();
    instruction.sequence = sequence++;
    instruction.plan.lines.push_back({line, words});
    check.issued(instruction);
    return instruction;
  }
  LineCheck& check;
  std::uint64_t sequence = 0;
  std::deque<InFlight> instructions;
  std::deque<StaticInstruction> what;
};

BankRow piece(unsigned number) { return {static_cast<std::uint8_t>(number), 0, 16, 0xf, 0}; }

}  // namespace

TEST_CASE("line check: a line comes as memory was when the MSHR took the request") {
  LineCheck check;
  Issuer issue(check);
  const InFlight store = issue(MemoryOp::kStore, kLine, 1);
  const InFlight load = issue(MemoryOp::kLoad, kLine, 1);
  LineWords* early = check.asked(kLine);
  check.written(*check.stored(store, store.plan.lines[0]));
  LineWords* late = check.asked(kLine);
  CHECK_THROWS_WITH(check.came(&load, *early, true),
                    "data check: 'load' (warp 0, instruction 2 in the order of issue) reads word 0 of line 4096 as it "
                    "has come from memory: the value of instruction 0, expected that of 1 or a later one");
  CHECK_NOTHROW(check.came(&load, *late, true));
  CHECK(check.words_checked() == 2);
}

TEST_CASE("line check: a request that was merged into an earlier one comes as that one does") {
  LineCheck check;
  Issuer issue(check);
  const InFlight before = issue(MemoryOp::kLoad, kLine, 1);
  LineWords* first = check.asked(kLine);
  const InFlight store = issue(MemoryOp::kStore, kLine, 1);
  check.written(*check.stored(store, store.plan.lines[0]));
  const InFlight behind = issue(MemoryOp::kLoad, kLine, 1);
  LineWords* merged = check.asked(kLine);
  CHECK_NOTHROW(check.came(&before, *first, true));
  CHECK_THROWS_WITH(check.came(&behind, *merged, false), Catch::Contains("the value of instruction 0, expected"));
}

TEST_CASE("line check: a load needs only its own words, and values of later stores will do") {
  LineCheck check;
  Issuer issue(check);
  issue(MemoryOp::kStore, kLine, 2);
  const InFlight other = issue(MemoryOp::kLoad, kLine, 1);
  const InFlight later = issue(MemoryOp::kStore, kLine, 1);
  check.written(*check.stored(later, later.plan.lines[0]));
  CHECK_NOTHROW(check.came(&other, *check.asked(kLine), true));
}

TEST_CASE("line check: a row holds what was written to it last, whosever line that is") {
  LineCheck check;
  check.reset(4, 4);
  Issuer issue(check);
  const InFlight store = issue(MemoryOp::kStore, kLine, 0x10);
  const InFlight load = issue(MemoryOp::kLoad, kLine, 0x10);
  LineWords* line = check.asked(kLine);
  check.write_row(5, piece(1), *line);
  CHECK_THROWS_WITH(check.read_row(load, 5, kLine, piece(1)), Catch::Contains("the value of instruction 0, expected"));
  LineWords* stored = check.stored(store, store.plan.lines[0]);
  check.write_row(5, piece(1), *stored);
  CHECK_NOTHROW(check.read_row(load, 5, kLine, piece(1)));
  check.write_row(5, piece(1), *check.asked(2 * kLine));
  CHECK_THROWS_WITH(check.read_row(load, 5, kLine, piece(1)), Catch::Contains("in the cache: a word of line 8192"));
  check.register_written(1, 1, 2);  // set 1 of four banks, way 1: place 5; cluster 1
  CHECK_THROWS_WITH(check.read_row(load, 5, kLine, piece(1)), Catch::Contains("in the cache: a register"));
}

TEST_CASE("line check: a dirty line takes to memory what its rows hold") {
  LineCheck check;
  check.reset(4, 4);
  Issuer issue(check);
  const InFlight store = issue(MemoryOp::kStore, kLine, 0x10);
  const InFlight load = issue(MemoryOp::kLoad, kLine, 0x10);
  for (unsigned at = 0; at < 8; ++at) check.write_row(5, piece(at), *check.asked(kLine));
  check.write_row(5, piece(1), *check.stored(store, store.plan.lines[0]));
  SECTION("through the load/store unit") {
    LineWords* line = check.leaving(kLine);
    check.take_row(5, piece(1), *line);
    check.written(*line);
  }
  SECTION("for a register that takes its place") {
    check.spill(1, 1, kLine);
    CHECK_THROWS(check.came(&load, *check.asked(kLine), true));  // not there yet
    check.spilled(kLine);
  }
  CHECK_NOTHROW(check.came(&load, *check.asked(kLine), true));
  CHECK_THROWS_WITH(check.take_row(5, piece(1), *check.leaving(2 * kLine)), Catch::Contains("dirty line 8192 goes to"));
}

TEST_CASE("a store that misses while its line is on the way keeps the old line out of the cache") {
  for (const StorePolicy stores : kPolicies) {
    INFO("policy " << static_cast<int>(stores));
    CHECK(run(checked(stores), Script()
                                   .load(Space::kGlobal, {1}, {0}, consecutive(kLine))
                                   .store(Space::kGlobal, {0, 2}, consecutive(kLine))
                                   .load(Space::kGlobal, {3}, {1}, consecutive(kLine))
                                   .exit()) == "right");
  }
}

TEST_CASE("where all stores are written through an old line does enter and the check finds it") {
  CHECK_THAT(run(checked(StorePolicy::kWriteThrough), Script()
                                                          .load(Space::kGlobal, {1}, {0}, consecutive(kLine))
                                                          .store(Space::kGlobal, {0, 2}, consecutive(kLine))
                                                          .load(Space::kGlobal, {3}, {1}, consecutive(kLine))
                                                          .exit()),
             Catch::Contains("data check: 'line 2' (warp 0, instruction 3 in the order of issue) reads word 0 of line "
                             "4096 in the cache: the value of instruction 0, expected that of 2 or a later one"));
}

TEST_CASE("a load behind a store to its line is not answered by a read that is older than the store") {
  for (const StorePolicy stores : kPolicies) {
    INFO("policy " << static_cast<int>(stores));
    CHECK(run(checked(stores), Script()
                                   .load(Space::kGlobal, {1}, {0}, consecutive(kLine))
                                   .store(Space::kGlobal, {0, 2}, consecutive(kLine))
                                   .load(Space::kGlobal, {3}, {0}, consecutive(kLine))
                                   .exit()) == "right");
  }
}

TEST_CASE("an atomic on a line that is on its way keeps the old line out of the cache") {
  for (const StorePolicy stores : kPolicies) {
    INFO("policy " << static_cast<int>(stores));
    CHECK(run(checked(stores), Script()
                                   .load(Space::kGlobal, {1}, {0}, consecutive(kLine))
                                   .atomic({}, {2}, at(kLine))
                                   .load(Space::kGlobal, {3}, {1}, consecutive(kLine))
                                   .exit()) == "right");
  }
}

TEST_CASE("a store in the cycles in which its line comes keeps the old line out of the cache") {
  for (const StorePolicy stores : kPolicies) {
    for (unsigned cycles = 0; cycles < 40; ++cycles) {
      Script script;
      script.load(Space::kGlobal, {1}, {0}, consecutive(kLine));
      // 404 cycles later the line is there; registers of 8 cycles each until shortly before.
      for (unsigned i = 0; i < 48; ++i) script.alu({2}, {2});
      for (unsigned i = 0; i < cycles; ++i) script.alu({4}, {});
      script.store(Space::kGlobal, {0, 5}, consecutive(kLine)).load(Space::kGlobal, {3}, {1}, consecutive(kLine));
      INFO("policy " << static_cast<int>(stores) << ", " << cycles << " cycles");
      CHECK(run(checked(stores), script.exit()) == "right");
    }
  }
}

TEST_CASE("lines keep their values in unified and arbitrated banks under each policy for stores") {
  for (const StorePolicy stores : kPolicies) {
    for (unsigned kind = 0; kind < 4; ++kind) {
      Design design = checked(stores, kind & 1 ? unified_bench_design() : bench_design());
      if (kind & 2) design.conflicts.model = ConflictModel::kArbitrated;
      Script script;
      for (std::uint16_t round = 0; round < 6; ++round) {
        const unsigned line = kLine + 128 * (round % 5);
        script.load(Space::kGlobal, {1}, {0}, strided(line, 64))
            .store(Space::kGlobal, {0, 2}, strided(line, 64))
            .load(Space::kLocal, {3}, {1}, consecutive(line + 1024))
            .store(Space::kLocal, {3}, consecutive(line + 1024))
            .load(Space::kGlobal, {4}, {0}, strided(line, 64))
            .atomic({5}, {4}, at(line))
            .load(Space::kGlobal, {6}, {0}, strided(line, 32))
            .load(Space::kLocal, {7}, {3}, consecutive(line + 1024));
      }
      INFO("policy " << static_cast<int>(stores) << ", kind " << kind);
      CHECK(run(design, script.exit(), 2, 4) == "right");
    }
  }
}
