// Errors of design files: one line with file, line, what was found and what was expected.
#include <catch2/catch.hpp>

#include "design/design_text.h"
#include "design/load.h"

namespace unibank {
namespace {

std::string override_error(const std::string& text) { return error_of("", {text}); }

TEST_CASE("text that is not TOML is refused") {
  CHECK_THAT(error_of("[sm]\nlanes = \n"), Catch::StartsWith("d.toml:2: "));
  CHECK_THAT(error_of("[sm]\nlanes = 32\nlanes = 16\n"), Catch::StartsWith("d.toml:3: ") && Catch::Contains("lanes"));
  CHECK_THAT(error_of("[sm]\n[sm]\n"), Catch::StartsWith("d.toml:2: "));
  CHECK_THAT(error_of("[.a]\n"), Catch::StartsWith("d.toml:1: ") && Catch::Contains("expected bare key"));
  CHECK_THAT(error_of("\xff\xfe"), Catch::StartsWith("d.toml:1: "));
}

TEST_CASE("unknown sections and keys") {
  CHECK(
      error_of("[ms]\nlanes = 32\n") ==
      "d.toml:2: unknown section '[ms]'; known: storage, gpu, sm, cache, mshr, constant_cache, instruction_cache, "
      "texture_cache, interconnect, l2, "
      "atomic_unit, dram, dram_scheduler, dram_row_policy, dram_refresh, dram_hash, conflicts, partition, "
      "register_store, "
      "scratchpad_gate, warp_order, line_policy, throttle, register_hierarchy, kernel, energy, run, arbiter, crossbar, "
      "l1, "
      "l2_tags, lock_unit, "
      "miss_path, narrow_banks, tag_array, unified_bank");
  CHECK(error_of("[mshr]\n\nentry = 32\n") == "d.toml:3: unknown key 'mshr.entry'; known: model, entries, merges");
  CHECK(error_of("extend = \"x\"\n") ==
        "d.toml:1: unknown key 'extend'; known: best_of, description, extends, storage, gpu, sm, cache, mshr, "
        "constant_cache, instruction_cache, texture_cache, interconnect, l2, atomic_unit, dram, dram_scheduler, "
        "dram_row_policy, "
        "dram_refresh, dram_hash, conflicts, "
        "partition, "
        "register_store, scratchpad_gate, warp_order, line_policy, throttle, register_hierarchy, kernel, energy, run, "
        "arbiter, crossbar, l1, l2_tags, lock_unit, miss_path, narrow_banks, tag_array, unified_bank"
        "; did you mean 'extends'?");
  CHECK(error_of("[warp_order]\npolicy = \"lrr\"\nactive_warps = 8\n") ==
        "d.toml:3: unknown key 'warp_order.active_warps'; known: policy; only designs with warp_order.policy = "
        "\"two-level\" have it");
  CHECK_THAT(error_of("[nothing]\n"), Catch::StartsWith("d.toml:1: unknown section '[nothing]'"));
}

TEST_CASE("values of the wrong type") {
  CHECK(error_of("[sm]\nlanes = \"eight\"\n") ==
        "d.toml:2: sm.lanes: found the string \"eight\", expected an integer from 1 to 64 (lanes)");
  CHECK(error_of("[sm]\nlanes = 8.0\n") == "d.toml:2: sm.lanes: found 8.0, expected an integer from 1 to 64 (lanes)");
  CHECK(error_of("[register_hierarchy]\nenabled = 1\n") ==
        "d.toml:2: register_hierarchy.enabled: found 1, expected true or false");
  CHECK(error_of("[energy]\nwire_overhead = true\n") ==
        "d.toml:2: energy.wire_overhead: found true, expected a number from 0 to 10");
  CHECK(error_of("[sm.lanes]\nx = 1\n") ==
        "d.toml:1: sm.lanes: found a table, expected an integer from 1 to 64 (lanes)");
  CHECK(error_of("[mshr]\nmerges = [1, 2]\n") ==
        "d.toml:2: mshr.merges: found an array, expected an integer from 1 to 1024");
  CHECK(error_of("sm = 3\n") == "d.toml:1: sm: found 3, expected a section [sm]");
  CHECK(error_of("[[sm]]\nlanes = 8\n") == "d.toml:1: sm: found an array of tables, expected a section [sm]");
  CHECK(error_of("description = 3\n") == "d.toml:1: description: found 3, expected a string");
}

TEST_CASE("values out of range") {
  CHECK(error_of("[sm]\nscratchpad_latency = 2\n") ==
        "d.toml:2: sm.scratchpad_latency: found 2, expected an integer from 3 to 1000000 (cycles)");
  CHECK(error_of("[sm]\ncache_hit_latency = 3\n") ==
        "d.toml:2: sm.cache_hit_latency: found 3, expected an integer from 4 to 1000000 (cycles)");
  CHECK(error_of("[sm]\nlanes = 65\n") == "d.toml:2: sm.lanes: found 65, expected an integer from 1 to 64 (lanes)");
  CHECK(error_of("[dram]\nlatency = -1\n") ==
        "d.toml:2: dram.latency: found -1, expected an integer from 1 to 1000000 (cycles)");
  CHECK(error_of("[energy]\nwire_overhead = nan\n") ==
        "d.toml:2: energy.wire_overhead: found nan, expected a number from 0 to 10");
  CHECK(error_of("[storage]\nbank_mux = \"double\"\n") ==
        "d.toml:2: storage.bank_mux: found the string \"double\", expected one of \"single\", \"multiple\"");
  CHECK(error_of("[warp_order]\nactive_warps = 65\n") ==
        "d.toml:2: warp_order.active_warps: found 65, expected an integer from 1 to 64 (warps)");
  CHECK(error_of("[warp_order]\npolicy = \"oldest\"\n") ==
        "d.toml:2: warp_order.policy: found the string \"oldest\", expected one of \"gto\", \"lrr\", \"owf\", "
        "\"two-level\"");
}

TEST_CASE("values that do not go together") {
  const std::string apart = "[storage]\nlayout = \"unified-scratchpad-apart\"\n";
  CHECK(error_of("[storage]\nlayout = \"unified\"\n") ==
        "d.toml: partition.policy \"separate\" does not go with storage.layout \"unified\": it needs a register "
        "file, a scratchpad and a cache of fixed sizes");
  CHECK(error_of("[partition]\npolicy = \"unified\"\n") ==
        "d.toml:2: partition.policy \"unified\" does not go with storage.layout \"separate\": it needs one memory that "
        "holds registers and cache");
  CHECK(error_of("[storage]\ncache_bytes = 0\n[partition]\npolicy = \"fermi-like\"\n") ==
        "d.toml:4: partition.policy \"fermi-like\" does not go with storage.layout \"separate\": its memory is split "
        "into "
        "a scratchpad and a cache, and neither may be empty");
  CHECK(error_of("[storage]\nlayout = \"unified\"\nregister_bytes = 4096\n[partition]\npolicy = \"unified\"\n") ==
        "d.toml:3: storage.register_bytes is 4096, expected 0: storage.layout is \"unified\"");
  CHECK(error_of(apart + "scratchpad_bytes = 100\n[partition]\npolicy = \"unified\"\n") ==
        "d.toml:3: storage.scratchpad_bytes is 100, expected a multiple of 128: words of 4 bytes in 32 banks");
  CHECK(error_of(apart + "scratchpad_bytes = 128\n[sm]\nbanks_per_cluster = 8\n[partition]\n"
                 "policy = \"unified\"\n") ==
        "d.toml:5: sm.banks_per_cluster is 8, expected at most 4 beside a separate scratchpad of 128 bytes "
        "(storage.scratchpad_bytes), which takes 4 of the 8 banks that a crossbar port reaches");
  CHECK(error_of("[storage]\nunified_bytes = 4096\n") ==
        "d.toml:2: storage.unified_bytes is 4096, expected 0: storage.layout is \"separate\"");
  CHECK(error_of("[storage]\nregister_bytes = 1000\n") ==
        "d.toml:2: storage.register_bytes is 1000, expected a multiple of 512: rows of 16 bytes in 32 banks "
        "(sm.banks_per_cluster)");
  CHECK(error_of("[storage]\nscratchpad_bytes = 100\n") ==
        "d.toml:2: storage.scratchpad_bytes is 100, expected a multiple of 128: words of 4 bytes in 32 banks");
  CHECK(error_of("[storage]\nregister_bytes = 0\n") ==
        "d.toml:2: storage.register_bytes is 0, expected a register file");
  CHECK(error_of("[storage]\nlayout = \"unified\"\nunified_bytes = 0\n[partition]\npolicy = \"unified\"\n") ==
        "d.toml:3: storage.unified_bytes is 0, expected some storage");
  CHECK(error_of("[sm]\nclusters = 4\n") ==
        "d.toml:2: sm.clusters is 4, expected 8: a line of 128 bytes takes 16 bytes in each cluster");
  CHECK(error_of("[sm]\nlanes = 12\n") ==
        "d.toml:2: sm.lanes is 12, expected a divisor of the 32 threads of a warp, or 48 or 64");
  CHECK(error_of("[sm]\nspecial_function_lanes = 12\n") ==
        "d.toml:2: sm.special_function_lanes is 12, expected a divisor of the 32 threads of a warp");
  CHECK(error_of("[sm]\nmax_warps = 128\n") ==
        "d.toml:2: sm.max_warps is 128, expected at most 64: 64 for each of sm.schedulers");
  CHECK(error_of("[kernel]\nscratchpad_bytes_per_block = 8\nscratchpad_bytes_per_thread = 0.5\n") ==
        "d.toml:3: kernel.scratchpad_bytes_per_thread and kernel.scratchpad_bytes_per_block are both given, expected "
        "one of them");
  CHECK(error_of("[l2]\nbytes = 8192\nslices = 3\nways = 4\n") ==
        "d.toml:2: l2.bytes is 8192, expected a multiple of 1536: sets of 4 lines (l2.ways) of 128 bytes in "
        "3 slices (l2.slices)");
  CHECK(error_of("[constant_cache]\nbytes = 1000\n") ==
        "d.toml:2: constant_cache.bytes is 1000, expected a multiple of 128: sets of 2 lines (constant_cache.ways) of "
        "64 bytes (constant_cache.line_bytes)");
  CHECK(error_of("[instruction_cache]\nbytes = 2000\n") ==
        "d.toml:2: instruction_cache.bytes is 2000, expected a multiple of 512: sets of 4 lines "
        "(instruction_cache.ways) of 128 bytes (instruction_cache.line_bytes)");
  CHECK(error_of("[instruction_cache]\ninstruction_bytes = 12\n") ==
        "d.toml:2: instruction_cache.instruction_bytes is 12, expected 4, 8 or 16: a line holds whole ones");
  CHECK(error_of("[texture_cache]\nbytes = 12000\n") ==
        "d.toml:2: texture_cache.bytes is 12000, expected a multiple of 3072: sets of 24 lines (texture_cache.ways) of "
        "128 bytes (texture_cache.line_bytes)");
  CHECK(error_of("[constant_cache]\nline_bytes = 48\n") ==
        "d.toml:2: constant_cache.line_bytes is 48, expected 32, 64 or 128: whole sectors of one line of memory");
  CHECK(error_of("[l2]\nbytes = 65536\nslices = 2\n[dram]\nchannels = 4\n") ==
        "d.toml:5: dram.channels is 4, expected at most l2.slices (2): a slice uses one channel");
  CHECK(error_of("[l2]\nbytes = 0\nslices = 3\n[dram]\nchannels = 4\n") == "no error");
  CHECK(error_of("[gpu]\nsms = 15\n[interconnect]\nsms_per_port = 5\n") == "no error");
  CHECK(error_of("[gpu]\nsms = 14\n[interconnect]\nsms_per_port = 5\n") ==
        "d.toml:4: interconnect.sms_per_port is 5, expected a divisor of gpu.sms (14): all ports have as many SMs");
  CHECK(error_of("[gpu]\nsms = 0\n") == "d.toml:2: gpu.sms: found 0, expected an integer from 1 to 256 (SMs)");
  CHECK(error_of("[sm]\nschedulers = 3\n") == "d.toml: sm.max_warps is 32, expected a multiple of sm.schedulers (3)");
}

TEST_CASE("banks and rows of DRAM that do not go together are refused where they are used") {
  const std::string rows = "[dram]\nmodel = \"fr-fcfs\"\n";
  CHECK(error_of(rows) == "no error");
  CHECK(error_of("[dram]\nbanks = 6\n") == "no error");
  CHECK(error_of("[dram]\nmodel = \"fifo\"\n") ==
        "d.toml:2: dram.model: found the string \"fifo\", expected one of \"fixed-latency\", \"fr-fcfs\"");
  CHECK(error_of(rows + "banks = 6\n") ==
        "d.toml:3: dram.banks is 6, expected a multiple of 4: all groups (dram.bank_groups) have as many banks");
  CHECK(error_of(rows + "banks = 12\nstripe_banks = 8\n") ==
        "d.toml:3: dram.banks is 12, expected a multiple of 8: stripes go to dram.stripe_banks banks in turn");
  CHECK(error_of(rows + "row_bytes = 1000\n") ==
        "d.toml:3: dram.row_bytes is 1000, expected a multiple of 256: a row holds whole stripes (dram.stripe_bytes)");
  CHECK(error_of(rows + "stripe_bytes = 160\nrow_bytes = 1600\n") ==
        "d.toml:3: dram.stripe_bytes is 160, expected a multiple of 128: a line lies in one bank");
  CHECK(error_of(rows + "burst_bytes = 48\n") ==
        "d.toml:3: dram.burst_bytes is 48, expected 32, 64 or 128: a line takes whole column commands");
  CHECK(error_of(rows + "t_rc = 20\n") ==
        "d.toml:3: dram.t_rc is 20, expected at least dram.t_ras (28): a bank is precharged before it is activated "
        "again");
}

TEST_CASE("renamed keys are refused with their new names") {
  CHECK_THAT(
      error_of("[dram]\npolicy = \"fr-fcfs\"\n"),
      Catch::StartsWith("d.toml:2: unknown key 'dram.policy'; known: model, latency, bytes_per_cycle, channels, ") &&
          Catch::EndsWith("; it has become dram.model: \"fixed-latency\" or \"fr-fcfs\""));
  CHECK_THAT(error_of("[rtl]\nmshr = \"check\"\n"),
             Catch::EndsWith("; it has become a block's own section: mshr.model = \"mshr.sv\", with mshr.check = true "
                             "in lock-step"));
  CHECK_THAT(override_error("rtl.mshr=rtl"), Catch::Contains("it has become a block's own section"));
}

TEST_CASE("incompatible parts of a design are refused with the reason") {
  const std::string array = "[storage]\nlayout = \"unified\"\nunified_bytes = 131072\n";
  const std::string integrated = "[storage]\nlayout = \"integrated\"\nunified_bytes = 131072\n"
                                 "[partition]\npolicy = \"integrated\"\n";
  const std::string lines = "[register_store]\npolicy = \"lru-fair\"\n";
  const std::string arbitrated = "[conflicts]\nmodel = \"arbitrated\"\n";
  CHECK(error_of(integrated + lines + arbitrated) == "no error");
  CHECK(error_of(integrated + arbitrated) ==
        "d.toml: register_store.policy \"banks\" does not go with storage.layout \"integrated\": there registers are "
        "lines of the array, found by tag; \"lru-fair\" and \"lru-prioritized\" support it");
  CHECK(error_of(array + "[partition]\npolicy = \"unified\"\n" + lines + arbitrated) ==
        "d.toml:2: storage.layout \"unified\" does not go with register_store.policy \"lru-fair\": it finds registers "
        "in the lines that they share with the cache; expected \"integrated\"");
  CHECK_THAT(error_of(integrated + lines),
             Catch::Contains("conflicts.model \"per-instruction\" does not go with register_store.policy "
                             "\"lru-fair\""));
  CHECK_THAT(error_of(integrated + lines + arbitrated + "[cache]\nways = 3\n"),
             Catch::Contains("storage.unified_bytes 131072 makes 341 sets of 3 ways: a set is chosen by bits"));
  CHECK_THAT(error_of(integrated + lines + arbitrated + "[sm]\nbanks_per_cluster = 3\n"),
             Catch::Contains("expected"));
  CHECK_THAT(error_of("[cache]\ntag_banks = 3\n"), Catch::Contains("cache.tag_banks 3: a tag bank is chosen by bits of "
                                                                    "the address: expected 1, 2, 4 or 8"));
  CHECK(error_of("[cache]\ntag_banks = 4\nindex = \"xor\"\n") ==
        "d.toml:3: cache.index \"xor\" does not go with cache.tag_banks 4: a tag bank is chosen by the lowest bits of "
        "the line's number, which are its set's: expected \"modulo\", or \"xor\" with an integrated layout whose banks "
        "have as many sets each");
  const std::string large = "[storage]\nlayout = \"integrated\"\nunified_bytes = 33554432\n"
                            "[partition]\npolicy = \"integrated\"\n" + lines + arbitrated + "[gpu]\nsms = ";
  CHECK(error_of(large + "127\n") == "no error");
  CHECK_THAT(error_of(large + "128\n"),
             Catch::Contains("gpu.sms is 128: registers are lines of the array (storage.layout = \"integrated\"), and "
                             "those of all SMs take 4294967296 bytes of addresses, expected less than 4294967296"));
  const std::string kept = "[cache]\nflush_at_end = false\n";
  CHECK(error_of(kept) == "no error");
  CHECK_THAT(
      error_of(kept + "keep_between_kernels = false\n"),
      Catch::Contains("cache.flush_at_end = false: dirty lines stay, and cache.keep_between_kernels = false drops "));
  CHECK_THAT(error_of(kept + "[run]\ncheck_data = true\n"),
             Catch::Contains("cache.flush_at_end = false does not go with run.check_data"));
  CHECK_THAT(error_of(kept + "[storage]\nlayout = \"unified\"\nunified_bytes = 393216\n[partition]\n"
                             "policy = \"unified\"\n"),
             Catch::Contains("its lines move; expected true"));
  CHECK_THAT(error_of(kept + integrated + lines + arbitrated),
             Catch::Contains("its lines move; expected true, or storage.scratchpad_bytes above 0"));
  const std::string apart = "[storage]\nscratchpad_bytes = 16384\n" + integrated.substr(sizeof "[storage]");
  CHECK(error_of(kept + apart + lines + arbitrated) == "no error");
  const std::string overlap = "[gpu]\nconcurrent_kernels = 2\n";
  CHECK(error_of(overlap) == "no error");
  CHECK_THAT(error_of("[gpu]\nconcurrent_kernels = 0\n"), Catch::Contains("d.toml:2: "));
  CHECK_THAT(error_of(overlap + "[run]\ncheck_data = true\n"),
             Catch::Contains("d.toml:2: gpu.concurrent_kernels 2 does not go with run.check_data: it gives memory its "
                             "bytes before a launch"));
  CHECK_THAT(error_of(overlap + kept), Catch::Contains("d.toml:2: gpu.concurrent_kernels 2 does not go with "
                                                       "cache.flush_at_end = false: an SM that goes from one kernel"));
  CHECK(error_of("[l2]\nbytes = 786432\n[dram]\nchannel_hash = \"xor\"\n") ==
        "d.toml:4: dram.channel_hash is \"xor\", expected \"modulo\": a slice of the L2 cache uses one channel; "
        "l2.slice_hash spreads lines over slices");
  CHECK_THAT(error_of("[cache]\nindex = \"sum\"\n"), Catch::Contains("expected one of \"fermi\", \"modulo\", \"xor\""));
  CHECK(error_of("[storage]\nlayout = \"unified\"\nregister_warp_unit = 4\n[partition]\npolicy = \"unified\"\n") ==
        "no error");
  CHECK(error_of("[storage]\nregister_warp_unit = 4\n") == "no error");
  for (const char* key : {"registers_per_thread", "scratchpad_bytes_per_block", "scratchpad_bytes_per_thread"}) {
    CHECK_THAT(error_of(std::string("[kernel]\npass = \"onchip\"\n") + key + " = 32\n"),
               Catch::Contains("kernel.pass does not go with") && Catch::Contains("expected 0"));
  }
  CHECK(error_of("[cache]\nlocal_stores_allocate = true\n") ==
        "d.toml:2: cache.local_stores_allocate = true: a line allocated by a store is dirty; "
        "expected cache.local_stores = \"write-back\"");
  CHECK(error_of("[cache]\nlocal_stores = \"write-back\"\nlocal_stores_allocate = true\n") == "no error");
  CHECK(
      error_of("[cache]\nlines_per_cycle = 4\n[conflicts]\nmodel = \"per-instruction\"\n") ==
      "d.toml:2: cache.lines_per_cycle 4: \"per-instruction\" moves one line per cycle; expected 1 or conflicts.model "
      "\"arbitrated\"");
  CHECK(error_of("[cache]\nglobal_stores = \"write-back\"\nlocal_stores = \"write-back\"\nfetch = \"sectors\"\n") ==
        "d.toml:4: cache.fetch = \"sectors\": a memory space with write-back stores fetches whole lines; expected "
        "cache.global_stores or cache.local_stores other than \"write-back\"");
  CHECK(error_of(
            "[sm]\nschedulers = 3\nmax_warps = 33\nmax_threads = 1056\n[register_store]\npolicy = \"sub-cores\"\n") ==
        "d.toml:6: register_store.policy \"sub-cores\" does not go with sm.banks_per_cluster 4, sm.schedulers 3 and "
        "storage.layout \"separate\": each scheduler has an equal share of the banks; expected sm.banks_per_cluster "
        "that is "
        "a multiple of sm.schedulers");
  CHECK(error_of("[cache]\nglobal_stores = \"write-back\"\ndirty_bits = \"line\"\n[gpu]\nsms = 2\n") ==
        "d.toml:3: cache.dirty_bits: with 2 SMs a write-back must contain only stored bytes, because another SM "
        "may have written the others; expected \"byte\", or gpu.sms = 1");
  CHECK(error_of("[cache]\nglobal_stores = \"write-back\"\ndirty_bits = \"line\"\n") == "no error");
  CHECK(error_of("[kernel]\npass = \"onchip\"\nrelease = \"optimal\"\n") == "no error");
  CHECK(error_of("[kernel]\npass = \"local\"\nconcurrency = \"blocks\"\nconcurrency_blocks = 3\n") == "no error");
  CHECK(error_of("[storage]\nbank_ports = \"1rw\"\n" + arbitrated) == "no error");
  CHECK(error_of("[storage]\nbank_ports = \"1rw\"\n") ==
        "d.toml:2: storage.bank_ports \"1rw\" does not go with conflicts.model \"per-instruction\": a read and a "
        "write of one bank belong to two instructions, which conflict only in \"arbitrated\"");
  CHECK_THAT(error_of("[partition]\npolicy = \"integrated\"\n[register_store]\npolicy = \"lru-fair\"\n" + arbitrated),
             Catch::Contains("does not go with storage.layout \"separate\": it needs one memory whose "
                             "lines"));
}

TEST_CASE("sharing is refused where scratchpad takes whole ways or where a refused warp keeps its place") {
  const std::string sharing = "[scratchpad_gate]\npolicy = \"sharing\"\n";
  const std::string strands = "[register_hierarchy]\nenabled = true\n";
  CHECK(error_of(sharing) == "no error");
  CHECK(error_of(strands) == "no error");
  CHECK(error_of(sharing + strands + "[warp_order]\npolicy = \"owf\"\n") == "no error");
  CHECK(
      error_of(sharing + strands) ==
      "d.toml:2: scratchpad_gate.policy \"sharing\" does not go with warp_order.policy \"two-level\" and strands: a "
      "warp keeps its place inside a strand, so warps that the gate refuses could block the block that they wait for; "
      "expected register_hierarchy.enabled = false or another order");
  const std::string lines =
      "[partition]\npolicy = \"integrated\"\n[register_store]\npolicy = \"lru-fair\"\n[conflicts]\nmodel = "
      "\"arbitrated\"\n[storage]\nlayout = \"integrated\"\nunified_bytes = 131072\n";
  CHECK(error_of(sharing + lines) ==
        "d.toml:2: scratchpad_gate.policy \"sharing\" does not go with storage.layout \"integrated\" and a "
        "scratchpad inside: the scratchpad takes whole ways there, and no published rule says how pairs of blocks "
        "share them; expected storage.scratchpad_bytes above 0");
  CHECK(error_of(sharing + lines + "scratchpad_bytes = 49152\n") == "no error");
}

TEST_CASE("relssp is refused with scratchpad bytes that the design forces and the compiler does not know") {
  const std::string optimal = "[kernel]\nrelease = \"optimal\"\n";
  CHECK(error_of(optimal) == "no error");
  for (const char* const forced : {"scratchpad_bytes_per_block = 8192\n", "scratchpad_bytes_per_thread = 64\n"})
    CHECK(error_of(optimal + forced) ==
          "d.toml:2: kernel.release does not go with kernel.scratchpad_bytes_per_block or "
          "kernel.scratchpad_bytes_per_thread: the compiler finds accesses to the shared part from the bytes that the "
          "kernel declares; expected 0");
  CHECK_THAT(error_of("[kernel]\nrelease = \"early\"\n"), Catch::Contains("post-dominator"));
  CHECK_THAT(error_of("[kernel]\nscratchpad_order = \"sorted\"\n"), Catch::Contains("reordered"));
}

TEST_CASE("values given with --set") {
  CHECK(override_error("dram.latency=abc") ==
        "--set dram.latency=abc: dram.latency: found the string \"abc\", expected an integer from 1 to 1000000 "
        "(cycles)");
  CHECK(override_error("latency=4") == "--set latency=4: expected section.key=value, such as dram.latency=200");
  CHECK(override_error("dram.latency") == "--set dram.latency: expected section.key=value, such as dram.latency=200");
  CHECK(override_error("dram.delay=4") ==
        "--set dram.delay=4: unknown key 'dram.delay'; known: model, latency, bytes_per_cycle, channels, queue, "
        "channel_hash, standard, clock_ratio, answer_latency, banks, bank_groups, row_bytes, burst_bytes, burst, "
        "command_buses, t_rcd, t_rcd_write, t_rp, t_ras, t_rc, t_rrd, t_rrd_group, t_faw, t_cl, t_wl, t_ccd, "
        "t_ccd_group, t_rtp, t_wr, t_wtr, t_wtr_group, t_turn, t_refi, t_rfc, t_rfc_bank, address_order, stripe_bytes, "
        "stripe_banks");
  CHECK_THAT(override_error("ram.delay=4"), Catch::StartsWith("--set ram.delay=4: unknown section '[ram]'"));
  CHECK(error_of("", {"mshr.merges=4", "mshr.merges=5"}) == "--set mshr.merges=5: mshr.merges is set twice");
  CHECK_THAT(override_error("mshr.merges="), Catch::Contains("found the string \"\""));
  CHECK_THAT(override_error("mshr.merges=4\nx = 5"), Catch::Contains("found the string"));
  CHECK(override_error("sm.clusters=4") ==
        "--set sm.clusters=4: sm.clusters is 4, expected 8: a line of 128 bytes takes 16 bytes in each cluster");
}

TEST_CASE("impossible energies are refused with the keys that cause them") {
  CHECK(error_of("[energy]\nleakage_reference_kb = 65536\n") ==
        "d.toml:2: energy.leakage_reference_kb is 65536.0: with energy.sm_leakage_watt 0.9 and "
        "energy.leakage_mw_per_kb 2.37 an SM with 384.0 KB of storage would leak less than nothing, expected at most "
        "763.746835443038");
  CHECK(error_of("[energy]\nleakage_reference_kb = 763\n") == "no error");
}

TEST_CASE("the L2 has at most as many ways as its tags allow") {
  CHECK(error_of("[l2]\nways = 64\n") == "d.toml:2: l2.ways: found 64, expected an integer from 1 to 32 (ways)");
}

}  // namespace
}  // namespace unibank
