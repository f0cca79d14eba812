// A scratchpad atomic on banks and a crossbar that answer later than the model's own: it writes when it has read.
#include <catch2/catch.hpp>

#include "support/forked.h"
#include "support/late_blocks.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// The cycle in which the use of the atomic's result issues. `stride`: bytes from a lane's word to the next lane's.
Cycle use_of_atomic(ConflictModel model, const BlockFactories& blocks, unsigned stride = 4) {
  const std::string text = forked([&] {
    Design design = bench_design();
    design.conflicts.model = model;
    SmBench bench(design, blocks);
    const auto words = [=](std::uint64_t, unsigned lane) { return std::uint64_t{lane} * stride; };
    bench.run(Script().atomic({1}, {0}, words, Space::kScratchpad).alu({2}, {1}).exit());
    return std::to_string(bench.issued(0, 1));
  });
  return std::stoull(text);
}

}  // namespace

TEST_CASE("a scratchpad atomic writes its rows when late banks have answered those that it reads") {
  LateChoice banks;
  banks.bank = true;
  for (const ConflictModel model : {ConflictModel::kArbitrated, ConflictModel::kPerInstruction}) {
    const Cycle native = use_of_atomic(model, {});
    CHECK(use_of_atomic(model, late_blocks(banks, {2})) == native);
    // The rows that it reads and those that it writes; under arbitration its register operand, too. In the other model
    // the wait for an operand is part of the penalty, which only conflicts cause.
    const unsigned accesses = model == ConflictModel::kArbitrated ? 3 : 2;
    for (const unsigned extra : {1u, 5u}) {
      LateOptions slow;
      slow.extra = extra;
      CHECK(use_of_atomic(model, late_blocks(banks, slow)) == native + accesses * extra);
    }
  }
}

TEST_CASE("lanes of a scratchpad atomic on one address are read one after the other and then written") {
  const ConflictModel model = ConflictModel::kArbitrated;
  const Cycle turns_of_others = kWarpSize - 1;
  CHECK(use_of_atomic(model, {}, 0) == use_of_atomic(model, {}) + 2 * turns_of_others);
  LateChoice banks;
  banks.bank = true;
  LateOptions slow;
  slow.extra = 5;
  CHECK(use_of_atomic(model, late_blocks(banks, slow), 0) ==
        use_of_atomic(model, late_blocks(banks, slow)) + 2 * turns_of_others);
}

TEST_CASE("a port is free again when a crossbar that accepts late has answered") {
  LateChoice crossbar;
  crossbar.crossbar = true;
  LateOptions accepts_late;
  accepts_late.accepted = true;
  for (const ConflictModel model : {ConflictModel::kArbitrated, ConflictModel::kPerInstruction})
    CHECK(use_of_atomic(model, late_blocks(crossbar, accepts_late)) >= use_of_atomic(model, {}));
}
