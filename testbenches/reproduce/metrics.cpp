#include "reproduce/metrics.h"

#include <map>

#include "design/hardware_cost.h"
#include "energy/energy.h"
#include "reproduce/metric_shares.h"
#include "report/counter_order.h"
#include "report/ratios.h"

namespace unibank {

namespace {

using metric::over;
using metric::Values;

Values performance(const Ended& ended, const Ended& baseline) {
  return over(static_cast<double>(baseline.run->cycles), static_cast<double>(ended.run->cycles));
}

// Each run at the clock of its own design.
Values speed(const Ended& ended, const Ended& baseline) {
  const auto time = [](const Ended& one) {
    return static_cast<double>(one.run->cycles) / one.design->energy.frequency_ghz;
  };
  return over(time(baseline), time(ended));
}

// A component of the model's energy; 0 if there is none.
double picojoule(const Ended& ended, const Ended& baseline, const std::string& component) {
  for (const EnergyComponent& part : energy(*ended.run, *ended.design, baseline.run, baseline.design))
    if (part.name == component) return part.picojoule;
  return 0;
}

// leakage of SRAM as section 5.2 states it for changes of the design, and as it follows from the paper's 0.2 W
// for 384 KB.
constexpr char kStatedLeakage[] = "total_at_2.37", kSmallLeakage[] = "total_at_0.52", kTotal[] = "total";

// Undefined for designs of different energy tables, which do not count the same parts of the machine.
template <const char* component>
Values energy_ratio(const Ended& ended, const Ended& baseline) {
  if (ended.design->energy.table != baseline.design->energy.table) return {};
  return over(picojoule(ended, baseline, component), picojoule(baseline, baseline, component));
}

double accesses(const RunResult& run) {
  return static_cast<double>(run.counters["dram.reads"] + run.counters["dram.writes"]);
}
double bytes(const RunResult& run) {
  return static_cast<double>(run.counters["dram.read_bytes"] + run.counters["dram.write_bytes"]);
}
double register_rows(const RunResult& run) {
  return static_cast<double>(run.counters["registers.row_reads"] + run.counters["registers.row_writes"]);
}

Values dram_accesses(const Ended& ended, const Ended& baseline) {
  return over(accesses(*ended.run), accesses(*baseline.run));
}

Values dram_kb(const Ended& ended, const Ended&) { return {{"", bytes(*ended.run) / 1024}}; }
Values dram_bytes(const Ended& ended, const Ended& baseline) { return over(bytes(*ended.run), bytes(*baseline.run)); }

Values instructions(const Ended& ended, const Ended& baseline) {
  return over(static_cast<double>(ended.run->counters["thread_instructions"]),
              static_cast<double>(baseline.run->counters["thread_instructions"]));
}

Values mrf_removed(const Ended& ended, const Ended& baseline) {
  if (register_rows(*baseline.run) == 0) return {};
  return {{"", 100 * (1 - register_rows(*ended.run) / register_rows(*baseline.run))}};
}

Values partition_kb(const Ended& ended, const Ended&) {
  const PartitionReport& partition = ended.run->partition;
  return {{"registers", partition.register_bytes / 1024},
          {"scratchpad", partition.scratchpad_bytes / 1024},
          {"cache", partition.cache_bytes / 1024},
          {"idle", partition.idle_bytes / 1024, partition.idle_bytes != 0}};
}

template <const char* prefix>
Values conflict_percent(const Ended& ended, const Ended&) {
  static const char* const kClasses[] = {"<=1", "2", "3", "4", ">4"};
  const auto instructions = static_cast<double>(ended.run->counters["warp_instructions"]);
  if (instructions == 0) return {};
  Values values;
  for (const std::uint64_t one : classes_of(ended.run->counters, prefix))
    values.push_back({kClasses[values.size()], 100.0 * static_cast<double>(one) / instructions});
  return values;
}

// Cycles per instruction over the baseline's: below 1 is faster.
Values cpi(const Ended& ended, const Ended& baseline) {
  const auto of = [](const RunResult& run) {
    return static_cast<double>(run.cycles) / static_cast<double>(run.counters["thread_instructions"]);
  };
  if (ended.run->counters["thread_instructions"] == 0 || baseline.run->counters["thread_instructions"] == 0) return {};
  return over(of(*ended.run), of(*baseline.run));
}

Values cycles(const Ended& ended, const Ended&) { return {{"", static_cast<double>(ended.run->cycles)}}; }
Values resident_threads(const Ended& ended, const Ended&) {
  return {{"", static_cast<double>(ended.run->resident_threads)}};
}
Values registers(const Ended& ended, const Ended&) {
  return {{"", static_cast<double>(ended.run->registers_per_thread)}};
}

Values scratchpad_per_thread(const Ended& ended, const Ended&) {
  const RunResult& run = *ended.run;
  const bool unknown = run.scratchpad_bytes_per_thread == 0 && run.scratchpad_bytes_per_block != 0;  // an older row
  return unknown ? Values{} : Values{{"", run.scratchpad_bytes_per_thread}};
}

Values main_threads(const Ended& ended, const Ended&) {
  return {{"", static_cast<double>(ended.run->longest.resident_threads)}};
}
Values main_registers(const Ended& ended, const Ended&) {
  return {{"", static_cast<double>(ended.run->longest.registers_per_thread)}};
}

Values main_scratchpad_per_thread(const Ended& ended, const Ended&) {
  const LaunchResult& launch = ended.run->longest;
  return over(launch.scratchpad_bytes_per_block * launch.resident_blocks, launch.resident_threads);
}

// As the kernel declares them, without the units in which a chip allocates.
Values main_kb(const Ended& ended, const Ended&) {
  const LaunchResult& launch = ended.run->longest;
  const double scratchpad = launch.scratchpad_bytes_per_block * launch.resident_blocks;
  return {{"registers", 4.0 * launch.registers_per_thread * launch.resident_threads / 1024},
          {"scratchpad", scratchpad / 1024}};
}

Values local_accesses(const Ended& ended, const Ended&) {
  return {{"", static_cast<double>(ended.run->counters["cache.local_accesses"])}};
}

// Without accesses the rate is 0.
Values local_miss_percent(const Ended& ended, const Ended&) {
  const CounterValues& counters = ended.run->counters;
  if (counters["cache.local_accesses"] == 0) return {{"", 0}};
  return {{"", 100 * (1 - static_cast<double>(counters["cache.local_hits"]) /
                              static_cast<double>(counters["cache.local_accesses"]))}};
}

Values hit_percent(const Ended& ended, const Ended&) { return {{"", 100 * hit_rate(*ended.run)}}; }
Values hit_points(const Ended& ended, const Ended& baseline) {
  return {{"", 100 * (hit_rate(*ended.run) - hit_rate(*baseline.run))}};
}

double load_hit_rate(const RunResult& run) {
  const std::uint64_t loads = run.counters["cache.load_accesses"];
  return loads == 0 ? 0 : static_cast<double>(run.counters["cache.load_hits"]) / static_cast<double>(loads);
}
Values load_hit_percent(const Ended& ended, const Ended&) { return {{"", 100 * load_hit_rate(*ended.run)}}; }
Values load_hit_points(const Ended& ended, const Ended& baseline) {
  return {{"", 100 * (load_hit_rate(*ended.run) - load_hit_rate(*baseline.run))}};
}

// Writes into the array: by registers, by fills of both kinds, and by stores that hit.
Values interference_percent(const Ended& ended, const Ended&) {
  const CounterValues& counters = ended.run->counters;
  const auto writes = static_cast<double>(counters["registers.operand_writes"] + counters["tag_fills"] +
                                          counters["cache.hits"] - counters["cache.load_hits"]);
  if (writes == 0) return {};
  const auto percent = [writes](std::uint64_t lines) { return 100 * static_cast<double>(lines) / writes; };
  return {{"register-register", percent(counters["lines.register_by_register"])},
          {"register-cache", percent(counters["lines.register_by_cache"] + counters["lines.cache_by_register"])},
          {"cache-cache", percent(counters["lines.cache_by_cache"])}};
}

Values bank_waits(const Ended& ended, const Ended& baseline) {
  const auto waits = [](const Ended& one) {  // an access to the array conflicts where its tag is looked up
    const bool tags = one.design->capacity().integrated;
    return static_cast<double>(one.run->counters[tags ? "conflicts.tag_bank_waits" : "conflicts.register_bank_waits"]);
  };
  return over(waits(ended), waits(baseline));
}

Values memory_wait_percent(const Ended& ended, const Ended&) {
  return {{"", 100 * slot_share(*ended.run, ended.run->counters["stalls.long_wait"])}};
}
Values fetch_wait_percent(const Ended& ended, const Ended&) {
  return {{"", 100 * slot_share(*ended.run, ended.run->counters["stalls.fetch"])}};
}
Values conflict_wait_percent(const Ended& ended, const Ended&) {
  return {{"", 100 * slot_share(*ended.run, ended.run->counters["stalls.conflict_penalty"])}};
}

Values an_instruction(double events, const Ended& ended) {
  return over(events, static_cast<double>(ended.run->counters["warp_instructions"]));
}
Values waits_an_instruction(const Ended& ended, const Ended&) {
  return an_instruction(static_cast<double>(ended.run->counters["conflicts.arbitration_waits"]), ended);
}
Values register_rows_an_instruction(const Ended& ended, const Ended&) {
  return an_instruction(register_rows(*ended.run), ended);
}

Values ipc_of(const Ended& ended, const Ended&) { return {{"", ipc(*ended.run)}}; }
Values ipc_ratio(const Ended& ended, const Ended& baseline) { return over(ipc(*ended.run), ipc(*baseline.run)); }
Values cycles_ratio(const Ended& ended, const Ended& baseline) { return performance(baseline, ended); }

Values resident_blocks(const Ended& ended, const Ended&) {
  return {{"", static_cast<double>(ended.run->resident_blocks)}};
}

Values sharing_pairs(const Ended& ended, const Ended&) {
  return {{"", static_cast<double>(ended.run->sharing_pairs)}};
}

// For scratchpad in its own banks.
Values scratchpad_idle_percent(const Ended& ended, const Ended&) {
  const SmCapacity capacity = ended.design->capacity();
  if (!capacity.alone(Part::kScratchpad)) return {};
  const auto all = static_cast<double>(capacity.bytes(Part::kScratchpad));
  return over(100 * (all - ended.run->partition.scratchpad_bytes), all);
}

Values shared_block_percent(const Ended& ended, const Ended&) {
  const CounterValues& counters = ended.run->counters;
  if (counters["sharing.shared_blocks"] == 0) return {};
  const auto percent = [&](std::uint64_t part) { return 100 * share_of_stay(*ended.run, part); };
  return {{"before", percent(counters["sharing.cycles_before"])},
          {"waiting", percent(counters["sharing.cycles_waiting"])},
          {"inside", percent(counters["sharing.cycles_inside"])},
          {"after", percent(counters["sharing.cycles_after"])}};
}

double lanes_launched(const Ended& ended) { return 32 * static_cast<double>(ended.run->counters["warps"]); }

Values instructions_a_thread(const Ended& ended, const Ended&) {
  return over(static_cast<double>(ended.run->counters["thread_instructions"]), lanes_launched(ended));
}

Values added_instructions(const Ended& ended, const Ended& baseline) {
  const auto of = [](const Ended& one) { return static_cast<double>(one.run->counters["thread_instructions"]); };
  return over(of(ended) - of(baseline), lanes_launched(ended));
}

// Depends only on the designs.
Values added_bits(const Ended& ended, const Ended& baseline) {
  const auto bits = [](const Ended& one) { return static_cast<double>(hardware_cost(*one.design).bits_beside_data()); };
  return {{"", bits(ended) - bits(baseline)}};
}

constexpr auto kArithmetic = Metric::Mean::kArithmetic;
constexpr auto kGeometric = Metric::Mean::kGeometric;
constexpr auto kHarmonic = Metric::Mean::kHarmonic;

}  // namespace

const std::vector<Metric>& metrics() {
  static const std::vector<Metric> all = {
      {"performance", "the baseline's cycles over the run's", true, true, kArithmetic, &performance},
      {"speed", "the baseline's time over the run's, each at the clock of its design", true, true, kArithmetic, &speed},
      {"energy", "energy over the baseline's, with SRAM leaking 2.37 mW/KB (Q-01)", true, true, kHarmonic,
       &energy_ratio<kStatedLeakage>},
      {"energy_0.52", "energy over the baseline's, with SRAM leaking 0.52 mW/KB (Q-01)", true, true, kHarmonic,
       &energy_ratio<kSmallLeakage>},
      {"total_energy", "energy over the baseline's: everything that the design's energy table counts", true, true,
       kArithmetic, &energy_ratio<kTotal>},
      {"dram_accesses", "reads and writes of DRAM, of any size, over the baseline's", true, true, kArithmetic,
       &dram_accesses},
      {"dram_bytes", "bytes read from and written to DRAM over the baseline's", true, true, kArithmetic, &dram_bytes},
      {"dram_kb", "KB of 1,024 bytes read from and written to DRAM", false, true, kArithmetic, &dram_kb},
      {"cpi", "cycles per instruction over the baseline's", true, true, kArithmetic, &cpi},
      {"instructions", "thread instructions over the baseline's", true, false, kArithmetic, &instructions},
      {"mrf_removed", "percent of the baseline's accesses to rows of the main register file that the run does not need",
       true, true, kArithmetic, &mrf_removed},
      {"partition_kb", "KB of registers, scratchpad and cache in the launch with the most resident threads", false,
       true, kArithmetic, &partition_kb},
      {"bank_conflict_percent", "percent of warp instructions by their most accesses to one bank", false, true,
       kArithmetic, &conflict_percent<kBankClasses>},
      {"conflict_percent", "percent of warp instructions by their most accesses to one bank, port or tag array", false,
       true, kArithmetic, &conflict_percent<kMostClasses>},
      {"register_percent",
       "percent of the register file, averaged over cycles: live, allocated and dead, not allocated", false, true,
       kArithmetic, &metric::register_percent},
      {"hole_percent", "percent of the register file that is dead or not allocated, averaged over cycles", false, true,
       kArithmetic, &metric::hole_percent},
      {"value_reads_percent", "percent of values written to registers by how often they are read", false, true,
       kArithmetic, &metric::value_reads_percent},
      {"line_accesses_percent", "percent of memory lines by how often a launch accesses them, on one SM", false, true,
       kArithmetic, &metric::line_accesses_percent},
      {"reuse_distance_percent", "percent of repeated accesses to registers and lines by the cycles between", false,
       true, kArithmetic, &metric::reuse_distance_percent},
      {"reuse_within_percent", "percent of repeated accesses to registers and lines that come within this many cycles",
       false, true, kArithmetic, &metric::reuse_within_percent},
      {"register_reuse_percent", "percent of the repeated accesses within 1,000 cycles that are to registers", false,
       true, kArithmetic, &metric::register_reuse_percent},
      {"memory_access_percent", "percent of accesses to registers and cache lines that are to lines", false, true,
       kArithmetic, &metric::memory_access_percent},
      {"cycles", "cycles of all launches", false, true, kArithmetic, &cycles},
      {"resident_threads", "resident threads of an SM in the launch with the most of them", false, true, kArithmetic,
       &resident_threads},
      {"registers", "32-bit registers per thread of the kernel that takes the most", false, true, kArithmetic,
       &registers},
      {"scratchpad_per_thread", "bytes of scratchpad per thread", false, true, kArithmetic, &scratchpad_per_thread},
      {"main_threads", "resident threads of an SM in the launch that took longest", false, true, kArithmetic,
       &main_threads},
      {"main_registers", "32-bit registers per thread of the kernel whose launch took longest", false, true,
       kArithmetic, &main_registers},
      {"main_scratchpad_per_thread", "bytes of scratchpad per thread in the launch that took longest", false, true,
       kArithmetic, &main_scratchpad_per_thread},
      {"main_kb", "KB of registers and scratchpad that the resident blocks of the launch that took longest declare",
       false, true, kArithmetic, &main_kb},
      {"local_accesses", "lines of local memory that loads and stores look up", false, true, kArithmetic,
       &local_accesses},
      {"local_miss_percent",
       "percent of the lines of local memory that are looked up and not in the cache; 0 without lookups", false, true,
       kArithmetic, &local_miss_percent},
      {"hit_percent", "percent of cache line lookups that hit", false, true, kArithmetic, &hit_percent},
      {"hit_points", "percentage points by which the hit rate exceeds the baseline's", true, true, kArithmetic,
       &hit_points},
      {"load_hit_percent", "percent of the loads' lookups that hit; 0 if there are none", false, true, kArithmetic,
       &load_hit_percent},
      {"load_hit_points", "percentage points by which the loads' hit rate exceeds the baseline's", true, true,
       kArithmetic, &load_hit_points},
      {"utilisation_percent",
       "percent of register file and cache, or of the array that is both, with live registers or lines of memory, "
       "averaged over cycles; not for unified storage",
       false, true, kArithmetic, &metric::utilisation_percent},
      {"utilisation", "utilisation_percent over the baseline's", true, true, kArithmetic, &metric::utilisation_ratio},
      {"interference_percent", "evicted lines, in percent of writes of registers, fills and stores that hit", false,
       true, kArithmetic, &interference_percent},
      {"bank_waits",
       "requests that wait, counted once per cycle, over the baseline's: for a tag lookup if registers have tags, "
       "otherwise those of registers for a bank", true, true, kArithmetic, &bank_waits},
      {"memory_wait_percent",
       "percent of issue slots in which all warps wait for memory, sleep or wait at a barrier, not all of them at a "
       "barrier",
       false, true, kArithmetic, &memory_wait_percent},
      {"fetch_wait_percent",
       "percent of issue slots in which no other warp is ready and an instruction is being fetched", false, true,
       kArithmetic, &fetch_wait_percent},
      {"conflict_wait_percent", "percent of issue slots that bank conflicts take", false, true, kArithmetic,
       &conflict_wait_percent},
      {"waits_an_instruction", "requests that wait for a bank or port, counted once per cycle, per warp instruction",
       false, true, kArithmetic, &waits_an_instruction},
      {"register_rows_an_instruction", "rows of the main register file read and written, per warp instruction", false,
       true, kArithmetic, &register_rows_an_instruction},
      {"ipc", "thread instructions per cycle, of all SMs", false, true, kGeometric, &ipc_of},
      {"ipc_ratio", "thread instructions per cycle over the baseline's", true, true, kGeometric, &ipc_ratio},
      {"cycles_ratio", "cycles over the baseline's", true, true, kGeometric, &cycles_ratio},
      {"resident_blocks", "resident blocks of an SM in the launch with the most threads", false, true, kArithmetic,
       &resident_blocks},
      {"sharing_pairs", "pairs of blocks of an SM that share scratchpad, in the launch with the most threads", false,
       true, kArithmetic, &sharing_pairs},
      {"scratchpad_idle_percent", "percent of a separate scratchpad that no resident block uses", false, true,
       kArithmetic, &scratchpad_idle_percent},
      {"shared_block_percent",
       "percent of the cycles of blocks with a partner: before the shared part, waiting for it, inside, after it",
       false, true, kArithmetic, &shared_block_percent},
      {"instructions_a_thread", "thread instructions per lane of the launched warps", false, true, kArithmetic,
       &instructions_a_thread},
      {"added_instructions", "thread instructions above the baseline's, per lane of the launched warps", true, true,
       kArithmetic, &added_instructions},
      {"added_bits",
       "bits above the baseline's of an SM for tags, line states, scratchpad gate, registers in turns, last-result and "
       "operand files", true,
       false, kArithmetic, &added_bits},
  };
  return all;
}

std::vector<std::string> metric_names() {
  std::vector<std::string> names;
  for (const Metric& metric : metrics()) names.emplace_back(metric.name);
  return names;
}

namespace {

const Metric* counter_metric(const std::string& name) {
  static std::map<std::string, Metric> known;
  const unsigned number = DeclaredCounters::instance().find(name);
  if (number == DeclaredCounters::kNone) return nullptr;
  const Counter& counter = DeclaredCounters::instance()[number];
  const auto of = [number](const Ended& ended, const Ended&) {
    return Values{{"", static_cast<double>(ended.run->counters[number])}};
  };
  return &known.try_emplace(name, Metric{counter.name.c_str(), counter.meaning.data(), false, true, kArithmetic, of})
              .first->second;
}

}  // namespace

const Metric* find_metric(const std::string& name) {
  for (const Metric& metric : metrics())
    if (name == metric.name) return &metric;
  return counter_metric(name);
}

}  // namespace unibank
