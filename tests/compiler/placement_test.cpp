// The level in which each value is placed, worked out by hand. Energies in pJ, read/write: LRF 0.7/2, ORF 1.9/6.1, MRF
// 8/11. A read from the LRF saves 7.3 pJ, a read from the ORF 6.1 pJ.
#include <catch2/catch.hpp>
#include <limits>

#include "base/input_error.h"
#include "compiler/check_placement.h"
#include "compiler/link.h"
#include "compiler/placed_kernel.h"
#include "compiler/static_instructions.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

using Table = std::vector<std::string>;

Table placement_of(KernelMaker& make, const RegisterHierarchy& hierarchy) {
  const ptx::Kernel kernel = placed(make, hierarchy);
  CHECK(check_placement(kernel, hierarchy).empty());
  return table(kernel);
}

void store(KernelMaker& make, std::int32_t address, std::int32_t data) {
  ptx::Instruction& made = make.op(ptx::Op::kSt, {}, {});
  made.space = ptx::StateSpace::kGlobal;
  made.operands = {KernelMaker::address(address), KernelMaker::operand(data)};
}

}  // namespace

TEST_CASE("A value between ALU instructions is in the LRF and one on its way to memory in the ORF") {
  KernelMaker make;
  const auto address = make.r32(), a = make.r32(), b = make.r32();
  make.set(a);
  make.op(ptx::Op::kAdd, {b}, {a, a});  // one read
  store(make, address, b);
  make.ret();
  CHECK(placement_of(make, levels(1, 4)) == Table{"-> r1 lrf0", "r1 lrf0 -> r2 orf0", "r0 mrf, r2 orf0", ""});
  RegisterHierarchy with_ports = levels(1, 4);
  with_ports.memory_reads_lrf = true;
  CHECK(placement_of(make, with_ports) == Table{"-> r1 lrf0", "r1 lrf0 -> r2 lrf0", "r0 mrf, r2 lrf0", ""});
  CHECK(placement_of(make, levels(0, 0)) == Table{"-> r1 mrf", "r1 mrf -> r2 mrf", "r0 mrf, r2 mrf", ""});
}

TEST_CASE("Results of special functions and scratchpad loads are in the ORF") {
  KernelMaker make;
  const auto address = make.r32(), a = make.r32(), b = make.r32();
  make.op(ptx::Op::kEx2, {a}, {address});
  load(make, ptx::StateSpace::kShared, b, address);
  make.op(ptx::Op::kAdd, {b}, {a, b});
  make.ret();
  // The load's value is placed first because its range is shorter. The sum is never read: it goes to the MRF.
  CHECK(placement_of(make, levels(1, 4)) ==
        Table{"r0 mrf -> r1 orf1", "r0 mrf -> r2 orf0", "r1 orf1, r2 orf0 -> r2 mrf", ""});
}

TEST_CASE("Values with the higher saving an instruction go first and an entry is free for its last reader's result") {
  KernelMaker make;
  const auto address = make.r32(), a = make.r32(), b = make.r32(), c = make.r32();
  make.set(a);  // 7.3 - 2 + 11 = 16.3 over two instructions
  make.set(b);  // 16.3 over one
  make.op(ptx::Op::kAdd, {c}, {a, b});
  store(make, address, c);
  make.ret();
  CHECK(placement_of(make, levels(1, 1)) ==
        Table{"-> r1 orf0", "-> r2 lrf0", "r1 orf0, r2 lrf0 -> r3 orf0", "r0 mrf, r3 orf0", ""});
}

TEST_CASE("A value that does not fit is read from the MRF by its last reader") {
  KernelMaker make;
  const auto a = make.r32(), b = make.r32();
  make.set(a);     // 3 * 6.1 - 6.1 + 11 = 23.2 over six instructions, 3.87 each
  make.use({a});
  make.use({a});
  make.set(b);     // 2 * 6.1 - 6.1 + 11 = 17.1 over two instructions, 8.55 each
  make.use({b});
  make.use({b});
  make.use({a});
  make.ret();
  CHECK(placement_of(make, levels(0, 1)) ==
        Table{"-> r0 orf0+mrf", "r0 orf0", "r0 orf0", "-> r1 orf0", "r1 orf0", "r1 orf0", "r0 mrf", ""});
  CHECK(placement_of(make, levels(0, 2)) ==
        Table{"-> r0 orf1", "r0 orf1", "r0 orf1", "-> r1 orf0", "r1 orf0", "r1 orf0", "r0 orf1", ""});
}

TEST_CASE("The first of three reads of an old value fills the ORF but the first of two does not") {
  for (const unsigned reads : {2u, 3u}) {
    KernelMaker make;
    const auto a = make.r32();
    for (unsigned n = 0; n < reads; ++n) make.use({a});
    make.ret();
    // Two later reads save 2 * 6.1 and cost a write of 6.1; a single read saves nothing.
    const Table expected = reads == 3 ? Table{"r0 mrf>orf0", "r0 orf0", "r0 orf0", ""} : Table{"r0 mrf", "r0 mrf", ""};
    CHECK(placement_of(make, levels(1, 4)) == expected);
  }
}

TEST_CASE("A guarded read does not fill an entry and neither does a read that some paths avoid") {
  KernelMaker make;
  const auto a = make.r32(), p = make.predicate();
  make.guard(p).use({a});
  make.branch_if(p, "on");
  make.use({a});
  make.label("on");
  for (unsigned n = 0; n < 3; ++n) make.use({a});
  make.ret();
  CHECK(placement_of(make, levels(1, 4)) == Table{"r0 mrf", "", "r0 mrf", "r0 mrf>orf0", "r0 orf0", "r0 orf0", ""});
}

TEST_CASE("A generic access at the start of a strand does not fill an entry because it may be executed in parts") {
  for (const ptx::StateSpace space : {ptx::StateSpace::kGlobal, ptx::StateSpace::kGeneric}) {
    KernelMaker make;
    const auto address = make.r32(), b = make.r32();
    load(make, space, b, address);
    for (unsigned n = 0; n < 3; ++n) make.use({address});
    make.ret();
    const Table expected = space == ptx::StateSpace::kGlobal
                               ? Table{"r0 mrf>orf0 -> r1 mrf", "r0 orf0", "r0 orf0", "r0 orf0", ""}
                               : Table{"r0 mrf -> r1 mrf", "r0 mrf>orf0", "r0 orf0", "r0 orf0", ""};
    CHECK(placement_of(make, levels(1, 4)) == expected);
  }
}

TEST_CASE("Definitions that meet at a read share an entry") {
  KernelMaker make;
  const auto a = make.r32(), p = make.predicate();
  make.branch_if(p, "else");
  make.set(a);
  make.branch("end");
  make.label("else");
  make.set(a);
  make.label("end");
  make.use({a});  // 6.1 - 2 * 6.1 + 2 * 11 = 15.9
  make.ret();
  CHECK(placement_of(make, levels(1, 4)) == Table{"", "-> r0 orf0", "", "-> r0 orf0", "r0 orf0", ""});
}

TEST_CASE("A guarded definition shares the entry of the older definition that may survive it") {
  KernelMaker make;
  const auto a = make.r32(), p = make.predicate();
  make.set(a);
  make.guard(p).set(a);
  make.use({a});
  make.ret();
  CHECK(placement_of(make, levels(1, 4)) == Table{"-> r0 orf0", "-> r0 orf0", "r0 orf0", ""});
}

TEST_CASE("A read that may return an older strand's value uses the MRF and so do all definitions that reach it") {
  KernelMaker make;
  const auto a = make.r32(), p = make.predicate();
  make.guard(p).set(a);
  make.use({a});
  make.ret();
  CHECK(placement_of(make, levels(1, 4)) == Table{"-> r0 mrf", "r0 mrf", ""});
}

TEST_CASE("A value that lives past its strand is in the MRF as well") {
  for (const unsigned reads : {1u, 2u}) {
    KernelMaker make;
    const auto a = make.r32();
    make.set(a);
    for (unsigned n = 0; n < reads; ++n) make.use({a});
    make.op(ptx::Op::kBar, {}, {});
    make.use({a});
    make.ret();
    // One read saves 6.1, as much as the write costs.
    const Table expected = reads == 1 ? Table{"-> r0 mrf", "r0 mrf", "", "r0 mrf", ""}
                                      : Table{"-> r0 orf0+mrf", "r0 orf0", "r0 orf0", "", "r0 mrf", ""};
    CHECK(placement_of(make, levels(1, 4)) == expected);
  }
}

TEST_CASE("Values loaded from far memory are in the MRF") {
  KernelMaker make;
  const auto address = make.r32(), a = make.r32();
  load(make, ptx::StateSpace::kGlobal, a, address);
  make.use({a});
  make.ret();
  CHECK(placement_of(make, levels(1, 4)) == Table{"r0 mrf -> r1 mrf", "r1 mrf", ""});
}

TEST_CASE("Each half of a pair takes an entry") {
  KernelMaker make;
  const auto pair = make.r64();
  make.set(pair);
  make.use({pair});
  make.ret();
  CHECK(placement_of(make, levels(0, 4)) == Table{"-> r0 orf0, r1 orf1", "r0 orf0, r1 orf1", ""});
  CHECK(placement_of(make, levels(0, 1)) == Table{"-> r0 orf0, r1 mrf", "r0 orf0, r1 mrf", ""});
}

TEST_CASE("The SM is told which accesses the MRF serves and how often the levels above are used") {
  KernelMaker make;
  const auto address = make.r32(), a = make.r32(), b = make.r32();
  make.set(a);
  make.op(ptx::Op::kAdd, {b}, {a, address});
  make.use({address, b});
  make.op(ptx::Op::kBar, {}, {});
  make.use({b});
  make.ret();
  ptx::Kernel kernel = placed(make, levels(1, 4));
  kernel.placement[1].reads[1].fills = true;  // as if the read put its value into the ORF
  const std::vector<StaticInstruction> all = static_instructions(kernel);
  CHECK(all[0].results.empty());
  CHECK(all[0].lrf_writes == 1);
  CHECK(all[0].result_registers == 1);
  CHECK(all[1].lrf_reads == 1);
  CHECK(all[1].sources == std::vector<std::uint16_t>{0});
  CHECK(all[1].orf_writes == 1);
  CHECK(all[1].results == std::vector<std::uint16_t>{2});
  CHECK(all[1].touches.has_register(1));
  CHECK(all[1].writes.has_register(2));
  std::vector<bool> starts;
  for (const StaticInstruction& one : all) starts.push_back(one.strand_start);
  CHECK(starts == std::vector<bool>{true, false, false, false, true, false});
  kernel.placement.clear();
  const StaticInstruction plain = static_instructions(kernel)[1];
  CHECK(plain.sources == std::vector<std::uint16_t>{1, 0});
  CHECK(plain.lrf_reads + plain.orf_writes == 0);
  CHECK(plain.strand_start);
}

TEST_CASE("An instruction lists the registers that the rest of its strand uses on any path") {
  KernelMaker make;
  const auto p = make.predicate(), a = make.r32(), b = make.r32(), c = make.r32();
  make.op(ptx::Op::kSetp, {p}, {a});
  make.branch_if(p, "over");
  make.use({b});
  make.label("over");
  make.use({c});
  make.op(ptx::Op::kBar, {}, {});
  make.use({a});
  make.ret();
  const std::vector<StaticInstruction> all = static_instructions(placed(make, levels(1, 4)));
  const auto has = [&](unsigned pc, unsigned number) { return all[pc].strand_touches.has_register(number); };
  CHECK(std::array{has(0, 0), has(0, 1), has(0, 2)} == std::array{false, true, true});
  CHECK(std::array{has(1, 1), has(1, 2)} == std::array{true, true});
  CHECK(std::array{has(2, 1), has(2, 2)} == std::array{false, true});
  CHECK(all[3].strand_touches.empty());
  REQUIRE(all[5].strand_start);
  CHECK(all[4].strand_touches.empty());
}

TEST_CASE("check_placement finds what is wrong with a placement") {
  KernelMaker make;
  const auto address = make.r64(), a = make.r32(), b = make.r32();
  make.set(a);
  make.op(ptx::Op::kAdd, {b}, {a, a});
  store(make, address, b);
  load(make, ptx::StateSpace::kGlobal, a, address);
  make.use({a});
  make.op(ptx::Op::kBar, {}, {});
  make.ret();
  const RegisterHierarchy hierarchy = levels(1, 4);
  const ptx::Kernel right = placed(make, hierarchy);
  REQUIRE(check_placement(right, hierarchy).empty());
  const auto fault = [&](const auto& spoil) {
    ptx::Kernel wrong = right;
    spoil(wrong.placement);
    const std::vector<std::string> found = check_placement(wrong, hierarchy);
    return found.empty() ? "none" : found.front();
  };
  using Placement = std::vector<ptx::PlacedInstruction>;
  CHECK(fault([](Placement& p) { p[1].reads[0].level = ptx::RegisterLevel::kMrf; }) ==
        "instruction 1: register 2 is not in the MRF when it is read");
  CHECK(fault([](Placement& p) { p[1].strand_start = true; }) ==
        "instruction 1: register 2 is not in its entry when it is read");
  CHECK(fault([](Placement& p) { p[2].reads.back().entry = 1; }) ==
        "instruction 2: register 3 is not in its entry when it is read");
  CHECK(fault([](Placement& p) { p[2].reads.back().entry = 4; }) ==
        "instruction 2: register 3 uses an entry that does not exist");
  CHECK(fault([](Placement& p) { p[4].strand_start = false; }) ==
        "instruction 4: register 2 is read in the strand that loads it");
  CHECK(fault([](Placement& p) { p[6].strand_start = false; }) == "instruction 5: the strand continues after it");
  CHECK(fault([](Placement& p) { p[3].writes[0].level = ptx::RegisterLevel::kOrf; }) ==
        "instruction 3: writes a long-latency result above the MRF");
  CHECK(fault([](Placement& p) { p[2].reads.back().level = ptx::RegisterLevel::kLrf; }) ==
        "instruction 2: reads the LRF without a port");
  CHECK(fault([](Placement& p) { p.clear(); }) == "the kernel has no placement");
}

TEST_CASE("An impossible hierarchy is refused") {
  const auto message = [](const RegisterHierarchy& hierarchy) -> std::string {
    try {
      check_hierarchy(hierarchy);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(message(levels(64, 64)) == "");
  CHECK(message(levels(65, 4)) == "a last-result file of 65 entries per thread; expected 0 to 64");
  CHECK(message(levels(1, 100)) == "an operand register file of 100 entries per thread; expected 0 to 64");
  RegisterHierarchy hierarchy = levels(1, 4);
  hierarchy.orf_read_pj = -1;
  CHECK(message(hierarchy) == "a register access of -1.000000 pJ; expected 0 or more");
}
