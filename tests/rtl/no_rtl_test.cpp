#include <catch2/catch.hpp>

#include "block/factories.h"
#include "block/signals.h"
#include "memory/tag_array.h"

using namespace unibank;

TEST_CASE("a build without Verilator has the native blocks and refuses the RTL variants in one line") {
  CHECK(factories_of({}).has<TagArrayKind>());
  for (const std::string block :
       {"arbiter", "crossbar", "dram_front", "l2_tags", "lock_unit", "mshr", "tag_array", "unified_bank"}) {
    INFO(block);
    BlockChoices choices;
    choose(choices, block_requests({block + "=check"}));
    CHECK(text_of_foreign(choices) == block + ".sv=check");
    CHECK_THROWS_WITH(factories_of(choices),
                      block + ".sv needs Verilator, which was not found when this program was built: install the "
                              "Debian package verilator, configure and build again");
  }
}

TEST_CASE("the pins of RTL are a group of signals") {
  CHECK(SignalGroups::instance().group_of("rtl.gpu.sm0.mshr.req_valid") == "rtl");
}

TEST_CASE("a block's name without .sv asks for its RTL alone or in lock-step and other names are refused") {
  const std::string known = "; known: arbiter.sv, crossbar.sv, dram_front.sv, fr-fcfs, l2_tags.sv, lock_unit.sv, "
                            "mshr.sv, tag_array.sv, unified_bank.sv";
  CHECK_THROWS_WITH(block_requests({"scheduler"}), "--block: unknown block 'scheduler'" + known);
  CHECK_THROWS_WITH(block_requests({"tag_array=wave"}),
                    "--block is 'tag_array=wave', expected tag_array.sv, tag_array.sv=check, "
                    "tag_array.sv=check:order or tag_array.sv=check:rules");
  CHECK_THROWS_WITH(block_requests({"tag_array="}),
                    "--block is 'tag_array=', expected tag_array.sv, tag_array.sv=check, "
                    "tag_array.sv=check:order or tag_array.sv=check:rules");
  CHECK_THROWS_WITH(block_requests({"tag_array", "tag_array.sv=check"}), "--block gives 'tag_array.sv' twice");
  CHECK(overrides_of(block_requests({"unified_bank", "tag_array=check"})) ==
        std::vector<std::string>{"unified_bank.model=unified_bank.sv", "unified_bank.check=false",
                                 "tag_array.model=tag_array.sv", "tag_array.check=true", "tag_array.check_by=cycles"});
}

TEST_CASE("the RTL of a DRAM channel keeps the latency and the bandwidth of the channel that it implements") {
  BlockChoices choices;
  choices.set("dram", "latency", 123);
  const BlockChoices native = choices;
  choose(choices, block_requests({"dram_front"}));
  CHECK(choices.of("dram").model == "dram_front.sv");
  CHECK(choices.of("dram").values.at("latency") == 123);
  choices.choose("dram", "fr-fcfs");
  CHECK_THROWS_WITH(check_implemented(choices, block_requests({"dram_front"}), "mine"),
                    "block 'dram_front.sv' implements dram.model = \"fixed-latency\", but design 'mine' has "
                    "\"fr-fcfs\"; expected --set dram.model=fixed-latency, or no such block");
  CHECK_NOTHROW(check_implemented(native, block_requests({"dram_front"}), "mine"));
}
