#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "design/load.h"
#include "soak/laws/roofs.h"
#include "support/temporary_folder.h"

namespace unibank::test {
namespace {

using Json = nlohmann::json;
using Values = std::vector<std::pair<std::string, std::uint64_t>>;  // of counters, or of members of the launch

// A resource: values with which it is used just as much as the design allows, or nearly so, and values beyond that.
struct Limit {
  std::string resource;
  std::vector<std::string> sets;  // --set
  Values at, above;
};

// The counters that roofs are made of.
const char* const kCounters =
    "warp_instructions warps constant_accesses tag_lookups tag_fills scratchpad.loads scratchpad.stores "
    "scratchpad.row_reads scratchpad.row_writes registers.row_reads registers.row_writes "
    "registers.fetches registers.spills cache.row_reads cache.row_writes cache.accesses cache.write_backs "
    "memory.global_loads memory.global_stores memory.local_loads memory.local_stores memory.atomics "
    "conflicts.penalty_cycles stalls.conflict_penalty mshr.allocations mshr.merges mshr.writes "
    "read_only.reads constant_cache.hits constant_cache.misses constant_cache.merges "
    "instruction_cache.hits instruction_cache.misses instruction_cache.merges texture_cache.hits "
    "texture_cache.misses texture_cache.merges interconnect.requests interconnect.answers "
    "interconnect.request_bytes interconnect.answer_bytes l2.reads l2.read_hits l2.writes l2.fills "
    "l2.merges l2.write_backs atomic_unit.requests atomic_unit.turns atomic_unit.busy_cycles "
    "atomic_unit.reads dram.reads dram.writes dram.read_bytes dram.write_bytes dram.row_misses "
    "dram.row_conflicts";

void set(Json& run, const std::string& name, std::uint64_t value) {
  const std::size_t dot = name.find('.');
  if (dot == name.npos)
    run[name] = value;
  else
    run[name.substr(0, dot)][name.substr(dot + 1)] = value;
}

// A launch of 1,000 cycles, with one resident block of a warp.
Json run_of(const std::string& design, const std::vector<std::string>& sets) {
  const LoadedDesign loaded = load_design(design, {}, sets);
  Json run = {{"effective_design", effective_toml(loaded)}, {"cycles", 1000}, {"sms", loaded.design.gpu.sms}};
  std::istringstream names(kCounters);
  for (std::string name; names >> name;) set(run, name, 0);
  run["launches"] = {
      {{"blocks", 1}, {"cycles", 1000}, {"resident_blocks", 1}, {"resident_threads", 32}, {"warp_instructions", 1}}};
  return run;
}

Roof roof_of(const Json& run, const std::string& resource) {
  for (const Roof& roof : roofs_of(run.dump()))
    if (roof.resource == resource) return roof;
  return {"no such roof", 1, 0};
}

void set_all(Json& run, const Values& values) {
  for (const auto& [name, value] : values) {
    if (name.rfind("launch.", 0) == 0)
      run["launches"][0][name.substr(7)] = value;
    else
      set(run, name, value);
  }
}

void check_limits(const std::string& design, const std::vector<Limit>& limits) {
  for (const Limit& limit : limits) {
    INFO(limit.resource);
    Json run = run_of(design, limit.sets);
    set_all(run, limit.at);
    const Roof at = roof_of(run, limit.resource);
    CHECK(at.used <= at.most);
    CHECK(at.used > 0);
    set_all(run, limit.above);
    const Roof above = roof_of(run, limit.resource);
    CHECK(above.resource == limit.resource);
    CHECK(above.used > above.most);
  }
}

TEST_CASE("launches and issue slots have roofs") {
  check_limits("gebhart2012/partitioned",
               {{"cycles of block starts",
                 {"gpu.sms=2", "gpu.launch_latency=100", "gpu.block_interval=50"},
                 {{"launch.blocks", 38}, {"launch.resident_blocks", 99}},  // 19 for each SM
                 {{"launch.blocks", 39}}},
                {"cycles of blocks in one place",
                 {"gpu.launch_latency=100", "gpu.block_latency=50"},
                 {{"launch.blocks", 19}},
                 {{"launch.blocks", 20}}},
                {"instructions of a warp, one per cycle",
                 {"gpu.launch_latency=100"},
                 {{"launch.resident_blocks", 2}, {"launch.resident_threads", 66}, {"launch.warp_instructions", 3600}},
                 {{"launch.warp_instructions", 3601}}},
                {"issue slots",
                 {"sm.schedulers=2", "sm.issue_width=2"},
                 {{"warp_instructions", 4000}},
                 {{"warp_instructions", 4001}}},
                {"penalty cycles by slots that wait for them",
                 {"conflicts.penalty_blocks=sm"},
                 {{"conflicts.penalty_cycles", 9}, {"stalls.conflict_penalty", 9}},
                 {{"stalls.conflict_penalty", 8}}}});
}

TEST_CASE("the load/store unit has roofs") {
  check_limits("gebhart2012/partitioned",
               {{"scratchpad instructions, one per cycle",
                 {},
                 {{"scratchpad.loads", 300}, {"scratchpad.stores", 700}},
                 {{"scratchpad.stores", 701}}},
                {"places of scratchpad instructions x cycles",
                 {"sm.memory_queue=1"},
                 {{"scratchpad.loads", 300}, {"scratchpad.stores", 300}, {"memory.global_loads", 100}},
                 {{"scratchpad.loads", 301}}},
                {"places of instructions with lines x cycles",
                 {"sm.memory_queue=1"},
                 {{"memory.global_loads", 100},
                  {"memory.global_stores", 100},
                  {"memory.atomics", 100},
                  {"memory.local_loads", 100},
                  {"memory.local_stores", 100}},
                 {{"memory.local_stores", 101}}},
                {"places of a scheduler's memory instructions x cycles",
                 {"sm.scheduler_memory_queue=1", "sm.schedulers=2"},
                 {{"scratchpad.loads", 500}, {"memory.global_loads", 500}},
                 {{"scratchpad.loads", 501}}},
                {"addresses, sm.address_interval apart",
                 {"sm.address_interval=10", "sm.schedulers=2"},
                 {{"memory.global_loads", 202}},
                 {{"memory.global_loads", 203}}},
                {"scratchpad rows",
                 {},
                 {{"scratchpad.row_reads", 31000}, {"scratchpad.row_writes", 1000}},
                 {{"scratchpad.row_writes", 1001}}}});
  check_limits("gebhart2012/unified-384k-arbitrated",
               {{"scratchpad rows", {}, {{"scratchpad.row_reads", 8000}}, {{"scratchpad.row_reads", 8001}}},
                {"scratchpad rows",
                 {"storage.bank_mux=multiple"},
                 {{"scratchpad.row_reads", 32000}},
                 {{"scratchpad.row_reads", 32001}}}});
}

TEST_CASE("the L1 and the banks have roofs") {
  check_limits(
      "gebhart2012/partitioned",
      {{"lines accepted by the L1",
        {"cache.lookups_per_cycle=2", "cache.tag_banks=2"},
        {{"cache.accesses", 3000}, {"memory.atomics", 1000}},
        {{"memory.atomics", 1001}}},
       {"cache rows", {}, {{"cache.row_reads", 32000}, {"cache.row_writes", 32000}}, {{"cache.row_writes", 32001}}},
       {"cache.fill_buffer x cycles",
        {"cache.fill_buffer=2", "dram.latency=200"},
        {{"tag_fills", 10}},
        {{"tag_fills", 11}}},
       {"cache.fill_buffer x cycles",
        {"cache.fill_buffer=2", "cache.fetch=sectors", "dram.latency=200"},
        {{"tag_fills", 20}},
        {{"tag_fills", 21}}},
       {"cache.store_buffer x cycles",
        {"cache.store_buffer=2", "gpu.sms=2", "interconnect.latency=50"},
        {{"mshr.writes", 43}, {"cache.write_backs", 2}, {"registers.spills", 1}},
        {{"mshr.writes", 44}}}});
  check_limits(
      "gebhart2012/unified-384k-arbitrated",
      {{"tag lookups", {"cache.tag_banks=2"}, {{"tag_lookups", 1500}, {"tag_fills", 500}}, {{"tag_fills", 501}}},
       {"reads of banks of cluster",
        {},
        {{"registers.row_reads", 30000}, {"scratchpad.row_reads", 1000}, {"cache.row_reads", 1000}},
        {{"cache.row_reads", 1001}}},
       {"writes of banks of cluster", {}, {{"registers.row_writes", 32000}}, {{"registers.row_writes", 32001}}},
       {"accesses of banks of cluster",
        {"storage.bank_ports=1rw"},
        {{"registers.row_reads", 20000}, {"registers.row_writes", 12000}},
        {{"registers.row_writes", 12001}}},
       {"bytes through crossbar ports",
        {},
        {{"scratchpad.row_reads", 4000}, {"cache.row_writes", 4000}},
        {{"cache.row_writes", 4001}}}});
  check_limits("gebhart2012/partitioned-arbitrated", {{"bytes through crossbar ports",
                                                       {},
                                                       {{"scratchpad.row_reads", 16000}, {"cache.row_writes", 16000}},
                                                       {{"cache.row_writes", 16001}}}});
}

TEST_CASE("the caches of constants and textures and instructions have roofs") {
  const std::vector<std::string> sets = {"constant_cache.bytes=2048",
                                         "constant_cache.mshr_entries=3",
                                         "texture_cache.bytes=3072",
                                         "texture_cache.mshr_entries=3",
                                         "instruction_cache.bytes=2048",
                                         "instruction_cache.mshr_entries=3",
                                         "dram.latency=100",
                                         "sm.memory_queue=1"};
  std::vector<Limit> limits = {
      {"words of the constant unit, one per cycle",
       sets,
       {{"constant_cache.hits", 900}, {"constant_cache.misses", 100}},
       {{"constant_accesses", 1001}}},
      {"words of the constant unit, one per cycle",
       sets,
       {{"constant_cache.hits", 1000}},
       {{"constant_cache.misses", 1}}},
      {"places of the constant unit x cycles", sets, {{"constant_accesses", 500}}, {{"constant_accesses", 501}}},
      {"lines of the texture unit, one per cycle", sets, {{"texture_cache.hits", 1000}}, {{"texture_cache.misses", 1}}},
      {"lookups of instructions, one per issue",
       sets,
       {{"instruction_cache.hits", 10}, {"warp_instructions", 9}, {"warps", 1}},
       {{"instruction_cache.misses", 1}}}};
  for (const std::string cache : {"constant_cache", "instruction_cache", "texture_cache"})
    limits.push_back({"outstanding lines of the " + cache + " x cycles",
                      sets,
                      {{cache + ".misses", 40}, {cache + ".merges", 10}},
                      {{cache + ".misses", 41}}});
  check_limits("gebhart2012/partitioned", limits);
}

const std::vector<std::string> kBehindL2 = {"gpu.sms=4",
                                            "interconnect.sms_per_port=2",
                                            "interconnect.latency=10",
                                            "interconnect.bytes_per_cycle=16",
                                            "interconnect.queue=5",
                                            "l2.bytes=98304",
                                            "l2.slices=3",
                                            "l2.latency=100",
                                            "l2.mshr_entries=2",
                                            "l2.merges=4",
                                            "l2.queue=5",
                                            "dram.channels=2",
                                            "dram.latency=400",
                                            "dram.queue=4",
                                            "dram.bytes_per_cycle=8",
                                            "mshr.entries=2",
                                            "mshr.merges=3"};

TEST_CASE("MSHRs have roofs") {
  check_limits("gebhart2012/partitioned",
               {{"MSHR entries x cycles", {"mshr.entries=4"}, {{"mshr.allocations", 10}}, {{"mshr.allocations", 11}}},
                {"reads merged in MSHR entries",
                 {"mshr.merges=3"},
                 {{"mshr.allocations", 10}, {"mshr.merges", 20}},
                 {{"mshr.merges", 21}}},
                {"requests of SMs, one per cycle",
                 {},
                 {{"mshr.allocations", 100}, {"mshr.writes", 800}, {"read_only.reads", 100}},
                 {{"mshr.writes", 801}}},
                {"responses of MSHRs to the L1, one per cycle",
                 {},
                 {{"mshr.allocations", 100},
                  {"mshr.writes", 500},
                  {"mshr.merges", 402},
                  {"registers.fetches", 1},
                  {"registers.spills", 1}},
                 {{"mshr.merges", 403}}}});
  // 8,000 entries x cycles; a hit takes 120 cycles, a miss 520. Reads of others may be the slowest ones.
  check_limits("gebhart2012/partitioned",
               {{"MSHR entries x cycles",
                 kBehindL2,
                 {{"mshr.allocations", 66}, {"l2.read_hits", 66}},
                 {{"mshr.allocations", 67}, {"l2.read_hits", 67}}},
                {"MSHR entries x cycles",
                 kBehindL2,
                 {{"mshr.allocations", 15}, {"l2.fills", 18}, {"read_only.reads", 2}, {"atomic_unit.reads", 1}},
                 {{"mshr.allocations", 16}, {"l2.fills", 19}}}});
}

TEST_CASE("the interconnect and the L2 have roofs") {
  check_limits(
      "gebhart2012/partitioned",
      {{"interconnect packets, requests",
        kBehindL2,
        {{"interconnect.requests", 2000}},
        {{"interconnect.requests", 2001}}},
       {"interconnect packets, answers", kBehindL2, {{"interconnect.answers", 2000}}, {{"interconnect.answers", 2001}}},
       {"interconnect bytes, requests",
        kBehindL2,
        {{"interconnect.request_bytes", 32000}},
        {{"interconnect.request_bytes", 32001}}},
       {"interconnect bytes, answers",
        kBehindL2,
        {{"interconnect.answer_bytes", 32000}},
        {{"interconnect.answer_bytes", 32001}}},
       {"places before slices x cycles",
        kBehindL2,
        {{"interconnect.requests", 4500}},
        {{"interconnect.requests", 4501}}},
       {"L2 lookups, one per slice and cycle",
        kBehindL2,
        {{"l2.reads", 1000}, {"l2.writes", 2000}},
        {{"l2.writes", 2001}}},
       // At most 3 x (1 + 5 + 2) write-backs of the slices and 2 x 4 requests of the channels after the last response.
       {"L2 requests to memory, one per slice and cycle",
        kBehindL2,
        {{"l2.fills", 1000}, {"l2.write_backs", 2032}, {"dram.writes", 2032}},
        {{"l2.write_backs", 2033}}},
       {"reads merged in fetches of the L2", kBehindL2, {{"l2.fills", 5}, {"l2.merges", 15}}, {{"l2.merges", 16}}},
       {"L2 MSHR entries x cycles", kBehindL2, {{"l2.fills", 12}}, {{"l2.fills", 13}}}});
}

TEST_CASE("atomics have roofs") {
  const std::vector<std::string> direct = {"atomic_unit.interval=10", "atomic_unit.entries=2", "dram.latency=400"};
  std::vector<std::string> behind_l2 = kBehindL2;
  behind_l2.insert(behind_l2.end(), {"atomic_unit.interval=10", "atomic_unit.entries=1"});
  check_limits("gebhart2012/partitioned",
               {{"atomics by the requests of their lines",
                 direct,
                 {{"memory.atomics", 3}, {"atomic_unit.requests", 3}},
                 {{"memory.atomics", 4}}},
                {"turns x interval of atomics",
                 direct,
                 {{"atomic_unit.turns", 3}, {"atomic_unit.busy_cycles", 30}},
                 {{"atomic_unit.busy_cycles", 29}}},
                {"atomic ALUs", direct, {{"atomic_unit.turns", 100}}, {{"atomic_unit.turns", 101}}},
                {"entries of atomic units x cycles",
                 direct,
                 {{"atomic_unit.turns", 80}, {"atomic_unit.reads", 3}},
                 {{"atomic_unit.turns", 81}}},
                {"entries of atomic units x cycles",
                 behind_l2,
                 {{"atomic_unit.turns", 10}, {"atomic_unit.reads", 29}},
                 {{"atomic_unit.reads", 30}}}});
}

TEST_CASE("a DRAM channel with a bandwidth and a latency has roofs") {
  check_limits(
      "gebhart2012/partitioned",
      {{"DRAM bytes read", {"dram.bytes_per_cycle=8"}, {{"dram.read_bytes", 8000}}, {{"dram.read_bytes", 8032}}},
       // Four requests wait in the channel after the last response.
       {"DRAM bytes",
        {"dram.bytes_per_cycle=8", "dram.queue=4"},
        {{"dram.read_bytes", 4000}, {"dram.write_bytes", 4512}, {"dram.writes", 36}},
        {{"dram.write_bytes", 4544}}},
       {"latency of a DRAM read", {"dram.latency=1000"}, {{"dram.reads", 1}}, {{"cycles", 999}}}});
}

TEST_CASE("a DRAM channel with banks and rows has roofs") {
  const std::vector<std::string> sets = {"dram.model=fr-fcfs", "dram.clock_ratio=2",     "dram.queue=1",
                                         "dram.t_rrd=10",      "dram.t_rrd_group=10",    "dram.t_faw=44",
                                         "dram.t_rc=100",      "dram.burst=4",           "dram.burst_bytes=64",
                                         "dram.banks=4",       "dram.answer_latency=992"};
  check_limits("gebhart2012/partitioned",
               {// (2,000 + 4) memory cycles / 4 = 501 bursts
                {"DRAM bursts of reads", sets, {{"dram.read_bytes", 32064}}, {{"dram.read_bytes", 32096}}},
                // and two more of the request that waits
                {"DRAM bursts",
                 sets,
                 {{"dram.read_bytes", 32064}, {"dram.write_bytes", 128}, {"dram.writes", 1}},
                 {{"dram.write_bytes", 160}}},
                // 4 x (2,000 + 100) / 100, and the request that waits
                {"DRAM activates of a bank, t_rc apart",
                 sets,
                 {{"dram.row_misses", 80}, {"dram.row_conflicts", 5}, {"dram.writes", 9}},
                 {{"dram.row_misses", 81}}},
                // (2,000 + 44) / 11, and the request that waits
                {"DRAM activates of a channel, t_rrd or t_faw / 4 apart",
                 sets,
                 {{"dram.row_misses", 180}, {"dram.row_conflicts", 6}, {"dram.writes", 9}},
                 {{"dram.row_misses", 181}}},
                {"latency of a DRAM read", sets, {{"dram.reads", 1}}, {{"cycles", 999}}}});
}

TEST_CASE("the first roof that a run is above is a message") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path / "run.json";
  const auto message = [&path](const Json& result) {
    std::ofstream(path) << result;
    return broken_roof(path);
  };
  CHECK(message(Json::object()) == "");
  Json run = run_of("gebhart2012/partitioned", {});
  CHECK(message({{"runs", {run}}}) == "");
  run["warp_instructions"] = 1001;
  CHECK(message({{"runs", {run}}}) == "issue slots: 1001 is more than 1000");
  run["functional"] = true;
  CHECK(message({{"runs", {run}}}) == "");
}

TEST_CASE("the names of RTL blocks in a run's design are left out") {
  Json run = run_of("gebhart2012/partitioned", {"mshr.entries=4"});
  std::string design = run["effective_design"];
  const std::size_t at = design.find("[mshr]\n") + 7;
  design.replace(design.find("model = \"native\"", at), 16, "model = \"mshr.sv\"\ncheck = true\ncheck_by = \"order\"");
  run["effective_design"] = design;
  CHECK(roof_of(run, "MSHR entries x cycles").most == 4000);
}

}  // namespace
}  // namespace unibank::test
