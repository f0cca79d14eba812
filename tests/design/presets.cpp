#include <catch2/catch.hpp>

#include "design/load.h"
#include "policy/partition.h"

namespace unibank {
namespace {

std::string source_of(const LoadedDesign& loaded, const std::string& section, const std::string& key) {
  for (const DesignValue& value : loaded.values) {
    if (value.section == section && value.key == key) return value.source;
  }
  return "";
}

TEST_CASE("the designs that come with the library") {
  CHECK(list_designs({}) == std::vector<std::string>{"crossover/hierarchy", "crossover/hierarchy-onchip",
                                                     "crossover/integrated-fair", "crossover/integrated-prioritized",
                                                     "crossover/integrated-prioritized-hierarchy",
                                                     "crossover/integrated-prioritized-onchip",
                                                     "crossover/integrated-prioritized-sharing",
                                                     "crossover/integrated-prioritized-sharing-hierarchy",
                                                     "crossover/integrated-prioritized-sharing-onchip",
                                                     "crossover/onchip", "crossover/pooled",
                                                     "crossover/separate", "crossover/sharing",
                                                     "crossover/sharing-hierarchy", "crossover/sharing-onchip",
                                                     "crossover/unified", "crossover/unified-hierarchy",
                                                     "crossover/unified-onchip", "crossover/unified-sharing",
                                                     "crossover/unified-sharing-hierarchy",
                                                     "crossover/unified-sharing-onchip",
                                                     "gebhart2012/fermi-like-32-96", "gebhart2012/fermi-like-96-32",
                                                     "gebhart2012/fermi-like-best", "gebhart2012/partitioned",
                                                     "gebhart2012/partitioned-arbitrated", "gebhart2012/unified-128k",
                                                     "gebhart2012/unified-256k", "gebhart2012/unified-384k",
                                                     "gebhart2012/unified-384k-arbitrated",
                                                     "gebhart2012/unified-384k-multiple",
                                                     "gebhart2012/unified-384k-multiple-arbitrated",
                                                     "hayes2014/fermi", "hayes2014/kepler",
                                                     "jatala/shared-noopt", "jatala/shared-owf",
                                                     "jatala/shared-owf-opt", "jatala/shared-owf-postdom",
                                                     "jatala/shared-owf-reorder", "jatala/unshared-gto",
                                                     "jatala/unshared-lrr", "jatala/unshared-two-level",
                                                     "jing2016/integrated-fair", "jing2016/integrated-prioritized",
                                                     "jing2016/separate-128k", "jing2016/separate-16k",
                                                     "jing2016/separate-16k-rf-256k", "jing2016/separate-16k-rf-64k",
                                                     "jing2016/separate-48k", "jing2016/separate-64k",
                                                     "jing2016/unified-128k", "jing2016/unified-144k",
                                                   "nvidia/a100", "nvidia/h100", "nvidia/rtx2080ti",
                                                     "nvidia/rtx3080", "nvidia/rtx4090", "nvidia/rtx5090",
                                                     "nvidia/v100",
                                                     "today/integrated-fair", "today/integrated-prioritized",
                                                     "today/linebacker", "today/onchip", "today/regmutex",
                                                     "today/run-time-carve-out", "today/sharing", "today/unified",
                                                     "today/whole-lines"});
}

TEST_CASE("partitioned: 256 KB of registers, 64 KB each of scratchpad and cache") {
  const Design design = load_design("gebhart2012/partitioned").design;
  CHECK(design.name == "gebhart2012/partitioned");
  CHECK(design.layout.name == "separate");
  CHECK(design.storage.register_bytes == 256 * 1024);
  CHECK(design.storage.scratchpad_bytes == 64 * 1024);
  CHECK(design.storage.cache_bytes == 64 * 1024);
  CHECK(design.storage.unified_bytes == 0);
  CHECK(design.capacity_kb() == 384);
  CHECK(design.partition.name == "separate");
  CHECK(design.warp_order.values == PolicyValues{{"active_warps", 8}});
  CHECK(design.capacity().cache_set_bytes == 512);
  CHECK(design.best_of.empty());
}

TEST_CASE("unified designs: one memory of 384, 256 or 128 KB") {
  for (const unsigned kb : {384u, 256u, 128u}) {
    const Design design = load_design("gebhart2012/unified-" + std::to_string(kb) + "k").design;
    CHECK(design.layout.name == "unified");
    CHECK(design.storage.unified_bytes == kb * 1024);
    CHECK(design.storage.register_bytes + design.storage.scratchpad_bytes + design.storage.cache_bytes == 0);
    CHECK(design.capacity_kb() == kb);
    CHECK(design.partition.name == "unified");
    CHECK(design.blocks.of("dram").values.at("latency") == 400);
  }
}

TEST_CASE("Fermi-like designs: two splits of 128 KB, and the better of them") {
  const Design a = load_design("gebhart2012/fermi-like-96-32").design;
  CHECK(a.storage.scratchpad_bytes == 96 * 1024);
  CHECK(a.storage.cache_bytes == 32 * 1024);
  CHECK(a.partition.name == "fermi-like");
  const Design b = load_design("gebhart2012/fermi-like-32-96").design;
  CHECK(b.storage.scratchpad_bytes == 32 * 1024);
  CHECK(b.capacity_kb() == 384);
  CHECK(load_design("gebhart2012/fermi-like-best").design.best_of ==
        std::vector<std::string>{"gebhart2012/fermi-like-96-32", "gebhart2012/fermi-like-32-96"});
}

TEST_CASE("every design of Gebhart's has the register hierarchy and a user's design has none by default") {
  for (const std::string& name : list_designs({})) {
    const Design design = load_design(name).design;
    const bool wanted = name.rfind("gebhart2012/", 0) == 0 || name.find("hierarchy") != std::string::npos;
    if (design.best_of.empty()) CHECK(design.register_hierarchy.enabled == wanted);
  }
  CHECK_FALSE(load_design(DesignText{"d", "d.toml", "", ""}).design.register_hierarchy.enabled);
  CHECK(load_design("gebhart2012/partitioned", {},
                    {"register_hierarchy.orf_entries=3", "register_hierarchy.orf_read_pj=2"})
            .design.register_hierarchy.orf_read_pj == 2);
}

TEST_CASE("the variants of the unified memory: both multiplexers in both models of conflicts") {
  const auto design = [](const std::string& name) { return load_design("gebhart2012/unified-384k" + name).design; };
  CHECK(design("-multiple").storage.bank_mux == BankMux::kMultiple);
  CHECK(design("-multiple").conflicts.model == ConflictModel::kPerInstruction);
  CHECK(design("-arbitrated").storage.bank_mux == BankMux::kSingle);
  CHECK(design("-arbitrated").conflicts.model == ConflictModel::kArbitrated);
  CHECK(design("-multiple-arbitrated").storage.bank_mux == BankMux::kMultiple);
  CHECK(design("-multiple-arbitrated").conflicts.model == ConflictModel::kArbitrated);
}

TEST_CASE("every value has its source: a file's line, --set, or the paper") {
  const LoadedDesign loaded = load_design("gebhart2012/unified-256k", {}, {"mshr.entries=64"});
  CHECK(source_of(loaded, "storage", "unified_bytes") == "configs/designs/gebhart2012/unified-256k.toml:6");
  CHECK(source_of(loaded, "partition", "policy") == "configs/designs/gebhart2012/unified-384k.toml:11");
  CHECK(source_of(loaded, "dram", "latency") ==
        "configs/designs/gebhart2012/partitioned.toml:30, Gebhart 2012 table 2");
  CHECK(source_of(loaded, "mshr", "entries") == "--set mshr.entries=64");
  CHECK(source_of(loaded, "sm", "cache_hit_latency") == "Q-14");
  for (const DesignValue& value : loaded.values) {
    INFO(value.section << "." << value.key);
    CHECK_FALSE(value.source.empty());
    CHECK_FALSE(value.description.empty());
  }
}

TEST_CASE("storage sizes that a design does not have are shown as absent") {
  const LoadedDesign unified = load_design("gebhart2012/unified-384k");
  for (const char* key : {"register_bytes", "scratchpad_bytes", "cache_bytes"})
    CHECK(source_of(unified, "storage", key) == "not used: storage is unified");
  CHECK(source_of(load_design("gebhart2012/partitioned"), "storage", "unified_bytes") ==
        "not used: storage is separate");
  CHECK_THAT(show_text(unified), Catch::Contains("not used: storage is unified"));
}

TEST_CASE("an override is the source of its value and one comment whatever it contains") {
  const LoadedDesign loaded = load_design("gebhart2012/partitioned", {}, {"dram.latency=300\n"});
  const std::string text = effective_toml(loaded);
  CHECK_THAT(text, Catch::Contains("# --set dram.latency=300?\n"));
  const Design again = load_design(DesignText{"d", "d.toml", "", text}).design;
  CHECK(again.blocks.of("dram").values.at("latency") == 300);
  CHECK_THAT(show_text(loaded), Catch::Contains("--set dram.latency=300?"));
}

TEST_CASE("an effective design, read again, is the same design") {
  for (const std::string& name : list_designs({})) {
    const LoadedDesign first = load_design(name, {}, {"dram.queue=30", "energy.leakage_mw_per_kb=0.52"});
    const std::string text = effective_toml(first);
    const LoadedDesign second = load_design(DesignText{name, "effective.toml", "", text});
    INFO(text);
    CHECK(second.design.description == first.design.description);
    CHECK(second.design.best_of == first.design.best_of);
    REQUIRE(second.values.size() == first.values.size());
    for (std::size_t i = 0; i < first.values.size(); ++i) {
      CHECK(second.values[i].section + "." + second.values[i].key + " = " + second.values[i].value ==
            first.values[i].section + "." + first.values[i].key + " = " + first.values[i].value);
    }
  }
}

TEST_CASE("show has sections, units and sources, and says which designs one stands for") {
  const std::string text = show_text(load_design("gebhart2012/partitioned"));
  CHECK_THAT(text, Catch::Contains("[warp_order]"));
  CHECK_THAT(text, Catch::Contains("262144 bytes"));
  CHECK_THAT(text, Catch::Contains("partitioned.toml:9"));
  CHECK_THAT(show_text(load_design("gebhart2012/fermi-like-best")), Catch::Contains("the fastest of:"));
}

}  // namespace
}  // namespace unibank
