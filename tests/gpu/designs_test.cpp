// Whole programs on the published designs: every answer is right, the conservation laws hold, two equal runs give the
// same bytes, and programs that do not fit are refused with the bytes that they would need.
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/workload_run.h"
#include "support/thinned.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const std::vector<std::string> kDesigns = {"partitioned",   "fermi-like-96-32", "fermi-like-32-96",
                                           "unified-384k", "unified-256k",     "unified-128k",
                                           "unified-384k-multiple"};

Design gebhart_preset(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return load_design("gebhart2012/" + name, {}, overrides).design;
}

void all_designs(const std::string& workload) {
  for (const std::string& name : kDesigns) {
    INFO(workload << " on " << name);
    CHECK(checked(workload, gebhart_preset(name)) == "right");
    CHECK(checked(workload, gebhart_preset(name, {"conflicts.model=arbitrated"})) == "right");
  }
}

}  // namespace

TEST_CASE("every design of Gebhart's computes vectoradd and all conservation laws hold") { all_designs("vectoradd"); }
TEST_CASE("every design of Gebhart's computes matrixmul and all conservation laws hold") { all_designs("matrixmul"); }
TEST_CASE("every design of Gebhart's computes bfs and all conservation laws hold") { all_designs("bfs"); }
TEST_CASE("every design of Gebhart's computes srad and all conservation laws hold") { all_designs("srad"); }

TEST_CASE("the machine of Jing 2016 computes programs on 15 SMs and all conservation laws hold") {
  for (const char* name : {"separate-16k", "separate-48k", "separate-64k", "separate-128k", "separate-16k-rf-64k",
                           "separate-16k-rf-256k", "unified-128k", "unified-144k"}) {
    for (const char* workload : {"vectoradd", "matrixmul", "needle", "bfs", "srad"}) {
      INFO(workload << " on " << name);
      CHECK(checked(workload, load_design(std::string("jing2016/") + name).design) == "right");
    }
  }
}

TEST_CASE("the two cards of Hayes 2014 compute programs and all conservation laws hold") {
  for (const char* name : {"hayes2014/kepler", "hayes2014/fermi"}) {
    for (const char* workload : {"vectoradd", "matrixmul", "needle", "bfs", "srad"}) {
      INFO(workload << " on " << name);
      CHECK(checked(workload, load_design(name).design) == "right");
      CHECK(checked(workload, load_design(name, {}, {"kernel.register_limit=16"}).design) == "right");
    }
  }
}

TEST_CASE("needle with blocking factors 16 and 32 runs on every design of Gebhart's") {
  for (const std::string& name : kDesigns) {
    for (const char* block : {"16", "32"}) {
      INFO("factor " << block << " on " << name);
      CHECK(checked("needle", gebhart_preset(name), {{"block", block}, {"size", "128"}}) == "right");
    }
  }
}

TEST_CASE("needle with blocking factor 64 runs where a block fits and is refused elsewhere") {
  // A block takes 4 (65^2 + 64^2) = 33284 bytes of scratchpad; 32 KB hold none.
  for (const std::string& name : kDesigns) {
    INFO("factor 64 on " << name);
    const std::string text = checked("needle", gebhart_preset(name), {{"block", "64"}, {"size", "128"}});
    if (name != "fermi-like-32-96") {
      CHECK(text == "right");
    } else {
      CHECK(text == "error: kernel needle_upper_64: a block needs 33284 bytes of scratchpad, the design has 32768");
    }
  }
}

TEST_CASE("one, two and four schedulers compute the same answer") {
  for (const char* schedulers : {"1", "2", "4"}) {
    for (const char* model : {"per-instruction", "arbitrated"}) {
      INFO(schedulers << " schedulers, " << model);
      const Design design = gebhart_preset(
          "unified-384k", {std::string("sm.schedulers=") + schedulers, std::string("conflicts.model=") + model});
      CHECK(checked("matrixmul", design) == "right");
      CHECK(checked("needle", design) == "right");
    }
  }
}

TEST_CASE("the conflict penalty may stop one warp and its unit instead of the SM") {
  for (const char* name : {"partitioned", "unified-384k"}) {
    CHECK(checked("needle", gebhart_preset(name, {"conflicts.penalty_blocks=warp"})) == "right");
  }
}

TEST_CASE("the conflict penalty may stop the unit only") {
  for (const std::string& workload : {std::string("needle"), std::string("srad")})
    CHECK(checked(workload, gebhart_preset("unified-384k", {"conflicts.penalty_blocks=unit"})) == "right");
}

TEST_CASE("the machines of the limit studies: unlimited scratchpad and any cache and half-filled warps") {
  const std::vector<std::string> wide = {"storage.scratchpad_bytes=1048576"};
  const auto with = [&wide](std::vector<std::string> more) {
    more.insert(more.end(), wide.begin(), wide.end());
    return gebhart_preset("partitioned", more);
  };
  CHECK(checked("needle", with({"storage.cache_bytes=0"})) == "right");
  CHECK(checked("needle", with({"storage.cache_bytes=524288"})) == "right");
  CHECK(checked("needle", with({"storage.register_bytes=131072", "kernel.registers_per_thread=64"})) == "right");
  const std::string residents = forked([&] {
    const Design design = with({"sm.max_warps=64", "sm.max_blocks=64"});
    const RunResult r = measure("needle", design, BlockFactories(), {{"block", "16"}}).result;
    return std::to_string(r.resident_blocks) + " " + std::to_string(r.resident_threads) + " " + r.partition.limited_by;
  });
  CHECK(residents == "64 1024 thread limit");
}

TEST_CASE("a scratchpad beside a unified memory: every multiplexer and conflict model computes the answer") {
  for (const char* workload : {"needle", "matrixmul", "srad"}) {
    for (const char* mux : {"single", "multiple"}) {
      for (const char* model : {"per-instruction", "arbitrated"}) {
        INFO(workload << " with " << mux << ", " << model);
        const Design design =
            gebhart_preset("unified-128k", {"storage.layout=unified-scratchpad-apart", "storage.unified_bytes=131072",
                                            "storage.scratchpad_bytes=49152", std::string("storage.bank_mux=") + mux,
                                            std::string("conflicts.model=") + model});
        CHECK(checked(workload, design) == "right");
      }
    }
  }
}

TEST_CASE("stores may evict the line they hit or leave it dirty until the kernel ends") {
  for (const char* stores : {"write-evict", "write-back"}) {
    for (const char* name : {"partitioned", "unified-384k"}) {
      for (const char* model : {"per-instruction", "arbitrated"}) {
        // 16 registers make srad spill: local stores as well.
        const Design design =
            gebhart_preset(name, {std::string("cache.global_stores=") + stores, "cache.local_stores=write-back",
                                  std::string("conflicts.model=") + model, "kernel.register_limit=16"});
        INFO(stores << " on " << name << ", " << model);
        CHECK(checked("srad", design) == "right");
        CHECK(checked("bfs", design) == "right");
      }
    }
  }
}

TEST_CASE("no dirty line outlives its kernel") {
  const std::string text = forked([] {
    const Design design = gebhart_preset("partitioned", {"cache.global_stores=write-back"});
    const RunResult r = measure("bfs", design, BlockFactories()).result;
    std::ostringstream out;
    out << (r.counters["cache.dirtied"] > 100) << " " << (r.counters["cache.flushed"] > 0) << " "
        << r.counters["cache.dirtied"] - r.counters["cache.write_backs"];
    return out.str();
  });
  CHECK(text == "1 1 0");
}

TEST_CASE("without a cache DRAM is read in runs of sectors of 32 bytes") {
  const std::string text = forked([] {
    const RunResult r =
        measure("needle", gebhart_preset("partitioned", {"storage.cache_bytes=0"}), BlockFactories()).result;
    const std::uint64_t reads = r.counters["dram.reads"], bytes = r.counters["dram.read_bytes"];
    return std::to_string(bytes % 32 == 0 && bytes > 32 * reads && bytes < 128 * reads) + " " +
           std::to_string(r.counters["tag_lookups"]) + " " + std::to_string(r.partition.cache_sets);
  });
  CHECK(text == "1 0 0");
}

TEST_CASE("partition.scope = kernel divides the storage again for every kernel") {
  CHECK(checked("srad", gebhart_preset("unified-128k", {"partition.scope=kernel"})) == "right");
}

TEST_CASE("two runs give the same bytes") {
  for (const char* name : {"partitioned", "unified-384k"}) {
    CHECK(run_text("bfs", gebhart_preset(name)) == run_text("bfs", gebhart_preset(name)));
  }
}

TEST_CASE("the partition is the published one for needle's 264 bytes a thread") {
  const std::string text = forked([] {
    const Design design = gebhart_preset("unified-384k", {"kernel.registers_per_thread=18"});
    const RunResult r = measure("needle", design, BlockFactories(), {{"size", "64"}}).result;
    std::ostringstream out;
    out << r.resident_threads << " " << r.partition.register_bytes << " " << r.partition.scratchpad_bytes << " "
        << r.partition.cache_bytes;
    return out.str();
  });
  // Gebhart 2012 figure 8: 1024 threads x 18 registers x 4 bytes; 32 blocks of 8452 bytes; the rest is cache.
  const unsigned registers = 1024 * 18 * 4, scratchpad = 32 * 8452;
  std::ostringstream expected;
  expected << 1024 << " " << registers << " " << scratchpad << " " << 384 * 1024 - registers - scratchpad;
  CHECK(text == expected.str());
}

TEST_CASE("the longest launch is the first of those with most cycles and its kernel's needs are kept") {
  const std::string text = forked([] {
    const RunResult r = measure("lu", gebhart_preset("partitioned"), BlockFactories()).result;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < r.launches.size(); ++i)
      if (r.launches[i].cycles > r.launches[longest].cycles) longest = i;
    const LaunchResult& launch = r.launches[longest];
    const bool same = r.longest.kernel == launch.kernel && r.longest.cycles == launch.cycles &&
                      r.longest.resident_threads == launch.resident_threads;
    std::ostringstream out;
    out << (r.launches.size() > 2) << (longest > 0) << same << " " << (r.longest.registers_per_thread != 0) << " "
        << r.longest.scratchpad_bytes_per_block;
    return out.str();
  });
  CHECK(text == "111 1 3072");  // three tiles of 16 x 16 words
}

TEST_CASE("scratchpad bytes per thread in the design hold for every block and must not be below its declared bytes") {
  const auto blocks_and_bytes = [](const std::string& bytes) {
    return forked([&] {
      const Design design = gebhart_preset("partitioned", {"kernel.scratchpad_bytes_per_thread=" + bytes});
      const RunResult r = measure("needle", design, BlockFactories(), {{"size", "64"}}).result;
      return std::to_string(r.resident_blocks) + " of " + std::to_string(r.scratchpad_bytes_per_block);
    });
  };
  CHECK(blocks_and_bytes("0.5") == "7 of 8452.000000");       // 65536 / 8452
  CHECK(blocks_and_bytes("300.25") == "6 of 9608.000000");    // 65536 / (32 x 300.25)
}

TEST_CASE("scratchpad bytes per block in the design hold for every block and fewer than it declares are refused") {
  const auto outcome = [](const char* bytes) {
    return run_text("needle",
                    gebhart_preset("partitioned", {std::string("kernel.scratchpad_bytes_per_block=") + bytes}), {},
                    {{"size", "64"}});
  };
  CHECK_THAT(outcome("8451"), Catch::Contains("kernel.scratchpad_bytes_per_block is 8451, but a block of kernel"));
  CHECK_THAT(outcome("8451"), Catch::Contains("has 8452 bytes; expected at least that"));
  CHECK_THAT(outcome("8452"), Catch::Contains("issue order"));
}

TEST_CASE("a thread limit reduces resident blocks and enlarges the cache of a unified memory") {
  const std::string text = forked([] {
    const Design design = gebhart_preset("unified-384k", {"kernel.registers_per_thread=18", "kernel.thread_limit=100"});
    const RunResult r = measure("needle", design, BlockFactories(), {{"size", "64"}}).result;
    std::ostringstream out;
    out << r.resident_threads << " " << r.thread_limit << " " << r.partition.limited_by << " "
        << r.partition.cache_bytes << " " << r.registers_per_thread << " " << (r.compiled_registers_per_thread > 18);
    return out.str();
  });
  std::ostringstream expected;
  expected << "96 100 thread limit " << 384 * 1024 - 3 * (18 * 128 + 8452) << " 18 1";
  CHECK(text == expected.str());
}

// Each workload runs at two of the limits, its neighbours at others; with UNIBANK_TESTS=full at all. Functional runs
// cover every limit for all programs (tests/workloads/register_limits.cpp).
TEST_CASE("every workload is right with full timing at every register limit", "[thinned]") {
  const std::vector<std::string> limits = {"16", "18", "20", "24", "32", "40", "64"}, workloads = workload_names();
  for (std::size_t i = 0; i < workloads.size(); ++i) {
    for (const std::string& limit : choices_of(limits, i, 2)) {
      INFO(workloads[i] << " with " << limit << " registers");
      CHECK(checked(workloads[i], gebhart_preset("unified-384k", {"kernel.register_limit=" + limit})) == "right");
    }
  }
}

TEST_CASE("registers forced by the design leave the answer right") {
  CHECK(checked("needle", gebhart_preset("partitioned", {"kernel.registers_per_thread=18"})) == "right");
}
