// The waveform of an Sm shows what changes while the Sm sleeps, and what its counters count beside loads and stores.
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/watched.h"
#include "support/forked.h"
#include "tlm/time.h"

using namespace unibank;
using namespace unibank::test;

namespace {

using Changes = std::map<Cycle, std::uint64_t>;

// Reads the MSHR of an Sm at the end of every cycle, whether the Sm runs or not.
class MshrReader : public sc_core::sc_module {
 public:
  MshrReader(const sc_core::sc_module_name& name, const Sm& sm) : sc_module(name), sm_(sm) {
    SC_HAS_PROCESS(MshrReader);
    SC_METHOD(read);
  }

  Changes occupancy;  // its changes
  Changes first_entry;

 private:
  void read() {
    const Cycle now = current_cycle();
    note(occupancy, now, sm_.mshr().occupancy());
    note(first_entry, now, (*sm_.mshr().entries())[0] != 0);
    next_trigger(until(now + 1) + sc_core::sc_time(0.8, sc_core::SC_NS));
  }
  static void note(Changes& changes, Cycle now, std::uint64_t value) {
    if (changes.empty() || changes.rbegin()->second != value) changes[now] = value;
  }

  const Sm& sm_;
};

// Without the records that change nothing.
Changes changes_of(const Changes& records) {
  Changes changes;
  for (const auto& [at, value] : records)
    if (changes.empty() || changes.rbegin()->second != value) changes[at] = value;
  return changes;
}

// What a signal of the MSHR shows in other cycles than expected.
std::string mshr_difference(const Notebook& notebook, const std::string& signal, const Changes& expected) {
  const Changes shown = changes_of(notebook.values.at("sm0.mshr." + signal));
  if (expected.size() < 5) return signal + " hardly changes ";
  for (const auto& [at, value] : expected) {
    if (shown.count(at) != 0 && shown.at(at) == value) continue;
    return signal + " is not " + std::to_string(value) + " from " + std::to_string(at) + " on ";
  }
  return shown.size() == expected.size() ? "" : signal + " changes too often ";
}

std::string mshr_differences(const Design& design) {
  DeviceMemory memory;
  GpuBackend backend(design, memory, BlockFactories());
  Notebook notebook;
  backend.gpu.watch(notebook);
  MshrReader reader("reader", backend.gpu.sm(0));
  Device device(backend, memory);
  const Workload& program = find_workload("needle");
  program.run(device, complete_arguments(program, Size::kTiny, {}));
  Changes full;
  for (const auto& [at, value] : reader.occupancy) full[at] = value == design.mshr.entries;
  return mshr_difference(notebook, "occupancy", reader.occupancy) +
         mshr_difference(notebook, "entry_000", reader.first_entry) +
         mshr_difference(notebook, "full", changes_of(full)) + (notebook.early == 0 ? "" : "early");
}

}  // namespace

TEST_CASE("an entry of the MSHR ends in the waveform in the cycle in which it is free, also while the SM sleeps") {
  for (const char* name : {"gebhart2012/unified-384k", "nvidia/a100", "jing2016/integrated-fair"}) {
    INFO(name);
    const Design design = load_design(name, {}, {"gpu.sms=1", "mshr.entries=3"}).design;
    CHECK(forked([&] { return mshr_differences(design); }) == "");
  }
}

TEST_CASE("an SM without a block has no warp and empty queues in the waveform from the start of the launch on") {
  const Design design = load_design("jing2016/separate-16k", {}, {"gpu.sms=2"}).design;
  DeviceMemory memory;
  GpuBackend backend(design, memory, BlockFactories());
  Notebook notebook;
  backend.gpu.watch(notebook, 1);
  Device device(backend, memory);
  const Workload& program = find_workload("vectoradd");
  program.run(device, complete_arguments(program, Size::kTiny, {{"n", "32"}}));
  REQUIRE(backend.gpu.sm(1).blocks_retired() == 0);
  REQUIRE(backend.gpu.sm(1).counters()["stalls.no_warp"] > 0);
  const Changes none = {{1, static_cast<std::uint64_t>(Stall::kNoWarp)}}, empty = {{1, 0}};
  CHECK(notebook.values["sm1.issue.slot0"] == none);
  for (const char* queue : {"operand_stage.occupancy", "load_store.scratchpad_queue", "load_store.memory_queue"}) {
    INFO(queue);
    CHECK(notebook.values[std::string("sm1.") + queue] == empty);
  }
}

TEST_CASE("the waveform has the lookups of atomics, which neither hit nor miss") {
  const Watched w = watch("bfs", load_design("gebhart2012/partitioned").design);
  CHECK(w.counters["tag_lookups"] > w.counters["cache.accesses"]);
  CHECK(w.notebook.cycles("sm0.tag_array", ".lookup") == w.counters["tag_lookups"]);
  CHECK(w.notebook.cycles("sm0.tag_array", ".hit") == w.counters["cache.hits"]);
  CHECK(w.notebook.cycles("sm0.tag_array", ".miss") == w.counters["cache.accesses"] - w.counters["cache.hits"]);
}
