#include "report/csv.h"

#include <algorithm>
#include <charconv>

#include "report/counter_order.h"
#include "report/energy_labels.h"
#include "report/interval.h"
#include "report/ratios.h"

namespace unibank {

namespace {

// A run as (column, cell) pairs; the columns of all runs are the same.
using Cells = std::vector<std::pair<std::string, std::string>>;

// The shortest text that reads back as the same value.
std::string shortest(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return error == std::errc() ? std::string(text, end) : "";
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string arguments(const RunResult& run) {
  std::string text;
  for (const auto& [name, value] : run.arguments) text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

// `components`: of all runs; the cell of one that this run does not have is empty.
Cells cells_of(const RunResult& run, const std::vector<std::string>& components) {
  Cells cells = {{"workload", run.workload},
                 {"size", run.size},
                 {"arguments", arguments(run)},
                 {"design", run.design},
                 {"verified", !run.judged ? "" : run.verified ? "1" : "0"},
                 {"cycles", std::to_string(run.cycles)},
                 {"ipc", shortest(ipc(run))},
                 {"sms", std::to_string(run.sms)},
                 {"registers_per_thread", std::to_string(run.registers_per_thread)},
                 {"compiled_registers_per_thread", std::to_string(run.compiled_registers_per_thread)},
                 {"thread_limit", std::to_string(run.thread_limit)},
                 {"scratchpad_bytes_per_block", shortest(run.scratchpad_bytes_per_block)},
                 {"scratchpad_bytes_per_thread", shortest(run.scratchpad_bytes_per_thread)},
                 {"resident_blocks", std::to_string(run.resident_blocks)},
                 {"resident_threads", std::to_string(run.resident_threads)},
                 {"default_blocks", std::to_string(run.default_blocks)},
                 {"sharing_pairs", std::to_string(run.sharing_pairs)},
                 {"partition.registers_bytes", shortest(run.partition.register_bytes)},
                 {"partition.scratchpad_bytes", shortest(run.partition.scratchpad_bytes)},
                 {"partition.cache_bytes", shortest(run.partition.cache_bytes)},
                 {"partition.idle_bytes", shortest(run.partition.idle_bytes)},
                 {"partition.limited_by", run.partition.limited_by},
                 {"registers.saved", shortest(saved_register_accesses(run))},
                 {"registers.live", shortest(live_registers(run))},
                 {"registers.dynamic_holes", shortest(dynamic_holes(run))},
                 {"registers.static_holes", shortest(static_holes(run))}};
  for (const unsigned shortest : counters_in_order())
    cells.emplace_back(DeclaredCounters::instance()[shortest].name, std::to_string(run.counters[shortest]));
  for (const std::string& name : components) {
    const EnergyComponent* const component = find_component(run, name);
    cells.emplace_back("energy_pj." + name, component ? shortest(component->picojoule) : "");
  }
  return cells;
}

// The ends of the intervals of a sampled run's estimates; empty if all launches were timed.
void add_intervals(const RunResult& run, const std::vector<std::string>& components, Cells& cells) {
  const bool sampled = run.sampled.any();
  const auto add = [&](const std::string& name, const Interval& interval, bool known = true) {
    cells.emplace_back(name + ".low", sampled && known ? shortest(interval.low) : "");
    cells.emplace_back(name + ".high", sampled && known ? shortest(interval.high) : "");
  };
  cells.emplace_back("sampling.launches", sampled ? std::to_string(run.sampled.launches) : "");
  cells.emplace_back("sampling.blocks", run.sampled.of_blocks() ? std::to_string(run.sampled.blocks) : "");
  cells.emplace_back("sampling.timed", sampled ? std::to_string(run.sampled.timed()) : "");
  cells.emplace_back("sampling.warm_ups", sampled ? std::to_string(run.sampled.warm_ups) : "");
  add("cycles", sampled ? cycles_of(run) : Interval());
  add("ipc", sampled ? figure_of(run, ipc) : Interval());
  for (const unsigned shortest : counters_in_order())
    add(DeclaredCounters::instance()[shortest].name, sampled ? counter_of(run, shortest) : Interval());
  for (const std::string& name : components) {
    Interval interval;
    for (const Sampled::Energy& one : run.sampled.energy)
      if (one.component == name) interval = one.picojoule;
    add("energy_pj." + name, interval, find_component(run, name) != nullptr);
  }
}

}  // namespace

std::string results_csv(const std::vector<RunResult>& runs) {
  std::string text;
  const bool sampled = std::any_of(runs.begin(), runs.end(), [](const RunResult& run) { return run.sampled.any(); });
  const std::vector<std::string> components = components_of(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Cells cells = cells_of(runs[i], components);
    if (sampled) add_intervals(runs[i], components, cells);
    std::string header, line;
    for (const auto& [column, cell] : cells) {
      header += quoted(column) + ",";
      line += quoted(cell) + ",";
    }
    header.back() = line.back() = '\n';
    if (i == 0) text += header;
    text += line;
  }
  return text;
}

}  // namespace unibank
