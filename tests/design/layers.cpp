// Designs that extend other designs: later values win, and choosing another policy drops the former one's parameters.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "block/catalogue.h"
#include "design/design_text.h"
#include "design/load.h"
#include "design/schema.h"
#include "policy/scratchpad_gate.h"

namespace unibank {
namespace {

TEST_CASE("an empty design is the baseline") {
  const Design design = load("");
  CHECK(design.storage.register_bytes == 262144);
  CHECK(design.partition.name == "separate");
  CHECK(design.warp_order.values.at("active_warps") == 8);
  CHECK(design.mshr.entries == 128);
}

TEST_CASE("a register limit is none or one for which every kernel can be compiled") {
  CHECK(load("").kernel.register_limit == 0);
  CHECK(load("[kernel]\nregister_limit = 16\n").kernel.register_limit == 16);
  CHECK(load("", {"kernel.register_limit=256"}).kernel.register_limit == 256);
  CHECK_THROWS_WITH(load("[kernel]\nregister_limit = 15\n"),
                    "d.toml:2: kernel.register_limit is 15, expected 0 (no limit) or 16 to 256");
  CHECK_THROWS_AS(load("", {"kernel.register_limit=257"}), InputError);
}

TEST_CASE("the extending file overrides the extended one and --set overrides both") {
  CHECK(load_design("grandchild", {kDesigns}).design.blocks.of("dram").values.at("latency") == 300);
  CHECK(load_design("grandchild", {kDesigns}).design.mshr.entries == 32);
  CHECK(load_design("grandchild", {kDesigns}).design.description == "two steps from the baseline");
  const Design set = load_design("grandchild", {kDesigns}, {"dram.latency=200"}).design;
  CHECK(set.blocks.of("dram").values.at("latency") == 200);
}

TEST_CASE("a file is found by its path and the file that it extends relative to it") {
  const LoadedDesign loaded = load_design(kDesigns + "/by-path.toml");
  CHECK(loaded.design.name == kDesigns + "/by-path");
  CHECK(loaded.design.mshr.entries == 32);
}

TEST_CASE("choosing another policy drops the parameters of the previous one") {
  CHECK(load("[warp_order]\nactive_warps = 4\n").warp_order.values == PolicyValues{{"active_warps", 4}});
  const Design design = load("[warp_order]\nactive_warps = 4\n", {"warp_order.policy=lrr"});
  CHECK(design.warp_order.name == "lrr");
  CHECK(design.warp_order.values.empty());
  CHECK(load("[warp_order]\nactive_warps = 4\n", {"warp_order.policy=\"two-level\""}).warp_order.values ==
        PolicyValues{{"active_warps", 4}});
}

// A gate with a parameter of every kind.
class Kinds : public ScratchpadGate {
 public:
  void reset(const GateLaunch& /*launch*/) override {}
  void block_started(unsigned /*block_slot*/, Cycle /*cycle*/) override {}
  void block_finished(unsigned /*block_slot*/, Cycle /*cycle*/) override {}
  GateAnswer ask(const ScratchpadAccess& /*access*/) override { return {}; }
};
const ScratchpadGateRegistry::Registration kKinds({
    "kinds",
    "for this test",
    {{"count", 4, 1, 8, "blocks", "a whole number", "this test"},
     {"share", 0.5, 0, 1, "", "a real number", "this test"},
     PolicyParameter::word("from", "old", {"old", "young"}, "a word", "this test")},
    [](const PolicyValues&) { return std::make_unique<Kinds>(); },
});

TEST_CASE("a policy's parameters are whole numbers, real numbers and words") {
  const PolicyValues defaults = load("[scratchpad_gate]\npolicy = \"kinds\"\n").scratchpad_gate.values;
  CHECK(defaults == PolicyValues{{"count", 4}, {"share", 0.5}, {"from", "old"}});
  const PolicyValues given =
      load("[scratchpad_gate]\npolicy = \"kinds\"\nshare = 1\n", {"scratchpad_gate.from=young"}).scratchpad_gate.values;
  CHECK(double{given.at("share")} == 1.0);
  CHECK(given.at("from").word() == "young");
  CHECK_THROWS_WITH(load("[scratchpad_gate]\npolicy = \"kinds\"\nshare = 1.5\n"),
                    "d.toml:3: scratchpad_gate.share: found 1.5, expected a number from 0 to 1");
  CHECK_THROWS_WITH(load("[scratchpad_gate]\npolicy = \"kinds\"\nfrom = \"middle\"\n"),
                    "d.toml:3: scratchpad_gate.from: found the string \"middle\", expected one of \"old\", \"young\"");
  CHECK_THROWS_WITH(load("[scratchpad_gate]\npolicy = \"kinds\"\ncount = 0.5\n"),
                    "d.toml:3: scratchpad_gate.count: found 0.5, expected an integer from 1 to 8 (blocks)");
}

TEST_CASE("choosing another block drops the parameters of the previous one") {
  const std::string slow = "[dram]\nlatency = 300\nqueue = 9\n";
  CHECK(load(slow).blocks.of("dram").values.at("latency") == 300);
  const Design rows = load(slow, {"dram.model=fr-fcfs", "dram.t_rcd=20"});
  CHECK(rows.blocks.of("dram").model == "fr-fcfs");
  CHECK(rows.blocks.of("dram").values.count("latency") == 0);
  CHECK(rows.dram.timing.t_rcd == 20);
  CHECK(rows.dram.timing.t_rp == 12);
  CHECK(rows.dram.queue == 9);
  const LoadedDesign same = load_design(DesignText{"d", "d.toml", "", slow}, {}, {"dram.model=fixed-latency"});
  for (const DesignValue& value : same.values)
    if (value.section == "dram" && value.key == "latency") CHECK(value.source == "d.toml:2");
}

TEST_CASE("choosing another storage layout drops the sizes of the previous one") {
  const Design design = load(
      "extends = \"gebhart2012/unified-128k\"\n[storage]\nlayout = \"separate\"\n"
      "[partition]\npolicy = \"separate\"\n");
  CHECK(design.storage.unified_bytes == 0);
  CHECK(design.storage.register_bytes == 262144);
  const Design unified = load("", {"partition.policy=unified", "storage.layout=unified"});
  CHECK(unified.storage.unified_bytes == 393216);
  CHECK(unified.storage.cache_bytes == 0);
  CHECK(load("", {"partition.policy=unified", "storage.layout=unified", "storage.unified_bytes=0x10000"})
            .storage.unified_bytes == 65536);
}

TEST_CASE("a separate scratchpad beside a unified memory is a layout and its size has the file's line as its source") {
  const std::string text = "[storage]\nlayout = \"unified-scratchpad-apart\"\nunified_bytes = 131072\n"
                           "scratchpad_bytes = 49152\n[partition]\npolicy = \"unified\"\n";
  const LoadedDesign loaded = load_design(DesignText{"d", "d.toml", "", text}, {kDesigns}, {});
  CHECK(loaded.design.capacity_kb() == 176);
  CHECK(loaded.design.capacity().alone(Part::kScratchpad));
  for (const DesignValue& value : loaded.values)
    if (value.key == "scratchpad_bytes") CHECK(value.source == "d.toml:4");
}

TEST_CASE("partition and compiler share scratchpad by the gate's rule and inside a memory in whole rows") {
  CHECK(load("").capacity().sharing.private_per_mille == 1000);
  const Design apart = load("", {"scratchpad_gate.policy=sharing", "kernel.scratchpad_order=reordered",
                                 "kernel.release=post-dominator"});
  CHECK(apart.capacity().sharing.private_per_mille == 100);
  CHECK(apart.capacity().sharing.private_align == 4);
  const compiler::ScratchpadSharing told = apart.scratchpad_sharing();
  CHECK(told.order == compiler::ScratchpadOrder::kReordered);
  CHECK(told.release == compiler::ReleasePlacement::kPostDominator);
  CHECK(told.private_per_mille == 100);
  CHECK(told.private_align == 4);
  CHECK(load("", {"kernel.release=optimal"}).kernel.release == compiler::ReleasePlacement::kOptimal);
  const std::vector<std::string> unified = {"partition.policy=unified", "storage.layout=unified",
                                            "scratchpad_gate.policy=sharing", "scratchpad_gate.private_per_mille=300",
                                            "scratchpad_gate.private_align=20"};
  CHECK(load("", unified).capacity().sharing.private_per_mille == 300);
  CHECK(load("", unified).capacity().sharing.private_align == 32);
  CHECK(load("", unified).scratchpad_sharing().private_align == 32);
  std::vector<std::string> beside = unified;
  beside[1] = "storage.layout=unified-scratchpad-apart";
  CHECK(load("", beside).capacity().sharing.private_align == 20);
}

TEST_CASE("a block's own parameter replaces the table's parameter of the same name") {
  const BlockDeclaration own(
      {"dram", "own_banks", "a DRAM of this test", {{"banks", 4, 1, 64, "", "its", "this test"}}});
  const LoadedDesign loaded =
      load_design(DesignText{"d", "d.toml", "", "[dram]\nmodel = \"own_banks\"\nbanks = 16\n"});
  unsigned rows = 0;
  for (const Parameter& parameter : parameters_of(loaded.design)) rows += parameter.name() == "dram.banks";
  CHECK(rows == 1);
  CHECK(unsigned{loaded.design.blocks.of("dram").values.at("banks")} == 16);
  CHECK(loaded.design.dram.timing.banks == Design().dram.timing.banks);
  const LoadedDesign again = load_design(DesignText{"e", "e.toml", "", effective_toml(loaded)});
  CHECK(unsigned{again.design.blocks.of("dram").values.at("banks")} == 16);
}

TEST_CASE("a design with RTL says that values are followed and --set cannot turn that off") {
  const BlockDeclaration rtl({"mshr", "as_native", "RTL of this test", {}, "native"});
  const auto check_data = [](const std::string& text, const std::vector<std::string>& overrides) {
    const LoadedDesign loaded = load_design(DesignText{"d", "d.toml", "", text}, {}, overrides);
    for (const DesignValue& value : loaded.values)
      if (value.section == "run" && value.key == "check_data") return value.value + " (" + value.source + ")";
    return std::string("no such value");
  };
  const std::string followed = "true (on with as_native: the bytes that RTL moves are compared)";
  const std::string file = "[run]\ncheck_data = false\n", off = "run.check_data=false", with = "mshr.model=as_native";
  CHECK(check_data("", {with}) == followed);
  CHECK(check_data(file, {with}) == followed);  // written for native blocks
  CHECK_THAT(check_data(file, {}), Catch::StartsWith("false (d.toml:2"));
  CHECK_THAT(check_data("", {with, "cache.flush_at_end=false", off}), Catch::StartsWith("false (--set "));
  std::string refusal;
  try {
    check_data("", {with, off});
  } catch (const OverrideError& error) {
    refusal = error.what();
  }
  CHECK(refusal == "--set run.check_data=false: run.check_data = false does not go with as_native: the bytes that RTL "
                   "moves are compared; expected true");
}

TEST_CASE("an override without which a design is accepted is to blame, whichever value the refusal names") {
  const auto blamed = [](const std::string& design, const std::vector<std::string>& overrides) {
    try {
      load_design(design, {}, overrides);
    } catch (const OverrideError& error) {
      return std::string(error.what()).substr(0, std::string(error.what()).find(": "));
    } catch (const InputError& error) {
      return std::string("a file: ") + error.what();
    }
    return std::string("none");
  };
  const std::pair<const char*, const char*> cases[] = {
      {"nvidia/a100", "cache.local_stores=write-through"},  // the text names cache.local_stores_allocate first
      {"today/onchip", "kernel.scratchpad_bytes_per_thread=64"},
      {"nvidia/a100", "partition.least_cache_bytes=400000"},
      {"jing2016/integrated-fair", "cache.ways=3"},
      {"jing2016/integrated-fair", "sm.banks_per_cluster=8"},
      {"nvidia/a100", "storage.layout=unified-scratchpad-apart"},
      {"gebhart2012/fermi-like-96-32", "storage.scratchpad_bytes=0"},
  };
  for (const auto& [design, override] : cases) {
    INFO(design);
    CHECK(blamed(design, {"sm.max_blocks=4", override}) == "--set " + std::string(override));
  }
  CHECK(blamed("gebhart2012/partitioned", {"dram.model=fr-fcfs", "dram.standard=hbm2", "energy.frequency_ghz=0.05"}) ==
        "--set energy.frequency_ghz=0.05");
  // The file is wrong with and without the override that the refusal names.
  CHECK(error_of("[constant_cache]\nbytes = 5000\n", {"constant_cache.ways=8"}) ==
        "d.toml:2: constant_cache.bytes is 5000, expected a multiple of 512: sets of 8 lines (constant_cache.ways) of "
        "64 bytes (constant_cache.line_bytes)");
}

TEST_CASE("an override may name a choice that looks like a number without quotes") {
  const Design design =
      load_design("nvidia/a100", {}, {"partition.carve_steps=7.0", "storage.unified_bytes=131072"}).design;
  CHECK(design.partition.values.at("carve_steps").word() == "7.0");
}

TEST_CASE("numbers, choices and switches are read as they are written") {
  const Design design = load(
      "[energy]\nleakage_mw_per_kb = 3\nsm_dynamic_watt = 2.5\nnarrow_bank_full_energy = true\n"
      "[conflicts]\nmodel = \"arbitrated\"\npenalty_blocks = \"warp\"\n"
      "[partition]\nscope = \"kernel\"\n[kernel]\nregisters_per_thread = 18\n");
  CHECK(design.energy.leakage_mw_per_kb == 3.0);
  CHECK(design.energy.sm_dynamic_watt == 2.5);
  CHECK(design.energy.narrow_bank_full_energy);
  CHECK(design.conflicts.model == ConflictModel::kArbitrated);
  CHECK(design.conflicts.penalty_blocks == PenaltyBlocks::kWarp);
  CHECK(design.partition_scope == PartitionScope::kKernel);
  CHECK(design.kernel.registers_per_thread == 18);
}

TEST_CASE("an override that does not go with a file's value is refused at its own place") {
  const auto refusal = [](const std::string& design, const std::string& override) {
    try {
      load_design(design, {kDesigns}, {"mshr.merges=4", override});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(refusal("gebhart2012/unified-384k", "storage.layout=separate"),
             Catch::StartsWith("--set storage.layout=separate: partition.policy \"unified\" does not go with "
                               "storage.layout \"separate\": "));
  CHECK_THAT(refusal("jatala/shared-owf-opt", "storage.layout=unified"),
             Catch::StartsWith("--set storage.layout=unified: sm.banks_per_cluster is 16, expected at most 8: "));
  CHECK_THAT(refusal("gebhart2012/unified-384k", "partition.policy=separate"),
             Catch::StartsWith("--set partition.policy=separate: partition.policy \"separate\" does not go with "));
}

TEST_CASE("an override that makes a size of the file wrong is refused at its own place") {
  for (const char* const override :
       {"texture_cache.ways=7", "constant_cache.ways=7", "instruction_cache.ways=7", "l2.ways=7", "l2.slices=7",
        "sm.banks_per_cluster=7"}) {
    std::string refused;
    try {
      load_design("nvidia/a100", {kDesigns}, {override});
    } catch (const InputError& error) {
      refused = error.what();
    }
    CHECK_THAT(refused, Catch::StartsWith("--set " + std::string(override) + ": ") && Catch::Contains("bytes is "));
  }
}

TEST_CASE("a key of another variant of its section is refused with the variants that have it") {
  const auto refusal = [](const std::string& override) {
    try {
      load_design("gebhart2012/partitioned", {kDesigns}, {override});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(refusal("partition.window=9"),
             Catch::Contains("; only designs with partition.policy = \"run-time-carve-out"));
  CHECK_THAT(refusal("partition.widnow=9"), !Catch::Contains("only designs"));
}

TEST_CASE("of several designs the one that refuses an override is named and a wrong file is not") {
  const auto refusal = [](const std::string& file, const std::string& text, const std::vector<std::string>& overrides) {
    try {
      load_one_of_several({"mine", file, "", text}, {kDesigns}, overrides);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(refusal("d.toml", "", {"sm.lane=8"}), Catch::StartsWith("mine: --set sm.lane=8: unknown key 'sm.lane'"));
  CHECK_THAT(refusal("d.toml", "", {"mshr.merges=0"}), Catch::StartsWith("mine: --set mshr.merges=0: "));
  CHECK_THAT(refusal("d.toml", "[sm]\nlane = 8\n", {}), Catch::StartsWith("d.toml:2: unknown key 'sm.lane'"));
  CHECK_THAT(refusal("--set d.toml", "[sm]\nlane = 8\n", {}), Catch::StartsWith("--set d.toml:2: unknown key"));
  const std::string best = "best_of = [\"gebhart2012/partitioned\", \"gebhart2012/unified-384k\"]\n";
  CHECK_THAT(refusal("d.toml", best, {"mshr.merges=0"}),
             Catch::StartsWith("gebhart2012/partitioned: --set mshr.merges=0: "));
}

}  // namespace
}  // namespace unibank
