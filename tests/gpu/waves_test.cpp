// The waveform shows the events that the counters count, in the cycles in which they happen.
#include <catch2/catch.hpp>

#include <set>
#include <sstream>

#include "design/find.h"
#include "design/load.h"
#include "block/signals.h"
#include "gpu/kernel_machine.h"
#include "gpu/watched.h"
#include "support/forked.h"

using namespace unibank;
using namespace unibank::test;

namespace {

Design arbitrated_preset(const char* name) { return load_design(name, {}, {"conflicts.model=arbitrated"}).design; }

// Limits nothing and counts its windows.
class WindowCounter : public Throttle {
 public:
  Cycle window() const override { return 100; }
  ActiveLimit update(const ThrottleWindow&) override {
    ++windows_;
    return {};
  }
  PolicySignals signals() const override {
    return {{"windows", 16, [this] { return windows_; }}};
  }

 private:
  std::uint64_t windows_ = 0;
};
const ThrottleRegistry::Registration kWindowCounter(
    {"window-counter", "for this test", {}, [](const PolicyValues&) { return std::make_unique<WindowCounter>(); }});

// A design on one SM for each arrangement of banks that published designs have. With `arbitrated` a bank is read once a
// cycle and written once a cycle.
std::map<std::string, Design> arrangements_of_banks() {
  std::map<std::string, Design> all;
  for (const Preset& preset : presets()) {
    Design design = load_design(preset.name, {}, {"conflicts.model=arbitrated"}).design;
    if (!design.best_of.empty()) continue;  // a name for other designs
    std::string arrangement;
    for (const StorageMemory& memory : design.memories())
      arrangement += memory.name + std::to_string(memory.banks) + (memory.crossbar ? "+" : "-");
    design.gpu.sms = 1;
    all.emplace(arrangement, design);
  }
  return all;
}

}  // namespace

TEST_CASE("unified: every bank access, lookup, hit and miss of the counters is in the waveform") {
  // One read and one write for each bank and cycle: each cycle with a 1 is one access.
  const Watched w = watch("srad", arbitrated_preset("gebhart2012/unified-384k"));
  CHECK(w.notebook.early == 0);
  CHECK(w.notebook.cycles("sm0.cluster", ".read") == w.counters["banks.reads"]);
  CHECK(w.notebook.cycles("sm0.cluster", ".write") == w.counters["banks.writes"]);
  CHECK(w.notebook.cycles("sm0.tag_array", ".lookup") == w.counters["cache.accesses"]);
  CHECK(w.notebook.cycles("sm0.tag_array", ".hit") == w.counters["cache.hits"]);
  CHECK(w.notebook.cycles("sm0.tag_array", ".miss") == w.counters["cache.accesses"] - w.counters["cache.hits"]);
}

TEST_CASE("separate: registers, scratchpad and cache have banks of their own in the waveform") {
  const Watched w = watch("matrixmul", arbitrated_preset("gebhart2012/partitioned"));
  CHECK(w.notebook.early == 0);
  CHECK(w.notebook.cycles("sm0.cluster", ".read") == w.counters["registers.row_reads"]);
  CHECK(w.notebook.cycles("sm0.scratchpad", ".read") == w.counters["scratchpad.row_reads"]);
  CHECK(w.notebook.cycles("sm0.scratchpad", ".write") == w.counters["scratchpad.row_writes"]);
  CHECK(w.notebook.cycles("sm0.cache", ".read") == w.counters["cache.row_reads"]);
  CHECK(w.notebook.cycles("sm0.cache", ".write") == w.counters["cache.row_writes"]);
}

TEST_CASE("sixteen banks of registers in a cluster have wires of their own") {
  const Watched w = watch("matrixmul", load_design("gebhart2012/partitioned", {},
                                                   {"conflicts.model=arbitrated", "sm.banks_per_cluster=16"})
                                           .design);
  CHECK(w.notebook.cycles("sm0.cluster", ".bank15.read") > 0);
  CHECK(w.notebook.cycles("sm0.cluster", ".read") == w.counters["registers.row_reads"]);
  CHECK(w.notebook.cycles("sm0.scratchpad", ".read") == w.counters["scratchpad.row_reads"]);
  CHECK(w.notebook.cycles("sm0.cache", ".read") == w.counters["cache.row_reads"]);
  CHECK(w.notebook.cycles("sm0.tag_array", ".lookup") == w.counters["cache.accesses"]);
}

TEST_CASE("every bank access is in the waveform, for each arrangement of banks that a design has") {
  for (const auto& [arrangement, design] : arrangements_of_banks()) {
    INFO(design.name << " " << arrangement);
    CHECK(forked([&, of = design] {
            Watched w = watch("matrixmul", of);
            const bool reads = w.notebook.cycles("sm0.", ".read") == w.counters["banks.reads"];
            const bool writes = w.notebook.cycles("sm0.", ".write") == w.counters["banks.writes"];
            return std::string(reads && writes && w.counters["banks.writes"] != 0 ? "equal" : "different");
          }) == "equal");
  }
}

TEST_CASE("every bank is in the group of banks, for each arrangement of banks that a design has") {
  for (const auto& [arrangement, design] : arrangements_of_banks()) {
    INFO(design.name << " " << arrangement);
    CHECK(forked([of = design] {
            Notebook notebook;
            DeviceMemory memory;
            GpuBackend backend(of, memory, BlockFactories());
            backend.gpu.watch(notebook, 0);
            std::string elsewhere;
            unsigned banks = 0;
            for (const std::string& path : notebook.paths) {
              if (path.find(".bank") == path.npos) continue;
              ++banks;
              if (SignalGroups::instance().group_of(path) != "banks") elsewhere += path + " ";
            }
            return banks == 0 ? "no banks" : elsewhere;
          }).empty());
  }
}

TEST_CASE("unified with a scratchpad apart: its banks are its own in the waveform") {
  const Watched w = watch("matrixmul", load_design("gebhart2012/unified-256k", {},
                                                   {"conflicts.model=arbitrated",
                                                    "storage.layout=unified-scratchpad-apart"})
                                           .design);
  CHECK(w.notebook.early == 0);
  CHECK(w.counters["scratchpad.row_reads"] > 0);
  CHECK(w.notebook.cycles("sm0.scratchpad", ".read") == w.counters["scratchpad.row_reads"]);
  CHECK(w.notebook.cycles("sm0.scratchpad", ".write") == w.counters["scratchpad.row_writes"]);
  CHECK(w.notebook.cycles("sm0.cluster", ".read") == w.counters["registers.row_reads"] + w.counters["cache.row_reads"]);
}

TEST_CASE("a pool of scratchpad and cache has one set of banks in the waveform") {
  const Watched w = watch("matrixmul", load_design("crossover/pooled", {}, {"gpu.sms=1"}).design);
  CHECK(w.counters["scratchpad.row_reads"] > 0);
  CHECK(w.counters["cache.row_reads"] > 0);
  const auto rows = [&](const std::string& which) {
    return w.counters["scratchpad.row_" + which] + w.counters["cache.row_" + which];
  };
  CHECK(w.notebook.cycles("sm0.pool", ".read") == rows("reads"));
  CHECK(w.notebook.cycles("sm0.pool", ".write") == rows("writes"));
  CHECK(w.notebook.cycles("sm0.cluster", ".read") == w.counters["registers.row_reads"]);
}

// Several launches with idle cycles between and behind them, in which memory still answers.
TEST_CASE("issue slots have the states in the waveform that the counters count") {
  for (const char* name : {"jing2016/integrated-fair", "jatala/shared-owf-opt", "nvidia/a100", "hayes2014/kepler"}) {
    INFO(name);
    CHECK(forked([&] {
            Watched w = watch("needle", load_design(name, {}, {"gpu.sms=1"}).design);
            std::string different;
            const auto compare = [&](const std::string& counter, std::uint64_t value) {
              const std::uint64_t cycles = w.notebook.cycles_with("sm0.issue.slot", value);
              if (cycles != w.counters[counter]) different += counter + " " + std::to_string(cycles) + " ";
            };
            for (unsigned cause = 0; cause < kStallCauses; ++cause)
              if (static_cast<Stall>(cause) != Stall::kNoWarp)  // the counters also leave out cycles between launches
                compare(std::string("stalls.") + stall_name(static_cast<Stall>(cause)), cause);
            compare("issued_slots", kStallCauses);
            return different;
          }) == "");
  }
}

TEST_CASE("the waveform shows which block holds the scratchpad lock of a pair") {
  const Design design = load_design("gebhart2012/partitioned", {},
                                    {"storage.scratchpad_bytes=16384", "scratchpad_gate.policy=sharing",
                                     "register_hierarchy.enabled=false", "kernel.release=optimal", "sm.max_blocks=6"})
                            .design;
  const Watched w = watch("needle", design, {{"block", "32"}, {"size", "128"}});
  unsigned gained = 0, freed = 0;
  std::uint64_t last = 0;
  for (const auto& [at, value] : w.notebook.values.at("sm0.scratchpad_lock.pair_00")) {
    gained += value != 0;
    freed += value == 0 && last != 0;
    last = value;
  }
  CHECK(w.counters["sharing.locks_taken"] > 4);
  CHECK(gained == w.counters["sharing.locks_taken"] + w.counters["sharing.hand_overs"]);
  CHECK(freed == w.counters["sharing.locks_taken"]);
  CHECK(w.notebook.cycles("sm0.scratchpad_lock.pair_02", "") == 0);
  CHECK(w.notebook.values.count("sm0.scratchpad_lock.pair_03") == 0);
}

TEST_CASE("every instruction that a unit executes is in the waveform") {
  const Watched w = watch("srad", load_design("gebhart2012/unified-384k").design);
  const CounterValues& counters = w.counters;
  CHECK(w.notebook.cycles("sm0.unit.", "") == counters["warp_instructions"] - counters["barriers"] - counters["warps"]);
  CHECK(w.notebook.cycles("sm0.unit.", "sfu") > 0);
  CHECK(w.notebook.cycles("sm0.unit.", "memory") >= counters["memory.global_loads"] + counters["memory.global_stores"] +
                                                        counters["scratchpad.loads"] + counters["scratchpad.stores"]);
}

TEST_CASE("conversions are in the waveform as instructions of the unit that computes them") {
  for (const ConversionUnit unit : {ConversionUnit::kAlu, ConversionUnit::kSpecialFunction}) {
    const std::string pulses = forked([unit] {
      Design design = load_design("gebhart2012/partitioned").design;
      design.sm.conversion_unit = unit;
      Notebook notebook;
      KernelMachine machine(design, ".visible .entry k() { .reg .u32 %r<3>; .reg .f32 %f<2>; mov.u32 %r1, %tid.x;\n"
                                    "cvt.rn.f32.u32 %f1, %r1; cvt.rzi.u32.f32 %r2, %f1; ret; }");
      machine.backend.gpu.watch(notebook);
      machine.device.launch("k", {1, 1, 1}, {32, 1, 1}, Arguments(), 0);
      return std::to_string(notebook.cycles("sm0.unit.", "alu")) + " " +
             std::to_string(notebook.cycles("sm0.unit.", "sfu"));
    });
    CHECK(pulses == (unit == ConversionUnit::kAlu ? "3 0" : "2 1"));  // integers become floats in ALUs
  }
}

TEST_CASE("products of matrices are in the waveform as instructions of the tensor unit") {
  Watched w = watch("gemm_mma", load_design("nvidia/a100", {}, {"gpu.sms=1", "sm.schedulers=1"}).design);
  CHECK(w.notebook.cycles("sm0.unit.", "tensor") > 0);
  CHECK(w.notebook.cycles("sm0.unit.", "") ==
        w.counters["warp_instructions"] - w.counters["barriers"] - w.counters["warps"]);
}

TEST_CASE("the MSHR is full in the waveform when as many of its entries are in use") {
  Design design = load_design("gebhart2012/unified-384k").design;
  design.mshr.entries = 3;
  const Watched w = watch("srad", design);
  std::uint64_t full = 0;
  const auto& occupancy = w.notebook.values.at("sm0.mshr.occupancy");
  for (auto change = occupancy.begin(); std::next(change) != occupancy.end(); ++change)
    if (change->second == 3) full += std::next(change)->first - change->first;
  CHECK(full > 0);
  CHECK(w.notebook.cycles("sm0.mshr.full", "") == full);
  CHECK(w.notebook.cycles("sm0.mshr.entry_", "") == w.notebook.cycles("sm0.mshr.occupancy", ""));
  CHECK(w.notebook.values.count("sm0.mshr.entry_003") == 0);
}

TEST_CASE("every signal of the waveform is in a group that says what it shows") {
  Design design = load_design("jatala/shared-owf-opt").design;
  design.throttle = {"window-counter", {}};
  Notebook notebook;
  DeviceMemory memory;
  GpuBackend backend(design, memory, BlockFactories());
  backend.gpu.watch(notebook, design.gpu.sms - 1);
  std::map<std::string, unsigned> found;
  for (const std::string& path : notebook.paths) {
    INFO(path);
    CHECK_FALSE(SignalGroups::instance().group_of(path).empty());
    CHECK(SignalGroups::instance().find(path) != nullptr);
    ++found[SignalGroups::instance().group_of(path)];
  }
  for (const SignalGroup& group : SignalGroups::instance().all()) {
    INFO(group.name);
    CHECK(found[group.name] != 0);
  }
  CHECK(found["warps"] == design.sm.max_warps);
  CHECK(signals_of({"dram", "warps"})("dram.queue"));
  CHECK_FALSE(signals_of({"dram", "warps"})("sm0.mshr.full"));
  CHECK_THROWS_WITH(signals_of({"dram", "wraps"}),
                    Catch::StartsWith("unknown group of signals 'wraps'; known: banks, cache, dram, issue, "));
}

TEST_CASE("every declared signal is in the waveform of some design") {
  std::map<std::string, Design> designs = arrangements_of_banks();
  for (const char* name : {"jatala/shared-owf-opt", "today/run-time-carve-out", "today/regmutex", "today/linebacker"})
    designs.emplace(name, load_design(name, {}, {"gpu.sms=1"}).design);
  designs.emplace("two kernels", load_design("nvidia/a100", {}, {"gpu.sms=1", "gpu.concurrent_kernels=2"}).design);
  std::set<std::string> missing;
  for (const SignalGroup& group : SignalGroups::instance().all())
    for (const SignalMeaning& signal : group.signals)
      if (signal.name.back() != '*') missing.insert(signal.name);
  for (const auto& [name, design] : designs) {
    std::istringstream found(forked([of = design] {
      Notebook notebook;
      DeviceMemory memory;
      GpuBackend backend(of, memory, BlockFactories());
      backend.gpu.watch(notebook, 0);
      std::string names;
      for (const std::string& path : notebook.paths)
        if (const SignalMeaning* const signal = SignalGroups::instance().find(path)) names += signal->name + "\n";
      return names;
    }));
    for (std::string signal; std::getline(found, signal);) missing.erase(signal);
  }
  CHECK(missing == std::set<std::string>());
}

TEST_CASE("the waveform may show another SM than the first") {
  Design design = arbitrated_preset("gebhart2012/unified-384k");
  design.gpu.sms = 3;
  design.dram.channels = 2;
  Notebook notebook;
  DeviceMemory memory;
  GpuBackend backend(design, memory, BlockFactories());
  backend.gpu.watch(notebook, 1);
  Device device(backend, memory);
  const Workload& program = find_workload("srad");
  program.run(device, complete_arguments(program, Size::kTiny, {}));
  const CounterValues counters = backend.gpu.sm(1).counters();
  CHECK(notebook.early == 0);
  CHECK(counters["banks.reads"] != 0);
  CHECK(counters["banks.reads"] != backend.gpu.sm(0).counters()["banks.reads"]);
  CHECK(notebook.cycles("sm1.cluster", ".read") == counters["banks.reads"]);
  CHECK(notebook.cycles("sm1.tag_array", ".hit") == counters["cache.hits"]);
  CHECK(notebook.cycles("sm0.", "") == 0);
  CHECK(notebook.values.at("dram.queue").size() > 1);
  CHECK(notebook.values.at("dram.queue").rbegin()->second == 0);
}

TEST_CASE("watching an SM that is not there is refused") {
  Design design = arbitrated_preset("gebhart2012/unified-384k");
  design.gpu.sms = 3;
  DeviceMemory memory;
  Notebook notebook;
  GpuBackend backend(design, memory, BlockFactories());
  CHECK_THROWS_WITH(backend.gpu.watch(notebook, 3),
                    "there is no SM 3 to watch, expected a number below gpu.sms (3)");
}

TEST_CASE("watching changes no cycle, and the operand stage and DRAM are idle at the end") {
  const Design design = load_design("gebhart2012/unified-384k").design;
  const std::string unwatched =
      forked([&] { return std::to_string(measure("needle", design, BlockFactories()).result.cycles); });
  const std::string cycles = forked([&] {
    DeviceMemory memory;
    GpuBackend backend(design, memory, BlockFactories());
    Notebook notebook;
    backend.gpu.watch(notebook);
    Device device(backend, memory);
    const Workload& program = find_workload("needle");
    program.run(device, complete_arguments(program, Size::kTiny, {}));
    RunResult result;
    backend.gpu.collect(result);
    const bool quiet = notebook.values.at("sm0.operand_stage.occupancy").rbegin()->second == 0 &&
                       notebook.values.at("dram.queue").rbegin()->second == 0;
    return std::to_string(result.cycles) + (quiet ? " quiet" : " busy");
  });
  CHECK(cycles == unwatched + " quiet");
}

TEST_CASE("the waveform shows when read-only caches hit and miss, and how many lines are on their way") {
  Design design;
  design.constant_cache.bytes = 8192;
  design.instruction_cache.bytes = 2048;
  const Watched watched = watch("kmeans", design);
  const Notebook& notebook = watched.notebook;
  // One word per cycle.
  CHECK(notebook.cycles("sm0.constant_cache", ".hit") == watched.counters["constant_cache.hits"]);
  CHECK(notebook.cycles("sm0.constant_cache", ".miss") == watched.counters["constant_cache.misses"]);
  CHECK(notebook.cycles("sm0.instruction_cache", ".miss") != 0);
  // A line is on its way for at least the 400 cycles of DRAM.
  CHECK(notebook.cycles("sm0.instruction_cache", ".under_way") > 400 * (watched.counters["instruction_cache.misses"] -
                                                                        watched.counters["instruction_cache.merges"]));
  CHECK(notebook.values.count("sm0.texture_cache.hit") == 0);
}

TEST_CASE("a variable of a policy is in the waveform, at the cycle in which it changes") {
  Design design = partitioned_design();
  design.throttle = {"window-counter", {}};
  const Watched w = watch("vectoradd", design);
  const auto& changes = w.notebook.values.at("sm0.throttle.windows");
  REQUIRE(changes.size() > 3);
  std::uint64_t count = 0;
  Cycle before = 0;
  for (const auto& [cycle, value] : changes) {
    CHECK(value == count++);
    if (value > 1) CHECK(cycle == before + 100);
    before = cycle;
  }
  CHECK(SignalGroups::instance().group_of("sm0.throttle.windows") == "policies");
  CHECK(SignalGroups::instance().group_of("sm0.warp_order1.held") == "policies");
  CHECK(SignalGroups::instance().group_of("sm0.partition_control.blocks") == "policies");
}
