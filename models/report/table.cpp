#include "report/table.h"

#include <algorithm>
#include <cmath>

#include "report/counter_order.h"
#include "report/energy_labels.h"
#include "report/human.h"
#include "report/interval.h"
#include "report/ratios.h"
#include "report/text_table.h"

namespace unibank {

namespace {

using Runs = std::vector<RunResult>;

// Rounds up: half an interval may be a fraction.
std::string whole(double value) { return with_commas(static_cast<std::uint64_t>(std::ceil(value))); }
std::string two_digits(double value) { return fixed(value, 2); }

double energy_of(const RunResult& run, const std::string& name) {
  const EnergyComponent* const component = find_component(run, name);
  return component ? component->picojoule : Table::kNone;
}

double half_of_energy(const RunResult& run, const std::string& name) {
  for (const Sampled::Energy& energy : run.sampled.energy)
    if (energy.component == name) return energy.picojoule.high - energy.picojoule.estimate;
  return 0;
}

// No rows if all launches were timed.
void sample_rows(Table& table, const Runs& runs) {
  if (std::none_of(runs.begin(), runs.end(), [](const RunResult& run) { return run.sampled.any(); })) return;
  const auto launches = [](const RunResult& run) {
    return run.sampled.any() ? run.sampled.launches : run.launches.size();
  };
  const auto of_blocks = [](const RunResult& run) { return run.sampled.of_blocks(); };
  const bool blocks = std::any_of(runs.begin(), runs.end(), of_blocks);
  const auto counted = [blocks](const RunResult& run) {
    return run.sampled.any() ? run.sampled.timed() : blocks ? run.counters["blocks"] : run.launches.size();
  };
  table.heading("Sample: figures are estimates, with half of the 95% interval of the random choice");
  table.fact("launches", launches, whole);
  if (blocks) table.fact("blocks", [](const RunResult& run) { return run.counters["blocks"]; }, whole);
  table.fact("timed and counted", counted, whole);
  table.fact("timed to fill caches", [](const RunResult& run) { return run.sampled.warm_ups; }, whole);
}

void speed_rows(Table& table, const Runs& runs) {
  table.heading("Speed");
  if (std::any_of(runs.begin(), runs.end(), [](const RunResult& run) { return run.sms != 1; }))
    table.fact("SMs", [](const RunResult& run) { return run.sms; }, whole);
  table.value("cycles", [](const RunResult& run) { return run.cycles; }, whole);
  table.value(
      "warp instructions", [](const RunResult& run) { return run.counters["warp_instructions"]; }, whole);
  table.value("IPC (thread instructions per cycle)", ipc, two_digits);
}

// The registers of a thread in the launch whose storage is shown; run.registers_per_thread is the most of all launches.
// The launches of a sample may not contain this launch.
unsigned registers_of_fullest(const RunResult& run) {
  for (const LaunchResult& launch : run.launches)
    if (launch.resident_threads == run.resident_threads && launch.resident_blocks == run.resident_blocks)
      return launch.registers_per_thread;
  return run.registers_per_thread;
}

void storage_rows(Table& table, const Runs& runs) {
  const RunResult& first = runs.front();
  const bool forced = std::any_of(runs.begin(), runs.end(), [](const RunResult& run) {
    return run.registers_per_thread != run.compiled_registers_per_thread;
  });
  table.heading(first.launches.size() > 1 ? "Storage of one SM, fullest launch" : "Storage of one SM");
  table.fact("resident blocks", [](const RunResult& run) { return run.resident_blocks; }, whole);
  table.fact_if_any("added by sharing scratchpad", [](const RunResult& run) { return run.sharing_pairs; }, whole);
  table.fact("resident threads", [](const RunResult& run) { return run.resident_threads; }, whole);
  table.fact_if_any("thread limit", [](const RunResult& run) { return run.thread_limit; }, whole);
  table.fact("registers per thread", registers_of_fullest, whole);
  if (forced)
    table.fact("registers per thread, as compiled",
                [](const RunResult& run) { return run.compiled_registers_per_thread; }, whole);
  table.text("limited by", [](const RunResult& run) { return run.partition.limited_by; });
  table.fact("registers", [](const RunResult& run) { return run.partition.register_bytes; }, human_bytes);
  table.fact("scratchpad", [](const RunResult& run) { return run.partition.scratchpad_bytes; }, human_bytes);
  table.fact("cache", [](const RunResult& run) { return run.partition.cache_bytes; }, human_bytes);
  table.fact_if_any("idle", [](const RunResult& run) { return run.partition.idle_bytes; }, human_bytes);
}

// No rows without files above the main register file.
void register_rows(Table& table, const Runs& runs) {
  const auto has_levels = [](const RunResult& run) {
    return run.counters["registers.lrf_reads"] + run.counters["registers.orf_reads"] != 0;
  };
  if (std::none_of(runs.begin(), runs.end(), has_levels)) return;
  table.heading("Registers read and written");
  const auto row = [&table](const char* label, const char* reads, const char* writes) {
    table.value(
        label, [=](const RunResult& run) { return run.counters[reads] + run.counters[writes]; }, whole);
  };
  row("last-result file", "registers.lrf_reads", "registers.lrf_writes");
  row("operand file", "registers.orf_reads", "registers.orf_writes");
  row("main register file", "registers.operand_reads", "registers.operand_writes");
  row("a flat register file", "registers.flat_reads", "registers.flat_writes");
  table.value("accesses saved by small files", saved_register_accesses, percent);
}

void hole_rows(Table& table) {
  table.heading("Register file, averaged over cycles");
  table.value("live", live_registers, percent);
  table.value("allocated, dead (dynamic holes)", dynamic_holes, percent);
  table.value("unallocated (static holes)", static_holes, percent);
}

// No rows if no two blocks shared scratchpad.
void sharing_rows(Table& table, const Runs& runs) {
  const auto shares = [](const RunResult& run) { return run.counters["sharing.shared_blocks"] != 0; };
  if (std::none_of(runs.begin(), runs.end(), shares)) return;
  table.heading("Blocks that share scratchpad in pairs");
  const auto row = [&table](const char* label, const char* counter) {
    table.value(
        label, [counter](const RunResult& run) { return run.counters[counter]; }, whole);
  };
  row("blocks that shared", "sharing.shared_blocks");
  row("locks taken", "sharing.locks_taken");
  row("locks handed over", "sharing.hand_overs");
  row("locks released early", "sharing.releases");
  row("accesses refused", "sharing.refusals");
  const auto share = [&table](const char* label, const char* cycles) {
    table.value(
        label, [cycles](const RunResult& run) { return share_of_stay(run, run.counters[cycles]); }, percent);
  };
  share("cycles before the shared part", "sharing.cycles_before");
  share("waiting for the shared part", "sharing.cycles_waiting");
  share("in the shared part", "sharing.cycles_inside");
  share("after the shared part", "sharing.cycles_after");
}

// The share of the integrated array that is in use. A design without one has no cell: for a unified memory
// utilisation() has no meaning.
double array_in_use(const RunResult& run) {
  return run.counters["lines.register_cycles"] != 0 ? utilisation(run) : Table::kNone;
}
double half_of_array_in_use(const RunResult& run) {
  const Interval interval = figure_of(run, utilisation);
  return interval.high - interval.estimate;
}

// No rows if registers have their own banks.
void line_rows(Table& table, const Runs& runs) {
  const auto has_lines = [](const RunResult& run) { return run.counters["lines.register_cycles"] != 0; };
  if (std::none_of(runs.begin(), runs.end(), has_lines)) return;
  table.heading("Lines of the integrated array");
  const auto row = [&table](const char* label, const char* counter) {
    table.value(
        label, [counter](const RunResult& run) { return run.counters[counter]; }, whole);
  };
  table.estimate("live registers and memory lines", array_in_use, half_of_array_in_use, percent);
  row("registers found by tag", "registers.hits");
  row("registers spilled", "registers.spills");
  row("registers fetched", "registers.fetches");
  row("evicted: registers by registers", "lines.register_by_register");
  row("evicted: registers by memory", "lines.register_by_cache");
  row("evicted: memory by registers", "lines.cache_by_register");
  row("evicted: memory by memory", "lines.cache_by_cache");
  row("waits for a tag bank", "conflicts.tag_bank_waits");
  row("waits for a register bank", "conflicts.register_bank_waits");
}

// Classes of one kind, as shares of all of them; nothing without counts.
template <std::size_t count>
void class_rows(Table& table, const Runs& runs, const std::string& heading, const char* const (&labels)[count],
                const char* const (&classes)[count]) {
  const auto sum = [&classes](const RunResult& run) {
    double all = 0;
    for (const auto one : classes) all += static_cast<double>(run.counters[one]);
    return all;
  };
  if (std::all_of(runs.begin(), runs.end(), [&sum](const RunResult& run) { return sum(run) == 0; })) return;
  table.heading(heading);
  for (std::size_t i = 0; i < count; ++i)
    table.value(
        labels[i], [&](const RunResult& run) { return ratio(static_cast<double>(run.counters[classes[i]]), sum(run)); },
        percent);
}

void reuse_rows(Table& table, const Runs& runs) {
  static const char* const distances[] = {"0 to 10", "11 to 100", "101 to 1,000", "more"};
  class_rows(table, runs, "Cycles until a register is used again", distances,
             {"reuse.register_distance_10", "reuse.register_distance_100", "reuse.register_distance_1000",
              "reuse.register_distance_more"});
  class_rows(
      table, runs, "Cycles until a memory line is used again", distances,
      {"reuse.line_distance_10", "reuse.line_distance_100", "reuse.line_distance_1000", "reuse.line_distance_more"});
  class_rows(table, runs, "Values in registers by their reads", {"0", "1", "2", "more than 2"},
             {"reuse.values_read_0", "reuse.values_read_1", "reuse.values_read_2", "reuse.values_read_more"});
  class_rows(table, runs, "Memory lines by an SM's accesses in a launch", {"1", "2", "3", "4 to 10", "more than 10"},
             {"reuse.lines_accessed_1", "reuse.lines_accessed_2", "reuse.lines_accessed_3", "reuse.lines_accessed_10",
              "reuse.lines_accessed_more"});
}

void spill_rows(Table& table) {
  table.value_if_any(
      "spill loads", [](const RunResult& run) { return run.counters["memory.spill_loads"]; }, whole);
  table.value_if_any(
      "spill stores", [](const RunResult& run) { return run.counters["memory.spill_stores"]; }, whole);
}

void out_of_bounds_rows(Table& table) {
  table.value_if_any(
      "reads out of bounds", [](const RunResult& run) { return run.counters["memory.out_of_bounds_reads"]; }, whole);
  table.value_if_any(
      "writes out of bounds", [](const RunResult& run) { return run.counters["memory.out_of_bounds_writes"]; }, whole);
}

// No rows without an interconnect, or without an L2 cache.
void l2_rows(Table& table) {
  const auto waits = [](const RunResult& run) {
    return run.counters["interconnect.request_waits"] + run.counters["interconnect.answer_waits"];
  };
  table.value_if_any(
      "interconnect, to memory", [](const RunResult& run) { return run.counters["interconnect.request_bytes"]; },
      human_bytes);
  table.value_if_any(
      "interconnect, to SMs", [](const RunResult& run) { return run.counters["interconnect.answer_bytes"]; },
      human_bytes);
  table.value_if_any("interconnect, cycles waited", waits, whole);
  table.value_if_any(
      "L2 reads", [](const RunResult& run) { return run.counters["l2.reads"]; }, whole);
  table.value_if_any(
      "L2 writes", [](const RunResult& run) { return run.counters["l2.writes"]; }, whole);
  table.value_if_any("L2 hit rate", l2_hit_rate, percent);
  table.value_if_any(
      "L2 written back", [](const RunResult& run) { return run.counters["l2.write_back_bytes"]; }, human_bytes);
}

void memory_rows(Table& table) {
  table.heading("Memory");
  table.value(
      "cache accesses", [](const RunResult& run) { return run.counters["cache.accesses"]; }, whole);
  table.value("cache hit rate", hit_rate, percent);
  table.value_if_any(
      "lines evicted by stores", [](const RunResult& run) { return run.counters["cache.store_evictions"]; }, whole);
  table.value_if_any(
      "lines entered by stores", [](const RunResult& run) { return run.counters["cache.store_allocations"]; }, whole);
  table.value_if_any(
      "lines kept out", [](const RunResult& run) { return run.counters["cache.bypasses"]; }, whole);
  table.value_if_any(
      "dirty lines written back", [](const RunResult& run) { return run.counters["cache.write_backs"]; }, whole);
  table.value_if_any(
      "written back at kernel ends", [](const RunResult& run) { return run.counters["cache.flushed"]; }, whole);
  spill_rows(table);
  out_of_bounds_rows(table);
  l2_rows(table);
  table.value(
      "DRAM read", [](const RunResult& run) { return run.counters["dram.read_bytes"]; }, human_bytes);
  table.value(
      "DRAM written", [](const RunResult& run) { return run.counters["dram.write_bytes"]; }, human_bytes);
}

void conflict_rows(Table& table) {
  table.heading("Bank conflicts: most accesses to one bank, port or the tags, of all warp instructions");
  const char* const labels[] = {"at most 1", "2", "3", "4", "more than 4"};
  for (std::size_t i = 0; i < std::size(kConflictClasses); ++i)
    table.value(
        labels[i],
        [i](const RunResult& run) {
          return ratio(static_cast<double>(classes_of(run.counters, kMostClasses)[i]),
                       static_cast<double>(run.counters["warp_instructions"]));
        },
        percent);
  table.value(
      "penalty cycles", [](const RunResult& run) { return run.counters["conflicts.penalty_cycles"]; }, whole);
  table.value_if_any(
      "waits for a bank or port", [](const RunResult& run) { return run.counters["conflicts.arbitration_waits"]; },
      whole);
}

void slot_rows(Table& table) {
  table.heading("Issue slots");
  table.value(
      "issued", [](const RunResult& run) { return slot_share(run, run.counters["issued_slots"]); }, percent);
  constexpr std::string_view kGroup = "stalls.";
  for (const unsigned cause : counters_of(kGroup))
    table.value_if_any(
        spaced(DeclaredCounters::instance()[cause].name.substr(kGroup.size())),
        [cause](const RunResult& run) { return slot_share(run, run.counters[cause]); }, percent);
}

// Counters without a row above (has_known_group): those of some blocks, and of external blocks and policies.
void other_rows(Table& table, const Runs& runs) {
  std::string_view block;
  for (const unsigned number : counters_in_order()) {
    const Counter& counter = DeclaredCounters::instance()[number];
    const auto value = [number](const RunResult& run) { return run.counters[number]; };
    if (has_known_group(number) || std::none_of(runs.begin(), runs.end(), value)) continue;
    if (block != counter.block) table.heading(std::string(counter.block));
    block = counter.block;
    table.value(counter.name + (counter.unit.empty() ? "" : " (" + std::string(counter.unit) + ")"), value, whole);
  }
}

// Energies of two tables count different parts in different technologies: their ratio says nothing about the designs.
bool has_table_of_first(const Runs& runs, const RunResult& run) {
  return run.energy.empty() || run.energy_table == runs.front().energy_table;
}

void energy_rows(Table& table, const Runs& runs) {
  const std::vector<std::string> components = components_of(runs);
  if (components.empty()) return;
  const auto comparable = [&runs](const RunResult& run) { return has_table_of_first(runs, run); };
  const bool all = std::all_of(runs.begin(), runs.end(), comparable);
  table.heading(all ? "Energy"
                    : "Energy; -: no ratio, because the designs have different energy tables (energy.table)");
  bool beside = false;
  for (const std::string& name : components) {
    const auto of = [name](const RunResult& run) { return energy_of(run, name); };
    const auto half = [name](const RunResult& run) { return half_of_energy(run, name); };
    const std::string label = energy_label(name);
    const bool in_total = !is_beside_total(name);
    if (!in_total && !beside) table.heading("Energy not in the total: other leakage; register hierarchy");
    beside |= !in_total;
    if (in_total || std::any_of(runs.begin(), runs.end(), [&of](const RunResult& run) { return of(run) > 0; }))
      table.estimate(label, of, half, human_energy, comparable);
  }
}

// The total of a design is not that of a run on its own: Gebhart's model takes constant power from the first run.
std::string baseline_note(const Runs& runs) {
  const auto depends = [&runs](const RunResult& run) {
    return run.energy_table == "gebhart2012" && !run.energy.empty() && has_table_of_first(runs, run);
  };
  if (std::count_if(runs.begin(), runs.end(), depends) < 2) return "";
  return "\nEnergy baseline: " + runs.front().design +
         ", from whose run the others take 'other dynamic' (docs/concepts/table.md)\n";
}

std::string title(const RunResult& run) {
  std::string text = run.workload + (run.size.empty() ? "" : ", size " + run.size) +
                     (run.functional ? ", functional only" : "");
  for (const auto& [name, value] : run.arguments) text += ", " + name + " " + value;
  return text + "\n\n";
}

}  // namespace

std::string results_table(const Runs& runs) {
  if (runs.empty()) return "";
  Table table(runs);
  table.heading("Answer");
  table.text("verified", [](const RunResult& run) {
    return std::string(!run.judged ? "not verified" : run.verified ? "yes" : "NO");
  });
  if (runs.front().functional) {
    table.heading("Instructions");
    table.value(
        "warp instructions", [](const RunResult& run) { return run.counters["warp_instructions"]; }, whole);
    table.value(
        "thread instructions", [](const RunResult& run) { return run.counters["thread_instructions"]; }, whole);
    spill_rows(table);
    out_of_bounds_rows(table);
  } else {
    sample_rows(table, runs);
    speed_rows(table, runs);
    storage_rows(table, runs);
    sharing_rows(table, runs);
    register_rows(table, runs);
    hole_rows(table);
    line_rows(table, runs);
    reuse_rows(table, runs);
    memory_rows(table);
    conflict_rows(table);
    slot_rows(table);
    other_rows(table, runs);
    energy_rows(table, runs);
  }
  return title(runs.front()) + table.print() + baseline_note(runs);
}

}  // namespace unibank
